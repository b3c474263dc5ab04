"""A run in a process of its own: started, watched, read, killed."""

from __future__ import annotations

import io
import pickle
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

from zermelo.solvers import Finished, Process
from zermelo.solvers.run_files import work_folder
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Event, Journal
from zermelo.solving.run import Run
from zermelo.solving.worker import COMMAND
from zermelo.verdict import Stage

PYTHON_MB = 150
"""Memory that a worker process may use beside the limit of the solver."""

GRACE = 1.0
"""Seconds after the time limit in which a worker process may end by itself."""


class WorkerProcess:
    """A run under way.

    Parameters
    ----------
    run
        The run.
    journal
        It takes in the events, stages and notes; its clock holds.
    cpu_limit
        CPU seconds; None for no limit.
    """

    def __init__(self, run: Run, journal: Journal, cpu_limit: float | None = None) -> None:
        self.run, self.journal = run, journal
        self._started = time.monotonic()
        seconds, memory = journal.left(), run.memory_limit_mb
        with ExitStack() as stack:
            folder = None
            if run.combination.needs_files:
                with suppress(OSError):  # the tool will say it better
                    folder = stack.enter_context(work_folder())
            self._process = Process(
                COMMAND,
                time_limit=None if seconds is None else seconds + GRACE,
                memory_limit_mb=None if memory is None else memory + PYTHON_MB,
                cpu_limit=cpu_limit,
                stdin=pickle.dumps((run, seconds, folder)),
            )
            self._folder = stack.pop_all()
            """The folder of its files: those of a process that is killed stay behind."""
        self._read = 0
        self._result: tuple[Finding, list[Stage], list[str]] | None = None
        journal.tell(Event("start", f"{run.method} started", run.method))

    def fileno(self) -> int:
        """The object that can be waited for: see `zermelo.solvers.Process`."""
        return self._process.fileno()

    @property
    def seconds(self) -> float:
        """Seconds since its start."""
        return time.monotonic() - self._started

    def look(self) -> Finding | None:
        """Watch; the decision when the run has ended."""
        finished = self._process.poll()
        if finished is not None:
            self._folder.close()
        for message in self._messages(self._process.output if finished is None else finished.stdout):
            if isinstance(message, Event):
                self.journal.tell(message)
            else:
                self._result = message
        return None if finished is None else self._end(finished)

    def kill(self) -> None:
        """End it with its whole family."""
        self._process.kill()
        self._folder.close()
        self.journal.stages.append(
            Stage("lost", self.seconds, {"depth": self.run.depth, "method": self.run.combination.label})
        )
        self.journal.tell(Event("lost", f"{self.run.method} stopped", self.run.method, seconds=self.seconds))

    def _messages(self, output: bytes) -> Iterator[Any]:
        """The output since the last look, as far as it is complete."""
        stream = io.BytesIO(output)
        stream.seek(self._read)
        while True:
            try:
                message = pickle.load(stream)
            except (EOFError, pickle.UnpicklingError):
                return  # the rest is on its way
            except (ArithmeticError, AttributeError, ImportError, LookupError, TypeError, ValueError):
                return  # no message of ours: the run will end without a result
            self._read = stream.tell()
            yield message

    def _end(self, finished: Finished) -> Finding:
        if self._result is None:
            detail = f"{self.run.method}: {finished.ending}"
            decision = Finding(None, finished.reason, detail, method=self.run.combination.label)
        else:
            decision, stages, notes = self._result
            self.journal.stages += stages
            self.journal.note(notes)
        return decision
