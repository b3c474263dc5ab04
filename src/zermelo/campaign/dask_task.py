"""A job as a task of Dask: this runs in a worker process, on whatever machine.

The worker has a server ready between two jobs, so that the second one starts in milliseconds; it goes when no job
comes. While a job runs, its thread looks at the worker's own book of tasks: Dask cannot end a thread, but there it
writes down that nobody wants the result any more, because the client cancelled it or has died.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from zermelo.campaign.job import Job, JobResult
from zermelo.campaign.local import LocalEngine

LOOK = 0.2
"""Seconds between two looks at the book."""

IDLE = 5.0
"""Seconds after which an idle server goes."""


class UnwantedError(Exception):
    """Nobody wants the result of this job any more."""


def perform_task(job: Job) -> JobResult:
    """Run a job to its end in a task of Dask, or until nobody wants it any more."""
    from distributed import get_worker
    from distributed.core import Status

    worker = get_worker()
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        running = worker.status in {Status.running, Status.paused, Status.closing_gracefully}
        return running and task is not None and task.state in {"executing", "long-running"}

    return _warm().perform(job, wanted)


class WarmEngine:
    """An engine for one job at a time, which ends its idle processes after a while.

    >>> engine = WarmEngine()
    >>> engine.perform(Job("a", ("-c", "print('{}')"), {}), lambda: True).answer
    {}
    >>> engine.perform(Job("b", ("-c", "while True: pass"), {}), lambda: False)
    Traceback (most recent call last):
      ...
    zermelo.campaign.dask_task.UnwantedError: b
    """

    def __init__(self) -> None:
        self._engine = LocalEngine(1)
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def perform(self, job: Job, wanted: Callable[[], bool]) -> JobResult:
        """Run a job to its end; ``UnwantedError`` when ``wanted`` says no."""
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._engine.submit(job)
            try:
                while True:
                    for result in self._engine.results(LOOK):
                        return result
                    if not wanted():
                        raise UnwantedError(job.key)
            finally:
                self._engine.cancel([job.key])
                self._timer = threading.Timer(IDLE, self._rest)
                self._timer.daemon = True
                self._timer.start()

    def _rest(self) -> None:
        """End what is idle, unless a job has begun meanwhile."""
        if self._lock.acquire(blocking=False):
            try:
                self._engine.rest()
            finally:
                self._lock.release()


_local = threading.local()


def _warm() -> WarmEngine:
    """The engine of this thread."""
    if not hasattr(_local, "engine"):
        _local.engine = WarmEngine()
    found: WarmEngine = _local.engine
    return found
