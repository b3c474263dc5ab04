"""Budgets of the native searches: how much of its limits a call has left."""

from __future__ import annotations

import math
import time
from typing import Any

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import Game
from zermelo.search.session import Limits, Result

MEMORY_MB = 1024
"""The limit of the tables by default, in megabytes; they start small."""


PATIENCE = 512
"""Positions that a search with a table looks at by one thread, before others begin: easy questions need none."""


class Budget:
    """The seconds, bytes and positions that one call may take.

    Parameters
    ----------
    limits
        The limits of the call, which begins now.
    megabytes
        The limit of the tables where the limits name none.

    >>> budget = Budget(Limits(nodes=100))
    >>> budget.count(30, 5_000)
    >>> budget.nodes, budget.result(True, depth=3).nodes
    (70, 30)
    """

    def __init__(self, limits: Limits, megabytes: float = MEMORY_MB) -> None:
        self._begun = time.perf_counter()
        self._seconds = math.inf if limits.seconds is None else float(limits.seconds)
        self.bytes = int(1e6 * (megabytes if limits.megabytes is None else max(0.0, limits.megabytes)))
        self.proof_bytes = 2**62 if limits.megabytes is None else self.bytes
        """Bytes of a proof and the tables that it is read from; as good as no limit where none is named."""
        self.nodes = 2**63 - 1 if limits.nodes is None else max(0, limits.nodes)
        """Positions that are left."""
        self.threads = limits.threads
        """Threads that may search."""
        self._counted = self._memory = 0

    @property
    def spent(self) -> float:
        """Seconds since the call began."""
        return time.perf_counter() - self._begun

    @property
    def seconds(self) -> float:
        """Seconds that are left; infinite without a limit."""
        return max(0.0, self._seconds - self.spent)

    @property
    def memory(self) -> int:
        """Bytes of the tables at most, so far."""
        return self._memory

    @property
    def counted(self) -> int:
        """Positions so far."""
        return self._counted

    def count(self, nodes: int, memory: int) -> None:
        """Take positions off; the bytes of the tables are remembered at their most."""
        self.nodes = max(0, self.nodes - nodes)
        self._counted += nodes
        self._memory = max(self._memory, memory)

    def result(self, answer: bool | None, **known: Any) -> Result:
        """A result with all that has been counted so far; ``known`` are its other fields."""
        return Result(answer, **{"nodes": self._counted, "memory": self._memory, "seconds": self.spent, **known})


def check_size(game: Game, cells: int = _native.MAX_CELLS) -> None:
    """Raise :class:`~zermelo.errors.UnsupportedError` for a board of more cells than a search takes."""
    if len(game.board) > cells:
        raise UnsupportedError(f"at most {cells} cells for this search", found=f"{len(game.board)} in {game.name}")
