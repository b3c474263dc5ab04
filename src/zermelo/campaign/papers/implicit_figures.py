"""Figures 2 to 5 of "Implicit State and Goals in QBF Encodings for Positional Games": cactus plots of seven encodings.

The text at hand has lost the curves; it keeps the axes and what the authors say of them. So a cell is a curve, as the
number of instances that it reaches, or a statement of the text, and whether it holds here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import exp, log
from typing import NamedTuple

from zermelo.campaign.papers.implicit_instances import (
    CHAMPIONSHIP,
    ENCODINGS,
    HEIN,
    PATH_ENCODINGS,
    HexInstance,
    HexRun,
    hex_results,
    hex_run,
)
from zermelo.campaign.papers.implicit_tables import MACHINE, PAPER
from zermelo.campaign.papers.item import (
    ComparedCell,
    PaperCurve,
    PaperItem,
    PaperLimits,
    PaperRun,
    ReproduceScale,
    ReproduceSetting,
)
from zermelo.campaign.papers.paper_results import PaperResults

Runs = dict[str, list[HexRun]]
"""The runs of each encoding that were made."""

BOARDS, NO_BOARDS = ("ea", "en", "et"), ("la", "ln", "sa", "sn")
"""The encodings with an explicit board, and without one."""

NOT_FEWER: tuple[tuple[str, str], ...] = (("ln", "la"), ("sn", "sa"), ("en", "ea"), ("et", "ea"), ("sn", "ln"))
"""The first one solves at least as many of Hein's puzzles as the second one, says section 5.2, (ii) and (iii)."""

LOST = "the curve is lost"


class Panel(NamedTuple):
    """One plot of a figure.

    Parameters
    ----------
    title
        In words.
    instances
        All of them.
    encodings
        The curves.
    paper
        The number of instances in the paper; None where it does not say.
    known
        What it says of the ends of curves.
    """

    title: str
    instances: tuple[HexInstance, ...]
    encodings: tuple[str, ...]
    paper: int | None
    known: dict[str, int]

    def runs(self, setting: ReproduceSetting) -> list[PaperRun]:
        """The runs that it takes."""
        whole = HEIN if self.instances[0] in HEIN else CHAMPIONSHIP
        some = [instance for instance in setting.thinned(whole, 3) if instance in self.instances]
        return [hex_run(instance, name, setting) for instance in some for name in self.encodings]

    def found(self, results: PaperResults) -> Runs:
        """The results."""
        return {name: hex_results(results, self.instances, name) for name in self.encodings}

    def ends(self, results: PaperResults) -> list[ComparedCell]:
        """A cell for each curve: the number of instances solved."""
        return [self._end(name, runs, results) for name, runs in self.found(results).items()]

    def _end(self, name: str, runs: list[HexRun], results: PaperResults) -> ComparedCell:
        cell, said = f"{self.title}: solved by {name.upper()}", self.known.get(name)
        whole = f" of {self.paper}" if self.paper is not None else ""
        paper = f"{said}{whole}" if said is not None else LOST
        if not runs:
            why = hex_run(self.instances[0], name, results.setting).absent
            return ComparedCell(cell, None, paper, None, why or "not run")
        solved, wrong = sum(run.solved for run in runs), [run.instance.name for run in runs if run.wrong]
        ours = f"{solved} of {len(runs)}"
        if wrong:
            return ComparedCell(cell, ours, paper, False, f"not as known: {', '.join(wrong)}", contradicts=True)
        all_there = said is not None and said == self.paper and solved == len(self.instances)
        return ComparedCell(cell, ours, paper, True if all_there else None, _seconds(runs))

    def curves(self, results: PaperResults, value: Callable[[HexRun], float]) -> list[PaperCurve]:
        """The cactus plot: how many instances are solved within a value."""
        return [
            PaperCurve(f"{self.title}: {name.upper()}", tuple(enumerate(sorted(map(value, _solved(runs))), 1)))
            for name, runs in self.found(results).items()
            if _solved(runs)
        ]


