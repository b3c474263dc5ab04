"""Figures 1 to 4 of the Game-SAT report: the phase transition, and where formulas are hard.

The curves of the report are lost: its text has the captions. So the figures beside ours are what the text says of the
curves.
"""

from __future__ import annotations

from functools import partial

from zermelo.campaign.papers.gamesat_tables import PAPER
from zermelo.campaign.papers.item import (
    ComparedCell,
    PaperCurve,
    PaperItem,
    PaperLimits,
    PaperRun,
    ReproduceScale,
    ReproduceSetting,
)
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults
from zermelo.gamesat.experiments import FormulaSizes, SizeResult, half, has_formulas
from zermelo.gamesat.generate import MODELS

VARIABLES, CLAUSES, WIDTH = (15, 20, 25, 30, 35), range(10, 51), 3

COUNTS = {ReproduceScale.QUICK: 50, ReproduceScale.DEFAULT: 200, ReproduceScale.FULL: 1000}
"""Formulas of each size."""

LOST = "the report's curve is lost"


def _variables(setting: ReproduceSetting) -> list[int]:
    return list(VARIABLES[::4] if setting.quick else VARIABLES)


def _run(first: str, model: str, variables: int, setting: ReproduceSetting) -> PaperRun:
    """A curve."""
    clauses = [each for each in CLAUSES[:: 2 if setting.quick else 1] if has_formulas(variables, each, WIDTH)]
    sizes = FormulaSizes(variables, 0, WIDTH, COUNTS[setting.scale], 1, model)
    arguments = {"first": first, **vars(sizes), "clauses": clauses}
    return PaperRun(f"random formulas, n = {variables}, {model}", f"{first.upper()} first", "gamesat curve", arguments)


def _runs(firsts: tuple[str, ...], setting: ReproduceSetting) -> list[PaperRun]:
    return [_run(first, model, n, setting) for first in firsts for model in MODELS for n in _variables(setting)]


def _points(result: PaperResult, run: PaperRun) -> list[SizeResult]:
    size, count = run.arguments["variables"], run.arguments["count"]
    return [SizeResult(variables=size, count=count, **point) for point in result.figures.get("points", ())]


def _curves_of(first: str, results: PaperResults) -> dict[tuple[str, int], tuple[list[SizeResult], str]]:
    """For each model and number of variables the points, and why some are missing."""
    found = {}
    for model in MODELS:
        for n in _variables(results.setting):
            run = _run(first, model, n, results.setting)
            result = results.of(run)
            found[model, n] = (_points(result, run), result.why)
    return found


def _compare_shares(first: str, results: PaperResults) -> list[ComparedCell]:
    cells = []
    for (model, n), (points, why) in _curves_of(first, results).items():
        middle = half(points)
        note = why or (LOST if middle is not None else f"{LOST}; with 10 clauses MAX wins less than half")
        cells.append(
            ComparedCell(f"{model}, n = {n}: clauses at which MAX wins half", _rounded(middle), None, note=note)
        )
        if n == max(VARIABLES):
            sharp = points[0].share >= 90 and points[-1].share <= 10 if points and not why else None
            ends = f"{points[0].share:.0f} % to {points[-1].share:.0f} %" if points else why
            cells.append(ComparedCell.exact(f"{model}, n = {n}: from nearly all to nearly none", sharp, True, ends))
    return cells


def _compare_efforts(first: str, results: PaperResults) -> list[ComparedCell]:
    cells = []
    curves = _curves_of(first, results)
    other = {} if first == "max" else _curves_of("max", results)
    for (model, n), (points, why) in curves.items():
        hardest = max(points, key=lambda point: point.nodes, default=None)
        most = None if hardest is None or why else round(hardest.nodes / hardest.count)
        place = why if hardest is None else f"at {hardest.clauses} clauses; {LOST}"
        cells.append(ComparedCell(f"{model}, n = {n}: most positions, on average", most, None, note=place))
        if n != max(VARIABLES):
            continue
        middle = half(points)
        apart, where = None, why
        if hardest is not None and middle is not None and not why:
            apart, where = abs(hardest.clauses - middle) >= 2, f"{hardest.clauses} and {middle:.1f} clauses"
        cells.append(
            ComparedCell.exact(f"{model}, n = {n}: hardest elsewhere than where MAX wins half", apart, True, where)
        )
        if other:
            before, lacks = other[model, n]
            harder = sum(each.nodes for each in before) > sum(each.nodes for each in points) if points else None
            harder = None if why or lacks else harder
            cells.append(ComparedCell.exact(f"{model}, n = {n}: harder with MAX first", harder, True, why or lacks))
    return cells


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 1)


def _share_curves(first: str, results: PaperResults) -> list[PaperCurve]:
    return [
        PaperCurve(f"n = {n}, {model}", tuple((point.clauses, point.share) for point in points))
        for (model, n), (points, _) in _curves_of(first, results).items()
    ]


def _effort_curves(first: str, results: PaperResults) -> list[PaperCurve]:
    return [
        PaperCurve(f"n = {n}, {model}", tuple((point.clauses, point.nodes / point.count) for point in points))
        for (model, n), (points, _) in _curves_of(first, results).items()
    ]


_NOTES = (
    "Formulas of three literals a clause; 1000 of each size in the report and with --full, else 200 (--quick: 50).",
    "The report does not say how every variable comes to occur: three models (uniform, placed, repaired).",
    "The report's curves are not in its text; what the text says of them stands as the report's figure.",
)


def _items(first: str, number: int) -> tuple[PaperItem, PaperItem]:
    mover, limits = first.upper(), PaperLimits(quick=60, default=300, full=7200, published=False)
    shares = PaperItem(
        f"gamesat/figure-{number}",
        PAPER,
        f"formulas that MAX wins, {mover} first, by the number of clauses",
        partial(_runs, (first,)),
        partial(_compare_shares, first),
        limits,
        _NOTES,
        curves=partial(_share_curves, first),
        axes=("clauses", "won by MAX (%)"),
    )
    efforts = PaperItem(
        f"gamesat/figure-{number + 1}",
        PAPER,
        f"positions that our search visits, {mover} first, by the number of clauses",
        partial(_runs, tuple(dict.fromkeys(("max", first)))),
        partial(_compare_efforts, first),
        limits,
        (*_NOTES, "The report's figure is of its own search; ours visits fewer positions."),
        curves=partial(_effort_curves, first),
        axes=("clauses", "positions, mean"),
    )
    return shares, efforts


FIGURE_ITEMS = (*_items("max", 1), *_items("min", 3))
"""Figures 1 and 2 have MAX first, figures 3 and 4 MIN."""
