"""Lanes: places for work of one kind, and a queue that everybody in it can see.

Short work has places of its own, so that no long question ever stops a click. Nobody has more than half of the places
while others wait for one.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

Moved = Callable[[int], None]
"""Told the number of those before it whenever that changes; 0 when the place is its own."""


class QueueFullError(Exception):
    """Raised for work that finds too many before it."""


class WorkLane:
    """Places for so many at once, and a queue for so many more.

    Parameters
    ----------
    places, most_waiting
        These numbers.

    >>> async def both():
    ...     lane, told = WorkLane(1, 1), []
    ...     async with lane.place():
    ...         second = asyncio.ensure_future(wait(lane, told.append))
    ...         await asyncio.sleep(0)
    ...         before = lane.working, lane.waiting
    ...     await second
    ...     return before, told
    >>> async def wait(lane, moved):
    ...     async with lane.place(moved):
    ...         pass
    >>> asyncio.run(both())
    ((1, 1), [1, 0])
    """

    def __init__(self, places: int, most_waiting: int) -> None:
        self.places, self.most_waiting = places, most_waiting
        self._owned: Counter[str] = Counter()
        """The places that each owner has."""
        self._queue: deque[tuple[asyncio.Future[None], Moved, str]] = deque()

    @property
    def working(self) -> int:
        """The number of places that are taken."""
        return self._owned.total()

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._queue)

    @asynccontextmanager
    async def place(self, moved: Moved = lambda _: None, owner: str = "") -> AsyncIterator[None]:
        """A place, as soon as one is free; `QueueFullError` at once where too many wait.

        Parameters
        ----------
        moved
            Told how many are before it.
        owner
            Who wants it: at most half of the places are for one owner; empty for one who is not known.
        """
        if self._may(owner):
            self._owned[owner] += 1
        else:
            await self._wait(moved, owner)
        try:
            yield
        finally:
            self._leave(owner)

    def _may(self, owner: str) -> bool:
        most = max(1, self.places // 2) if owner else self.places
        return self.working < self.places and self._owned[owner] < most

    async def _wait(self, moved: Moved, owner: str) -> None:
        if len(self._queue) >= self.most_waiting:
            raise QueueFullError
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = ready, moved, owner
        self._queue.append(entry)
        moved(len(self._queue))
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():
                self._leave(owner)  # the place had come just then
            else:
                self._queue.remove(entry)
                self._tell()
            raise

    def _leave(self, owner: str) -> None:
        """Give the place to the first one in the queue that may have it."""
        self._owned[owner] -= 1
        for entry in list(self._queue):
            ready, moved, other = entry
            if self._may(other) and not ready.done():
                self._queue.remove(entry)
                self._owned[other] += 1
                ready.set_result(None)
                moved(0)
                self._tell()
                return

    def _tell(self) -> None:
        for before, (_, moved, _) in enumerate(self._queue, 1):
            moved(before)
