"""What a QBF solver is to this package: a name, a command line, and a table of exit codes that is its own.

The three ways in which solver adapters usually lie are closed here, once.  First, anything that is not an explicit
answer is `Answer.UNKNOWN` with a reason, never a "false" by default.  Second, an answer is believed only when the exit
code and the printed line agree: an exit code alone could be a shell's, a line alone could come from a program that
died on its way out.  Third, no tool gets a formula on which it is known to misbehave: a matrix without clauses, with an
empty clause, or without variables is answered here, and everything else is rewritten as strict canonical QDIMACS.

An adapter is a small file with a subclass of `Solver`; see ``depqbf.py``.
"""

from __future__ import annotations

import enum
import importlib.util
import shutil
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

from zermelo.errors import MissingToolError
from zermelo.formula import QCNF, Block, Quantifier, read_qdimacs, write_qdimacs
from zermelo.solvers.process import MAX_OUTPUT, Finished, Process, run

Reason = Literal["time", "memory", "crash", "unparsable", "missing", "interrupted", "output", "gave up"]
Format = Literal["qdimacs", "qcir"]


class Answer(enum.Enum):
    """What a solver said about a formula.  It has no truth value: compare with ``is``."""

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
        What may be believed.
    reason
        Why the answer is unknown, else None: ``"time"``, ``"memory"`` (the limits), ``"output"`` (too much of it),
        ``"interrupted"`` (killed by us), ``"crash"`` (a signal, or an exit code that is not in the solver's table),
        ``"unparsable"`` (exit code and printed answer disagree, or one is missing), ``"missing"`` (not installed),
        ``"gave up"`` (the tool itself said unknown).
    detail
        One line for people: the signal, the last line of standard error, how to install.
    assignment
        Values for **all** variables of the outermost block that make the answer so: of an existential block when the
        answer is true, of a universal block when it is false.  None when not asked for, when the block is of
        the other kind, or when the tool did not print it completely.
    exit_code
        Of the program; None when it died by a signal or none was started.
    seconds, cpu_seconds
        Wall-clock and CPU time of the program.
    peak_memory_mb
        The most resident memory that the watch saw, in MB; 0 for a run too short to be looked at.
    command
        What was started; empty when the formula was trivial.
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


@dataclass(frozen=True)
class Solver(ABC):
    """Adapter of one solver; stateless, so one object serves all threads.

    Parameters
    ----------
    program
        Path of the program, when it shall not be searched for.

    Class facts: ``name``; ``description`` in one line; ``formats`` that it reads; ``partial_assignment``, whether it
    can print values of the outermost block; ``programs``, the names looked for on PATH; ``bundled``, its name in
    pyqbf; ``how_to_get``; ``exit_codes``, its **own** table; ``answer_lines``, the beginnings of the lines by which it
    answers; ``missing_is_free``, whether an outermost variable without a printed value may take any value.
    """

    program: Path | None = None

    name: ClassVar[str]
    description: ClassVar[str]
    formats: ClassVar[tuple[Format, ...]] = ("qdimacs",)
    partial_assignment: ClassVar[bool] = False
    programs: ClassVar[tuple[str, ...]]
    bundled: ClassVar[str | None] = None
    how_to_get: ClassVar[str] = "pip install pyqbf"
    exit_codes: ClassVar[Mapping[int, Answer]] = {10: Answer.TRUE, 20: Answer.FALSE}
    answer_lines: ClassVar[Mapping[str, Answer]] = {
        "s cnf 1": Answer.TRUE,
        "s cnf 0": Answer.FALSE,
        "s cnf -1": Answer.UNKNOWN,
    }
    missing_is_free: ClassVar[bool] = False

    @abstractmethod
    def command(self, path: Path, assignment: bool) -> list[str]:
        """The command line for the formula in ``path``; the first entry is the program."""

    def executable(self) -> Path | None:
        """The program: the one given, or the first of ``programs`` on PATH, or the one in pyqbf; None if nowhere."""
        if self.program is not None:
            found = shutil.which(self.program)
            return Path(found) if found else None
        for name in self.programs:
            if found := shutil.which(name):
                return Path(found)
        return _bundled(self.bundled) if self.bundled else None

    def version(self) -> str | None:
        """The first line that ``--version`` prints; None when the program is missing or says nothing."""
        program = self.executable()
        return _version(program) if program else None

    def required(self) -> str:
        """The program as a string; MissingToolError, with how to get it, when there is none."""
        program = self.executable()
        if program is None:
            wanted = str(self.program or self.name)
            raise MissingToolError(f"{wanted} is not installed; get it by: {self.how_to_get}")
        return str(program)

    def solve(
        self,
        formula: QCNF | Path,
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        assignment: bool = False,
        max_output: int = MAX_OUTPUT,
    ) -> SolverResult:
        """Answer a formula.

        Parameters
        ----------
        formula
            A QCNF, or a QDIMACS file (which is read and rewritten canonically).
        time_limit, memory_limit_mb
            Wall-clock seconds and MB; None for no limit.
        assignment
            Ask also for values of the outermost block.
        max_output
            Bytes of output after which the program is stopped.

        Returns
        -------
        SolverResult
            Whatever the program does, with the reason when the answer is unknown.

        Raises
        ------
        InputError
            When a file is not QDIMACS.
        """
        qcnf = read_qdimacs(formula) if isinstance(formula, Path) else formula
        if (known := trivial(qcnf)) is not None:
            values = constant_assignment(qcnf, known) if assignment else None
            return SolverResult(known, detail="trivial: answered without a program", assignment=values)
        with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
            path = Path(folder) / "formula.qdimacs"
            write_qdimacs(qcnf, path)
            try:
                command = self.command(path, assignment)
                finished = run(
                    command,
                    time_limit=time_limit,
                    memory_limit_mb=memory_limit_mb,
                    max_output=max_output,
                    cwd=Path(folder),
                )
            except MissingToolError as error:
                return SolverResult(Answer.UNKNOWN, "missing", str(error))
        return self.interpret(finished, qcnf, assignment)

    def start(
        self, path: Path, *, time_limit: float | None, memory_limit_mb: int | None, assignment: bool = False
    ) -> Process:
        """Start on a file that `prepare` wrote, for racing; give the end to `interpret`.  Raises MissingToolError."""
        return Process(self.command(path, assignment), time_limit=time_limit, memory_limit_mb=memory_limit_mb)

    def interpret(self, finished: Finished, formula: QCNF, assignment: bool) -> SolverResult:
        """What may be believed of a finished run."""

        def result(
            answer: Answer, reason: Reason | None = None, detail: str = "", values: dict[int, bool] | None = None
        ) -> SolverResult:
            return SolverResult(
                answer,
                reason,
                detail,
                values,
                finished.exit_code,
                finished.seconds,
                finished.command,
                finished.cpu_seconds,
                finished.peak_memory_mb,
            )

        def unknown(reason: Reason, detail: str) -> SolverResult:
            return result(Answer.UNKNOWN, reason, detail)

        if finished.stopped:
            return unknown(finished.stopped, finished.ending)
        if finished.exit_code is None or finished.exit_code not in self.exit_codes:
            return unknown("crash", finished.ending)
        answer = self.exit_codes[finished.exit_code]
        lines = finished.stdout.decode(errors="replace").splitlines()
        printed = set(self.printed_answers(lines))
        if printed != {answer}:
            said = ", ".join(sorted(each.value for each in printed)) or "nothing"
            return unknown("unparsable", f"exit code {finished.exit_code} means {answer.value}, printed: {said}")
        if answer is Answer.UNKNOWN:
            return unknown("gave up", f"{self.name} itself answered unknown ({finished.ending})")
        values = self.read_assignment(lines, formula, answer) if assignment else None
        return result(answer, values=values)

    def printed_answers(self, lines: list[str]) -> Iterator[Answer]:
        """Every answer that the output states."""
        for line in lines:
            for beginning, answer in self.answer_lines.items():
                if line == beginning or line.startswith(beginning + " "):
                    yield answer

    def read_assignment(self, lines: list[str], formula: QCNF, answer: Answer) -> dict[int, bool] | None:
        """The ``V ±v 0`` lines, restricted to the outermost block; None unless they are well-formed and complete.

        Tools drop universal blocks that reduction empties, join the blocks around them, and then print inner variables
        as well; those are left out.  A clause without an existential literal is a reason by itself, and the only one
        that is used then: where such a clause exists, DepQBF prints wrong values (5 % of random cases) and CAQE none.
        """
        block = witness_block(formula, answer)
        if block is None:
            return None
        if block.quantifier is Quantifier.FORALL and (clause := universal_clause(formula)) is not None:
            return {variable: -variable in clause for variable in block.variables}
        wanted, values = set(block.variables), dict[int, bool]()
        for line in lines:
            if line[:1] not in ("V", "v"):
                continue
            fields = line.split()
            if len(fields) != 3 or fields[2] != "0" or not fields[1].removeprefix("-").isdecimal():
                return None
            literal = int(fields[1])
            if literal == 0 or values.get(abs(literal), literal > 0) != (literal > 0):
                return None
            if abs(literal) in wanted:
                values[abs(literal)] = literal > 0
        if self.missing_is_free:
            values = {variable: values.get(variable, False) for variable in block.variables}
        return values if len(values) == len(wanted) else None


def prepare(formula: QCNF, path: Path) -> None:
    """Write the canonical file that `Solver.start` expects."""
    write_qdimacs(formula, path)


def trivial(formula: QCNF) -> Answer | None:
    """The answer when it can be seen without solving: no clause, or an empty one.

    >>> qcnf = QCNF()
    >>> trivial(qcnf)
    <Answer.TRUE: 'true'>
    >>> qcnf.add()
    >>> trivial(qcnf)
    <Answer.FALSE: 'false'>
    """
    if not formula.num_clauses:
        return Answer.TRUE
    return Answer.FALSE if formula.has_empty_clause else None


def witness_block(formula: QCNF, answer: Answer) -> Block | None:
    """The outermost block, when values of it can be a reason for ``answer``; else None.

    An existential block explains "true", a universal one "false"; without variables there is nothing to explain.
    """
    blocks = formula.prefix.blocks
    if not blocks or answer is Answer.UNKNOWN:
        return None
    explains = Answer.TRUE if blocks[0].quantifier is Quantifier.EXISTS else Answer.FALSE
    return blocks[0] if answer is explains else None


def universal_clause(formula: QCNF) -> tuple[int, ...] | None:
    """The first clause without an existential literal, which makes the formula false; None when there is none.

    >>> qcnf = QCNF()
    >>> x, y = qcnf.fresh_block(2)
    >>> qcnf.prefix.add(Quantifier.FORALL, [x, y])
    >>> qcnf.add(-x, y)
    >>> universal_clause(qcnf)
    (-1, 2)
    """
    outer = {
        variable for block in formula.prefix.blocks if block.quantifier is Quantifier.FORALL for variable in block[1]
    }
    outer |= {-variable for variable in outer}
    for clause in formula.clauses():
        if outer.issuperset(clause) and not any(-literal in clause for literal in clause):
            return clause
    return None


def constant_assignment(formula: QCNF, answer: Answer) -> dict[int, bool] | None:
    """An assignment for a trivial formula, where any will do."""
    block = witness_block(formula, answer)
    return dict.fromkeys(block.variables, False) if block else None


def pyqbf_prefix() -> Path | None:
    """The folder in which pyqbf keeps its programs and libraries, or None when it is not installed.

    The scripts that pyqbf puts on PATH start Python to start the program, 70 ms a call: never use them.
    """
    places = [Path(entry) / "cmeel.prefix" for entry in sys.path]
    places += sorted(Path(sys.prefix).glob("lib/python*/site-packages/cmeel.prefix"))
    if (spec := importlib.util.find_spec("pyqbf")) is not None and spec.origin:
        places += [parent for parent in Path(spec.origin).parents if parent.name == "cmeel.prefix"]
    return next((place for place in places if (place / "bin" / "pyqbf_depqbf").is_file()), None)


@cache
def _bundled(name: str) -> Path | None:
    prefix = pyqbf_prefix()
    found = shutil.which(prefix / "bin" / name) if prefix else None
    return Path(found) if found else None


@cache
def _version(program: Path) -> str | None:
    try:
        finished = run([program, "--version"], time_limit=10, memory_limit_mb=None)
    except MissingToolError:
        return None
    lines = (finished.stdout + b"\n" + finished.stderr).decode(errors="replace").splitlines()
    return next((line.strip() for line in lines if line.strip()), None)
