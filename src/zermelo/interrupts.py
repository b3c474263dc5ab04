"""Handling of signals that end the work: Ctrl-C, SIGTERM, SIGHUP of a closed terminal, and the alarm of a time limit.

A closed terminal sends SIGHUP twice, and people press Ctrl-C again when nothing happens at once. The first signal
raises `KeyboardInterrupt`, on which the work returns what is known so far; another signal within `APART` seconds is
ignored, as it would break that off. A later one raises again. Once the exit code is settled, signals change nothing,
not even while the interpreter shuts down, when Python would restore the default handlers, which kill the process.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from typing import Any, ParamSpec, Protocol, TypeVar

from zermelo.errors import LimitError

T = TypeVar("T")
A = ParamSpec("A")


class _PySat(Protocol):
    def delete(self) -> None: ...


P = TypeVar("P", bound=_PySat)

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

APART = 1.0
"""Seconds within which further signals are ignored."""

GRACE = 0.5
"""Seconds beyond the time limit after which work that does not look at the clock itself, as the making of a formula, is
ended."""

AGAIN = 0.2
"""Seconds from one alarm to the next."""

_last: float | None = None
"""The time of the last signal that was not ignored."""

_code: int | None = None
"""The exit code, once it is settled."""


def listen() -> None:
    """Turn the signals into `KeyboardInterrupt`, except those that are ignored, as under ``nohup``.

    Further calls change nothing.
    """
    atexit.unregister(_ignore)
    atexit.register(_ignore)  # first: a signal may end the program as soon as one is heard
    for number in SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _handle)
    sys.unraisablehook = _lost


def uninterrupted(work: Callable[A, T], *args: A.args, **kwargs: A.kwargs) -> T:
    """Do some work, with signals delayed to its end, for work that would swallow what a handler raises.

    As far as no other thread takes them: the mask is that of this one. No context manager, at the end of which an
    interrupt may be raised before its own code runs, so that the signals would stay blocked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return work(*args, **kwargs)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # raises for a signal that has just come, too late to leave the mask as it was
        signal.pthread_sigmask(signal.SIG_BLOCK, (*SIGNALS, signal.SIGALRM))
        return work(*args, **kwargs)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def in_pysat() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for Ctrl-C in a solver of PySAT, which tells it by an error of its own."""
    from pysolvers import error as told

    try:
        yield
    except told as error:
        if "keyboard interrupt" not in str(error):
            raise
        raise KeyboardInterrupt from None


@contextmanager
def pysat_solver(make: Callable[[], P]) -> Iterator[P]:
    """Make a solver of PySAT, and delete it at the end of the block.

    Signals wait in the middle of either: what they raise there leaves a solver that is freed, and freed again.
    """
    made: list[P] = []
    try:
        uninterrupted(lambda: made.append(make()))
        yield made[0]
    finally:
        for solver in made:
            uninterrupted(_delete, solver)


def _delete(solver: _PySat) -> None:
    """Delete a solver; raise an interrupt that its destructor loses, as one may that another thread has taken."""
    before, lost = sys.unraisablehook, []

    def note(unraisable: Any) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            lost.append(unraisable.exc_type)
        else:
            before(unraisable)

    try:
        sys.unraisablehook = note
        solver.delete()
    finally:
        sys.unraisablehook = before
    if lost:
        raise lost[0]


def ended_after(seconds: float | None, work: Callable[[], T]) -> T:
    """Do some work; raise ``LimitError`` when it takes longer, also inside the native core, which looks for signals.

    This is for work that has no clock of its own. Where there is no such signal, outside the main thread, and where an
    earlier alarm is set, there is no limit.
    """
    if seconds is None or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return work()
    seconds, started = min(max(seconds, 1e-6), 1e8), time.monotonic()
    earlier = signal.getitimer(signal.ITIMER_REAL)
    if 0 < earlier[0] <= seconds:
        return work()
    at_work = True

    def end(*_: object) -> None:
        if at_work:
            raise Alarm

    before = signal.signal(signal.SIGALRM, end)
    try:
        # again and again: what is raised inside a destructor is lost
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        return work()
    except Alarm:
        raise LimitError("time", "the time limit is used up") from None
    finally:
        at_work = False  # nothing is raised from here on
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if earlier[0] > 0:
            signal.setitimer(signal.ITIMER_REAL, max(earlier[0] - (time.monotonic() - started), 1e-6), earlier[1])


class Alarm(BaseException):
    """The end of the time: no error that the work could take for a limit of its own."""


def settle(code: int) -> None:
    """Settle the exit code: the process ends with it whatever signals come."""
    global _code  # noqa: PLW0603 (of the process, as its signals are)
    _code = code


def heard() -> bool:
    """True if a signal has come."""
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
    """Repeat an interrupt that was raised, and lost, inside a destructor or a callback; print other exceptions.

    A thread repeats it, because an exception raised in here would be lost, too. An alarm comes again by itself.
    """
    global _last  # noqa: PLW0603 (likewise)
    if issubclass(unraisable.exc_type, Alarm):
        return
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    _last = time.monotonic()  # a further one would be lost in here
    from threading import Timer

    again = Timer(0.01, _repeat)
    again.daemon = True
    again.start()


def _repeat() -> None:
    global _last  # noqa: PLW0603 (likewise)
    _last = None
    os.kill(os.getpid(), signal.SIGINT)


def _ignore() -> None:
    """Ignore the signals while the interpreter shuts down, when the default handlers would kill the process.

    Blocked first: one that came just before a handler was taken away would be told as an error ("race condition").
    """
    ours = [number for number in SIGNALS if signal.getsignal(number) is _handle]
    if hasattr(signal, "pthread_sigmask"):
        with suppress(KeyboardInterrupt):  # from those that have come
            signal.pthread_sigmask(signal.SIG_BLOCK, ours)
    for number in ours:
        signal.signal(number, signal.SIG_IGN)
