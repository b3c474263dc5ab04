"""An engine that does jobs in this process, in any order, and often says that it has found nothing."""

from __future__ import annotations

from random import Random
from typing import Any

from zermelo.attack.leaf_job import answered, leaf_search
from zermelo.campaign.job import Job, JobResult


class WeakEngine:
    """Jobs with a budget fail with this chance, and then tell some facts; it is an engine for two jobs at a time."""

    def __init__(self, rng: Random, chance: float) -> None:
        self._rng, self._chance = rng, chance
        self._jobs: list[Job] = []

    @property
    def room(self) -> int:
        return 2 - len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def cancel(self, keys: Any) -> None:
        gone = set(keys)
        self._jobs = [job for job in self._jobs if job.key not in gone]

    def results(self, timeout: float) -> list[JobResult]:  # noqa: ARG002
        if not self._jobs:
            return []
        job = self._jobs.pop(self._rng.randrange(len(self._jobs)))
        given = {**job.payload, "deadline": None}
        if given["nodes"] is not None and self._rng.random() < self._chance:
            facts = [fact for fact in _facts(given) if self._rng.random() < 0.2]
            answer = {"status": None, "reason": "nodes", "nodes": given["nodes"], "strategy": None, "facts": facts}
        else:
            answer = answered({**given, "nodes": None})
        return [JobResult(job.key, answer, 0.0, 0.0, 0.0, 0, None, None, False, "", "", "")]

    def __enter__(self) -> WeakEngine:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def _facts(given: dict[str, Any]) -> list[list[Any]]:
    return leaf_search(given)._facts(10**6)
