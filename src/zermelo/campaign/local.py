"""The engine of this machine: so many processes at a time, watched by one thread of the client."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from multiprocessing.connection import wait
from types import TracebackType

from zermelo.campaign.job import Job, JobProcess, JobResult
from zermelo.campaign.job_server import JobServer
from zermelo.solvers.process import TICK


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalEngine:
    """An engine that runs jobs as processes of this machine; see `zermelo.campaign.engine.JobEngine`.

    Parameters
    ----------
    jobs
        Processes at a time; None for one on each core.

    >>> with LocalEngine(2) as engine:
    ...     engine.submit(Job("a", ("-c", "print('{}')"), {}))
    ...     engine.room, [result.key for result in engine.results(60)]
    (1, ['a'])
    """

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs or cores()
        self._running: dict[str, JobProcess | JobServer] = {}
        self._idle: list[JobServer] = []

    @property
    def room(self) -> int:
        """As `JobEngine.room`."""
        return self.jobs - len(self._running)

    def submit(self, job: Job) -> None:
        """As `JobEngine.submit`."""
        self._running[job.key] = JobProcess(job) if job.server is None else self._served(job)

    def _served(self, job: Job) -> JobServer:
        """A server that has begun the job: an idle one, or a new one; those of other jobs go."""
        while self._idle:
            server = self._idle.pop()
            if server.serves(job):
                server.begin(job)
                return server
            server.kill()
        return JobServer(job)

    def results(self, timeout: float) -> list[JobResult]:
        """As `JobEngine.results`."""
        until = time.monotonic() + timeout
        while True:
            found = []
            for key, process in list(self._running.items()):
                result = process.poll()
                if result is not None:
                    del self._running[key]
                    found.append(result)
                    if isinstance(process, JobServer) and process.alive:
                        self._idle.append(process)
            left = until - time.monotonic()
            if found or not self._running or left <= 0:
                return found
            wait([each.fileno() for each in self._running.values()], min(left, TICK))  # any number of descriptors

    def cancel(self, keys: Iterable[str]) -> None:
        """As `JobEngine.cancel`."""
        for key in keys:
            process = self._running.pop(key, None)
            if process is not None:
                process.kill()

    def __enter__(self) -> LocalEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel(list(self._running))
        self.rest()

    def rest(self) -> None:
        """End the processes that are ready for jobs to come; they come back with the next job."""
        while self._idle:
            self._idle.pop().kill()
