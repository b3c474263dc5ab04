"""CAQE 4.0.1, clausal abstraction, by Tentrup and Rabe: strong after preprocessing.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   It prints ``c Satisfiable``, ``c Unsatisfiable`` or ``c Unknown``, and exits with 10, 20 or 30.  With ``--qdo`` it
    prints ``s cnf 1 …`` or ``s cnf 0 …`` before, except when its own universal reduction makes an empty clause.
*   ``--qdo`` prints ``V ±v 0`` lines, then an empty line: existential outermost block and true, or universal and false.
    An existential block gets a line for every variable, also for those that occur nowhere.  A universal one gets all,
    none (40 % of small random formulas) or, seldom, some; what is missing is *not* free: then there is no assignment.
*   It prints inner variables as well when universal reduction has emptied the block between.
*   It rejects a wrong clause count and a missing final newline.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from zermelo.solvers.base import Answer, Solver


class CAQE(Solver):
    """See the module."""

    name = "caqe"
    description = "CAQE: clausal abstraction with expansion refinement"
    partial_assignment = True
    programs = ("caqe",)
    bundled = "pyqbf_caqe"
    exit_codes: ClassVar[Mapping[int, Answer]] = {10: Answer.TRUE, 20: Answer.FALSE, 30: Answer.UNKNOWN}
    answer_lines: ClassVar[Mapping[str, Answer]] = {
        **Solver.answer_lines,
        "c Satisfiable": Answer.TRUE,
        "c Unsatisfiable": Answer.FALSE,
        "c Unknown": Answer.UNKNOWN,
    }

    def command(self, path: Path, assignment: bool) -> list[str]:
        return [self.required(), *(["--qdo"] if assignment else []), str(path)]
