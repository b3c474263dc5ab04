"""CaDiCaL (through python-sat) in a process of its own, which can be limited and interrupted.

Standard input is DIMACS, a clause on each line.  Prints ``SATISFIABLE`` or ``UNSATISFIABLE`` and ends with exit code 10
or 20.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from pysat.solvers import Cadical153


def satisfiable(clauses: Iterable[list[int]]) -> bool:
    """Tell whether some assignment satisfies all clauses.

    >>> satisfiable([[1, 2], [-1]]), satisfiable([[1], [-1]])
    (True, False)
    """
    with Cadical153() as solver:
        for clause in clauses:
            if not clause:
                return False
            solver.add_clause(clause)
        return bool(solver.solve())


if __name__ == "__main__":
    answer = satisfiable([int(word) for word in line.split()[:-1]] for line in sys.stdin if line[0] != "p")
    print("SATISFIABLE" if answer else "UNSATISFIABLE", flush=True)
    sys.exit(10 if answer else 20)
