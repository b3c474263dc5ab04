"""Items: a table or figure of a paper, the runs that it takes, and its cells beside the published ones."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from zermelo.campaign.cell import SOLVE

if TYPE_CHECKING:
    from zermelo.campaign.papers.paper_results import PaperResults

Thinned = TypeVar("Thinned")

Figure = int | float | str | bool | None
"""A figure in a cell of a table."""


class ReproduceScale(enum.Enum):
    """The scale on which items are run."""

    QUICK = "quick"
    """A part of the instances within seconds: whether all works."""
    DEFAULT = "default"
    """All instances within limits of seconds: minutes."""
    FULL = "full"
    """The paper's own limits: up to days."""


@dataclass(frozen=True)
class ReproduceSetting:
    """The setting in which items are run.

    Parameters
    ----------
    scale
        The scale.
    limit
        Seconds of each run, instead of the item's own; None: the item's.
    benchmarks
        The folder of the published instances; None where there is none.
    """

    scale: ReproduceScale = ReproduceScale.DEFAULT
    limit: float | None = None
    benchmarks: Path | None = None

    @property
    def quick(self) -> bool:
        """True on the smallest scale."""
        return self.scale is ReproduceScale.QUICK

    def thinned(self, listed: Sequence[Thinned], count: int) -> list[Thinned]:
        """So many of a list, evenly spread with the first one, on the smallest scale; else all.

        >>> ReproduceSetting(ReproduceScale.QUICK).thinned(range(10), 3), len(ReproduceSetting().thinned(range(10), 3))
        ([0, 3, 6], 10)
        """
        if not self.quick or len(listed) <= count:
            return list(listed)
        return [listed[place * len(listed) // count] for place in range(count)]


@dataclass(frozen=True)
class PaperLimits:
    """Seconds of each run on the three scales, and MB; ``full`` are the paper's own, if ``published``."""

    quick: float
    default: float
    full: float
    memory_mb: int = 4000
    published: bool = True

    def seconds(self, setting: ReproduceSetting, run: PaperRun | None = None) -> float:
        """Seconds of a run: those that were asked for, else the run's own, else those of the scale."""
        own = {
            ReproduceScale.QUICK: self.quick,
            ReproduceScale.DEFAULT: self.default,
            ReproduceScale.FULL: self.full,
        }
        named = None if run is None else run.seconds
        return setting.limit or named or own[setting.scale]


@dataclass(frozen=True)
class PaperRun:
    """A run that an item takes: it becomes a cell of a campaign.

    Parameters
    ----------
    name
        The instance, on record and for people.
    way
        The label of the way; for the kind ``"solve"`` a way of a campaign file (``"default"``, ``"cor+depqbf"``).
    kind
        The kind of job.
    arguments
        Its arguments, plain data. ``"game"``, as `load` takes it, is the game that its answers are about.
        Of the kind ``"solve"``: ``"game"``, perhaps ``"kind"``, ``"player"``, ``"depth"`` of the query, ``"check"``
    tools
        The names of the solvers and preprocessors that it needs.
    seconds
        Its own limit, where none is asked for; None: the item's.
    absent
        Why it cannot be made, such as an instance that is not there; empty where it can.
    """

    name: str
    way: str
    kind: str = SOLVE
    arguments: dict[str, Any] = field(default_factory=dict, hash=False)
    tools: tuple[str, ...] = ()
    seconds: float | None = None
    absent: str = ""


@dataclass(frozen=True)
class ComparedCell:
    """A figure of ours beside the paper's.

    Parameters
    ----------
    cell
        Its place in the table, in words.
    ours, paper
        The figures; None where there is none.
    same
        True or False; None where that cannot be told or says nothing.
    note
        Why they differ, or why one is missing.
    contradicts
        True if both cannot be true: a bug, in one of them.
    """

    cell: str
    ours: Figure
    paper: Figure
    same: bool | None = None
    note: str = ""
    contradicts: bool = False

    def to_json(self) -> dict[str, Any]:
        """The object of ``--json``."""
        return {"cell": self.cell, "ours": self.ours, "paper": self.paper, "same": self.same, "note": self.note}

    @classmethod
    def exact(
        cls, cell: str, ours: Figure, paper: Figure, note: str = "", *, contradicts: bool = False
    ) -> ComparedCell:
        """A cell whose figures do not depend on the machine: same if they are equal, and unknown without one of them.

        Parameters
        ----------
        cell, ours, paper, note
            As above.
        contradicts
            True if another figure than the paper's is a contradiction.
        """
        same = None if ours is None or paper is None else ours == paper
        return cls(cell, ours, paper, same, note, contradicts and same is False)


@dataclass(frozen=True)
class PaperCurve:
    """A curve or the bars of a figure.

    Parameters
    ----------
    label
        In the legend.
    points
        Pairs of numbers.
    """

    label: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class PaperItem:
    """A table or figure of a paper.

    Parameters
    ----------
    name
        ``PAPER/table-N`` or ``PAPER/figure-N``.
    paper
        The title.
    what
        What it shows, in a line.
    runs
        The runs that it takes, in a setting.
    compare
        Its cells, from the results of the runs.
    limits
        Of each run.
    notes
        Sentences on the whole item.
    machine, versions
        Of the paper: its machine in a few words, and the versions of tools by our names of them.
    curves
        The curves, where it is a figure.
    axes
        The names of both axes of the figure, with their units.
    logarithmic
        The letters of the logarithmic axes.
    bars
        True where the curves are bars on top of each other.
    """

    name: str
    paper: str
    what: str
    runs: Callable[[ReproduceSetting], list[PaperRun]]
    compare: Callable[[PaperResults], list[ComparedCell]]
    limits: PaperLimits
    notes: tuple[str, ...] = ()
    machine: str = ""
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)
    curves: Callable[[PaperResults], list[PaperCurve]] | None = None
    axes: tuple[str, str] = ("", "")
    logarithmic: str = ""
    bars: bool = False