def _seconds(runs: Iterable[HexRun]) -> str:
    solved = _solved(runs)
    return f"{sum(run.seconds for run in solved):.1f} s for these" if solved else "none"


def _solved(runs: Iterable[HexRun]) -> list[HexRun]:
    return [run for run in runs if run.solved]


def _names(runs: Iterable[HexRun], *, wins: bool | None = None) -> set[str]:
    """The instances that are solved: all of them, or those that Black wins, or does not."""
    return {run.instance.name for run in runs if run.solved and wins in (None, run.instance.wins)}


HEIN_PANEL = Panel("Hein", HEIN, ENCODINGS, 40, {"et": 40})
GAMES_PANEL = Panel("championship", CHAMPIONSHIP, PATH_ENCODINGS, 23, {"et": 16})


def _panel_of(panel: Panel, word: str, *, wins: bool, known: dict[str, int], paper: int | None) -> Panel:
    some = tuple(each for each in panel.instances if each.wins is wins)
    return Panel(f"{panel.title}, {word}", some, panel.encodings, paper, known)


HEIN_UNSAT = _panel_of(HEIN_PANEL, "UNSAT", wins=False, known={}, paper=None)
HEIN_SAT = _panel_of(HEIN_PANEL, "SAT", wins=True, known={}, paper=None)
GAMES_UNSAT = _panel_of(GAMES_PANEL, "UNSAT", wins=False, known={"et": 11}, paper=15)
GAMES_SAT = _panel_of(GAMES_PANEL, "SAT", wins=True, known={"et": 5}, paper=8)


# ----------------------------------------------------------------------------------------------------------- figure 2


def _statement(cell: str, paper: str, ours: str | None, holds: bool | None, note: str = "") -> ComparedCell:
    return ComparedCell(f"text: {cell}", ours, paper, holds, note if ours is not None else "not run")


def _not_fewer(runs: Runs, *, full: bool) -> list[ComparedCell]:
    """Statements (ii) and (iii): who solves more."""
    cells = []
    for more, less in NOT_FEWER:
        cell = f"{more.upper()} solves not fewer than {less.upper()}"
        if not runs[more] or not runs[less]:
            cells.append(_statement(cell, "yes", None, None))
            continue
        counts = [len(_solved(runs[name])) for name in (more, less)]
        note = f"{_seconds(runs[more])} and {_seconds(runs[less])}" if counts[0] <= counts[1] else ""
        holds = True if counts[0] > counts[1] else None if counts[0] == counts[1] or not full else False
        cells.append(_statement(cell, "yes", f"{counts[0]} and {counts[1]}", holds, note))
    return cells


def _faster(runs: Runs, limit: float) -> ComparedCell:
    """Statement (i): explicit boards are an order of magnitude faster. An unsolved run counts with the limit.

    Where all are done at once a ratio says nothing: instances count that all explicit boards solve, and nobody else
    within a second.
    """
    cell, paper = "explicit boards are faster than none", "by an order of magnitude"
    seconds = {
        (run.instance.name, name): max(0.01, run.seconds) if run.solved else limit
        for name in runs
        for run in runs[name]
    }
    solved = set.intersection(*(_names(runs[name]) for name in BOARDS))
    hard = {each for each in solved if all(seconds.get((each, name), 0) >= 1 for name in NO_BOARDS)}
    if not hard:
        return _statement(cell, paper, None, None)

    def mean(names: tuple[str, ...]) -> float:
        return exp(sum(log(seconds[each, name]) for name in names for each in hard) / len(names) / len(hard))

    ratio, unsolved = mean(NO_BOARDS) / mean(BOARDS), sum(len(hard - _names(runs[name])) for name in NO_BOARDS)
    note = f"geometric means over the {len(hard)} instances that none solves within a second without a board"
    note += f"; a lower bound: {unsolved} unsolved runs count with the limit" if unsolved else ""
    return _statement(cell, paper, f"{ratio:.1f} times", True if ratio >= 10 else None if unsolved else False, note)


