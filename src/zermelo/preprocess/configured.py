"""Any program as a preprocessor, by a table ``[preprocessor.NAME]`` of the configuration file or of the package.

    [preprocessor.hqspre]
    command = ["hqspre", "{file}", "-o", "{output}"]
    output = "file"
    answers = { true = "^s cnf 1", false = "^s cnf 0" }

A truth value is believed when the exit code says so and a line that matches a pattern, or the formula that came out
(empty, or with an empty clause), confirms it.  A formula is taken when it is strict QDIMACS: every variable bound, and
exact counts.  Everything else means that the original goes on.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.errors import InputError
from zermelo.formula import QCNF, read_qdimacs
from zermelo.preprocess.base import Preprocessor
from zermelo.preprocess.program import ProgramPreprocessor
from zermelo.solvers import Answer, Finished
from zermelo.solvers.base import RunLimits
from zermelo.solvers.configured import (
    COMMON,
    PLACEHOLDERS,
    VersionQuery,
    answer_patterns,
    common,
    placeholder_values,
)
from zermelo.solvers.licence import Licence
from zermelo.solvers.problem import trivial
from zermelo.solvers.tools_file import Template, TomlTable, known_tools, tools

_MEANINGS = ("true", "false", "simplified", "any")
_DEFAULT_CODES = {0: "simplified", 10: "true", 20: "false"}


@dataclass(frozen=True, kw_only=True)
class ConfiguredPreprocessor(ProgramPreprocessor):
    """A preprocessor out of the configuration file.

    Parameters
    ----------
    exit_codes
        ``"true"``, ``"false"``, ``"simplified"``, or ``"any"`` where the output decides.
    to_file
        True if the formula comes out in the file ``{output}``, and not on standard output.
    promises_outer
        See `Preprocessed.keeps_outer`.

    The other fields are those of `zermelo.solvers.configured.ConfiguredSolver`.
    """

    name: str
    program: Path
    template: Template
    description: str
    how_to_get: str
    licence: Licence
    exit_codes: Mapping[int, str] = field(hash=False)
    answer_patterns: tuple[tuple[Answer, re.Pattern[str]], ...]
    needs_file: bool
    to_file: bool
    promises_outer: bool
    version_query: VersionQuery | None

    def available(self) -> bool:
        """As :meth:`Preprocessor.available`."""
        return self.executable() is not None

    def executable(self) -> Path | None:
        """The program, None if nowhere."""
        found = shutil.which(self.program)
        return Path(found) if found else None

    def version(self) -> str | None:
        """As :meth:`Preprocessor.version`."""
        program = self.executable()
        return self.version_query.of(program) if program and self.version_query else None

    def command(self, source: Path, target: Path, limits: RunLimits) -> list[str | Path]:
        """As :meth:`ProgramPreprocessor.command`."""
        values = placeholder_values(source, limits) | {"output": str(target)}
        return [self.executable() or self.program, *self.template.fill(values)]

    def keeps_outer(self, formula: QCNF, simpler: QCNF) -> bool:
        """As :meth:`ProgramPreprocessor.keeps_outer`."""
        return self.promises_outer and _same_outer(formula, simpler)

    def outcome(self, finished: Finished, target: Path) -> Answer | QCNF:
        """As :meth:`ProgramPreprocessor.outcome`."""
        text = finished.stdout.decode(errors="replace")
        lines = text.splitlines()
        printed = {answer for answer, pattern in self.answer_patterns if any(map(pattern.search, lines))}
        printed.discard(Answer.UNKNOWN)
        try:
            simpler = _formula(target.read_text("ascii", "replace") if self.to_file and target.is_file() else text)
            fault, known = None, trivial(simpler)
        except InputError as error:
            simpler, fault, known = None, error, None
        meaning = self.exit_codes[finished.exit_code or 0]
        seen = set() if known is None else {known}
        said = printed | seen
        wanted = (
            {"simplified": seen, "any": said}.get(meaning) if meaning in ("simplified", "any") else {Answer(meaning)}
        )
        if len(said) > 1 or said != wanted:
            heard = ", ".join(sorted(each.value for each in said)) or "nothing"
            raise ValueError(f"exit code {finished.exit_code} means {meaning}, found: {heard}")
        if said:
            return said.pop()
        if simpler is None:
            raise ValueError(str(fault))
        return simpler


def _formula(text: str) -> QCNF:
    """The formula that begins with the header, after whatever else was printed."""
    header = re.search(r"^p cnf ", text, re.MULTILINE)
    return read_qdimacs("\n" + text[header.start() if header else len(text) :], "the result")


def _same_outer(formula: QCNF, simpler: QCNF) -> bool:
    """Tell whether the outermost block holds only what was there before: else the promise is broken."""
    before, after = formula.prefix.blocks[:1], simpler.prefix.blocks[:1]
    return [each.quantifier for each in before] == [each.quantifier for each in after] and all(
        set(new.variables) <= set(old.variables) for old, new in zip(before, after, strict=True)
    )


def configured_preprocessors() -> dict[str, Preprocessor]:
    """The preprocessors of the configuration file by name; InputError when the file is wrong."""
    return {table.keys[-1]: _preprocessor(table) for table in tools("preprocessor")}


@cache
def known_preprocessors() -> dict[str, Preprocessor]:
    """The preprocessors that the package describes and does not bring, by name."""
    return {table.keys[-1]: _preprocessor(table) for table in known_tools("preprocessor")}


def _preprocessor(table: TomlTable) -> ConfiguredPreprocessor:
    table.only((*COMMON, "output", "keeps_outer"))
    fields: dict[str, Any] = common(table, (*PLACEHOLDERS, "output"))
    table.texts("input", ("qdimacs",), ("qdimacs",))
    to_file = table.texts("output", ("stdout", "file"), ("stdout",)) == ("file",)
    uses = fields["template"].uses("output")
    if to_file != uses:
        where = 'a command with {output}, where output = "file"' if to_file else 'output = "file" with {output}'
        raise table.fault("output", where)
    return ConfiguredPreprocessor(
        **fields,
        exit_codes=table.exit_codes(_MEANINGS, _DEFAULT_CODES),
        answer_patterns=tuple(answer_patterns(table, False)),
        to_file=to_file,
        promises_outer=table.flag("keeps_outer", False),
    )
