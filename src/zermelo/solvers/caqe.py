"""CAQE 4.0.1, clausal abstraction, by Tentrup and Rabe: strong after preprocessing.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   It prints ``c Satisfiable``, ``c Unsatisfiable`` or ``c Unknown``, and exits with 10, 20 or 30.  With ``--qdo`` it
    prints ``s cnf 1 …`` or ``s cnf 0 …`` before, except when its own universal reduction makes an empty clause.
*   ``--qdo`` prints ``V ±v 0`` lines, then an empty line: existential outermost block and true, or universal and false.
    An existential block gets a line for every variable, also for those that occur nowhere.  A universal one gets all,
    none (40 % of small random formulas) or, seldom, some; what is missing is *not* free: then there is no assignment.
*   It prints inner variables as well when universal reduction has emptied the block between.
*   It rejects a wrong clause count and a missing final newline.
*   Clauses that are always true make it answer false to true formulas (36 of 1500 random ones): it never gets any.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from zermelo.solvers.base import Capabilities, Solver
from zermelo.solvers.licence import Licence
from zermelo.solvers.result import Answer


@dataclass(frozen=True)
class CAQE(Solver):
    """See the module."""

    program: Path | None = None
    name = "caqe"
    description = "CAQE: clausal abstraction with expansion refinement"
    licence = Licence("MIT", "the file LICENSE of CAQE 4.0.1")
    capabilities = Capabilities(assignment=(Answer.TRUE, Answer.FALSE))
    programs = ("caqe",)
    bundled = "pyqbf_caqe"
    exit_codes = MappingProxyType[int, Answer | None]({10: Answer.TRUE, 20: Answer.FALSE, 30: Answer.UNKNOWN})
    answer_lines = MappingProxyType(
        {
            **Solver.answer_lines,
            "c Satisfiable": Answer.TRUE,
            "c Unsatisfiable": Answer.FALSE,
            "c Unknown": Answer.UNKNOWN,
        }
    )

    def command(self, path: Path, assignment: bool) -> list[str]:
        """As :meth:`Solver.command`."""
        return [self.required(), *(["--qdo"] if assignment else []), str(path)]
