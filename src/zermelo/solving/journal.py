"""The journal of a question: its clock, what happens, and what each step cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from zermelo.errors import LimitError
from zermelo.verdict import Stage


@dataclass(frozen=True)
class Event:
    """Something that happened, for whoever watches.

    Parameters
    ----------
    kind
        ``"stage"``: a step begins. ``"end"``: a run has ended. ``"lost"``: one is stopped because it is not needed, or
        another one gets its turn. Of runs in processes of their own also ``"start"``. ``"progress"``: how far a native
        search is. ``"answer"``: the question is answered; what follows only confirms.
    text
        In words, on one line.
    run
        The run: its combination and depth, and the position in question; empty where there is none.
    answer
        Of an end: the answer of the run.
    seconds
        Of an end or loss: the time that the run took.
    figures
        Of progress: nodes, speed (nodes per second), load (of the table, 0 to 1), depth, first_move and
        first_moves_left, as in `~zermelo.search.progress.Progress`.
    """

    kind: str
    text: str
    run: str = ""
    answer: bool | None = None
    seconds: float | None = None
    figures: dict[str, Any] | None = None


Watcher = Callable[[Event], None]


class Journal:
    """The clock of a question, its stages and its notes.

    Parameters
    ----------
    time_limit
        Wall-clock seconds for the question, from now; None for no limit.
    tell
        Called with every event; None: nobody watches.
    """

    def __init__(self, time_limit: float | None = None, tell: Watcher | None = None) -> None:
        self.watched = tell is not None
        self.tell: Watcher = tell or (lambda _: None)
        self.started = time.monotonic()
        self.deadline = None if time_limit is None else self.started + time_limit
        self.stages: list[Stage] = []
        self.notes: list[str] = []

    @property
    def passed(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.started

    def left(self) -> float | None:
        """Seconds left for the question; LimitError when there are none."""
        if self.deadline is None:
            return None
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise LimitError("time", "the time limit is used up")
        return seconds

    def seconds_to(self, grace: float) -> float | None:
        """Seconds to some time after the deadline, 0 at least; None where there is none."""
        return None if self.deadline is None else max(0.0, self.deadline + grace - time.monotonic())

    def seconds(self, most: float | None) -> float | None:
        """At most so many seconds (None: any number), and at most those that are left."""
        left = self.left()
        return left if most is None else most if left is None else min(most, left)

    @contextmanager
    def briefly(self, seconds: float | None) -> Iterator[None]:
        """Little time for what only confirms, or what others wait for; None: no less than there is."""
        until = self.deadline
        if seconds is not None:
            self.deadline = time.monotonic() + (self.seconds(seconds) or 0.0)
        try:
            yield
        finally:
            self.deadline = until

    def progress(self, text: str, run: str = "") -> None:
        """A step begins."""
        self.tell(Event("stage", text, run))

    @contextmanager
    def stage(self, name: str, **facts: Any) -> Iterator[dict[str, Any]]:
        """Time a stage; what is put into the yielded dictionary is kept with it; facts that are None are not."""
        started = time.monotonic()
        facts = {key: value for key, value in facts.items() if value is not None}
        try:
            yield facts
        finally:
            self.stages.append(Stage(name, time.monotonic() - started, facts))

    def note(self, texts: Iterable[str]) -> None:
        """Keep remarks, each once."""
        self.notes.extend(text for text in dict.fromkeys(texts) if text not in self.notes)
