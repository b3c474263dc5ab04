"""Random games of every kind, and the claims about them that are true, by the oracles alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.encodings.games import KINDS as CELLS
from tests.oracles.retrograde import solve_exactly
from tests.search.grid_games import KINDS as GRIDS
from tests.search.grid_games import random_game as random_grid

from zermelo.errors import LimitError
from zermelo.model import ConnectionGame, Game, Player, Position
from zermelo.search import Minimax
from zermelo.strategy import Claim

KINDS = [*CELLS, *GRIDS]


def random_game(kind: str, seed: int) -> Game:
    """The game of a kind and a seed."""
    return CELLS[kind](Random(seed)) if kind in CELLS else random_grid(kind, seed)


class Truth:
    """The true claims of a game, by the plain rules; LimitError when it is too large."""

    def __init__(self, game: Game, most: int = 60_000) -> None:
        self.game, self._most = game, most
        self._search = Minimax(game, most)
        self._exact = solve_exactly(game, most)

    def wins(self, player: Player, depth: int | None) -> bool:
        """True if a player forces a win within the depth, or at all."""
        if depth is None:
            return self._exact.winner is player
        if player is Player.BLACK:
            return self._search.within(self.game.start, depth)
        if self._exact.winner is not player or self._exact.depth is None:
            return False
        return self._exact.depth <= depth

    def holds(self, claim: Claim) -> bool:
        """True if a claim is true."""
        if claim.wins:
            return self.wins(claim.player, claim.depth)
        return not self.wins(claim.opponent, claim.depth)

    def claims(self, rng: Random) -> Iterator[Claim]:
        """True claims of both players: with the least depth of a win, with more, without a depth."""
        winner, depth = self._exact.winner, self._exact.depth
        some = rng.randint(0, 6)
        for player in Player:
            if winner is player and depth is not None:
                yield Claim(player, True, depth)
                yield Claim(player, True, depth + rng.randint(1, 3))
                yield Claim(player, True)
                if depth:
                    yield Claim(player.other, False, depth - 1)
            else:
                yield Claim(player.other, False)
                yield Claim(player.other, False, some)


def asked_of_search(game: Game, claim: Claim) -> bool:
    """True if the search proves such claims: on a graph it does not count White's moves, who joins no borders there."""
    who = claim.player if claim.wins else claim.opponent
    graph = isinstance(game, ConnectionGame) and game.white_source is None
    return not (graph and who is Player.WHITE and claim.depth is not None)


def asked_of_formulas(game: Game, claim: Claim) -> bool:
    """True if formulas can be asked for this claim: they need a win of Black, with the colours exchanged."""
    if (claim.player if claim.wins else claim.opponent) is Player.BLACK:
        return True
    try:
        game.swapped()
    except ValueError:
        return False
    return True


__all__ = ["KINDS", "LimitError", "Position", "Truth", "asked_of_formulas", "asked_of_search", "random_game"]
