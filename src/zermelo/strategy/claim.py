"""What a strategy proves: that a player wins, or keeps the other one from winning; within a depth, or at all."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.model import ClauseGame, Game, PlacementGame, Player, Position, ResidualFormula


@dataclass(frozen=True)
class Claim:
    """A claim about a game from its start position on.

    Parameters
    ----------
    player
        Whose strategy it is.
    wins
        True: he forces a win. False: he *holds*, that is, the other player does not win against it.
    depth
        Within so many moves of both players together (a win), or for so many (holding); None: at all, for ever.
    breaking
        He holds without winning sets of his own, as a mere breaker, which is more; see
        :mod:`~zermelo.strategy.check.breaker_certificate`.
    derived
        It is proven by a derivation of virtual connections; see :mod:`~zermelo.strategy.check.derivation`.

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
        """Whose every reply is looked at."""
        return self.player.other

    def __str__(self) -> str:
        return self.told(str(self.player))

    def told(self, name: str) -> str:
        """The claim in words, with the name that the player has in a game."""
        if self.wins:
            return f"{name} wins" + ("" if self.depth is None else f" within {self.depth}")
        return f"{name} holds " + ("for ever" if self.depth is None else f"for {self.depth}")

    def bound(self, game: Game) -> int | None:
        """The rank of the start position: the depth, or that of the longest play of a game of stones that stay.

        Both are the same claim there: no play goes on beyond its open cells.
        """
        if isinstance(game, PlacementGame):
            longest = game.complete_depth()
            return longest if self.depth is None else min(self.depth, longest)
        return self.depth


def ranked(game: Game) -> bool:
    """Whether positions need a rank of their own: what stays on the board tells how far a play has come."""
    return not isinstance(game, PlacementGame | ClauseGame | ResidualFormula)


def strategy_game(game: Game) -> Game:
    """The game in whose positions and moves strategies are told: for Game-SAT what is left of the formula."""
    return ResidualFormula.begin(game) if isinstance(game, ClauseGame) else game


def normal(game: Game, position: Position) -> Position:
    """The position under which all are stored that go on alike.

    Where stones stay they tell the ply, which becomes 0; else it only says who moves, and becomes that of the start
    position or the next one.
    """
    if isinstance(game, PlacementGame):
        return position._replace(ply=0)
    return position._replace(ply=game.start.ply + (position.ply - game.start.ply) % 2)
