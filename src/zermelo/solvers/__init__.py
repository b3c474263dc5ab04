"""QBF solvers, each behind one small adapter, and the registry in which the package finds them.

    >>> solver("depqbf").description
    'DepQBF: search with clause and cube learning (QCDCL)'
    >>> solver("depqbf").capabilities
    Capabilities(formats=('qdimacs',), assignment=(<Answer.TRUE: 'true'>, <Answer.FALSE: 'false'>))
    >>> solver("depqfb")
    Traceback (most recent call last):
      ...
    zermelo.errors.UnsupportedError: found 'depqfb', expected a solver out of caqe, depqbf, qfun, ...

A new solver is a table in the user's configuration file (see ``tools_file.py``), or a file next to ``depqbf.py`` and a
line here; the tests then try it by themselves.
"""

from __future__ import annotations

from zermelo.solvers.base import Capabilities, Solver
from zermelo.solvers.caqe import CAQE
from zermelo.solvers.configured import configured_solvers, known_solvers
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.process import Finished, Process, run
from zermelo.solvers.qfun import QFUN
from zermelo.solvers.qute import Qute
from zermelo.solvers.qute_development import QuteDevelopment
from zermelo.solvers.rareqs import RAReQS
from zermelo.solvers.registry import Registry
from zermelo.solvers.result import Answer, SolverResult


def _known_solvers() -> dict[str, Solver]:
    """The solvers that the package describes and does not bring."""
    return {**known_solvers(), QuteDevelopment.name: QuteDevelopment()}


SOLVERS: Registry[Solver] = Registry(
    "solver", (CAQE(), DepQBF(), QFUN(), Qute(), RAReQS()), configured_solvers, _known_solvers
)
"""All solvers by name: those of the package, those it describes only, those of the configuration file."""


def solver(name: str) -> Solver:
    """The solver of that name; UnsupportedError, with the names that exist, when there is none."""
    return SOLVERS.named(name)


__all__ = [
    "SOLVERS",
    "Answer",
    "Capabilities",
    "Finished",
    "Process",
    "Solver",
    "SolverResult",
    "run",
    "solver",
]
