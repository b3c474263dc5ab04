"""A job: one Python process with limits, whose whole family is dead when it has ended.

This is what engines run; they know nothing of cells. A job reads one JSON object from standard input and writes one to
standard output. It is started through `zermelo.solvers.process`, whose guard kills the family on a limit and when the
process that started it dies, even by SIGKILL. Other ways to limit, such as control groups, belong here.
"""

from __future__ import annotations

import json
import platform
import signal
import sys
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from zermelo.solvers.process import Finished, Process

KILLED = frozenset({signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
"""Signals by which somebody else ends a process."""


@dataclass(frozen=True)
class Job:
    """A job.

    Parameters
    ----------
    key
        Its name among the jobs under way.
    arguments
        Of the Python interpreter of the machine on which it runs.
    payload
        The JSON object that it reads; ``"deadline"`` is added, in seconds of `time.monotonic` (None: none).
    time, memory_mb
        Limits: seconds from its start, and resident MB of the whole family; None for no limit.
    grace
        Seconds after the time limit after which it is killed.
    server
        Arguments of an interpreter that does such jobs one after another: see `zermelo.campaign.job_server`. None: each
        job has its own.
    """

    key: str
    arguments: tuple[str, ...]
    payload: dict[str, Any]
    time: float | None = None
    memory_mb: int | None = None
    grace: float = 0.0
    server: tuple[str, ...] | None = None


@dataclass(frozen=True)
class JobResult:
    """The end of a job.

    Parameters
    ----------
    key
        Of the job.
    answer
        The JSON object that it wrote; None where it was killed or wrote none.
    seconds, cpu_seconds, peak_memory_mb
        Wall-clock time of the process from start to end, CPU time of the family, the largest memory seen.
    exit_code, signal
        Its exit status, or the signal that ended it.
    reason
        The limit that ended it, as `Finished.stopped`; None where it ended by itself.
    killed
        True if somebody else killed it: it says nothing about the job, and is to be tried again.
    ending
        The end in one line for people.
    host, machine
        The name of the machine, and its processor, cores and memory.
    """

    key: str
    answer: dict[str, Any] | None
    seconds: float
    cpu_seconds: float
    peak_memory_mb: float
    exit_code: int | None
    signal: int | None
    reason: str | None
    killed: bool
    ending: str
    host: str
    machine: str


class JobProcess:
    """A job under way on this machine: a context manager that kills it on leaving."""

    def __init__(self, job: Job) -> None:
        self.job = job
        seconds = job.time
        deadline = None if seconds is None else time.monotonic() + seconds
        self.process = Process(
            [sys.executable, *job.arguments],
            time_limit=None if seconds is None else seconds + job.grace,
            memory_limit_mb=job.memory_mb,
            stdin=json.dumps({**job.payload, "deadline": deadline}).encode(),
        )

    @property
    def pid(self) -> int:
        """The number of its guard."""
        return self.process.pid

    def fileno(self) -> int:
        """A descriptor that is readable when `poll` has something to do."""
        return self.process.fileno()

    def poll(self) -> JobResult | None:
        """Watch the limits; the result when it has ended."""
        finished = self.process.poll()
        return None if finished is None else result_of(self.job, finished)

    def wait(self) -> JobResult:
        """Watch until it has ended."""
        return result_of(self.job, self.process.wait())

    def kill(self) -> None:
        """End it with its whole family."""
        self.process.kill()

    def __enter__(self) -> JobProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def perform(job: Job) -> JobResult:
    """Run a job to its end, on the machine where this is called.

    >>> import sys
    >>> echo = Job("a", ("-c", "import sys; print(sys.stdin.read())"), {"n": 1})
    >>> result = perform(echo)
    >>> result.answer, result.exit_code, result.killed
    ({'n': 1, 'deadline': None}, 0, False)
    """
    with JobProcess(job) as process:
        return process.wait()


def result_of(
    job: Job, finished: Finished, seconds: float | None = None, cpu_seconds: float | None = None
) -> JobResult:
    """The result of a job whose process has ended, or was ended by a limit.

    Parameters
    ----------
    job, finished
        The job, and the end of its process.
    seconds, cpu_seconds
        Those of the job, where the process had worked on others before.
    """
    answer = _object(finished.stdout) if finished.stopped is None and finished.exit_code == 0 else None
    return JobResult(
        job.key,
        answer,
        finished.seconds if seconds is None else seconds,
        finished.cpu_seconds if cpu_seconds is None else cpu_seconds,
        max(finished.peak_memory_mb, float((answer or {}).get("peak_memory_mb", 0))),
        finished.exit_code,
        finished.signal,
        finished.reason if finished.stopped is not None else None,
        finished.stopped is None and finished.signal in KILLED,
        finished.ending,
        platform.node(),
        machine(),
    )


def ended(job: Job, code: int, output: bytes, seconds: float, cpu_seconds: float, peak_memory_mb: float) -> JobResult:
    """The result of a job that has ended by itself, or was killed by somebody else.

    Parameters
    ----------
    job
        The job.
    code
        Its exit status; below 0 the number of the signal that ended it.
    output
        Its output.
    seconds, cpu_seconds, peak_memory_mb
        As in `JobResult`.
    """
    status, number = (code, None) if code >= 0 else (None, -code)
    finished = Finished(job.arguments, status, number, output, b"", seconds, cpu_seconds, peak_memory_mb, None)
    return result_of(job, finished)


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


@cache
def machine() -> str:
    """The processor of this machine, its cores and its memory."""
    import psutil

    name = ""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            name = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "")
    except OSError:
        pass
    cores, memory = psutil.cpu_count() or 1, psutil.virtual_memory().total // 2**20
    return f"{name or platform.machine()}, {cores} cores, {memory} MB"