def _alone(panel: str, name: str, others: Iterable[str], runs: Runs, paper: int, *, wins: bool) -> ComparedCell:
    """The number of instances that one encoding solves and others do not."""
    others = tuple(others)
    word = "SAT" if wins else "UNSAT"
    cell = f"{panel}: {word} solved by {name.upper()} and not by {', '.join(map(str.upper, others))}"
    if not runs[name]:
        return ComparedCell(f"text: {cell}", None, paper, None, "not run")
    rest = set[str]().union(*(_names(runs[other], wins=wins) for other in others))
    ours = len(_names(runs[name], wins=wins) - rest)
    return ComparedCell(f"text: {cell}", ours, paper, True if ours == paper else None, "fewer instances, other limits")


def _compare_cactus(results: PaperResults) -> list[ComparedCell]:
    hein, games = HEIN_PANEL.found(results), GAMES_PANEL.found(results)
    return [
        *HEIN_PANEL.ends(results),
        *GAMES_PANEL.ends(results),
        _faster(hein, results.limit),
        *_not_fewer(hein, full=results.setting.scale is ReproduceScale.FULL),
        _alone("Hein", "sn", ("la", "sa", "ln"), hein, 2, wins=False),
        _alone("championship", "sn", ("ln",), games, 2, wins=True),
        _alone("championship", "ln", ("sn",), games, 1, wins=False),
        _alone("championship", "et", ("sn", "ln", "en"), games, 1, wins=False),
    ]


def _runs_of(*panels: Panel) -> Callable[[ReproduceSetting], list[PaperRun]]:
    def runs(setting: ReproduceSetting) -> list[PaperRun]:
        return [run for panel in panels for run in panel.runs(setting)]

    return runs


def _curves_of(value: Callable[[HexRun], float], *panels: Panel) -> Callable[[PaperResults], list[PaperCurve]]:
    def curves(results: PaperResults) -> list[PaperCurve]:
        return [curve for panel in panels for curve in panel.curves(results, value)]

    return curves


def _time_of(run: HexRun) -> float:
    """Seconds, at least one hundredth: an axis of logarithms knows no zero."""
    return max(0.01, run.seconds)


def _memory_of(run: HexRun) -> float:
    """MB, at least one."""
    return max(1.0, run.memory_mb)


# ----------------------------------------------------------------------------------------------------- figures 3 to 5

ORDER = (("et", "en"), ("ea",), ("ln", "sn"), ("la", "sa"))
"""Groups of encodings by memory, the least first: appendix D. COR is not mentioned."""


def _memory(runs: Runs, names: Iterable[str], common: set[str]) -> float:
    """Geometric mean of MB over these instances."""
    found = [log(run.memory_mb) for name in names for run in runs[name] if run.instance.name in common]
    return exp(sum(found) / len(found))


def _compare_memory(results: PaperResults) -> list[ComparedCell]:
    runs = HEIN_PANEL.found(results)
    common = set.intersection(*({run.instance.name for run in _solved(runs[name]) if run.memory_mb} for name in runs))
    cells = []
    for name in ENCODINGS:
        most = round(max((run.memory_mb for run in _solved(runs[name])), default=0))
        note = f"the most memory of CAQE over {len(_solved(runs[name]))} instances solved" if most else "not run"
        cells.append(ComparedCell(f"Hein: MB of {name.upper()}", most or None, LOST, None, note))
    for less, more in pairwise(ORDER):
        cell = " take less memory than ".join(" and ".join(map(str.upper, names)) for names in (less, more))
        if not common:
            cells.append(_statement(cell, "yes", None, None))
            continue
        means = [_memory(runs, names, common) for names in (less, more)]
        note = f"MB, geometric means over the {len(common)} instances that all encodings solve"
        cells.append(_statement(cell, "yes", f"{means[0]:.1f} and {means[1]:.1f}", means[0] <= means[1], note))
    return cells


