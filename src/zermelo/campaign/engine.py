"""The interface of engines: what runs the jobs of a campaign, on this machine or on many.

An engine is told jobs and gives results back, in any order. It writes nothing: only the client does. Engines on other
machines call `zermelo.campaign.job.perform` there, or keep processes ready as `zermelo.campaign.dask_task` does.

An engine knows nothing of cells: a job is a program with an object to read, and its answer is an object of any content.
Work on one game by many machines is many short jobs: an answer may tell what is to be done next, and a client that
submits jobs until nothing is left needs no other interface.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Protocol

from zermelo.campaign.job import Job, JobResult


class JobEngine(Protocol):
    """An engine: a context manager; leaving it ends all jobs that are under way."""

    @property
    def room(self) -> int:
        """The number of jobs that it will take now; a client submits no more, so that a campaign stops soon."""

    def submit(self, job: Job) -> None:
        """Begin a job, or put it in line; its key is that of no other job under way."""

    def results(self, timeout: float) -> list[JobResult]:
        """The results that are there, after waiting for the first one for at most ``timeout`` seconds."""

    def cancel(self, keys: Iterable[str]) -> None:
        """End these jobs without results; keys that are not under way are ignored."""

    def __enter__(self) -> JobEngine:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all jobs that are under way."""
