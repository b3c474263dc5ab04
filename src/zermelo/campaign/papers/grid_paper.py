"""Items of "Concise QBF Encodings for Games on a Grid": critical depths (table 2), ways beside each other (table 3).

Table 3 counts how many instances each of six ways solves; an instance is an entry of table 2 at the depth printed
there, or a Hex puzzle of Hein, with its winning sets written out. The number of instances is not printed. The averages
tell it: with 15, 6, 6, 12, 4, 4 and 25 instances, as many as table 2 has entries, and 30 Hex puzzles, all six averages
come out as printed; with any other number of puzzles one of them does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from zermelo.campaign.papers.benchmark_folder import published_file
from zermelo.campaign.papers.grid_depths import DOMAINS, ENTRIES, NONE, REFUTED, WIN, GridEntry
from zermelo.campaign.papers.item import (
    ComparedCell,
    PaperItem,
    PaperLimits,
    PaperRun,
    ReproduceScale,
    ReproduceSetting,
)
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults

MACHINE = "Xeon Gold 6248R, 3.0 GHz, one core"
PAPER = "Concise QBF Encodings for Games on a Grid"

HOUR = 3600.0

HEX = "Hex"
"""The row of table 3 that is not in table 2."""

HEX_FILES = (
    *("04_3x3-05", "06_4x4-11", "06_4x4-13", "07_4x4-09", "10_5x5-11", "10_5x5-13", "11_5x5-09", "11_5x5-11"),
    *("12_4x4-05", "12_4x4-07", "13_5x5-09", "14_5x5-09", "15_5x5-13", "16_5x5-11", "16_5x5-13", "19_5x5-09"),
    "19_5x5-11",
)
"""The puzzles of Hein among the published files; the depth is at the end. With one of Browne there are 18."""

HEX_INSTANCES = (*(f"bddl/hex/hein_{name}.pg" for name in HEX_FILES), "bddl/hex/browne_5x5_07.pg")

WAYS = {
    "DepQBF-B": ("bloqqer", "depqbf"),
    "DepQBF-H": ("hqspre", "depqbf"),
    "CAQE-B": ("bloqqer", "caqe"),
    "CAQE-H": ("hqspre", "caqe"),
    "CT": ("", "cqesto"),
    "QU": ("", "quabs"),
}
"""The columns of table 3: a preprocessor (B: Bloqqer, H: HQSpre) and a solver; CQESTO and QuAbS read circuits."""

ROWS = ("HTTT", HEX, "B", "B-SP", "C-c", "EP", "EP-dual", "D")
INSTANCES = dict(zip(ROWS, (15, 30, 6, 6, 12, 4, 4, 25), strict=True))
"""Of the paper: those of Hex as its averages tell."""

SOLVED = {
    "HTTT": (15, 12, 12, 11, 10, 11),
    HEX: (26, 18, 22, 19, 10, 18),
    "B": (6, 4, 2, 2, 2, 3),
    "B-SP": (6, 5, 2, 3, 4, 4),
    "C-c": (12, 12, 12, 8, 8, 8),
    "EP": (3, 2, 2, 2, 3, 2),
    "EP-dual": (1, 3, 1, 2, 2, 3),
    "D": (25, 20, 23, 19, 22, 23),
}
TOTAL = (94, 76, 76, 66, 61, 72)
COVERAGE = (0.86, 0.74, 0.61, 0.58, 0.6, 0.67)
"""The printed rows of table 3, in the order of ``WAYS``."""


# ------------------------------------------------------------------------------------------------------------ table 2


def _fastest(entry: GridEntry) -> PaperRun:
    return PaperRun(entry.game, "default", arguments={"game": entry.game, "kind": "fastest"})


def _depth_runs(setting: ReproduceSetting) -> list[PaperRun]:
    return [_fastest(entry) for entry in setting.thinned(ENTRIES, 18)]


def _depth_cell(title: str, entry: GridEntry, result: PaperResult) -> ComparedCell:
    cell, paper, found = f"{title}: {entry.game}", str(entry), result.figures
    refuted = found.get("refuted_depth")
    won = found.get("depth") if found.get("answer") else found.get("won_depth")
    never = found.get("answer") is False
    ours = f"{WIN} {won}" if found.get("answer") else NONE if never else None
    if ours is None and refuted is not None:
        ours = f"{REFUTED} {refuted}"
    if ours is None:
        return ComparedCell(cell, None, paper, None, result.why)
    if entry.excludes(won, refuted, never=never):
        return ComparedCell(cell, ours, paper, False, "both cannot be true", contradicts=True)
    if not found.get("answer") and not never:
        return ComparedCell(cell, ours, paper, None, result.why)
    if entry.kind == REFUTED:
        return ComparedCell(cell, ours, paper, None, "open in the paper, which refutes no further depth in an hour")
    return ComparedCell(cell, ours, paper, True)


def _compare_depths(results: PaperResults) -> list[ComparedCell]:
    return [
        _depth_cell(domain.title, entry, results.of(_fastest(entry))) for domain in DOMAINS for entry in domain.entries
    ]


# ------------------------------------------------------------------------------------------------------------ table 3


def _grid_game(entry: GridEntry) -> str:
    """The instance as a grid game; polyominoes are winning sets otherwise."""
    return f"{entry.game},bddl" if entry.game.startswith("httt") else entry.game


def _way_run(name: str, game: str, depth: int, column: str, absent: str = "") -> PaperRun:
    before, by = WAYS[column]
    arguments = {"game": game, "encodings": ["bddl:faithful"], "preprocessor": before or None, "solver": by}
    tools = tuple(tool for tool in (before, by) if tool)
    label = "+".join(("bddl:faithful", *tools))
    return PaperRun(name, label, "formula", arguments | {"depths": [depth]}, tools, absent=absent)


def _instances(row: str, column: str, folder: Path | None) -> list[PaperRun]:
    """The runs of a cell of table 3."""
    if row == HEX:
        runs = []
        for name in HEX_INSTANCES:
            path, absent = published_file(folder, name)
            runs.append(_way_run(name, path, int(name[-5:-3]), column, absent))
        return runs
    entries = next(domain.entries for domain in DOMAINS if domain.short == row)
    return [_way_run(entry.game, _grid_game(entry), entry.depth, column) for entry in entries]


def _way_runs(setting: ReproduceSetting) -> list[PaperRun]:
    cells = [_instances(row, column, setting.benchmarks) for row in ROWS for column in WAYS]
    return [run for runs in cells for run in setting.thinned(runs, 2)]


def _wrong(row: str, tried: list[tuple[PaperRun, PaperResult]]) -> list[str]:
    """The instances whose answers contradict table 2."""
    known = {entry.game: entry for domain in DOMAINS if domain.short == row for entry in domain.entries}
    return [
        run.name
        for run, result in tried
        if (entry := known.get(run.name)) is not None
        and entry.excludes(result.figures.get("won_depth"), result.figures.get("refuted_depth"), never=False)
    ]


class _Count(NamedTuple):
    """A cell of table 3, with the numbers of instances solved and tried."""

    cell: ComparedCell
    solved: int = 0
    tried: int = 0


def _counted(row: str, column: str, paper: int, results: PaperResults) -> _Count:
    runs = [(run, results.of(run)) for run in _instances(row, column, results.setting.benchmarks)]
    name, tried = f"{row}, {column}", [each for each in runs if each[1].done]
    if not tried:
        return _Count(ComparedCell(name, None, paper, None, runs[0][1].why))
    solved = sum(result.figures.get("answer") is not None for _, result in tried)
    if wrong := _wrong(row, tried):
        note = f"against table 2: {', '.join(wrong)}"
        return _Count(ComparedCell(name, solved, paper, False, note, contradicts=True), solved, len(tried))
    notes = [] if len(tried) == INSTANCES[row] else [f"{len(tried)} of the paper's {INSTANCES[row]} instances"]
    alike = not notes and results.setting.scale is ReproduceScale.FULL
    if solved != paper and results.limit < HOUR:
        notes.append(f"{results.limit:g} s each, the paper an hour")
    same = True if solved == paper else False if alike else None
    return _Count(ComparedCell(name, solved, paper, same, "; ".join(notes)), solved, len(tried))


def _compare_ways(results: PaperResults) -> list[ComparedCell]:
    cells = []
    for place, column in enumerate(WAYS):
        counts = [_counted(row, column, SOLVED[row][place], results) for row in ROWS]
        cells += [each.cell for each in counts]
        tried = sum(each.tried for each in counts)
        total = coverage = None
        why = counts[0].cell.note
        if all(each.tried for each in counts):
            total, why = sum(each.solved for each in counts), f"{tried} instances, the paper {sum(INSTANCES.values())}"
            coverage = round(sum(each.solved / each.tried for each in counts) / len(ROWS), 2)
        for name, ours, paper in (("total", total, TOTAL[place]), ("average coverage", coverage, COVERAGE[place])):
            cells.append(ComparedCell(f"{name}, {column}", ours, paper, True if ours == paper else None, why))
    return cells


ITEMS = (
    PaperItem(
        "grid/table-2",
        PAPER,
        "critical depths of HTTT, Breakthrough, Connect-c, Domineering, Evader and Pursuer",
        _depth_runs,
        _compare_depths,
        PaperLimits(1, 10, 3600, 8000),
        (
            "The paper prints wins in bold, complete refutations plainly, incomplete ones in italics.",
            "The text at hand has lost that; it was found again from numbers of cells and from the literature.",
            "Ours is what `zermelo solve --fastest` says; the paper's is the best of six ways by formulas.",
            "Entries without a number in the paper (shapes and lines that do not fit) are left out.",
        ),
        machine=MACHINE,
    ),
    PaperItem(
        "grid/table-3",
        PAPER,
        "instances solved by each preprocessor and solver",
        _way_runs,
        _compare_ways,
        PaperLimits(1, 2, 3600, 8000),
        (
            "The encoding is bddl:faithful, the paper's. An instance is an entry of table 2 at its depth, or a puzzle.",
            "The paper does not say how many Hex puzzles it has: 30, by its averages. 18 of them are published.",
            "Its sums are right, and its averages fit the counts.",
        ),
        machine=MACHINE,
    ),
)
