"""RAReQS, recursive abstraction refinement, by Janota, Klieber, Marques-Silva and Clarke.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   It prints comments, where there are values a line ``V  +1 -3``, then ``s cnf 1`` or ``s cnf 0``; exit 10 and 20.
*   Values come unasked: existential outermost block and true, or universal and false.  All variables of the
    block, no others.  None of 4501 was wrong (random formulas, 2485 small ones by brute force, 2016 by DepQBF).
*   Clauses that are always true make it answer false to true formulas (22 of 1500 random ones), and print wrong values
    to others: it never gets any.  Repetitions do no harm.
*   A bad file is exit code 100; so are blank lines.  ``--version`` is not understood, and there is no version number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from zermelo.solvers.base import Capabilities, Solver
from zermelo.solvers.licence import Licence
from zermelo.solvers.result import Answer


@dataclass(frozen=True)
class RAReQS(Solver):
    """See the module."""

    program: Path | None = None
    name = "rareqs"
    description = "RAReQS: recursive abstraction refinement (expansion)"
    licence = Licence("GPL-3.0-or-later", "the file LICENSE.txt of RAReQS in pyqbf 1.1.1.3")
    capabilities = Capabilities(assignment=(Answer.TRUE, Answer.FALSE))
    programs = ("rareqs",)
    bundled = "pyqbf_rareqs"
    assignment_line = re.compile(r"V +([+-][0-9]+(?: [+-][0-9]+)*) *")

    def command(self, path: Path, assignment: bool) -> list[str]:  # noqa: ARG002  # values are always printed
        """As :meth:`Solver.command`."""
        return [self.required(), str(path)]

    def version(self) -> str | None:
        """As :meth:`Solver.version`."""
        return None
