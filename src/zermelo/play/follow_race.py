"""Playing by a race; :mod:`zermelo.strategy.check.unstoppable_race` proves that this wins."""

from __future__ import annotations

from zermelo.model import GridGame, GridMove, Position
from zermelo.strategy.check import unstoppable_race
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Race


class RacePlayer:
    """The player of a race, from the position on in which it is stored.

    He makes its move, then follows a plan that wins after the reply.

    Parameters
    ----------
    game, claim
        The game, and the claim that the race helps to prove.
    stored, left
        The race, and the number of moves within which it wins; None for any number.
    """

    def __init__(self, game: GridGame, claim: Claim, stored: Race, left: int | None) -> None:
        self._game, self._claim, self._plans = game, claim, stored.plans
        self._left = None if left is None else left - 2
        self._moves: list[GridMove] | None = [stored.move]

    def move(self, position: Position) -> GridMove | None:
        """The next move in a position where the player moves; None if entries go on, or a move wins at once."""
        if self._moves is None:
            wins = (
                plan
                for plan in self._plans
                if unstoppable_race.wins(self._game, self._claim, position, plan, self._left)
            )
            self._moves = [*next(wins, ())]
            self._plans = ()
            return self._moves.pop(0) if self._moves else None
        move = self._moves.pop(0) if self._moves else None
        if self._plans:
            self._moves = None  # the plan is chosen after the reply
        return move
