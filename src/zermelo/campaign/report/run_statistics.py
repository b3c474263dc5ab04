"""Statistics of the runs of ways: answers, PAR-2, unique answers, times, memory; how far the answers agree."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zermelo.campaign.agreement import Agreement
from zermelo.campaign.cell import FAILED, UNKNOWN
from zermelo.campaign.report.campaign_results import CampaignResults, CampaignRun
from zermelo.campaign.report.run_texts import family_of


@dataclass(frozen=True)
class WayStatistics:
    """Figures of one way over all tasks: numbers of answers, seconds and memory.

    Parameters
    ----------
    way
        Its name.
    solved, unknown, failed, missing
        Numbers of tasks; the missing ones have not been run, and nothing else counts them.
    unique
        Tasks that no other way solved.
    fastest
        Solved tasks on which no other way was faster.
    par2
        Mean of the seconds, where a task without an answer counts twice the time limit; None without a limit or tasks.
    median, total
        Seconds: the median of what was solved (None: nothing was), the sum over all tasks.
    cpu, memory_mb
        CPU seconds of all, and the largest memory of any.
    """

    way: str
    solved: int
    unknown: int
    failed: int
    missing: int
    unique: int
    fastest: int
    par2: float | None
    median: float | None
    total: float
    cpu: float
    memory_mb: float


def par2(times: Iterable[float | None], limit: float | None) -> float | None:
    """Mean of seconds, where None, no answer, counts twice the limit; None without a limit, or without any time.

    >>> par2([1.0, None], 10), par2([1.0, None], None), par2([1.0], None), par2([], 10)
    (10.5, None, 1.0, None)
    """
    found = list(times)
    if not found or (limit is None and None in found):
        return None
    return sum(2 * (limit or 0.0) if time is None else time for time in found) / len(found)


def geometric_mean(values: Sequence[float]) -> float | None:
    """The geometric mean of numbers above 0; None of none.

    >>> round(geometric_mean([0.5, 8.0]) or 0, 9), geometric_mean([])
    (2.0, None)
    """
    return statistics.geometric_mean(values) if values else None


def median(values: Sequence[float]) -> float | None:
    """The median; None of none."""
    return statistics.median(values) if values else None


def solved_times(runs: Iterable[CampaignRun]) -> list[float]:
    """The seconds of the runs with an answer, in order."""
    return [run.seconds for run in runs if run.solved]


def way_statistics(results: CampaignResults) -> list[WayStatistics]:
    """The statistics of each way, in the order of the campaign."""
    solvers = Counter(task for runs in results.runs.values() for task, run in runs.items() if run.solved)
    best: dict[tuple[str, str], float] = {}
    for runs in results.runs.values():
        for task, run in runs.items():
            if run.solved:
                best[task] = min(run.seconds, best.get(task, run.seconds))
    found = []
    for way, tasks in results.runs.items():
        tried, solved = list(tasks.values()), {task: run for task, run in tasks.items() if run.solved}
        found.append(
            WayStatistics(
                way,
                len(solved),
                sum(run.status == UNKNOWN for run in tried),
                sum(run.status == FAILED for run in tried),
                results.untried.get(way, 0),
                sum(solvers[task] == 1 for task in solved),
                sum(run.seconds <= best[task] for task, run in solved.items()),
                par2((run.seconds if run.solved else None for run in tried), results.limit_of(way)),
                median(solved_times(tried)),
                sum(run.seconds for run in tried),
                sum(run.cpu_seconds for run in tried),
                max((run.memory_mb for run in tried), default=0.0),
            )
        )
    return found


def best_of_all(results: CampaignResults) -> tuple[int, float | None]:
    """The tasks that any way solved, and PAR-2 of the fastest way on each: of a choice that is always right.

    A task without any answer counts twice the smallest limit.
    """
    limits = [limit for way in results.ways if results.runs[way] and (limit := results.limit_of(way)) is not None]
    times = [
        min((run.seconds for runs in results.runs.values() if (run := runs.get(task)) and run.solved), default=None)
        for task in results.tasks
    ]
    return sum(time is not None for time in times), par2(times, min(limits, default=None))


@dataclass(frozen=True)
class WayAgreement:
    """Agreement of the answers of a way with those of the others.

    Parameters
    ----------
    way
        Its name.
    answers
        Tasks with an answer.
    checked
        Those whose answer was proven and checked by the rules.
    confirmed
        Those to which another way has given the same answer.
    alone
        Those that are neither.
    contradictions
        Contradictions that an answer of this way is a part of.
    """

    way: str
    answers: int
    checked: int
    confirmed: int
    alone: int
    contradictions: int


def way_agreements(results: CampaignResults) -> list[WayAgreement]:
    """The agreement of each way with all others, in the order of the campaign."""
    said: dict[tuple[str, str], Counter[object]] = {}
    for runs in results.runs.values():
        for task, run in runs.items():
            if run.solved:
                said.setdefault(task, Counter())[run.said] += 1
    way_of = {run.key: run.way for run in results.rows}
    parts = Counter(
        way for row in results.contradictions for way in {way_of.get(row["first"]), way_of.get(row["second"])}
    )
    found = []
    for way, tasks in results.runs.items():
        solved = {task: run for task, run in tasks.items() if run.solved}
        confirmed = {task for task, run in solved.items() if run.said is not None and said[task][run.said] > 1}
        checked = {task for task, run in solved.items() if run.checked}
        alone = len(solved) - len(confirmed | checked)
        found.append(WayAgreement(way, len(solved), len(checked), len(confirmed), alone, parts[way]))
    return found


def contradictions(several: Sequence[CampaignResults]) -> list[str]:
    """A line on each game about which answers exclude each other, within one file and between files.

    >>> contradictions([])
    []
    """
    found: dict[str, str] = {}
    for results in several:
        for row in results.contradictions:
            found.setdefault(row["game_sha256"], f"{row['game']}: {row['said']}")
    agreement = Agreement()
    for results in several:
        mark = f"{results.name}, " if len(several) > 1 else ""
        for run in results.rows:
            verdict = results.verdicts.get(run.key)
            if verdict is not None:
                pair = agreement.add(run.game_sha256, verdict, run.key, mark + run.way)
                if pair is not None:
                    found.setdefault(run.game_sha256, f"{run.game}: {pair[0]}, but {pair[1]}")
    return list(found.values())


def solved_by_family(results: CampaignResults) -> tuple[dict[str, int], dict[str, Counter[str]]]:
    """The number of tasks of each family, the largest family first; and of those, by way, the number solved."""
    families = Counter(family_of(game) for game in results.tasks.values())
    solved = {
        way: Counter(family_of(results.tasks[task]) for task, run in runs.items() if run.solved)
        for way, runs in results.runs.items()
    }
    return dict(families.most_common()), solved


def reasons(results: CampaignResults) -> tuple[list[str], dict[str, Counter[str]]]:
    """The reasons for no answer, the most frequent first; and by way, how often each of them."""
    by_way = {
        way: Counter(run.reason or "unknown" for run in runs.values() if not run.solved)
        for way, runs in results.runs.items()
    }
    total = sum(by_way.values(), Counter[str]())
    return [reason for reason, _ in total.most_common()], by_way


def pairwise(results: CampaignResults) -> list[list[int]]:
    """For each way and each other one, the number of tasks that the first solved and that the second tried in vain."""
    solved = [{task for task, run in runs.items() if run.solved} for runs in results.runs.values()]
    tried = [set(runs) for runs in results.runs.values()]
    return [[len(mine & was_run - theirs) for theirs, was_run in zip(solved, tried, strict=True)] for mine in solved]
