"""The charts of a report: cactus, survival, memory, size, and scatter plots of pairs of ways or of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from zermelo.campaign.report.campaign_results import CampaignResults, CampaignRun
from zermelo.campaign.report.charts import COLOURS, ChartLook, ChartPoint, cactus, scatter, sized, survival
from zermelo.campaign.report.result_comparison import ResultComparison
from zermelo.campaign.report.run_texts import family_of

MOST_PAIRS = 36
"""The number of pairs of ways that are drawn: those of the ways that solved most."""

MOST_GROUPS = 7
"""The number of families that have a sign of their own in a scatter plot."""


class ResultChart(NamedTuple):
    """A chart: a word (the name of its file), a caption, the figure."""

    name: str
    caption: str
    figure: Any


def result_charts(
    several: Sequence[CampaignResults],
    comparisons: Sequence[ResultComparison] = (),
    most_pairs: int = MOST_PAIRS,
) -> Iterator[ResultChart]:
    """The charts of some files of results, one at a time.

    Parameters
    ----------
    several
        The files. Pairs of ways are drawn of a single one only.
    comparisons
        Of each a scatter plot of the times before and after.
    most_pairs
        The number of pairs of ways.

    Raises ``MissingToolError`` without matplotlib.
    """
    ways = {
        _label(several, results, way): list(runs.values()) for results in several for way, runs in results.runs.items()
    }
    what = "CPU seconds" if several and several[0].settings.cpu else "seconds"
    limit = _common_limit(several)
    solved = {name: [run for run in runs if run.solved] for name, runs in ways.items()}
    times = {name: [run.seconds for run in runs] for name, runs in solved.items()}
    looks = _looks(several)
    figure = cactus(times, what=what, limit=limit, looks=looks)
    yield ResultChart("cactus", f"Solved, each within so many {what}", figure)
    totals = {name: len(runs) for name, runs in ways.items()}
    figure = survival(times, totals, limit=limit, what=what, looks=looks)
    yield ResultChart("survival", f"Still open after so many {what}", figure)
    memory = {name: [run.memory_mb for run in runs] for name, runs in solved.items()}
    figure = cactus(memory, what="MB", floor=0.1, looks=looks)
    yield ResultChart("memory", "Solved, each within so many MB", figure)
    sizes = {name: [ChartPoint(run.size, run.seconds) for run in runs if run.size] for name, runs in solved.items()}
    sizes = {name: points for name, points in sizes.items() if points}
    if sizes:
        figure = sized(sizes, y=what, looks=looks if len(several) == 1 else None)  # points have no kind of line
        yield ResultChart("size", f"Size of the largest formula, and {what}", figure)
    for number, comparison in enumerate(comparisons, 1):
        yield _before_and_after(comparison, number, what)
    if len(several) == 1:
        yield from _pairs(several[0], most_pairs, what)


def pair_count(results: CampaignResults) -> int:
    """The number of pairs of ways."""
    return len(results.ways) * (len(results.ways) - 1) // 2


def _label(several: Sequence[CampaignResults], results: CampaignResults, way: str) -> str:
    return way if len(several) == 1 else f"{way} · {results.name}"


def _looks(several: Sequence[CampaignResults]) -> dict[str, ChartLook]:
    """One look of a way in all charts; of several files a colour for each way, and a kind of line for each file."""
    ways = list(dict.fromkeys(way for results in several for way in results.ways))
    found = {}
    for number, results in enumerate(several):
        for way in results.ways:
            place = ways.index(way)
            line = place // len(COLOURS) if len(several) == 1 else number
            found[_label(several, results, way)] = ChartLook(place, line)
    return found


def _common_limit(several: Sequence[CampaignResults]) -> float | None:
    found = {results.limit for results in several}
    return found.pop() if len(found) == 1 else None


def _before_and_after(comparison: ResultComparison, number: int, what: str) -> ResultChart:
    groups: dict[str, list[ChartPoint]] = {}
    for old, new in comparison.pairs:
        _add(groups, old.label, old, new)
    limits = {pair.old.limits[0] for pair in comparison.pairs}
    limit = limits.pop() if len(limits) == 1 else None
    names = f"{comparison.old} (before)", f"{comparison.new} (after)"
    figure = scatter(groups, names, what=what, limits=(limit, limit))
    return ResultChart(f"comparison-{number}", f"Times in {names[0]} and {names[1]}", figure)


def _pairs(results: CampaignResults, most: int, what: str) -> Iterator[ResultChart]:
    """Scatter plots of the pairs of the ways that solved most."""
    solved = {way: sum(run.solved for run in runs.values()) for way, runs in results.runs.items()}
    order = sorted(results.ways, key=lambda way: -solved[way])  # stable
    chosen = sorted(combinations(range(len(order)), 2), key=lambda pair: (pair[1], pair[0]))[:most]
    families = _families(results)
    for number, (first, second) in enumerate(chosen, 1):
        x, y = order[first], order[second]
        groups: dict[str, list[ChartPoint]] = {}
        for task, mine in results.runs[x].items():
            theirs = results.runs[y].get(task)
            if theirs is not None:
                _add(groups, families[task], mine, theirs)
        limits = results.limit_of(x), results.limit_of(y)
        figure = scatter(dict(sorted(groups.items())), (x, y), what=what, limits=limits)
        yield ResultChart(f"scatter-{number}-{x}-{y}", f"Times of {x} and {y}, game by game", figure)


def _add(groups: dict[str, list[ChartPoint]], name: str, x: CampaignRun, y: CampaignRun) -> None:
    """Add the point of two runs, unless neither has an answer."""
    if x.solved or y.solved:
        point = ChartPoint(x.seconds if x.solved else None, y.seconds if y.solved else None)
        groups.setdefault(name, []).append(point)


def _families(results: CampaignResults) -> dict[tuple[str, str], str]:
    """The family of each task; those of the smaller families are called "other"."""
    found = {task: family_of(game) for task, game in results.tasks.items()}
    names = list(found.values())
    largest = sorted(dict.fromkeys(names), key=lambda name: -names.count(name))[:MOST_GROUPS]
    return {task: name if name in largest else "other" for task, name in found.items()}
