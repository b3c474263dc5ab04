"""Any program as a solver, described by a table ``[solver.NAME]`` of the configuration file or of the package.

    [solver.quabs]
    command = ["quabs", "{assignment}", "{file}"]
    input = "qcir"
    answers = { true = "^r SAT", false = "^r UNSAT" }

    [solver.quabs.assignment]
    arguments = ["--partial-assignment"]
    pattern = "^V (.*) 0$"

What holds for the solvers of the package holds for these: an answer is believed when a line that matches a pattern and
the table of exit codes agree.  docs/solvers.md explains every key.  The tables of the package are in
``known_tools.toml``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.solvers.base import Capabilities, RunLimits, Solver, printed_lines
from zermelo.solvers.licence import UNKNOWN_LICENCE, Licence
from zermelo.solvers.problem import FORMATS
from zermelo.solvers.result import Answer
from zermelo.solvers.tools_file import Template, TomlTable, known_tools, tools

PLACEHOLDERS = ("file", "time_limit", "memory_limit_mb", "folder")
COMMON = (
    "command", "input", "file", "description", "how_to_get", "licence", "version", "version_line", "exit_codes",
    "answers",
)  # fmt: skip
_KEYS = (*COMMON, "assignment")
_ANSWERS: Mapping[str, Answer | None] = {**{each.value: each for each in Answer}, "any": None}
_DEFAULT_CODES = {10: "true", 20: "false"}


@dataclass(frozen=True)
class VersionQuery:
    """The arguments that make a program print its version, and the line that tells it: None for the first one."""

    arguments: tuple[str, ...]
    line: re.Pattern[str] | None = None

    def of(self, program: Path) -> str | None:
        """The version that a program prints: the line, or the group of its pattern; None where no line is right."""
        for text in printed_lines((str(program), *self.arguments)):
            if self.line is None:
                return text
            if match := self.line.search(text):
                return match[match.lastindex or 0]
        return None


@dataclass(frozen=True, kw_only=True)
class ConfiguredSolver(Solver):
    """A solver out of the configuration file; `Solver` tells what the fields mean.

    Parameters
    ----------
    template
        The command line.
    answer_patterns
        For each answer the pattern of the line that states it.
    assignment_arguments
        The arguments that ask for values of the outermost block.
    version_query
        How the program is asked for its version; None where it cannot be.
    """

    name: str
    program: Path
    template: Template
    description: str
    how_to_get: str
    licence: Licence
    capabilities: Capabilities
    exit_codes: Mapping[int, Answer | None] = field(hash=False)
    answer_patterns: tuple[tuple[Answer, re.Pattern[str]], ...]
    needs_file: bool
    assignment_arguments: tuple[str, ...]
    assignment_line: re.Pattern[str]
    missing_is_free: bool
    version_query: VersionQuery | None

    def command(self, path: Path, assignment: bool) -> list[str]:
        """As :meth:`Solver.command`."""
        return self.limited_command(path, assignment, RunLimits())

    def limited_command(self, path: Path, assignment: bool, limits: RunLimits) -> list[str]:
        """As :meth:`Solver.limited_command`."""
        values = placeholder_values(path, limits)
        return [self.required(), *self.template.fill(values, self.assignment_arguments if assignment else ())]

    def version(self) -> str | None:
        """As :meth:`Solver.version`."""
        program = self.executable()
        return self.version_query.of(program) if program and self.version_query else None

    def printed_answers(self, lines: list[str]) -> Iterator[Answer]:
        """As :meth:`Solver.printed_answers`."""
        for line in lines:
            yield from (answer for answer, pattern in self.answer_patterns if pattern.search(line))


def placeholder_values(path: Path, limits: RunLimits) -> dict[str, str | None]:
    """The values of the placeholders of a command line.

    Seconds are rounded up: our own clock is the strict one.
    """
    return {
        "file": str(path),
        "time_limit": None if limits.time is None else str(max(1, math.ceil(limits.time))),
        "memory_limit_mb": None if limits.memory_mb is None else str(limits.memory_mb),
        "folder": str(path.parent),
    }


def configured_solvers() -> dict[str, Solver]:
    """The solvers of the configuration file by name; InputError when the file is wrong."""
    return {table.keys[-1]: _solver(table) for table in tools("solver")}


@cache
def known_solvers() -> dict[str, Solver]:
    """The solvers that the package describes and does not bring, by name."""
    return {table.keys[-1]: _solver(table) for table in known_tools("solver")}


def common(table: TomlTable, known: tuple[str, ...]) -> dict[str, Any]:
    """The fields that solvers and preprocessors share."""
    name, template = table.keys[-1], table.command(known)
    first = template.entries[0]
    assert isinstance(first, str)
    program = Path(first).expanduser()
    if "/" in first:
        program = table.file.path.parent.absolute() / program
    needs_file = table.flag("file", True)
    if needs_file and not template.uses("file"):
        raise table.fault("command", "{file} in it", advice="file = false gives it as standard input")
    if not needs_file and template.uses("folder"):
        raise table.fault("command", "no {folder} with file = false")
    return {
        "name": name,
        "program": program,
        "template": Template(template.entries[1:]),
        "description": table.text("description", f"{name}: from the configuration file"),
        "how_to_get": table.text("how_to_get", f"putting the program {first} on PATH"),
        "licence": Licence(table.text("licence", UNKNOWN_LICENCE.terms)),
        "needs_file": needs_file,
        "version_query": _version_query(table),
    }


def _version_query(table: TomlTable) -> VersionQuery | None:
    pattern = table.pattern("version_line") if "version_line" in table.values else None
    if "version" in table.values:
        return VersionQuery(table.texts("version"), pattern)
    if pattern is not None:
        raise table.fault("version", "the arguments that make the program print the version_line")
    return None


def answer_patterns(table: TomlTable, needed: bool) -> tuple[tuple[Answer, re.Pattern[str]], ...]:
    """The patterns by which a tool states its answer."""
    inner = table.table("answers")
    inner.only([each.value for each in Answer])
    for key in ("true", "false") if needed else ():
        if key not in inner.values:
            raise inner.fault(key, "a regular expression", advice="an exit code alone is not believed")
    return tuple((Answer(key), inner.pattern(key)) for key in inner.values)


def _solver(table: TomlTable) -> ConfiguredSolver:
    table.only(_KEYS)
    fields = common(table, (*PLACEHOLDERS, "assignment"))
    template: Template = fields["template"]
    inner = table.table("assignment")
    inner.only(("arguments", "pattern", "for", "missing_is_free"))
    arguments = inner.texts("arguments")
    asks = "{assignment}" in template.entries
    if arguments and not asks:
        advice = 'put "{assignment}" where they belong'
        raise table.fault("command", "a place for assignment.arguments", advice=advice)
    if asks and not arguments:
        raise inner.fault("arguments", "what {assignment} means")
    pattern, told = re.compile(r"(?!)()"), tuple[Answer, ...]()
    if inner.values:
        pattern = inner.pattern("pattern", groups=1)
        told = tuple(Answer(each) for each in inner.texts("for", ("true", "false"), ("true", "false")))
    formats = table.texts("input", FORMATS, ("qdimacs",))
    if not formats:
        raise table.fault("input", " or ".join(FORMATS))
    codes = table.exit_codes(tuple(_ANSWERS), _DEFAULT_CODES)
    return ConfiguredSolver(
        **fields,
        capabilities=Capabilities(tuple(each for each in FORMATS if each in formats), told),
        exit_codes={code: _ANSWERS[meaning] for code, meaning in codes.items()},
        answer_patterns=answer_patterns(table, True),
        assignment_arguments=arguments,
        assignment_line=pattern,
        missing_is_free=inner.flag("missing_is_free", False),
    )
