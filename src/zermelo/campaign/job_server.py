"""Servers: processes that have loaded all that a job needs, so that the next one starts in milliseconds.

To start an interpreter and load the package takes half a second, more than most cells of a large campaign. A server
pays it once. Those of cells are fork servers: each cell is a fork of it, a process of its own. A worker of an attack
does the jobs itself, and keeps its tables. One server does one job at a time, under its own guard: when a limit is
reached, or the client dies, the guard kills the server and all that it has started, and the next job gets a new server.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import replace

from zermelo.campaign.control_group import control_group
from zermelo.campaign.job import Job, JobResult, ended, result_of
from zermelo.solvers.process import Process

SERVER_MB = 100
"""Memory of the server itself, beside its job; pages that both share count twice."""

START_SECONDS = 30.0
"""Seconds in which a server has to be ready, on a busy machine, too."""


class JobServer:
    """A server, and the job that it works on.

    Parameters
    ----------
    job
        The first job; others may follow that it `serves`.
    """

    def __init__(self, job: Job) -> None:
        assert job.server is not None
        self._kind = job.server, job.time, job.memory_mb
        source, self._requests = os.pipe()
        most = None if job.memory_mb is None else job.memory_mb + SERVER_MB
        self._group = control_group(most)
        command = [sys.executable, *job.server]
        try:
            self._process = Process(
                command if self._group is None else self._group.command(command),
                time_limit=job.time,
                memory_limit_mb=most,
                stdin=source,
            )
        except BaseException:
            os.close(self._requests)
            if self._group is not None:
                self._group.remove()
            raise
        finally:
            os.close(source)
        self._exceeded = False
        """True if its control group was out of memory, and is gone."""
        self._spent = 0.0
        """CPU seconds before this job."""
        self._server_mb = 0.0
        """Resident memory of the server itself; nobody has told before the end of its first job."""
        self._extra = START_SECONDS
        self.begin(job)

    @property
    def pid(self) -> int:
        """The number of its guard."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """True if it can take another job."""
        return self._process.finished is None

    def serves(self, job: Job) -> bool:
        """True for a job of the same program and limits."""
        return self._kind == (job.server, job.time, job.memory_mb)

    def begin(self, job: Job) -> None:
        """Begin a job, when the one before has ended."""
        self.job = job
        self._started = time.monotonic()
        self._process.renew(None if job.time is None else job.time + job.grace + self._extra)
        self._extra = 0.0
        request = json.dumps({**job.payload, "seconds": job.time}).encode() + b"\n"
        with suppress(BrokenPipeError):  # somebody has killed it: `poll` will tell
            while request:
                request = request[os.write(self._requests, request) :]

    def fileno(self) -> int:
        """A descriptor that is readable when `poll` has something to do."""
        return self._process.fileno()

    def poll(self) -> JobResult | None:
        """Watch the limits; the result when the job has ended."""
        finished = self._process.poll()
        line, newline, _ = (self._process.output if finished is None else finished.stdout).partition(b"\n")
        if newline:
            if finished is not None:
                self.kill()
            reply = json.loads(line)
            self._spent, self._server_mb = reply["server_cpu_seconds"], reply["server_mb"]
            return self._judged(
                ended(self.job, reply["code"], reply["text"].encode(), reply["seconds"], reply["cpu_seconds"],
                      max(0.0, self._process.peak_memory_mb - self._server_mb))
            )  # fmt: skip
        if finished is None:
            return None
        self.kill()
        seconds = time.monotonic() - self._started
        result = result_of(self.job, finished, seconds, max(0.0, finished.cpu_seconds - self._spent))
        return self._judged(replace(result, peak_memory_mb=max(0.0, result.peak_memory_mb - self._server_mb)))

    def _judged(self, result: JobResult) -> JobResult:
        """The result, as far as the control group knows more: who was killed for want of memory, and by which limit."""
        if self._group is None:
            return result
        result = replace(result, machine=f"{result.machine}, {self._group.kind}")
        if not self._exceeded and not self._group.exceeded():
            return result
        self._exceeded = False
        return replace(result, answer=None, reason="memory", killed=False, ending="stopped: memory limit (cgroup)")

    def kill(self) -> None:
        """End it, and its job with its whole family."""
        self._process.kill()
        if self._group is not None:
            self._exceeded = self._group.exceeded() or self._exceeded
            self._group.remove()
        if self._requests >= 0:
            os.close(self._requests)
            self._requests = -1
