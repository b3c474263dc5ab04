"""The interface of QBF solvers: a name, a command line, and a table of exit codes of their own.

The three ways in which solver adapters usually lie are closed here, once.  First, anything that is not an explicit
answer is `Answer.UNKNOWN` with a reason, never a "false" by default.  Second, an answer is believed only when the exit
code and the printed line agree: an exit code alone could be a shell's, a line alone could come from a program that
died on its way out.  Third, no tool gets a formula on which it is known to misbehave: a matrix without clauses, with an
empty clause, or without variables is answered here, and everything else is rewritten in strict canonical form.

An adapter is a small file with a subclass of `Solver`; see ``depqbf.py``.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import IO

from zermelo.errors import MissingToolError, UnsupportedError
from zermelo.formula import QCNF, Circuit, Quantifier
from zermelo.solvers.licence import UNKNOWN_LICENCE, Licence
from zermelo.solvers.problem import (
    SolverFormat,
    constant_assignment,
    names,
    read_formula,
    trivial,
    universal_clause,
    without_tautologies,
    witness_block,
    write_formula,
)
from zermelo.solvers.process import MAX_OUTPUT, Finished, run
from zermelo.solvers.result import Answer, Reason, SolverResult
from zermelo.solvers.run_files import STDIN, memory_file, naming, work_folder

MAX_DISK = 2**30
"""Bytes of files after which a program that may write files counts as running wild."""


@dataclass(frozen=True)
class Capabilities:
    """Capabilities of a solver.

    Attributes
    ----------
    formats
        The formats that it reads.
    assignment
        The answers for which it can tell values of the outermost block that make them so: `Answer.TRUE`, of an
        existential block, and `Answer.FALSE`, of a universal one.

    >>> from zermelo.solvers import solver
    >>> solver("qute").capabilities.formats, solver("qute").capabilities.assignment
    (('qdimacs', 'qcir'), ())
    """

    formats: tuple[SolverFormat, ...] = ("qdimacs",)
    assignment: tuple[Answer, ...] = ()

    @property
    def clauses(self) -> bool:
        """True if the solver reads clauses as clauses."""
        return "qdimacs" in self.formats

    def format_for(self, formula: QCNF | Circuit) -> SolverFormat | None:
        """The format in which the solver gets the formula; None when it cannot take it."""
        circuits = [kind for kind in self.formats if kind != "qdimacs"]
        clauses = [kind for kind in self.formats if kind == "qdimacs"]
        return next(iter(circuits if isinstance(formula, Circuit) else clauses + circuits), None)


@dataclass(frozen=True)
class RunLimits:
    """Limits of a run: wall-clock seconds and MB; None for no limit."""

    time: float | None = None
    memory_mb: int | None = None


class Solver(ABC):
    """Adapter of one solver: a frozen dataclass, so that it can be sent to other processes.

    Attributes
    ----------
    program
        Path of the program, when it shall not be searched for.
    name, description, how_to_get
        Each in one line.
    licence
        The terms of its use, and where they were read.
    capabilities
        See there.
    programs, bundled
        The names looked for on PATH; its name in pyqbf, None when it is not there.
    exit_codes
        Its **own** table; None where the printed line alone decides.
    answer_lines
        The beginnings of the lines by which it answers.
    assignment_line
        A line with values; the first group holds literals.  Other lines that begin with V spoil the assignment.
    missing_is_free
        True if an outermost variable without a printed value may take any value.
    bears_tautologies
        True if clauses that are always true do it no harm.
    needs_file
        True if it wants a real file and a folder to work in, where the formula in memory would not do.
    """

    program: Path | None
    name: str
    description: str
    how_to_get: str = "pip install 'zermelo[qbf]'"
    licence: Licence = UNKNOWN_LICENCE
    capabilities: Capabilities = Capabilities()
    programs: tuple[str, ...] = ()
    bundled: str | None = None
    exit_codes: Mapping[int, Answer | None] = MappingProxyType({10: Answer.TRUE, 20: Answer.FALSE})
    answer_lines: Mapping[str, Answer] = MappingProxyType(
        {"s cnf 1": Answer.TRUE, "s cnf 0": Answer.FALSE, "s cnf -1": Answer.UNKNOWN}
    )
    assignment_line: re.Pattern[str] = re.compile(r"[Vv] (-?[0-9]+) 0")
    missing_is_free: bool = False
    bears_tautologies: bool = False
    needs_file: bool = False

    @abstractmethod
    def command(self, path: Path, assignment: bool) -> list[str]:
        """The command line for a formula; its first entry is the program.

        Parameters
        ----------
        path
            The file with the formula.
        assignment
            True to ask also for values of the outermost block.

        Raises MissingToolError when the program is not there.
        """

    def limited_command(self, path: Path, assignment: bool, limits: RunLimits) -> list[str]:  # noqa: ARG002  # as a rule
        """The command line for a program that wants to be told its limits; they hold without its help.

        Parameters
        ----------
        path, assignment
            As for :meth:`command`.
        limits
            The limits of the run.
        """
        return self.command(path, assignment)

    def executable(self) -> Path | None:
        """The program; None if it is nowhere.

        It is the one given, or the first of ``programs`` on PATH, or the one in pyqbf.
        """
        if self.program is not None:
            found = shutil.which(self.program)
            return Path(found) if found else None
        for name in self.programs:
            if found := shutil.which(name):
                return Path(found)
        return self.bundled_executable()

    def bundled_executable(self) -> Path | None:
        """The program in pyqbf; None if it is not there."""
        return _bundled(self.bundled) if self.bundled else None

    def version(self) -> str | None:
        """The first line that ``--version`` prints; None when the program is missing or says nothing."""
        program = self.executable()
        return first_line((str(program), "--version")) if program else None

    def required(self) -> str:
        """The program as a string; MissingToolError, with how to get it, when there is none."""
        program = self.executable()
        if program is None:
            wanted = str(self.program or self.name)
            raise MissingToolError(f"{wanted} is not installed; get it by: {self.how_to_get}")
        return str(program)

    def solve(
        self,
        formula: QCNF | Circuit | Path,
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        assignment: bool = False,
        max_output: int = MAX_OUTPUT,
        cpu_limit: float | None = None,
        max_disk: int = MAX_DISK,
    ) -> SolverResult:
        """Answer a formula.

        Parameters
        ----------
        formula
            Clauses; a circuit, when the solver reads QCIR; or a file in QDIMACS or QCIR (which is read and rewritten).
        time_limit, memory_limit_mb, cpu_limit
            Wall-clock seconds, MB and CPU seconds, of the program with all its descendants; None for no limit.
        assignment
            Ask also for values of the outermost block.
        max_output, max_disk
            Bytes of output, and of files, after which the program is stopped.

        Returns
        -------
        SolverResult
            Whatever the program does, with the reason when the answer is unknown.

        Raises
        ------
        InputError
            When a file is not what its name says.
        UnsupportedError
            When the formula is a circuit and the solver reads only clauses.
        """
        if isinstance(formula, Path):
            formula = read_formula(formula)
        kind = self.capabilities.format_for(formula)
        if kind is None:
            advice = "zermelo.formula.tseitin makes clauses of it"
            raise UnsupportedError(f"clauses: {self.name} reads no QCIR", found="a circuit", advice=advice)
        if isinstance(formula, QCNF) and not self.bears_tautologies:
            formula = without_tautologies(formula)
        if (known := trivial(formula)) is not None:
            values = constant_assignment(formula, known) if assignment else None
            return SolverResult(known, detail="trivial: answered without a program", assignment=values)
        asked = assignment and bool(self.capabilities.assignment)
        try:
            finished = self.execute(
                lambda file: write_formula(formula, kind, file),
                kind,
                asked,
                time_limit=time_limit,
                memory_limit_mb=memory_limit_mb,
                cpu_limit=cpu_limit,
                max_output=max_output,
                max_disk=max_disk,
            )
        except MissingToolError as error:
            return SolverResult(Answer.UNKNOWN, "missing", str(error))
        return self.interpret(finished, formula, asked)

    def execute(
        self,
        write: Callable[[IO[str]], object],
        kind: SolverFormat,
        assignment: bool = False,
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        cpu_limit: float | None = None,
        max_output: int = MAX_OUTPUT,
        max_disk: int = MAX_DISK,
    ) -> Finished:
        """Run the program on a formula; `interpret` reads the result.

        Parameters
        ----------
        write
            Writes the formula to an open file.
        kind
            The format in which it does.

        The other parameters are those of `solve`. Raises MissingToolError when the program is not there.
        """
        with ExitStack() as stack:
            folder = stack.enter_context(work_folder()) if self.needs_file else None
            path = STDIN if folder is None else folder / f"formula.{kind.partition('-')[0]}"
            command = self.limited_command(path, assignment, RunLimits(time_limit, memory_limit_mb))
            if folder is None:
                stdin = stack.enter_context(memory_file(write))
            else:
                stdin = None
                with naming(str(path)), path.open("w", encoding="ascii", newline="\n") as file:
                    write(file)
            return run(
                command,
                time_limit=time_limit,
                memory_limit_mb=memory_limit_mb,
                cpu_limit=cpu_limit,
                stdin=stdin,
                max_output=max_output,
                cwd=folder,
                max_disk=0 if folder is None else max_disk,
            )

    def interpret(self, finished: Finished, formula: QCNF | Circuit, assignment: bool) -> SolverResult:
        """The result of a finished run, as far as it may be believed.

        Parameters
        ----------
        finished
            The run.
        formula
            The formula that the program was given.
        assignment
            True to read also values of the outermost block.
        """

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

        if finished.stopped or finished.exit_code is None or finished.exit_code not in self.exit_codes:
            return unknown(finished.reason, finished.ending)
        answer = self.exit_codes[finished.exit_code]
        lines = finished.stdout.decode(errors="replace").splitlines()
        printed = set(self.printed_answers(lines))
        if len(printed) != 1 or (answer is not None and answer not in printed):
            said = ", ".join(sorted(each.value for each in printed)) or "nothing"
            meaning = "is for every answer" if answer is None else f"means {answer.value}"
            return unknown("unparsable", f"exit code {finished.exit_code} {meaning}, printed: {said}")
        (answer,) = printed
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

    def read_assignment(self, lines: list[str], formula: QCNF | Circuit, answer: Answer) -> dict[int, bool] | None:
        """The printed values of the outermost block; None unless they are well-formed and complete.

        Parameters
        ----------
        lines
            The output of the program.
        formula, answer
            The formula, and the answer that the program gave.

        Tools drop universal blocks that reduction empties, join the blocks around them, and then print inner variables
        as well; those are left out.  A clause without an existential literal is a reason by itself, and the only one
        that is used then: where such a clause exists, DepQBF prints wrong values (5 % of random cases) and CAQE none.
        """
        block = witness_block(formula, answer)
        if block is None or answer not in self.capabilities.assignment:
            return None
        if block.quantifier is Quantifier.FORALL and (clause := universal_clause(formula)) is not None:
            return {variable: -variable in clause for variable in block.variables}
        kind = self.capabilities.format_for(formula)
        assert kind is not None
        variables, wanted, values = names(formula, kind), set(block.variables), dict[int, bool]()
        for line in lines:
            match = self.assignment_line.fullmatch(line)
            if match is None and line[:1] in ("V", "v"):
                return None
            for literal in match[1].split() if match else ():
                variable, value = variables.get(literal.lstrip("+-")), not literal.startswith("-")
                if variable is None or values.get(variable, value) != value:
                    return None
                values[variable] = value
        values = {variable: value for variable, value in values.items() if variable in wanted}
        if self.missing_is_free:
            values = {variable: values.get(variable, False) for variable in block.variables}
        return values if len(values) == len(wanted) else None


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


def first_line(command: tuple[str, ...]) -> str | None:
    """The first line that a program prints about itself; None when it prints nothing."""
    return next(iter(printed_lines(command)), None)


@cache
def printed_lines(command: tuple[str, ...]) -> tuple[str, ...]:
    """The lines, but for empty ones, that a program prints about itself; none when it is missing."""
    try:
        finished = run(command, time_limit=10, memory_limit_mb=None, max_disk=0)
    except MissingToolError:
        return ()
    lines = (finished.stdout + b"\n" + finished.stderr).decode(errors="replace").splitlines()
    return tuple(line.strip() for line in lines if line.strip())
