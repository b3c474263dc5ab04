"""Verification of functions by a SAT solver, which knows nothing of the proof.

With its own variables replaced by their functions, the winner of a false formula must leave no way to satisfy the
matrix, and the winner of a true one no way to falsify it.  Either is a set of clauses that must be unsatisfiable.  It
contains the very gates that `write_aiger` writes, and they use nothing but what is outside of each variable
(`Functions.circuit`).
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from zermelo.errors import DisagreementError, LimitError, MissingToolError
from zermelo.formula import FALSE, QCNF, TRUE
from zermelo.proofs.functions import Functions
from zermelo.solvers.process import run
from zermelo.solvers.run_files import memory_file

_CHILD = Path(__file__).with_name("_sat_child.py")
"""The program that asks the SAT solver; not imported, for the solver is slow to load."""


def counterexamples(formula: QCNF, functions: Functions) -> Iterator[list[int]]:
    """Clauses over the loser's variables and gates that exactly the plays beating the functions satisfy."""
    circuit, node = functions.circuit()
    for number, gate in circuit.gates.items():
        assert gate.kind == "and"
        yield [number, *(-operand for operand in gate.operands)]
        yield from ([-number, operand] for operand in gate.operands)
    node |= {-variable: -literal for variable, literal in node.items()}
    if not functions.truth:
        for clause in formula.clauses():
            literals = [node[literal] for literal in clause]
            if TRUE not in literals:
                yield [literal for literal in literals if literal != FALSE]
        return
    some = list[int]()
    for selector, clause in enumerate(formula.clauses(), circuit.num_nodes + 1):  # "this clause is false"
        literals = [node[literal] for literal in clause]
        if TRUE not in literals:
            some.append(selector)
            yield from ([-selector, -literal] for literal in literals if literal != FALSE)
    yield some


def verify(
    formula: QCNF, functions: Functions, *, time_limit: float | None = None, memory_limit_mb: int | None = None
) -> None:
    """Make sure that the functions win against every play.

    Parameters
    ----------
    formula, functions
        The formula, and the functions of its winner.
    time_limit, memory_limit_mb
        Wall-clock seconds and MB; None for no limit.

    Raises DisagreementError when they lose against some play, LimitError when a limit ended the work, MissingToolError
    without python-sat.
    """
    if importlib.util.find_spec("pysat") is None:
        raise MissingToolError("python-sat is not installed; get it by: pip install python-sat")

    def write(file: IO[str]) -> None:
        file.write("p cnf 0 0\n")  # the child needs no counts
        for clause in counterexamples(formula, functions):
            file.write(" ".join(map(str, (*clause, 0))) + "\n")

    with memory_file(write) as stdin:
        # -P: the names of the files in this folder must not hide modules of the standard library
        command = [sys.executable, "-P", str(_CHILD)]
        finished = run(command, stdin=stdin, time_limit=time_limit, memory_limit_mb=memory_limit_mb, max_disk=0)
    if (finished.exit_code, finished.stdout) == (20, b"UNSATISFIABLE\n"):
        return
    if (finished.exit_code, finished.stdout) == (10, b"SATISFIABLE\n"):
        raise DisagreementError("the proof was accepted, but its functions lose against some play")
    reason = "memory" if finished.stopped == "memory" else "time" if finished.stopped else "interrupted"
    raise LimitError(reason, f"the functions were not verified: CaDiCaL {finished.ending}")
