"""QBF solvers, each behind one small adapter, and the registry by which the rest of the package finds them.

    >>> solver("depqbf").description
    'DepQBF: search with clause and cube learning (QCDCL)'
    >>> solver("depqfb")
    Traceback (most recent call last):
      ...
    zermelo.errors.UnsupportedError: found 'depqfb', expected a solver out of caqe, depqbf

A new solver is a file next to ``depqbf.py`` and a line here; the tests then try it by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from zermelo.errors import UnsupportedError
from zermelo.solvers.base import Answer, Solver, SolverResult, prepare
from zermelo.solvers.caqe import CAQE
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.process import Finished, Process, run

SOLVERS: Mapping[str, Solver] = MappingProxyType({each.name: each for each in (CAQE(), DepQBF())})
"""All solvers by name, sorted."""


def solver(name: str) -> Solver:
    """The solver of that name; UnsupportedError, with the names that exist, when there is none."""
    try:
        return SOLVERS[name]
    except KeyError:
        raise UnsupportedError(f"a solver out of {', '.join(SOLVERS)}", found=repr(name)) from None


__all__ = ["SOLVERS", "Answer", "Finished", "Process", "Solver", "SolverResult", "prepare", "run", "solver"]
