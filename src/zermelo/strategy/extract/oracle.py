"""The interface of oracles: a winning move in a position, or True if a position is held."""

from __future__ import annotations

import time
from typing import Any, Protocol

from zermelo.errors import LimitError
from zermelo.model import (
    Game,
    GridMove,
    Player,
    Position,
    StateGame,
)
from zermelo.strategy.claim import Claim


class Oracle(Protocol):
    """Answers about positions of a game in which nobody has won yet."""

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        """A winning move of the claim's player, and the rank within which it wins; None when there is none."""

    def held(self, position: Position, rank: int | None) -> bool:
        """True if the opponent does not win within the rank."""

    def hold(self, position: Position, rank: int | None) -> Any:
        """A move of the claim's player that holds, where one is known without a search."""


class Clock:
    """A deadline for several steps."""

    def __init__(self, time_limit: float | None) -> None:
        self._deadline = None if time_limit is None else time.monotonic() + time_limit

    @property
    def left(self) -> float | None:
        """The remaining seconds (None: no limit); LimitError when there are none."""
        if self._deadline is None:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise LimitError("time", "out of time before the strategy was whole")
        return left


def asked(game: Game, claim: Claim) -> tuple[Game, bool]:
    """The game in which Black is the player who wins or is held; True if its colours are swapped."""
    who = claim.player if claim.wins else claim.opponent
    return (game, False) if who is Player.BLACK else (game.swapped(), True)


def exchanged_position(game: Game, position: Position) -> Position:
    """A position in the game with the colours swapped, or back; states have no colours."""
    return position if isinstance(game, StateGame) else position.swapped()


def exchanged(move: Any) -> Any:
    """A move in the game with the colours swapped, or back: moves of grid games have a player."""
    return move.swapped() if isinstance(move, GridMove) else move
