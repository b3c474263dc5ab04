"""Waiting for a condition rather than for a time: tests on a busy machine take longer, and say the same."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil


def until(condition: Callable[[], bool], what: str, seconds: float = 60.0) -> None:
    """Wait until a condition holds; an assertion fails, with what it is, when it takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds:g} s: {what}"
        time.sleep(0.01)


def until_worked(pid: int, seconds: float) -> None:
    """Wait until a process has used so much processor time, which an idle or a busy machine gives it late or soon."""
    process = psutil.Process(pid)
    until(lambda: sum(process.cpu_times()[:2]) >= seconds, f"{seconds:g} s of work")


def until_waiting(pid: int) -> None:
    """Wait until a process waits, for input or for another process: it sleeps, and uses no processor time."""
    process, used, times = psutil.Process(pid), -1.0, 0

    def waits() -> bool:
        nonlocal used, times
        before, used = used, sum(process.cpu_times()[:2])
        times = times + 1 if process.status() == psutil.STATUS_SLEEPING and used == before else 0
        return times >= 5

    until(waits, "a process that waits")
