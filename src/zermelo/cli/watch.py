"""Progress while a question is answered: a live table on a terminal, else plain lines, or JSON."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from zermelo.cli.messages import say
from zermelo.errors import InputError
from zermelo.solving.journal import Event, Watcher

MODES = ("auto", "plain", "json", "none")

QUIET = 2.0
"""Seconds before the first plain line."""

BETWEEN = 10.0
"""Seconds between two plain lines about the progress of a search."""


@contextmanager
def watching(mode: str, announce: Callable[[], None]) -> Iterator[Watcher]:
    """A watcher that shows events on standard error.

    Parameters
    ----------
    mode
        ``"auto"``: a live table on a terminal, else as ``"plain"``: one line for each run that ends, from
        the third second on. ``"json"``: one object for every event, warning and error. ``"none"``.
    announce
        Called before the first thing is shown on a terminal: prints the question.
    """
    if mode not in MODES:
        raise InputError(f"--progress among {', '.join(MODES)}", found=repr(mode))
    console = _console() if mode == "auto" and sys.stderr.isatty() else None
    if console is not None:
        from rich.live import Live

        screen = Screen()
        with Live(screen, console=console, transient=True, refresh_per_second=8):

            def show(event: Event) -> None:
                if sys.stdout.isatty():
                    announce()
                screen.tell(event)

            yield show
    else:
        yield {"json": _json, "none": lambda _: None}.get(mode, _Lines().tell)


def _console() -> Any:
    """The terminal on standard error, for a live table; None if it cannot show one."""
    from rich.console import Console  # slow to import, so only where it is used

    console = Console(stderr=True)
    return console if console.is_terminal else None


def _json(event: Event) -> None:
    say(**{key: value for key, value in asdict(event).items() if value not in (None, "")})


class _Lines:
    """Plain lines of progress, after :data:`QUIET` seconds."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._next = BETWEEN

    def tell(self, event: Event) -> None:
        seconds = time.monotonic() - self._start
        if event.kind == "progress" and seconds < self._next:
            return
        if seconds >= QUIET and event.kind in ("end", "progress"):
            say(event.kind, f"{seconds:.0f} s: {event.text}")
            self._next = seconds + BETWEEN


class Screen:
    """A live table of the current runs, and the latest findings."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._runs: dict[str, tuple[float, str]] = {}
        self._here = ""
        self._known: list[str] = []

    def tell(self, event: Event) -> None:
        """Show an event."""
        if event.kind == "start":
            self._runs[event.run] = time.monotonic(), "starting"
        elif event.kind in ("end", "lost"):
            self._runs.pop(event.run, None)
            if event.answer is not None:
                self._known = [*self._known[-3:], event.text]
        elif event.run in self._runs:
            self._runs[event.run] = self._runs[event.run][0], event.text
        else:
            self._here = f"{event.run}: {event.text}" if event.run else event.text

    def __rich__(self) -> Any:
        """The table as rich draws it."""
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        now = time.monotonic()
        grid = Table.grid(padding=(0, 2))
        for run, (start, doing) in sorted(self._runs.items()):
            grid.add_row(Text(f"{now - start:.0f} s", justify="right"), Text(run), Text(doing, style="dim"))
        if not self._runs:
            grid.add_row(Text(f"{now - self._start:.0f} s", justify="right"), Text(self._here, style="dim"))
        return Group(*(Text(text) for text in self._known), grid)
