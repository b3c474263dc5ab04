"""Minimax by the plain rules: slow and obviously correct.

Every encoding, solver and search of the package is compared with it, so it knows nothing of any of them: it calls the
reference rules and remembers positions, nothing more. A budget of positions and seconds ends it.
"""

from __future__ import annotations

import time
from math import comb
from typing import Any, NamedTuple

from zermelo.errors import LimitError
from zermelo.model import Game, GridGame, Player, Position, StateGame

POSITIONS = 60_000
SECONDS = 5.0
"""The budget of `search_within` by default."""


class Minimax:
    """Exhaustive search of one game with a memory of positions.

    Parameters
    ----------
    game
        The game to search.
    node_limit, time_limit
        Positions and seconds after which :class:`~zermelo.errors.LimitError` is raised; None for no limit.

    >>> from zermelo.model import ConnectionGame
    >>> search = Minimax(ConnectionGame.hex(2, 2))
    >>> [search.within(search.game.start, depth) for depth in range(4)]
    [False, False, False, True]
    """

    def __init__(self, game: Game, node_limit: int | None = None, time_limit: float | None = None) -> None:
        self.game = game
        self.nodes = 0
        self._node_limit = node_limit
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._known: dict[tuple[Position, int], bool] = {}

    def within(self, position: Position, depth: int) -> bool:
        """Decide whether Black, from this position, forces a win in at most ``depth`` further moves.

        A player of a grid game who cannot move loses, or wins, by the move that he cannot make: it counts in the depth.
        """
        key = (position, depth)
        if key not in self._known:
            self._count()
            self._known[key] = self._decide(position, depth)
        return self._known[key]

    def _decide(self, position: Position, depth: int) -> bool:
        game = self.game
        reached = game.goal_winner(position)
        if reached is not None:
            return reached is Player.BLACK
        if depth <= 0:
            return False
        moves = game.legal(position)
        if not moves:
            return game.winner(position) is Player.BLACK
        results = (self.within(game.step(position, move), depth - 1) for move in moves)
        return any(results) if game.mover(position) is Player.BLACK else all(results)

    def _count(self) -> None:
        self.nodes += 1
        if self._node_limit is not None and self.nodes > self._node_limit:
            raise LimitError("size", f"more than {self._node_limit} positions")
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise LimitError("time", "out of time")


class Searched(NamedTuple):
    """Black wins within the depth or not, a first move of his that does it, and the positions looked at."""

    answer: bool
    first_move: Any
    positions: int


def search_within(
    game: Game, depth: int, positions: int | None = POSITIONS, seconds: float | None = SECONDS
) -> Searched:
    """Decide whether Black wins within a depth, by trying everything.

    Parameters
    ----------
    game, depth
        The question; the depth in moves of both players.
    positions, seconds
        The budget; None for no limit.

    Raises :class:`~zermelo.errors.LimitError`, with its reason, when that goes beyond the budget.

    >>> from zermelo.model import ConnectionGame
    >>> search_within(ConnectionGame.hex(2, 2), 3)
    Searched(answer=True, first_move=1, positions=12)
    """
    search = Minimax(game, positions, seconds)
    try:
        answer = search.within(game.start, depth)
        winning = None
        if answer and game.goal_winner(game.start) is None:
            replies = ((move, game.step(game.start, move)) for move in game.legal(game.start))
            winning = next((move for move, after in replies if search.within(after, depth - 1)), None)
    except RecursionError:
        raise LimitError("size", f"plays of {depth} moves are too long for the plain rules") from None
    return Searched(answer, winning, search.nodes)


def is_small(game: Game, depth: int, positions: int = POSITIONS) -> bool:
    """Tell whether a search to this depth may meet no more than so many positions; without stones that is always so.

    Parameters
    ----------
    game
        The game.
    depth
        In moves of both players from the start position.
    positions
        The number of positions, of all lengths together, that counts as small.
    """
    if isinstance(game, GridGame | StateGame):
        return True
    cells = len(game.board) - (game.start.black | game.start.white).bit_count()
    total = 0
    for k in range(min(depth, cells) + 1):
        total += comb(cells, (k + 1) // 2) * comb(cells - (k + 1) // 2, k // 2)
        if total > positions:
            return False
    return True
