"""Two files of results compared, such as those of two versions or two machines.

Cells match when game, question, way and limits are the same. Times are compared where both have an answer, as ratios,
both times taken as at least some floor: below it they are noise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.campaign.report.campaign_results import (
    CampaignResults,
    CampaignRun,
    ReportSettings,
    representative,
)
from zermelo.campaign.report.report_table import RATIO, SECONDS, TEXT, ReportColumn, ReportTable
from zermelo.campaign.report.run_statistics import geometric_mean, median
from zermelo.campaign.report.run_texts import question_text

LOST, GAINED, SLOWER, FASTER = "lost", "gained", "slower", "faster"
"""An answer that was there and is not; one that was not; both there, and the times differ."""

CellMatch = tuple[str, str, str, tuple[float | None, int | None, int, bool]]
"""The game by its hash, the question, the way, the limits."""


class ComparedRun(NamedTuple):
    """A cell in both files."""

    old: CampaignRun
    new: CampaignRun

    def ratio(self, floor: float) -> float | None:
        """The new time by the old one, both at least ``floor`` seconds; None without two answers."""
        if not (self.old.solved and self.new.solved):
            return None
        return max(self.new.seconds, floor) / max(self.old.seconds, floor)

    def change(self, settings: ReportSettings) -> str | None:
        """``"lost"``, ``"gained"``, ``"slower"``, ``"faster"``; None where nothing changed that counts."""
        if self.old.solved != self.new.solved:
            return LOST if self.old.solved else GAINED
        ratio = self.ratio(settings.floor)
        if ratio is None or 1 / settings.factor <= ratio <= settings.factor:
            return None
        return SLOWER if ratio > 1 else FASTER


@dataclass(frozen=True)
class ResultComparison:
    """Two files of results, cell by cell.

    Parameters
    ----------
    old, new
        The names of the files.
    pairs
        The cells of both, in the order of the old file.
    only_old, only_new
        Numbers of cells that the other file has not.
    settings
        The settings of the report.
    hint
        Why nothing matches, where nothing does.
    """

    old: str
    new: str
    pairs: tuple[ComparedRun, ...]
    only_old: int
    only_new: int
    settings: ReportSettings
    hint: str = ""

    def changed(self, kind: str) -> list[ComparedRun]:
        """The cells with that change, those that changed most first."""
        found = [pair for pair in self.pairs if pair.change(self.settings) == kind]
        if kind in {SLOWER, FASTER}:
            found.sort(key=lambda pair: pair.ratio(self.settings.floor) or 0.0, reverse=kind == SLOWER)
        return found

    @property
    def regressions(self) -> int:
        """The number of answers lost and of answers that take longer."""
        return len(self.changed(LOST)) + len(self.changed(SLOWER))


def compare_results(old: CampaignResults, new: CampaignResults) -> ResultComparison:
    """Compare two files of results; the settings are those of the old one."""
    before, after = _matches(old), _matches(new)
    pairs = tuple(ComparedRun(run, after[key]) for key, run in before.items() if key in after)
    hint = "" if pairs else _hint(before, after)
    only = len(before.keys() - after.keys()), len(after.keys() - before.keys())
    return ResultComparison(old.name, new.name, pairs, *only, old.settings, hint)


def _matches(results: CampaignResults) -> dict[CellMatch, CampaignRun]:
    groups: dict[CellMatch, list[CampaignRun]] = {}
    for run in results.rows:
        groups.setdefault((*run.task, run.label, run.limits), []).append(run)
    return {key: representative(runs, results.settings.repetitions) for key, runs in groups.items()}


def _hint(before: Iterable[CellMatch], after: Iterable[CellMatch]) -> str:
    """The first part of the cells that has nothing in common."""
    old, new = list(before), list(after)
    parts = ("game (the contents of the files are compared)", "question", "way", "limits")
    for number, part in enumerate(parts):
        if not {key[number] for key in old} & {key[number] for key in new}:
            return f"they have no {part} in common"
    return "they have no cell in common: the same game, question, way and limits"


def comparison_tables(comparison: ResultComparison) -> list[ReportTable]:
    """By way what changed and the ratios of times; then each change by name."""
    made = [_by_way(comparison)]
    titles = {
        LOST: f"Answers lost in {comparison.new}",
        SLOWER: f"Slower in {comparison.new} by more than {comparison.settings.factor:g} times",
        GAINED: f"Answers gained in {comparison.new}",
        FASTER: f"Faster in {comparison.new} by more than {comparison.settings.factor:g} times",
    }
    return [*made, *(_named(comparison, kind, title) for kind, title in titles.items() if comparison.changed(kind))]


def _by_way(comparison: ResultComparison) -> ReportTable:
    settings = comparison.settings
    columns = (
        ReportColumn("way", TEXT),
        *map(ReportColumn, ("cells", "solved before", "after", LOST, GAINED, SLOWER, FASTER)),
        ReportColumn("median ratio", RATIO),
        ReportColumn("mean ratio", RATIO),
    )
    rows = []
    ways = list(dict.fromkeys(pair.old.label for pair in comparison.pairs))
    for way in [*ways, None] if len(ways) > 1 else ways:
        pairs = [pair for pair in comparison.pairs if way is None or pair.old.label == way]
        changes = [pair.change(settings) for pair in pairs]
        ratios = [ratio for pair in pairs if (ratio := pair.ratio(settings.floor)) is not None]
        counts = (changes.count(kind) for kind in (LOST, GAINED, SLOWER, FASTER))
        solved = sum(pair.old.solved for pair in pairs), sum(pair.new.solved for pair in pairs)
        name = "(all ways)" if way is None else way
        rows.append((name, len(pairs), *solved, *counts, median(ratios), geometric_mean(ratios)))
    note = (
        f"ratio: time after by time before, of at least {settings.floor:g} s each, where both solved;"
        f" mean: the geometric one; slower, faster: by more than {settings.factor:g} times"
    )
    title = f"{comparison.old} (before) and {comparison.new} (after)"
    return ReportTable("comparison", title, columns, tuple(rows), note)


def _named(comparison: ResultComparison, kind: str, title: str) -> ReportTable:
    several = len({pair.old.asked for pair in comparison.pairs}) > 1
    columns = (
        ReportColumn("game", TEXT),
        *((ReportColumn("question", TEXT),) if several else ()),
        ReportColumn("way", TEXT),
        ReportColumn("before (s)", SECONDS),
        ReportColumn("after (s)", SECONDS),
        *((ReportColumn("ratio", RATIO),) if kind in {SLOWER, FASTER} else (ReportColumn("instead", TEXT),)),
    )
    rows = []
    for old, new in comparison.changed(kind):
        without = new if kind == LOST else old
        last = ComparedRun(old, new).ratio(comparison.settings.floor)
        told = f"{without.status}: {without.reason or 'no answer'}" if last is None else last
        question = (question_text(old.asked),) if several else ()
        rows.append((old.game, *question, old.label, old.seconds, new.seconds, told))
    return ReportTable(kind, title, columns, tuple(rows))
