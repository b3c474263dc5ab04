"""Results of solvers: an answer of three values, and where it comes from."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal

Reason = Literal[
    "time", "memory", "crash", "killed", "unparsable", "missing", "interrupted", "output", "disk", "gave up"
]  # fmt: skip


class Answer(enum.Enum):
    """The answer of a solver to a formula.  It has no truth value: compare with ``is``."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("an answer has three values: compare with Answer.TRUE, Answer.FALSE or Answer.UNKNOWN")


@dataclass(frozen=True)
class SolverResult:
    """An answer and where it comes from.

    Attributes
    ----------
    answer
        The answer as far as it may be believed.
    reason
        The reason for an unknown answer, else None: ``"time"``, ``"memory"`` (the limits), ``"output"`` (too much),
        ``"disk"`` (too much in files), ``"interrupted"`` (killed by us), ``"killed"`` (by SIGKILL of somebody else,
        such as the system when it is out of memory), ``"crash"`` (another signal, or an exit code that is not in the
        solver's table), ``"unparsable"`` (exit code and printed answer disagree, or one is missing),
        ``"missing"`` (not installed), ``"gave up"`` (the tool itself said unknown).
    detail
        One line for people: the signal, the last line of standard error, how to install.
    assignment
        Values for **all** variables of the outermost block that make the answer so: of an existential block when the
        answer is true, of a universal block when it is false.  None when not asked for, when the block is of
        the other kind, or when the tool did not print it completely.
    exit_code
        Of the program; None when it died by a signal or none was started.
    seconds, cpu_seconds
        Wall-clock and CPU time of the program and all its descendants.
    peak_memory_mb
        The most resident memory that the watch saw, in MB; 0 for a run too short to be looked at.
    command
        The command that was started; empty when the formula was trivial.
    """

    answer: Answer
    reason: Reason | None = None
    detail: str = ""
    assignment: dict[int, bool] | None = None
    exit_code: int | None = None
    seconds: float = 0.0
    command: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    peak_memory_mb: float = 0.0
