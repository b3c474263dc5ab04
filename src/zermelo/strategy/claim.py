"""Claims: a player wins, or keeps the other one from winning; within a depth, or at all."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.model import ClauseGame, Game, PlacementGame, Player, Position, ResidualFormula, StateGame


@dataclass(frozen=True)
class Claim:
    """A claim about a game from its start position on.

    Parameters
    ----------
    player
        The player of the strategy.
    wins
        True: he forces a win. False: he *holds*, that is, the other player does not win against it.
    depth
        Within so many moves of both players together (a win), or for so many (holding); None: at all, for ever.
    breaking
        He holds as a breaker, that is, without the help of winning sets of his own; see
        :mod:`~zermelo.strategy.check.breaker_certificate`.
    derived
        The proof is a derivation, of facts with carriers; see :mod:`~zermelo.strategy.check.derivation`.

    >>> print(Claim(Player.BLACK, True, 7))
    Black wins within 7
    >>> print(Claim(Player.WHITE, False))
    White holds for ever
    """

    player: Player
    wins: bool
    depth: int | None = None
    breaking: bool = False
    derived: bool = False

    @property
    def opponent(self) -> Player:
        """The other player, whose every reply is checked."""
        return self.player.other

    def __str__(self) -> str:
        return self.told(str(self.player))

    def told(self, name: str) -> str:
        """The claim in words, with the name of the player in a game."""
        if self.wins:
            return f"{name} wins" + ("" if self.depth is None else f" within {self.depth}")
        return f"{name} holds " + ("for ever" if self.depth is None else f"for {self.depth}")

    def bound(self, game: Game) -> int | None:
        """The rank of the start position: the depth, at most the length of the longest play.

        In a placement game a greater depth is the same claim, as no play goes on beyond the open cells.
        """
        if isinstance(game, PlacementGame):
            longest = game.complete_depth()
            return longest if self.depth is None else min(self.depth, longest)
        return self.depth


def ranked(game: Game) -> bool:
    """True if entries need a rank: the stones on the board do not tell how many moves were made."""
    return not isinstance(game, PlacementGame | ClauseGame | ResidualFormula)


def strategy_game(game: Game) -> Game:
    """The game whose positions and moves a strategy uses: for Game-SAT the residual formula."""
    return ResidualFormula.begin(game) if isinstance(game, ClauseGame) else game


def normal(game: Game, position: Position) -> Position:
    """The position with a normalised ply, the same for all positions with the same continuations.

    In a placement game the stones tell the ply, which becomes 0, and a state tells all that follows. In other games the
    ply matters only for who moves, and becomes that of the start position or the next one.
    """
    if isinstance(game, PlacementGame | StateGame):
        return position._replace(ply=0)
    return position._replace(ply=game.start.ply + (position.ply - game.start.ply) % 2)
