"""A question under way: the clock, and the verdict that grows with every step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.errors import LimitError
from zermelo.verdict import Stage, Verdict


class Journal:
    """What has been found and what it cost: whatever ends the work, the verdict holds what is known.

    Parameters
    ----------
    verdict
        The verdict to fill.
    time_limit
        Wall-clock seconds for the question, from now; None for no limit.
    progress
        Called with a short text whenever a stage starts.
    """

    def __init__(self, verdict: Verdict, time_limit: float | None, progress: Callable[[str], None]) -> None:
        self.verdict, self.progress = verdict, progress
        self.started = time.monotonic()
        self.deadline = None if time_limit is None else self.started + time_limit
        self.after: str | None = None
        """The first move that is being tried."""

    def left(self) -> float | None:
        """Seconds left for the question; LimitError when there are none."""
        if self.deadline is None:
            return None
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise LimitError("time", "the time limit is used up")
        return seconds

    def seconds(self, most: float, share: float = 1.0) -> float:
        """At most so many seconds, and at most this share of those that are left."""
        left = self.left()
        return most if left is None else min(most, share * left)

    @contextmanager
    def briefly(self, seconds: float) -> Iterator[None]:
        """Little time for what only confirms."""
        until, self.deadline = self.deadline, time.monotonic() + self.seconds(seconds)
        try:
            yield
        finally:
            self.deadline = until

    @contextmanager
    def stage(self, name: str, **facts: Any) -> Iterator[dict[str, Any]]:
        """Time a stage; what is put into the yielded dictionary is kept with it."""
        started = time.monotonic()
        if self.after is not None:
            facts["after"] = self.after
        try:
            yield facts
        finally:
            self.verdict.stages.append(Stage(name, time.monotonic() - started, facts))

    def note(self, texts: Iterable[str]) -> None:
        """Keep remarks, each once."""
        self.verdict.notes.extend(text for text in dict.fromkeys(texts) if text not in self.verdict.notes)
