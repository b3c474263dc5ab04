"""Signals that end the work: Ctrl-C, a kill (SIGTERM), a closed terminal (SIGHUP). Several at a time count as one.

A closed terminal sends SIGHUP twice, and people press Ctrl-C again when nothing happens at once. The first signal
raises `KeyboardInterrupt`, which the work turns into what is known so far; another one within `APART` seconds would
only break that off, and is dropped. A later one raises again. Whatever comes when the exit code is settled changes
nothing: not even while the interpreter takes itself down, when Python would hand signals back to the system, which
kills.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

APART = 1.0
"""Seconds in which signals count as one."""

_last: float | None = None
"""When the last signal that counted came."""

_code: int | None = None
"""The exit code, once it is settled."""


def listen() -> None:
    """Turn the signals into `KeyboardInterrupt`, except those that are ignored, as under ``nohup``.

    To call it again changes nothing.
    """
    for number in SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _handle)
    atexit.unregister(_ignore)
    atexit.register(_ignore)
    sys.unraisablehook = _lost


@contextmanager
def put_off() -> Iterator[None]:
    """Signals that come meanwhile are heard at the end: for code that would swallow what a handler raises."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle(code: int) -> None:
    """The work is done: the process ends with this code, whatever comes."""
    global _code  # noqa: PLW0603 (of the process, as its signals are)
    _code = code


def heard() -> bool:
    """True when a signal has come."""
    return _last is not None


def _handle(*_: Any) -> None:
    global _last  # noqa: PLW0603 (likewise)
    now = time.monotonic()
    if _last is not None and now - _last < APART:
        return
    _last = now
    if _code is not None:  # something hangs at the end, a thread perhaps
        os._exit(_code)
    raise KeyboardInterrupt


def _lost(unraisable: Any) -> None:
    """What is raised inside a destructor or a callback is lost, and Python prints it: an interrupt comes again, soon.

    By a thread, because what is raised in here would be lost, too.
    """
    global _last  # noqa: PLW0603 (likewise)
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    from threading import Timer

    again = Timer(0.01, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    _last = None
    again.start()


def _ignore() -> None:
    """At the very end: handlers of Python's own would now be replaced by death."""
    for number in SIGNALS:
        if signal.getsignal(number) is _handle:
            signal.signal(number, signal.SIG_IGN)