def _compare_separated(*panels: Panel) -> Callable[[PaperResults], list[ComparedCell]]:
    """The ends of the curves, and whether both panels show the same trend: the order of the encodings."""

    def compare(results: PaperResults) -> list[ComparedCell]:
        cells = [cell for panel in panels for cell in panel.ends(results)]
        ranks = [_ranked(panel.found(results)) for panel in panels]
        said = "; ".join(" ".join(map(str.upper, each)) for each in ranks) if all(ranks) else None
        note = "judge yourself: best first, by instances solved, then by seconds"
        cells.append(_statement("UNSAT and SAT show the same trends", "yes", said, None, note))
        return cells

    return compare


def _ranked(runs: Runs) -> list[str]:
    """The encodings that solve anything, the best first: by instances solved, then by seconds."""

    def rank(name: str) -> tuple[int, float]:
        solved = _solved(runs[name])
        return -len(solved), sum(run.seconds for run in solved)

    return sorted((name for name in runs if _solved(runs[name])), key=rank)


_LOST = "The text at hand has lost all curves; it has the axes and what the authors say of them."
_HEIN = "Of the paper's 40 Hein instances 22 are published: 11 puzzles at two depths each."
_GAMES = (
    "Of the paper's 15 UNSAT and 8 SAT championship instances 7 and 4 can be made of the published files.",
    "Most of these are graphs without White's borders, which ET cannot take.",
)
_TWICE = "hein_17 has no winning depth among its two: both are UNSAT."
_CAQE = "Seconds are those of Bloqqer and CAQE, memory is that of CAQE, looked at every 50 ms."

FIGURES = (
    PaperItem(
        "implicit/figure-2",
        PAPER,
        "instances solved over time: Hein's puzzles by COR and seven encodings, championship games by four",
        _runs_of(HEIN_PANEL, GAMES_PANEL),
        _compare_cactus,
        PaperLimits(1, 3, 10800, 8000),
        (_LOST, _HEIN, *_GAMES, _CAQE),
        machine=MACHINE,
        curves=_curves_of(_time_of, HEIN_PANEL, GAMES_PANEL),
        axes=("instances solved", "seconds"),
        logarithmic="y",
    ),
    PaperItem(
        "implicit/figure-3",
        PAPER,
        "Hein's puzzles solved over memory",
        _runs_of(HEIN_PANEL),
        _compare_memory,
        PaperLimits(1, 3, 10800, 8000),
        (_LOST, _HEIN, _CAQE),
        machine=MACHINE,
        curves=_curves_of(_memory_of, HEIN_PANEL),
        axes=("instances solved", "MB"),
        logarithmic="y",
    ),
    PaperItem(
        "implicit/figure-4",
        PAPER,
        "Hein's puzzles, UNSAT and SAT apart, over time and memory",
        _runs_of(HEIN_UNSAT, HEIN_SAT),
        _compare_separated(HEIN_UNSAT, HEIN_SAT),
        PaperLimits(1, 3, 10800, 8000),
        (_LOST, "Its axes end at 24 UNSAT and at 18 SAT instances.", _HEIN, _TWICE, _CAQE),
        machine=MACHINE,
        curves=_curves_of(_time_of, HEIN_UNSAT, HEIN_SAT),
        axes=("instances solved", "seconds"),
        logarithmic="y",
    ),
    PaperItem(
        "implicit/figure-5",
        PAPER,
        "championship games, UNSAT and SAT apart, over time and memory",
        _runs_of(GAMES_UNSAT, GAMES_SAT),
        _compare_separated(GAMES_UNSAT, GAMES_SAT),
        PaperLimits(1, 3, 10800, 32000),
        (_LOST, "Its axes end at 12 UNSAT and at 6 SAT instances.", *_GAMES, _CAQE),
        machine=MACHINE,
        curves=_curves_of(_time_of, GAMES_UNSAT, GAMES_SAT),
        axes=("instances solved", "seconds"),
        logarithmic="y",
    ),
)
