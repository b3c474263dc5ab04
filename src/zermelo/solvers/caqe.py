"""CAQE 4.0.1, clausal abstraction, by Tentrup and Rabe: strong after preprocessing.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   It prints ``c Satisfiable``, ``c Unsatisfiable`` or ``c Unknown``; with ``--qdo`` also ``s cnf 1 …`` or ``s cnf 0 …``,
    except when its own universal reduction makes an empty clause: then only the comment.  Exit 10, 20, and 30 for unknown.
*   ``--qdo`` prints ``V ±v 0`` lines, then an empty line: existential outermost block and true, or universal and false.
    Every variable of the block gets a line, also those that occur nowhere.  But on some false formulas with an outermost
    universal block there is no line at all (no move is not "any move"): then there is no assignment.
*   It rejects a wrong clause count and a missing final newline.
"""

from __future__ import annotations

from pathlib import Path

from zermelo.solvers.base import Answer, Solver


class CAQE(Solver):
    """See the module."""

    name = "caqe"
    description = "CAQE: clausal abstraction with expansion refinement"
    partial_assignment = True
    programs = ("caqe",)
    bundled = "pyqbf_caqe"
    exit_codes = {10: Answer.TRUE, 20: Answer.FALSE, 30: Answer.UNKNOWN}
    answer_lines = {
        **Solver.answer_lines,
        "c Satisfiable": Answer.TRUE,
        "c Unsatisfiable": Answer.FALSE,
        "c Unknown": Answer.UNKNOWN,
    }

    def command(self, path: Path, assignment: bool) -> list[str]:
        return [self.required(), *(["--qdo"] if assignment else []), str(path)]
