"""QFUN 1.0, expansion with machine learning of strategies, by Janota.

How it really behaves (each line is a test in ``tests/solvers/test_real_solvers.py``):

*   It prints comments (``c …``), then ``s cnf 1`` or ``s cnf 0``, and exits with 10 or 20.  No values are printed.
*   A bad file is ``ERROR: …`` and exit code 100; so are blank lines.
*   As pyqbf builds it, it reads QDIMACS only: the line ``#QCIR-G14`` is an error.
*   Tautologies, repetitions, gaps in the numbering, free variables and trivial formulas do no harm.
*   It has no option ``--version``: the version is in the first line of its help.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from zermelo.solvers.base import Solver, first_line
from zermelo.solvers.licence import Licence


@dataclass(frozen=True)
class QFUN(Solver):
    """See the module."""

    program: Path | None = None
    name = "qfun"
    description = "QFUN: expansion, learning strategies from samples"
    licence = Licence("GPL, of no stated version", "third-party-licences.txt of pyqbf 1.1.1.3, not in its sources")
    programs = ("qfun",)
    bundled = "pyqbf_qfun"
    bears_tautologies = True

    def command(self, path: Path, assignment: bool) -> list[str]:  # noqa: ARG002  # it prints no values
        """As :meth:`Solver.command`."""
        return [self.required(), str(path)]

    def version(self) -> str | None:
        """As :meth:`Solver.version`."""
        program = self.executable()
        line = first_line((str(program), "--help")) if program else None
        return line.removeprefix("c ").rstrip(", ") if line else None
