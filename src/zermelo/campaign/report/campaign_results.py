"""The results of a campaign as a report needs them: the rows of one file, one run for each cell out of its repetitions.

A *task* is a game and a question on it. A *way* of a report is a way of the campaign; where one file holds rows of the
same way within other limits, or by other versions, each is a way of its own, and its name says what differs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from zermelo.campaign.cell import FAILED, SOLVE, SOLVED, UNKNOWN, CampaignCell
from zermelo.campaign.database import ResultRow, ResultsDatabase
from zermelo.campaign.report.run_texts import answer_text
from zermelo.errors import InputError

MEDIAN, BEST, WORST = "median", "best", "worst"
REPETITIONS = (MEDIAN, BEST, WORST)
"""The run that stands for the repetitions of a cell: the one in the middle, the fastest, the slowest."""

_RANK = {SOLVED: 0, UNKNOWN: 1, FAILED: 2}
_COLUMNS = (
    "key, game, game_sha256, way, repetition, asked, time_limit, memory_limit_mb, jobs, checks, status, reason, detail,"
    " checked, seconds, cpu_seconds, peak_memory_mb, host, machine, zermelo, tools, source_commit, date, verdict"
)


@dataclass(frozen=True)
class ReportSettings:
    """The settings of a report.

    Parameters
    ----------
    repetitions
        The run that stands for the repetitions of a cell: ``"median"``, ``"best"`` or ``"worst"``.
    cpu
        True to compare CPU seconds instead of wall-clock seconds.
    earlier
        True to take in rows of cells that are no part of the campaign file as it is now.
    ways, games
        Ways, by the labels of the campaign or the names in the report, and patterns of names of games (``*``, ``?``):
        nothing else is reported. None given: all.
    factor, floor
        Two times differ when one is more than so many times the other, both taken as at least ``floor`` seconds.
    """

    repetitions: str = MEDIAN
    cpu: bool = False
    earlier: bool = False
    ways: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    factor: float = 2.0
    floor: float = 0.1

    def __post_init__(self) -> None:
        if self.repetitions not in REPETITIONS:
            raise InputError(f"one of {', '.join(REPETITIONS)}", found=repr(self.repetitions[:40]))
        if not 1 <= self.factor < float("inf"):
            raise InputError("a factor of at least 1", found=f"{self.factor:g}")
        if not 0 < self.floor < float("inf"):
            raise InputError("a least time above 0 seconds", found=f"{self.floor:g}")

    def takes_game(self, game: str) -> bool:
        """True if a game is reported."""
        return not self.games or any(fnmatchcase(game, pattern) for pattern in self.games)

    def takes_way(self, label: str, name: str) -> bool:
        """True if a way is reported, by its label or by its name."""
        return not self.ways or label in self.ways or name in self.ways


@dataclass(frozen=True)
class CampaignRun:
    """One row of the results.

    Parameters
    ----------
    key, game, game_sha256, repetition, status, reason, detail, host, date
        As in the table of results.
    label, way
        The way in the campaign file; and its name in the report, which tells it from others of that label.
    asked
        The question, in one form.
    limits
        Seconds, MB and runs at a time inside the cell; and whether the answer was to be checked.
    versions
        Of Zermelo and of the tools.
    seconds
        Wall-clock or CPU time, as the settings say.
    wall_seconds, cpu_seconds, memory_mb
        As measured.
    checked
        True if the answer was proven and checked by the rules.
    answer
        The answer for people, and "" where there is none.
    said
        What two answers on one question have to have in common; None where no other one can confirm it.
    size
        Clauses (or gates) of the largest formula that was encoded; None without formulas.
    """

    key: str
    game: str
    game_sha256: str
    label: str
    way: str
    repetition: int
    asked: str
    limits: tuple[float | None, int | None, int, bool]
    versions: tuple[tuple[str, str], ...]
    status: str
    reason: str | None
    detail: str | None
    seconds: float
    wall_seconds: float
    cpu_seconds: float
    memory_mb: float
    checked: bool = False
    answer: str = ""
    said: Hashable = None
    size: int | None = None
    host: str = ""
    date: str = ""

    @property
    def solved(self) -> bool:
        """True if there is an answer."""
        return self.status == SOLVED

    @property
    def task(self) -> tuple[str, str]:
        """The game, by its hash, and the question."""
        return self.game_sha256, self.asked

    @property
    def rank(self) -> tuple[int, float]:
        """The order of runs from the best to the worst: answers first, then by seconds."""
        return _RANK.get(self.status, len(_RANK)), self.seconds


@dataclass(frozen=True)
class CampaignResults:
    """The rows of one file.

    Parameters
    ----------
    name
        The name of the file.
    campaign
        The name of the campaign file.
    settings
        The settings of the report.
    rows
        The runs, in the order of the campaign, with the names of their ways as the report shows them.
    ways
        These names, in the order of the campaign.
    missing
        By way, the number of runs that have no row yet, each repetition by itself.
    earlier
        The number of rows that were left out, since the campaign file has changed.
    contradictions
        Lines on pairs of answers that exclude each other, with the game, as the campaign found them.
    verdicts
        By key, the verdicts as JSON.
    provenance
        Lines on the versions and machines that made the rows.
    untried
        By way, the number of tasks of which no repetition has a row yet.
    """

    name: str
    campaign: str
    rows: tuple[CampaignRun, ...]
    ways: tuple[str, ...]
    settings: ReportSettings = ReportSettings()
    missing: Mapping[str, int] = field(default_factory=dict)
    earlier: int = 0
    contradictions: tuple[ResultRow, ...] = ()
    verdicts: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    provenance: tuple[str, ...] = ()
    untried: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def runs(self) -> dict[str, dict[tuple[str, str], CampaignRun]]:
        """By way and task, the run that stands for the repetitions."""
        groups: dict[str, dict[tuple[str, str], list[CampaignRun]]] = {way: {} for way in self.ways}
        for run in self.rows:
            groups[run.way].setdefault(run.task, []).append(run)
        return {
            way: {task: representative(runs, self.settings.repetitions) for task, runs in tasks.items()}
            for way, tasks in groups.items()
        }

    @cached_property
    def tasks(self) -> dict[tuple[str, str], str]:
        """The tasks, in the order of the campaign, with the name of the game."""
        found: dict[tuple[str, str], str] = {}
        for run in self.rows:
            found.setdefault(run.task, run.game)
        return found

    @property
    def games(self) -> int:
        """The number of games, of which each may be asked several questions."""
        return len({game for game, _ in self.tasks})

    @property
    def limit(self) -> float | None:
        """The time limit, in seconds, where it is the same one in all rows."""
        found = {run.limits[0] for run in self.rows}
        return found.pop() if len(found) == 1 else None

    def limit_of(self, way: str) -> float | None:
        """The time limit of a way, in seconds; None without one."""
        return next((run.limits[0] for run in self.runs[way].values()), None)


def representative(runs: Sequence[CampaignRun], which: str = MEDIAN) -> CampaignRun:
    """The run that stands for some repetitions.

    Parameters
    ----------
    runs
        At least one.
    which
        ``"best"``: the fastest answer; ``"worst"``: no answer, or else the slowest; ``"median"``: the one in the
        middle, of an even number the better one of the two there. Thus it is always a run that was seen.
    """
    ordered = sorted(runs, key=lambda run: run.rank)
    return ordered[{BEST: 0, WORST: -1}.get(which, (len(ordered) - 1) // 2)]


def read_results(path: Path, settings: ReportSettings = ReportSettings(), name: str | None = None) -> CampaignResults:
    """Read the results of a campaign, also while it runs.

    Parameters
    ----------
    path
        The file of results.
    settings
        The settings of the report.
    name
        The name by which the report calls it; None: that of the file.

    Raises ``InputError`` for another kind of file.
    """
    with ResultsDatabase(path, writing=False) as database:
        cells = database.planned()
        rows = list(database.rows(_COLUMNS))
        contradictions = tuple(database.contradictions())
        campaign = database.meta("file") or str(path)
        of_key = {cell.key: cell for cell in cells}
        if settings.earlier:
            of_key |= {key: cell for row in rows if (key := row["key"]) not in of_key and (cell := database.cell(key))}
    planned = {cell.key: place for place, cell in enumerate(cells)}
    taken = [row for row in rows if settings.earlier or row["key"] in planned]
    taken.sort(key=lambda row: planned.get(row["key"], len(planned)))  # stable: the others as they were written
    done = {row["key"] for row in rows}
    try:
        verdicts = {row["key"]: json.loads(row["verdict"]) for row in taken if row["verdict"] is not None}
        found = [_run(row, of_key.get(row["key"]), verdicts.get(row["key"]), settings) for row in taken]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("a file of results that is whole", found="a row that is not", source=str(path)) from error
    named = way_names([*map(_variant, found), *map(_planned_variant, cells)])
    names = {variant: name for variant, name in named.items() if settings.takes_way(variant[0], name)}
    _all_found(settings, list(named), named, path)
    _some_found(settings, {run.game for run in found} | {cell.game for cell in cells}, path)
    shown_rows = [run for run in found if _variant(run) in names and settings.takes_game(run.game)]
    shown_cells = [cell for cell in cells if _planned_variant(cell) in names and settings.takes_game(cell.game)]
    variants = [*map(_planned_variant, shown_cells), *map(_variant, shown_rows)]
    left = [(names[_planned_variant(cell)], _task(cell)) for cell in shown_cells if cell.key not in done]
    tried = {(names[_variant(run)], run.task) for run in shown_rows}
    return CampaignResults(
        name or path.name,
        Path(campaign).name,
        tuple(replace(run, way=names[_variant(run)]) for run in shown_rows),
        tuple(dict.fromkeys(names[variant] for variant in variants)),
        settings,
        dict(Counter(way for way, _ in left)),
        len(rows) - len(taken),
        contradictions,
        {run.key: verdicts[run.key] for run in shown_rows if run.key in verdicts},
        tuple(dict.fromkeys(_provenance(row) for row in taken)),
        dict(Counter(way for way, task in dict.fromkeys(left) if (way, task) not in tried)),
    )


def _all_found(settings: ReportSettings, variants: list[WayVariant], names: dict[WayVariant, str], path: Path) -> None:
    """Raise ``InputError`` for a way that is in no row and in no plan."""
    known = {variant[0] for variant in variants} | set(names.values())
    for way in settings.ways:
        if way not in known:
            few = ", ".join(sorted(known)[:12]) or "none"
            raise InputError(f"a way of the campaign: {few}", found=repr(way[:60]), source=str(path))


def _some_found(settings: ReportSettings, games: set[str], path: Path) -> None:
    """Raise ``InputError`` for a pattern that no game of the rows or of the plan has."""
    for pattern in settings.games:
        if not any(fnmatchcase(game, pattern) for game in games):
            few = ", ".join(sorted(games)[:3]) or "none"
            raise InputError(f"a pattern of its games, as {few}", found=repr(pattern[:40]), source=str(path))


def _provenance(row: ResultRow) -> str:
    """The version and the machine of a row."""
    commit = f" ({row['source_commit'][:12]})" if row["source_commit"] else ""
    tools = "".join(f", {name} {version}" for name, version in sorted(json.loads(row["tools"]).items()))
    return f"Zermelo {row['zermelo']}{commit}{tools}; {row['host']}: {row['machine']}"


WayVariant = tuple[str, tuple[float | None, int | None, int, bool], tuple[tuple[str, str], ...]]
"""A way with its limits and its versions."""


def way_names(variants: Iterable[WayVariant]) -> dict[WayVariant, str]:
    """The names of ways: their labels, with what differs where one label stands for several.

    >>> limits = (10.0, None, 1, True), (60.0, None, 1, True)
    >>> list(way_names(("search", each, ()) for each in limits).values())
    ['search (10 s)', 'search (60 s)']
    """
    by_label: dict[str, dict[WayVariant, None]] = {}
    for variant in variants:
        by_label.setdefault(variant[0], {})[variant] = None
    found: dict[WayVariant, str] = {}
    for label, same in by_label.items():
        told = {variant: _told(variant) for variant in same}
        common = set.intersection(*(set(facts) for facts in told.values()))
        for variant, facts in told.items():
            differs = ", ".join(fact for fact in facts if fact not in common)
            found[variant] = f"{label} ({differs})" if differs else label
    return found


def _told(variant: WayVariant) -> list[str]:
    """The limits and versions of a way, each in a few words."""
    _, (time, memory, jobs, checks), versions = variant
    return [
        "no time limit" if time is None else f"{time:g} s",
        "no memory limit" if memory is None else f"{memory} MB",
        f"{jobs} jobs",
        "checked" if checks else "not checked",
        *(f"{name} {version}" for name, version in versions),
    ]


def _variant(run: CampaignRun) -> WayVariant:
    return run.label, run.limits, run.versions


def _planned_variant(cell: CampaignCell) -> WayVariant:
    limits = cell.limits.time, cell.limits.memory_mb, cell.limits.jobs, cell.check
    return cell.way, limits, tuple(sorted({"zermelo": cell.zermelo, **cell.tools}.items()))


def _task(cell: CampaignCell) -> tuple[str, str]:
    return cell.game_sha256, _asked(json.dumps(asdict(cell.asked)), cell)


def _run(
    row: ResultRow, cell: CampaignCell | None, verdict: dict[str, Any] | None, settings: ReportSettings
) -> CampaignRun:
    versions = {"zermelo": row["zermelo"], **json.loads(row["tools"])}
    solved = row["status"] == SOLVED and verdict is not None
    return CampaignRun(
        key=row["key"],
        game=row["game"],
        game_sha256=row["game_sha256"],
        label=row["way"],
        way=row["way"],
        repetition=row["repetition"],
        asked=_asked(row["asked"], cell),
        limits=(row["time_limit"], row["memory_limit_mb"], row["jobs"], bool(row["checks"])),
        versions=tuple(sorted(versions.items())),
        status=row["status"],
        reason=row["reason"],
        detail=row["detail"],
        seconds=row["cpu_seconds"] if settings.cpu else row["seconds"],
        wall_seconds=row["seconds"],
        cpu_seconds=row["cpu_seconds"],
        memory_mb=row["peak_memory_mb"],
        checked=bool(row["checked"]),
        answer=answer_text(verdict) if solved and verdict else "",
        said=_said(verdict) if solved and verdict else None,
        size=_size(verdict) if verdict else None,
        host=row["host"],
        date=row["date"],
    )


def _asked(text: str, cell: CampaignCell | None) -> str:
    """A question in one form, whatever a version says about what is not asked; of other kinds of jobs the arguments."""
    if cell is not None and cell.kind != SOLVE:
        told = {name: value for name, value in cell.arguments.items() if name != "game"}
        return json.dumps({"job": cell.kind, "arguments": told}, sort_keys=True)
    return json.dumps({name: value for name, value in json.loads(text).items() if value is not None}, sort_keys=True)


def _said(verdict: dict[str, Any]) -> Hashable:
    if not isinstance(verdict.get("query"), dict):
        found = verdict.get("answer"), verdict.get("winner")
        return None if found == (None, None) else found  # figures, which are no answer
    kind = verdict["query"]["kind"]
    if kind == "winner":
        return str(verdict["outcome"])
    return verdict["answer"], verdict["depth"] if kind == "fastest" else None


def _size(verdict: dict[str, Any]) -> int | None:
    """The clauses, or the gates, of the largest formula that was encoded."""
    encoded = (stage for stage in verdict.get("stages", ()) if stage.get("name") == "encode")
    sizes = [size for stage in (*encoded, verdict) if isinstance(size := stage.get("clauses", stage.get("gates")), int)]
    return max(sizes, default=None)
