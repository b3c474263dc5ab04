"""Looking for failures with Hypothesis: cases are drawn, tried in a worker, shrunk, and kept as files.

A kept failure (tests/fuzz/failures/NAME.json) is replayed by the tests for ever, whatever becomes of the strategies.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase
from tests.fuzz.calls import FUNCTIONS, calls
from tests.fuzz.questions import ENGINES, questions
from tests.fuzz.worker import Worker

FAILURES = Path(__file__).resolve().parent / "failures"
"""Shrunk failures, one file each."""

EXAMPLES = Path(__file__).resolve().parent / "examples"
"""Hypothesis's own notes of failures that were not mended yet, so that the next campaign begins with them."""

SUBJECTS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    **{name: calls(name) for name in FUNCTIONS},
    **{name: questions(name) for name in ENGINES},
}
"""The cases of the campaign: the functions of the core, and the searches."""


class Wrong(AssertionError):
    """A failure, for Hypothesis to shrink."""


class TimeIsUp(BaseException):
    """Ends a batch at once: no failure, so Hypothesis leaves it alone."""


def search(
    subject: str, worker: Worker, number: int, cases: int, counts: Counter[str], until: float, *, note: bool
) -> tuple[dict[str, Any], str] | None:
    """The smallest failure among so many cases and what is wrong there; None when there is none until ``until``.

    The number is the seed. With ``note``, failures are noted in the folder of examples.
    """
    last: list[tuple[dict[str, Any], str]] = []
    database: ExampleDatabase | None = DirectoryBasedExampleDatabase(EXAMPLES) if note else None
    phases = [Phase.reuse, Phase.generate, Phase.shrink] if note else [Phase.generate, Phase.shrink]

    @seed(number)
    @settings(
        max_examples=cases, database=database, deadline=None, phases=phases, suppress_health_check=list(HealthCheck),
        print_blob=False, report_multiple_bugs=False,
    )  # fmt: skip
    @given(SUBJECTS[subject])
    def attempt(case: dict[str, Any]) -> None:
        if not last and time.monotonic() > until:
            raise TimeIsUp
        outcome = worker.attempt(case)
        counts[outcome.kind] += 1
        if outcome.kind == "wrong":
            last.append((case, outcome.told))
            raise Wrong

    try:
        attempt()
    except TimeIsUp:
        return None
    except Wrong:
        return last[-1]
    except KeyboardInterrupt:
        if last:  # an interrupt while it shrinks loses no failure
            keep(*last[-1])
        raise
    return None


def keep(case: dict[str, Any], told: str) -> Path:
    """Write a failure to its file."""
    text = json.dumps(case, sort_keys=True)
    name = "".join(letter if letter.isalnum() else "_" for letter in case.get("call") or case["engine"])
    path = FAILURES / f"{name}-{sha256(text.encode()).hexdigest()[:8]}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"told": told.splitlines()[-8:], **case}, indent=1) + "\n")
    return path
