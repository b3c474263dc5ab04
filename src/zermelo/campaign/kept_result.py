"""Results as lines of JSON in files, for jobs that run where the client is not.

One process writes one file. A line is on the disk when the next job begins; the last one may be torn, when the process
was killed while it wrote, and then is none. The start of a job has a line, too: a start without an end tells of a job
that was killed together with its process.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from zermelo.campaign.job import JobResult


@dataclass(frozen=True)
class KeptResult:
    """A result, the number of times that the job was tried, and the date of its end in UTC."""

    result: JobResult
    tries: int
    date: str


@dataclass
class KeptResults:
    """All that files say.

    Parameters
    ----------
    results
        The first one of each job, in the order of the files.
    begun
        How often each job was begun, and not refused.
    refused
        Why machines refused to work, in a line each.
    """

    results: dict[str, KeptResult] = field(default_factory=dict)
    begun: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, files: Iterable[Path]) -> KeptResults:
        """Read files; what is no line of ours, or torn, says nothing."""
        found = cls()
        for file in files:
            for line in _lines(file):
                found._take(line)
        return found

    def _take(self, line: dict[str, Any]) -> None:
        with suppress(KeyError, TypeError, ValueError):
            if "begun" in line:
                self.begun[str(line["begun"])] += 1
            elif "refused" in line:
                self.refused.append(str(line["refused"]))
                self.begun[str(line["job"])] -= 1
            else:
                kept = KeptResult(JobResult(**line["result"]), int(line["tries"]), str(line["date"]))
                self.results.setdefault(kept.result.key, kept)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with suppress(OSError), file.open("rb") as lines:
        for line in lines:
            with suppress(ValueError, RecursionError):
                found = json.loads(line)
                if isinstance(found, dict):
                    yield found


class ResultLines:
    """A file to which one process adds lines; a context manager.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "0.jsonl")
    ...     with ResultLines(file) as lines:
    ...         lines.begin("a")
    ...         lines.begin("b")
    ...         lines.refuse("b", "node7: depqbf is missing")
    ...     begun = KeptResults.read([file]).begun
    >>> begun["a"], begun["b"]
    (1, 0)
    """

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        size = os.fstat(self._file).st_size
        if size and os.pread(self._file, 1, size - 1) != b"\n":  # a torn line stays alone
            os.write(self._file, b"\n")

    def begin(self, key: str) -> None:
        """Write down that a job begins."""
        self._add({"begun": key})

    def refuse(self, key: str, said: str) -> None:
        """Write down that this machine refuses to do a job that was begun, and why."""
        self._add({"refused": said, "job": key})

    def end(self, result: JobResult, tries: int) -> None:
        """Write down the result of a job."""
        self._add({"result": asdict(result), "tries": tries, "date": now()})

    def _add(self, line: dict[str, Any]) -> None:
        text = json.dumps(line).encode() + b"\n"
        while text:
            text = text[os.write(self._file, text) :]
        os.fsync(self._file)

    def __enter__(self) -> ResultLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)


def now() -> str:
    """The date of now, in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
