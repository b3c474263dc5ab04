"""The instances of the pairing paper, and what all its items share."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from zermelo.campaign.cell import SOLVE
from zermelo.campaign.papers.item import PaperRun
from zermelo.families import fitting

PAPER = "Quantified Boolean Solving for Achievement Games"

SOLVERS = {"DepQBF": "depqbf", "QESTO": "qesto"}
PREPROCESSORS = {"none": "none", "bloqqer": "bloqqer", "HQSpre": "hqspre", "QRATPre+": "qratpre"}
"""Our names of the paper's tools."""

MACHINE = "2 Xeon X5570 at 2.93 GHz, 64 GB"
VERSIONS = {"depqbf": "6.03", "qesto": "1.0", "bloqqer": "v37", "hqspre": "1.4", "qratpre": "2.0"}
"""Machine and versions of the paper; it had CAQE 4.0.1 and Qute 1.1, too, which were slower."""

COR, PAIRING, DYS = "COR", "Pairing", "DYS"


class PolyominoInstance(NamedTuple):
    """A polyomino on a square board of that size."""

    polyomino: str
    size: int
    torus: bool

    @property
    def name(self) -> str:
        """Its expression."""
        return f"httt:{self.polyomino},board={self.size}x{self.size}{',torus' * self.torus}"

    def asked_by(self, encoding: str) -> str:
        """The game that an encoding is asked about."""
        return f"{self.name},mb" if encoding == PAIRING else self.name


@cache
def instances(size: int) -> tuple[PolyominoInstance, ...]:
    """All instances on a square board, those of the normal board first.

    >>> [len(instances(size)) for size in (3, 4, 5)], instances(3)[1].name
    ([48, 98, 110], 'httt:p2-01,board=3x3')
    """
    names = [poly.systematic_name or poly.name for poly in fitting(size, size)]
    return tuple(PolyominoInstance(name, size, torus) for torus in (False, True) for name in names)


def default_run(instance: PolyominoInstance) -> PaperRun:
    """Run of `zermelo solve` without a tool named, as a row of its own beside the paper's."""
    return PaperRun(instance.name, "default", SOLVE, {"game": instance.name, "kind": "winner"})
