"""Messages on standard error: lines that begin with the name of the program, or JSON objects."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time

BETWEEN = 10.0
"""Seconds between two plain lines of progress."""

_as_json = False


def for_programs(wanted: bool) -> None:
    """Make all messages from now on JSON objects, or lines again."""
    global _as_json  # noqa: PLW0603  # of the process, as standard error is
    _as_json = wanted


def say(kind: str, text: str, **facts: object) -> None:
    """One message; its kind (``"warning"``, ``"error"``, …) and the facts are for programs only.

    >>> from contextlib import redirect_stderr
    >>> with redirect_stderr(sys.stdout):
    ...     say("warning", "answers are not remembered")
    ...     for_programs(True)
    ...     say("warning", "answers are not remembered")
    ...     for_programs(False)
    zermelo: answers are not remembered
    {"kind": "warning", "text": "answers are not remembered"}
    """
    line = json.dumps({"kind": kind, "text": text, **facts}) if _as_json else f"zermelo: {text}"
    print(line, file=sys.stderr)


def answer(text: str, *, goes_on: bool = False) -> None:
    """Print a part of the answer at once.

    Parameters
    ----------
    text
        The lines.
    goes_on
        A file is still to be written: the work goes on where the reader of a pipe has seen enough (`| head`).
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        if not goes_on:
            raise
        drop_output()


def drop_output() -> None:
    """Send what is still buffered, and what follows, to nowhere: nobody reads it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn(text: str) -> None:
    """Print a warning."""
    say("warning", text)


class ProgressLines:
    """Lines of progress, with some seconds between two of them, and before the first one."""

    def __init__(self) -> None:
        self._next = time.monotonic() + BETWEEN

    def tell(self, text: str, facts: dict[str, object]) -> None:
        """Print a line if it is time for one; the facts are for programs only."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + BETWEEN
            say("progress", text, **facts)
