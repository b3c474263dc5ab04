"""The tables of a report on one file of results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.campaign.report.campaign_results import CampaignResults, CampaignRun
from zermelo.campaign.report.report_table import COUNT, MEGABYTES, SECONDS, TEXT, ReportColumn, ReportTable
from zermelo.campaign.report.run_statistics import (
    best_of_all,
    pairwise,
    reasons,
    solved_by_family,
    way_agreements,
    way_statistics,
)
from zermelo.campaign.report.run_texts import question_text
from zermelo.wording import counted

MOST_FAMILIES = 12
"""The number of families that have a column of their own."""

_WAY = ReportColumn("way", TEXT)


def result_tables(results: CampaignResults) -> list[ReportTable]:
    """All tables of a file of results, those that would be empty left out."""
    made = (answers_table(results), times_table(results), agreement_table(results), families_table(results),
            reasons_table(results), pairs_table(results))  # fmt: skip
    return [table for table in made if table is not None]


def facts(results: CampaignResults) -> list[str]:
    """Lines that tell what a report is about, and what to mind when reading it."""
    tasks, games, rows, settings = len(results.tasks), results.games, len(results.rows), results.settings
    times = "CPU seconds" if settings.cpu else "seconds of wall-clock time"
    asked = counted(games, "games") if tasks == games else f"{counted(tasks, 'questions')} on {counted(games, 'games')}"
    lines = [f"{results.campaign}: {asked} × {counted(len(results.ways), 'ways')}, {counted(rows, 'runs')}; {times}"]
    if tasks > games:
        lines.append("All numbers of solved, unknown and failed ones are of questions.")
    cells = sum(map(len, results.runs.values()))
    if rows > cells:
        which = {"median": "the one in the middle", "best": "the best one", "worst": "the worst one"}
        lines.append(f"Of the repetitions of a cell {which[settings.repetitions]} counts.")
    missing = sum(results.missing.values())
    if missing:
        have = "has" if missing == 1 else "have"
        lines.append(f"{counted(missing, 'runs')} {have} not been done yet; all figures are of those that have.")
    if results.earlier:
        lines.append(f"{results.earlier} rows of earlier forms of the campaign are left out; --earlier takes them in.")
    return lines


def _counted_things(results: CampaignResults) -> str:
    """The things that figures are of: games, or questions where a game is asked several."""
    return "games" if len(results.tasks) == results.games else "questions"


def answers_table(results: CampaignResults) -> ReportTable:
    """By way: solved, unknown, failed, unique answers, PAR-2."""
    found = way_statistics(results)
    missing = any(each.missing for each in found)
    heads = ("solved", "unknown", "failed", *(("not run",) if missing else ()), "unique", "fastest")
    rows = [
        (each.way, each.solved, each.unknown, each.failed, *((each.missing,) if missing else ()), each.unique,
         each.fastest, each.par2)
        for each in found
    ]  # fmt: skip
    if len(found) > 1:
        solved, par2 = best_of_all(results)
        rows.append(("(the best of all)", solved, *(None,) * (len(heads) - 1), par2))
    columns = (_WAY, *map(ReportColumn, heads), ReportColumn("PAR-2", SECONDS))
    note = "unique: no other way solved it; PAR-2: mean seconds, where no answer counts twice the time limit"
    if missing:
        note = f"not run: in no repetition; {note}"
    return ReportTable("answers", "Answers", columns, tuple(rows), note)


def times_table(results: CampaignResults) -> ReportTable:
    """By way: seconds, CPU seconds and memory."""
    columns = (
        _WAY,
        ReportColumn("median (s)", SECONDS),
        ReportColumn("total (s)", SECONDS),
        ReportColumn("CPU (s)", SECONDS),
        ReportColumn("memory (MB)", MEGABYTES),
    )
    found = way_statistics(results)
    rows = tuple((each.way, each.median, each.total, each.cpu, each.memory_mb) for each in found)
    note = f"median of what was solved, totals of all {_counted_things(results)}, the largest memory seen"
    return ReportTable("times", "Time and memory", columns, rows, note)


def agreement_table(results: CampaignResults) -> ReportTable:
    """By way: how many answers were checked, and confirmed by another way."""
    heads = ("answers", "checked", "confirmed", "neither", "contradictions")
    found = way_agreements(results)
    rows = tuple(
        (each.way, each.answers, each.checked, each.confirmed, each.alone, each.contradictions) for each in found
    )
    note = "checked: proven, and the proof checked by the rules; confirmed: another way gives the same answer"
    return ReportTable("agreement", "Agreement", (_WAY, *map(ReportColumn, heads)), rows, note)


def families_table(results: CampaignResults) -> ReportTable | None:
    """By way and family of games, or folder: the number solved; None where there is one family only."""
    families, solved = solved_by_family(results)
    if len(families) < 2:
        return None
    own = list(families)[: MOST_FAMILIES if len(families) <= MOST_FAMILIES else MOST_FAMILIES - 1]
    others = [family for family in families if family not in own]
    heads = [f"{family} ({families[family]})" for family in own]
    if others:
        heads.append(f"{len(others)} others ({sum(families[family] for family in others)})")
    rows = []
    for way, counts in solved.items():
        rest = (sum(counts[family] for family in others),) if others else ()
        rows.append((way, *(counts[family] for family in own), *rest))
    title = "Solved, by family of games or folder"
    note = f"in brackets: how many {_counted_things(results)}"
    return ReportTable("families", title, (_WAY, *map(ReportColumn, heads)), tuple(rows), note)


def reasons_table(results: CampaignResults) -> ReportTable | None:
    """By way: how often there was no answer for which reason; None where all was answered."""
    names, found = reasons(results)
    if not names:
        return None
    rows = tuple((way, *(counts[name] for name in names)) for way, counts in found.items())
    return ReportTable("reasons", "Without an answer, by reason", (_WAY, *map(ReportColumn, names)), rows)


def pairs_table(results: CampaignResults) -> ReportTable | None:
    """Solved by one way and not by another one; None where there is one way only."""
    if len(results.ways) < 2:
        return None
    heads = [str(number) for number in range(1, len(results.ways) + 1)]
    rows = tuple(
        (f"{number} {way}", *(None if other == number else count for other, count in enumerate(counts, 1)))
        for number, (way, counts) in enumerate(zip(results.ways, pairwise(results), strict=True), 1)
    )
    title = "Solved by the way of the row, tried in vain by that of the column"
    return ReportTable("pairs", title, (_WAY, *map(ReportColumn, heads)), rows)


def cells_table(results: CampaignResults) -> ReportTable:
    """All rows, each repetition by itself, with all digits."""
    rows = [dict(_cell_values(run)) for run in results.rows]
    heads = list(rows[0]) if rows else ["game", "way", "status"]
    columns = tuple(ReportColumn(head, COUNT if head.endswith("seconds") else TEXT) for head in heads)
    return ReportTable("cells", "All runs", columns, tuple(tuple(row.values()) for row in rows))


def _cell_values(run: CampaignRun) -> Iterator[tuple[str, Any]]:
    """The columns of a run in a table of all cells, with their values."""
    yield from (
        ("game", run.game),
        ("question", question_text(run.asked)),
        ("way", run.way),
        ("repetition", run.repetition),
        ("status", run.status),
        ("reason", run.reason),
        ("answer", run.answer or None),
        ("checked", run.checked),
        ("seconds", run.wall_seconds),
        ("cpu_seconds", run.cpu_seconds),
        ("peak_memory_mb", run.memory_mb),
        ("formula_size", run.size),
        ("time_limit", run.limits[0]),
        ("memory_limit_mb", run.limits[1]),
        ("host", run.host),
        ("zermelo", dict(run.versions).get("zermelo")),
        ("date", run.date),
        ("game_sha256", run.game_sha256),
        ("key", run.key),
        ("detail", run.detail),
    )
