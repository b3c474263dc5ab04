"""What extraction asks of the native searches: a winning move, or whether a position is held."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any, Protocol

from zermelo.errors import LimitError, UnsupportedError
from zermelo.model import (
    ConnectionGame,
    Game,
    GridGame,
    GridMove,
    PlacementGame,
    Player,
    Position,
)
from zermelo.search import grid
from zermelo.search.engines import engine_for
from zermelo.search.native import LARGEST_DEPTH, Budget
from zermelo.search.retrograde import Distances
from zermelo.strategy.arguments import is_hex_board
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


def oracle_for(game: Game, claim: Claim, clock: Clock, memory_limit_mb: int | None = None) -> Oracle:
    """The best searcher for positions of a game."""
    if isinstance(game, GridGame):
        if claim.depth is None and game.complete_depth() is None:
            return Backwards(game, claim, clock)
        if claim.depth is not None and claim.depth > LARGEST_DEPTH:
            raise UnsupportedError(f"a depth of at most {LARGEST_DEPTH}", found=str(claim.depth))
        return GridOracle(game, claim, clock, memory_limit_mb)
    assert isinstance(game, PlacementGame)
    return PlacementOracle(game, claim, clock, memory_limit_mb)


def asked(game: Game, claim: Claim) -> tuple[Game, bool]:
    """The game in which Black is who wins or is held, and whether its colours are exchanged."""
    who = claim.player if claim.wins else claim.opponent
    return (game, False) if who is Player.BLACK else (game.swapped(), True)


def exchanged(move: Any) -> Any:
    """A move in the game with the colours exchanged, or back: moves of grid games say whose they are."""
    return move.swapped() if isinstance(move, GridMove) else move


class PlacementOracle:
    """Positional and connection games: every position is a game of its own."""

    def __init__(self, game: Game, claim: Claim, clock: Clock, memory_limit_mb: int | None) -> None:
        self._game, self._swapped = asked(game, claim)
        engine = engine_for(self._game)
        if engine is None:
            raise UnsupportedError("a board that the native search takes", found=f"{len(game.board)} cells")
        self._find, self._clock, self._memory = engine.find, clock, memory_limit_mb
        longest = game.complete_depth()
        for_ever = claim.bound(game) == longest and not claim.wins
        self._other = game if claim.player is Player.BLACK else None
        """The game in which holding means that Black joins his borders: Hex."""
        self._hex = isinstance(game, ConnectionGame) and for_ever and is_hex_board(game)
        if self._hex and claim.player is Player.WHITE:
            self._other = game.swapped()

    def _ask(self, game: Game, position: Position, rank: int | None) -> tuple[bool, Any]:
        found = self._find(game.at(position), rank, self._clock.left, self._memory)
        if found.answer is None:
            raise LimitError(found.reason or "time", f"the search ended without an answer ({found.reason})")
        return found.answer, found.first_move

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        wins, move = self._ask(self._game, position.swapped() if self._swapped else position, rank)
        return (move, rank) if wins else None

    def held(self, position: Position, rank: int | None) -> bool:
        return not self._ask(self._game, position.swapped() if self._swapped else position, rank)[0]

    def hold(self, position: Position, rank: int | None) -> Any:  # noqa: ARG002 (for ever)
        if not self._hex or self._other is None:
            return None
        return self._ask(self._other, position if self._swapped else position.swapped(), None)[1]


class GridOracle:
    """Grid games in which a depth ends the question, or every play ends: one searcher, whose table lives on."""

    def __init__(self, game: GridGame, claim: Claim, clock: Clock, memory_limit_mb: int | None) -> None:
        seen, self._swapped = asked(game, claim)
        assert isinstance(seen, GridGame)
        self._clock, self._memory = clock, memory_limit_mb
        self._search = grid.search(seen, Budget(clock.left, memory_limit_mb, None), asdict(grid.Switches()))

    def _ask(self, position: Position, rank: int | None) -> tuple[bool, int | None, Any]:
        self._clock.left  # noqa: B018 (raises when there is none)
        self._search.enter(position.swapped() if self._swapped else position)
        reason, wins, bound, move = self._search.within(rank)
        if reason is not None:
            raise LimitError(reason, f"the search ended without an answer ({reason})")
        return wins, bound, move

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        wins, bound, move = self._ask(position, rank)
        if not wins or move is None:
            return None
        return exchanged(move) if self._swapped else move, bound

    def held(self, position: Position, rank: int | None) -> bool:
        return not self._ask(position, rank)[0]

    def hold(self, position: Position, rank: int | None) -> Any:  # noqa: ARG002
        return None


class Backwards:
    """Grid games whose plays may go on for ever, without a bound: all reachable positions, solved backwards."""

    def __init__(self, game: GridGame, claim: Claim, clock: Clock) -> None:
        self._game = game
        self._distances = Distances(game, claim.player if claim.wins else claim.opponent, time_limit=clock.left)

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        here = self._distances[position]
        if here is None or (rank is not None and here > rank):
            return None
        moves = ((move, self._distances[self._game.play(position, move)]) for move in self._game.moves(position))
        return next(((move, here) for move, after in moves if after is not None and after < here), None)

    def held(self, position: Position, rank: int | None) -> bool:
        here = self._distances[position]
        return here is None or (rank is not None and here > rank)

    def hold(self, position: Position, rank: int | None) -> GridMove | None:
        moves = self._game.moves(position)
        return next((move for move in moves if self.held(self._game.play(position, move), rank)), None)
