"""The development version of Qute, for those who have built it: it calls itself 1.1, too, and is another program.

How it really behaves (tried with the commit ae62586 of its public repository):

*   It prints ``SAT``, ``UNSAT`` or ``UNDEF`` and exits with 10, 20 or 0.
*   ``--partial-certificate`` prints ``v 1 -3 0``, the values of the outermost block: right in all of 705 cases, where
    half of those of Qute 1.1 for a universal block are wrong.
*   ``--trace`` wants the name of a file; that of Qute 1.1 wants none, and would take the next word for the formula.  So
    the two must never be confused: a program of the name ``qute`` is asked for its options.
*   It takes a negated output in QCIR.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from zermelo.solvers.base import Capabilities, Solver, printed_lines
from zermelo.solvers.licence import Licence
from zermelo.solvers.result import Answer

_TRACE_TO_FILE = re.compile(r"--trace <")


def is_development(program: Path) -> bool:
    """True if a program of the name ``qute`` is the development version: its ``--trace`` wants a file."""
    return any(_TRACE_TO_FILE.search(line) for line in printed_lines((str(program), "--help")))


@dataclass(frozen=True)
class QuteDevelopment(Solver):
    """See the module."""

    program: Path | None = None
    name = "qute-dev"
    description = "Qute, development version: QCDCL with dependency learning, also for circuits"
    how_to_get = "building github.com/fslivovsky/qute, and putting qute on PATH, also as qute-dev"
    licence = Licence("MIT", "the file LICENSE of its repository")
    capabilities = Capabilities(formats=("qdimacs", "qcir"), assignment=(Answer.TRUE, Answer.FALSE))
    programs = ("qute-dev", "qute")
    exit_codes = MappingProxyType[int, Answer | None]({10: Answer.TRUE, 20: Answer.FALSE, 0: Answer.UNKNOWN})
    answer_lines = MappingProxyType({"SAT": Answer.TRUE, "UNSAT": Answer.FALSE, "UNDEF": Answer.UNKNOWN})
    assignment_line = re.compile(r"v (.*) 0")
    bears_tautologies = True

    def executable(self) -> Path | None:
        """As :meth:`Solver.executable`, and no other version of Qute."""
        if self.program is not None:
            return super().executable()
        found = (shutil.which(name) for name in self.programs)
        return next((Path(path) for path in found if path and is_development(Path(path))), None)

    def version(self) -> str | None:
        """As :meth:`Solver.version`, which is that of an earlier Qute."""
        stated = super().version()
        return f"{stated}, development" if stated else None

    def command(self, path: Path, assignment: bool) -> list[str]:
        """As :meth:`Solver.command`."""
        return [self.required(), *(["--partial-certificate"] if assignment else []), str(path)]
