"""What extraction asks about positions: a winning move, or whether a position is held."""

from __future__ import annotations

import time
from typing import Any, Protocol

from zermelo.errors import LimitError
from zermelo.model import (
    Game,
    GridMove,
    Player,
    Position,
)
from zermelo.strategy.claim import Claim

STEPS = 6
"""For each cell in a search for a pairing by repair."""


class Oracle(Protocol):
    """Answers about positions of a game in which nobody has won yet."""

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        """A winning move of the claim's player, and the rank within which it wins; None when there is none."""

    def held(self, position: Position, rank: int | None) -> bool:
        """Whether the opponent does not win within the rank."""

    def hold(self, position: Position, rank: int | None) -> Any:
        """A move of the claim's player that holds, where one can be told at once."""


class Clock:
    """What is left of a time limit."""

    def __init__(self, time_limit: float | None) -> None:
        self._deadline = None if time_limit is None else time.monotonic() + time_limit

    @property
    def left(self) -> float | None:
        """Seconds; LimitError when there are none."""
        if self._deadline is None:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise LimitError("time", "out of time before the strategy was whole")
        return left


def asked(game: Game, claim: Claim) -> tuple[Game, bool]:
    """The game in which Black is who wins or is held, and whether its colours are exchanged."""
    who = claim.player if claim.wins else claim.opponent
    return (game, False) if who is Player.BLACK else (game.swapped(), True)


def exchanged(move: Any) -> Any:
    """A move in the game with the colours exchanged, or back: moves of grid games say whose they are."""
    return move.swapped() if isinstance(move, GridMove) else move
