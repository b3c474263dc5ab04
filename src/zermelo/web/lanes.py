"""Lanes: places for work of one kind, and a queue that everybody in it can see.

Short work has places of its own, so that no long question ever stops a click.
"""

from __future__ import annotations

import asyncio
from collections import deque
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
        self.working = 0
        self._queue: deque[tuple[asyncio.Future[None], Moved]] = deque()

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._queue)

    @asynccontextmanager
    async def place(self, moved: Moved = lambda _: None) -> AsyncIterator[None]:
        """A place, as soon as one is free; `QueueFullError` at once where too many wait."""
        if self.working >= self.places:
            await self._wait(moved)
        else:
            self.working += 1
        try:
            yield
        finally:
            self._leave()

    async def _wait(self, moved: Moved) -> None:
        if len(self._queue) >= self.most_waiting:
            raise QueueFullError
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = ready, moved
        self._queue.append(entry)
        moved(len(self._queue))
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():
                self._leave()  # the place had come just then
            else:
                self._queue.remove(entry)
                self._tell()
            raise

    def _leave(self) -> None:
        """Give the place to the next one that still waits."""
        while self._queue:
            ready, moved = self._queue.popleft()
            if not ready.done():
                ready.set_result(None)
                moved(0)
                self._tell()
                return
        self.working -= 1

    def _tell(self) -> None:
        for before, (_, moved) in enumerate(self._queue, 1):
            moved(before)
