"""The desk: what the server lets be done, in which lane, and how long.

click   positions, texts, pictures: 5 seconds, by workers that stay and remember the games they have read
think   a reply, a hint, the values of moves: up to a minute
solve   questions: as long as they were given; the worker stays, with the strategies it has found, to be walked through
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.web.lanes import QueueFullError, WorkLane
from zermelo.web.worker_client import Worker, WorkerEndedError, Workers

CLICK_SECONDS, THINK_SECONDS, WALK_SECONDS = 5.0, 60.0, 10.0
GRACE_SECONDS = 5.0
"""Seconds beyond the time of a question, in which it tells what it knows."""

MOST_KEPT, KEPT_SECONDS = 4, 1200.0
"""Workers that are kept with their strategies, and how long after their last use."""

LOOK_SECONDS = 1.0
"""The least time between two looks whether one of them is due, as while somebody reads it."""

MEGABYTES = 1024
"""Memory of a worker."""

MOST_CLICKS = 300
"""Requests after which a worker for clicks is replaced, so that what it has gathered goes."""

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
FULL = {"error": "too many questions are waiting; try again in a moment", "limit": "queue"}
ENDING = {"error": "the server is ending", "limit": "interrupted"}

Tell = Callable[[dict[str, Any]], None]


@dataclass
class KeptProof:
    """A worker with the strategies of an answer, and the answer itself."""

    worker: Worker
    answer: dict[str, Any]
    used: float
    readers: int = 0
    """Those who walk through it now, or wait to; it is not dropped under their feet."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Desk:
    """All the work of a server.

    Parameters
    ----------
    megabytes
        Memory of each worker.
    """

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        self._workers = Workers(megabytes)
        self.click = WorkLane(max(2, min(4, CORES)), 1000)
        self.think = WorkLane(max(2, CORES // 2), 100)
        self.solve = WorkLane(max(4, CORES), 100)
        self._idle: list[Worker] = []
        self._kept: OrderedDict[str, KeptProof] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Kill all that works."""
        if self._timer is not None:
            self._timer.cancel()
        for worker in (*self._idle, *(each.worker for each in self._kept.values())):
            worker.close()
        self._workers.stop()

    def queue(self) -> dict[str, dict[str, int]]:
        """Numbers of requests that are worked on and that wait, by lane."""
        lanes = {"click": self.click, "think": self.think, "solve": self.solve}
        return {name: {"working": lane.working, "waiting": lane.waiting} for name, lane in lanes.items()}

    async def quick(self, request: dict[str, Any], owner: str = "") -> dict[str, Any]:
        """The reply to a request that takes no time worth speaking of."""
        try:
            async with self.click.place(owner=owner):
                idle = bool(self._idle)
                worker = self._idle.pop() if idle else await self._workers.worker()
                reply = await worker.do(request, CLICK_SECONDS)
                if idle and reply.get("limit") == "crash":  # it may have ended before it was asked
                    worker = await self._workers.worker()
                    reply = await worker.do(request, CLICK_SECONDS)
                if worker.done >= MOST_CLICKS:
                    worker.close()
                if not worker.closed:
                    self._idle.append(worker)
                return reply
        except QueueFullError:
            return FULL
        except WorkerEndedError:
            return ENDING

    async def thought(self, request: dict[str, Any], owner: str = "") -> dict[str, Any]:
        """The reply to a request that takes seconds; its worker ends with it."""
        worker = None
        try:
            async with self.think.place(owner=owner):
                worker = await self._workers.worker()
                return await worker.do(request, THINK_SECONDS)
        except QueueFullError:
            return FULL
        except WorkerEndedError:
            return ENDING
        finally:
            if worker is not None:
                worker.close()

    async def solved(
        self, key: str, request: dict[str, Any], seconds: float, tell: Tell = lambda _: None, owner: str = ""
    ) -> dict[str, Any]:
        """The answer to a question; its worker stays for `proof` where there is a strategy to walk through.

        Parameters
        ----------
        key
            The game, the moves and the question.
        request, seconds, tell
            As in `Worker.do`.
        owner
            Who asks.
        """
        if (kept := self._found(key)) is not None:
            return kept.answer
        worker = None
        try:
            async with self.solve.place(lambda before: tell({"event": "queue", "before": before}), owner):
                worker = await self._workers.worker()
                reply = await worker.do(request, seconds + GRACE_SECONDS, tell)
            if reply.get("result", {}).get("claims") and not worker.closed:
                self._keep(key, KeptProof(worker, reply, time.monotonic()))
                worker = None
            return reply
        except QueueFullError:
            return FULL
        except WorkerEndedError:
            return ENDING
        finally:
            if worker is not None:
                worker.close()

    async def proof(self, key: str, request: dict[str, Any]) -> dict[str, Any] | None:
        """The reply of the worker that has the strategies of an answer; None when it is not kept any more."""
        kept = self._found(key)
        if kept is None:
            return None
        kept.readers += 1
        try:
            async with kept.lock:
                if kept.worker.closed:
                    return None
                reply = await kept.worker.do(request, WALK_SECONDS)
                kept.used = time.monotonic()
                return reply
        except WorkerEndedError:
            return ENDING
        finally:
            kept.readers -= 1
            self._make_room()

    def _found(self, key: str) -> KeptProof | None:
        self._expire()
        found = self._kept.get(key)
        if found is not None:
            found.used = time.monotonic()
            self._kept.move_to_end(key)
        return found

    def _expire(self) -> None:
        """Drop what nobody has used for so long, and look again when the next one may be due."""
        if self._timer is not None:
            self._timer.cancel()
        now = time.monotonic()
        for key, kept in list(self._kept.items()):
            if kept.worker.closed or (now - kept.used > KEPT_SECONDS and not kept.readers):
                self._drop(key)
        if self._kept:
            due = min(kept.used for kept in self._kept.values()) + KEPT_SECONDS
            self._timer = asyncio.get_running_loop().call_later(max(due - now, LOOK_SECONDS), self._expire)

    def _keep(self, key: str, kept: KeptProof) -> None:
        if key in self._kept:  # somebody has asked the same meanwhile, and may be reading
            kept.worker.close()
            return
        self._kept[key] = kept
        self._make_room()
        self._expire()

    def _make_room(self) -> None:
        """Drop what was used least lately, and is not being read."""
        idle = [key for key, kept in list(self._kept.items())[:-1] if not kept.readers]  # the last one has just come
        for key in idle[: max(0, len(self._kept) - MOST_KEPT)]:
            self._drop(key)

    def _drop(self, key: str) -> None:
        self._kept.pop(key).worker.close()
