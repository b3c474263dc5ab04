"""DepQBF 6.03, search with clause and cube learning, by Lonsing and Egly: the best all-rounder here.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   Plain, it prints ``SAT`` or ``UNSAT``; with ``--qdo``, ``s cnf 1 …`` or ``s cnf 0 …``.  Exit 10 and 20.  Out of its
    own limits: ``UNKNOWN`` and exit 0.
*   ``--qdo`` needs ``--no-dynamic-nenofex``, and crashes (SIGSEGV) on a matrix without clauses.
*   Values come as ``V ±v 0`` lines after the answer: existential outermost block and true, or universal and false;
    otherwise none.
*   Variables that occur in no clause *after universal reduction* get no line, and any value is right for them.  When
    that empties a universal block, the blocks around it are one to DepQBF, and it prints values of inner variables too.
*   With a clause of universal literals only, the values of a universal block are often wrong (40 of 804 random cases);
    without such a clause none of 2956 was.  `Solver.read_assignment` answers those cases out of that clause instead.
*   A comment after the header makes it abort (exit 134).  Tautologies do no harm, but for a crash with ``--qdo``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from zermelo.solvers.base import Capabilities, Solver
from zermelo.solvers.licence import Licence
from zermelo.solvers.result import Answer
from zermelo.solvers.run_files import STDIN

TRACED = (
    "--trace",
    "--dep-man=simple",
    "--traditional-qcdcl",
    "--no-dynamic-nenofex",
    "--no-qbce-dynamic",
    "--no-trivial-falsity",
    "--no-trivial-truth",
)
"""With these it prints a proof in QRP; without one of them some steps are no Q-resolution."""


@dataclass(frozen=True)
class DepQBF(Solver):
    """See the module."""

    program: Path | None = None
    name = "depqbf"
    description = "DepQBF: search with clause and cube learning (QCDCL)"
    licence = Licence("GPL-3.0-or-later", "COPYING and the sources of DepQBF 6.03")
    capabilities = Capabilities(assignment=(Answer.TRUE, Answer.FALSE))
    programs = ("depqbf",)
    bundled = "pyqbf_depqbf"
    exit_codes = MappingProxyType[int, Answer | None]({10: Answer.TRUE, 20: Answer.FALSE, 0: Answer.UNKNOWN})
    answer_lines = MappingProxyType(
        {
            **Solver.answer_lines,
            "SAT": Answer.TRUE,
            "UNSAT": Answer.FALSE,
            "UNKNOWN": Answer.UNKNOWN,
        }
    )
    missing_is_free = True
    bears_tautologies = True

    def command(self, path: Path, assignment: bool) -> list[str]:
        """As :meth:`Solver.command`."""
        options = ["--qdo", "--no-dynamic-nenofex"] if assignment else []
        return [self.required(), *options, str(path)]

    def trace_command(self) -> list[str]:
        """The command line that proves the formula on standard input; MissingToolError without DepQBF."""
        return [self.required(), *TRACED, str(STDIN)]
