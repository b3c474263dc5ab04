"""Qute 1.1, QCDCL with dependency learning, by Peitl, Slivovsky and Szeider: reads circuits as well.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   It prints ``SAT`` or ``UNSAT`` and exits with 10 or 20; a bad file is exit code 1 or 2, or 134.
*   ``--partial-certificate`` prints a line ``1 -3 0`` with a value for every variable of the outermost block, of which
    **no use is made here**: for a universal block half of them are wrong (423 of 831 random formulas, for ``∀x: x``
    among them), mostly but not always all signs reversed; and for an existential block one in a thousand is (2 of 1220
    formulas with 15 to 40 variables), with any setting of its options.  Without variables it crashes.
*   It takes ``1 x 0`` for a clause, and never ends on a file that breaks off inside a clause: it needs a strict file.
*   In QCIR it refuses a negated output and crashes on an output that is a variable; names and all gates are understood.
*   ``--trace`` prints ``ID TYPE LITERALS 0 ANTECEDENTS 0`` for every step, and no answer: the exit code tells it.  A
    step with antecedents is a chain of resolutions, from left to right, each of them reduced without a word; many are
    long-distance (see `zermelo.proofs.qute`).
*   The development version is another program of the same name (``qute_development.py``), and never taken for this.
*   It refuses free variables, and aborts on a comment after the header.  Tautologies and repetitions do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from zermelo.solvers.base import Capabilities, Solver
from zermelo.solvers.licence import Licence
from zermelo.solvers.qute_development import is_development
from zermelo.solvers.result import Answer
from zermelo.solvers.run_files import STDIN


@dataclass(frozen=True)
class Qute(Solver):
    """See the module."""

    program: Path | None = None
    name = "qute"
    description = "Qute: QCDCL with dependency learning, also for circuits"
    licence = Licence("MIT", "the file LICENSE of Qute 1.1")
    capabilities = Capabilities(formats=("qdimacs", "qcir"))
    programs = ("qute",)
    bundled = "pyqbf_qute"
    answer_lines = MappingProxyType({"SAT": Answer.TRUE, "UNSAT": Answer.FALSE})
    bears_tautologies = True

    def executable(self) -> Path | None:
        """As :meth:`Solver.executable`; a development version on PATH is passed over."""
        found = super().executable()
        if self.program is None and found is not None and is_development(found):
            return self.bundled_executable()
        return found

    def command(self, path: Path, assignment: bool) -> list[str]:  # noqa: ARG002  # see the module
        """As :meth:`Solver.command`."""
        return [self.required(), str(path)]

    def trace_command(self) -> list[str]:
        """The command line that prints a trace for the formula on standard input.

        Raises MissingToolError without Qute.
        """
        return [self.required(), "--trace", str(STDIN)]
