"""The oracle: who wins, by trying everything with the plain rules.

Slow and obviously correct. Every encoding, solver and search of the package is compared with it, so it knows nothing
of any of them: it calls the reference rules and remembers positions, nothing more.
"""

from __future__ import annotations

import time

from zermelo.errors import LimitError
from zermelo.model import Game, Player, Position


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
        """Whether Black, from this position, forces a win in at most ``depth`` further moves.

        A player of a grid game who cannot move loses by the move that he cannot make: it counts in the depth.
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
