"""Tables 1, 2 and 5 of the pairing paper: all polyominoes on 3×3, 4×4 and 5×5, one formula each of a full board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.campaign.papers.item import ComparedCell, PaperItem, PaperLimits, PaperRun, ReproduceSetting
from zermelo.campaign.papers.pairing_instances import (
    MACHINE,
    PAPER,
    PREPROCESSORS,
    SOLVERS,
    VERSIONS,
    PolyominoInstance,
    default_run,
    instances,
)
from zermelo.campaign.papers.paper_results import PaperResults
from zermelo.campaign.papers.solved_counts import PublishedCounts, compare_counts, count_default

Row = tuple[str, str, str]
"""Solver, preprocessor and encoding, as the paper names them."""


def _published(text: str) -> dict[Row, PublishedCounts]:
    """Rows of a table: solver, preprocessor, encoding; seconds, unknown, winners, losers."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {
        (solver, preprocessor, encoding): PublishedCounts(float(seconds), *map(int, counts))
        for solver, preprocessor, encoding, seconds, *counts in rows
    }


ON_3X3 = _published("""
    DepQBF none     DYS       12.85 0 8 40
    DepQBF none     COR        1.12 0 8 40
    DepQBF none     Pairing    0.77 0 8 40
    QESTO  none     DYS     3171.66 0 8 40
    QESTO  none     COR        9.21 0 8 40
    QESTO  none     Pairing    3.00 0 8 40
    DepQBF QRATPre+ DYS        7.97 0 8 40
    DepQBF QRATPre+ COR        0.85 0 8 40
    DepQBF QRATPre+ Pairing    0.32 0 8 40
    QESTO  bloqqer  DYS        3.47 0 8 40
    QESTO  bloqqer  COR        1.65 0 8 40
    QESTO  bloqqer  Pairing    1.69 0 8 40
""")
"""Table 1: seconds. The text says of all that there are exactly 8 winners and 40 losers, and no timeout."""

ON_4X4 = _published("""
    DepQBF none     COR     17159.72 7 14 77
    DepQBF none     Pairing   114.63 0 14 84
    DepQBF bloqqer  COR     12949.31 5 14 79
    DepQBF bloqqer  Pairing    93.35 0 14 84
    DepQBF QRATPre+ COR     14176.01 5 14 79
    DepQBF QRATPre+ Pairing    61.31 0 14 84
""")
"""Table 2."""

ON_5X5 = _published("""
    DepQBF none     COR     103083.14 103  7  0
    DepQBF none     Pairing  41365.22  40 10 60
    DepQBF bloqqer  COR     103213.42 103  7  0
    DepQBF bloqqer  Pairing  38901.20  38 10 62
    DepQBF QRATPre+ COR     103114.56 103  7  0
    DepQBF QRATPre+ Pairing  39393.55  38 10 62
""")
"""Table 5."""

PUBLISHED = "Encodings as published: cor:faithful, pairing:faithful, dys:faithful."
SECONDS = "Seconds are wall-clock seconds of the whole run, encoding included; an open run counts with its limit."
DEFAULT = "zermelo solve is what this package does by itself; the paper has nothing like it."


def _tools(row: Row) -> tuple[str, ...]:
    """Our names of the tools of a row: the preprocessor, if any, and the solver."""
    solver, preprocessor, _ = row
    return (*([PREPROCESSORS[preprocessor]] if preprocessor != "none" else []), SOLVERS[solver])


def solved_by(instance: PolyominoInstance, row: Row) -> PaperRun:
    """The run of an instance in a row of a table: one formula, of a full board."""
    solver, preprocessor, encoding = row
    tools = _tools(row)
    arguments = {
        "game": instance.asked_by(encoding),
        "encodings": [f"{encoding.lower()}:faithful"],
        "preprocessor": PREPROCESSORS[preprocessor],
        "solver": SOLVERS[solver],
        "depths": [instance.size**2],
    }
    return PaperRun(instance.name, "+".join([f"{encoding.lower()}:faithful", *tools]), "formula", arguments, tools)


@dataclass(frozen=True)
class PolyominoTable:
    """A table of rows that count.

    Parameters
    ----------
    size
        Of the board.
    rows
        What the paper has.
    quick
        The number of instances of a quick run.
    """

    size: int
    rows: dict[Row, PublishedCounts]
    quick: int

    def chosen(self, setting: ReproduceSetting) -> list[PolyominoInstance]:
        """The instances that are run."""
        return setting.thinned(instances(self.size), self.quick)

    def runs(self, setting: ReproduceSetting) -> list[PaperRun]:
        """As `PaperItem.runs`."""
        chosen = self.chosen(setting)
        return [*map(default_run, chosen), *(solved_by(each, row) for row in self.rows for each in chosen)]

    def compare(self, results: PaperResults) -> list[ComparedCell]:
        """As `PaperItem.compare`."""
        return list(self._cells(results))

    def _cells(self, results: PaperResults) -> Iterator[ComparedCell]:
        chosen = self.chosen(results.setting)
        best = min(self.rows.values(), key=lambda row: row.unknown)
        for row, paper in self.rows.items():
            runs = [solved_by(each, row) for each in chosen]
            yield from compare_counts(", ".join(row), runs, paper, best, results)
        yield from count_default("zermelo solve", [default_run(each) for each in chosen], results)


def _item(number: int, what: str, table: PolyominoTable, limits: PaperLimits) -> PaperItem:
    notes = (PUBLISHED, SECONDS, DEFAULT)
    names = dict.fromkeys(name for row in table.rows for name in _tools(row))
    versions = {name: VERSIONS[name] for name in names}
    return PaperItem(
        f"pairing/table-{number}", PAPER, what, table.runs, table.compare, limits, notes, MACHINE, versions
    )


TABLE_1 = _item(1, "3×3: all polyominoes by DYS, COR, Pairing", PolyominoTable(3, ON_3X3, 12), PaperLimits(5, 60, 1000))
TABLE_2 = _item(2, "4×4: all polyominoes by COR and Pairing", PolyominoTable(4, ON_4X4, 10), PaperLimits(1, 10, 1000))
TABLE_5 = _item(5, "5×5: all polyominoes by COR and Pairing", PolyominoTable(5, ON_5X5, 6), PaperLimits(1, 10, 1000))
