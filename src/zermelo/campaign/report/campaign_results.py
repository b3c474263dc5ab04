"""The results of a campaign as a report needs them: the rows of one file, one run for each cell out of its repetitions.

A *task* is a game and a question on it. A *way* of a report is a way of the campaign; where one file holds rows of the
same way within other limits, or by other versions, each is a way of its own, and its name says what differs.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from zermelo.campaign.cell import FAILED, SOLVED, UNKNOWN, CampaignCell
from zermelo.campaign.database import ResultRow, ResultsDatabase
from zermelo.errors import InputError

MEDIAN, BEST, WORST = "median", "best", "worst"
REPETITIONS = (MEDIAN, BEST, WORST)
"""The run that stands for the repetitions of a cell: the one in the middle, the fastest, the slowest."""

_RANK = {SOLVED: 0, UNKNOWN: 1, FAILED: 2}
_FAMILY = re.compile(r"([A-Za-z][\w-]*):")
_COLUMNS = (
    "key, game, game_sha256, way, repetition, asked, time_limit, memory_limit_mb, jobs, checks, status, reason, detail,"
    " checked, seconds, cpu_seconds, peak_memory_mb, host, zermelo, tools, date, verdict"
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
    factor, floor
        Two times differ when one is more than so many times the other, both taken as at least ``floor`` seconds.
    """

    repetitions: str = MEDIAN
    cpu: bool = False
    earlier: bool = False
    factor: float = 2.0
    floor: float = 0.1

    def __post_init__(self) -> None:
        if self.repetitions not in REPETITIONS:
            raise InputError(f"one of {', '.join(REPETITIONS)}", found=repr(self.repetitions[:40]))
        if not 1 <= self.factor < float("inf"):
            raise InputError("a factor of at least 1", found=f"{self.factor:g}")
        if not 0 < self.floor < float("inf"):
            raise InputError("a least time above 0 seconds", found=f"{self.floor:g}")


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
        What two answers on one question have to have in common.
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
    rows
        The runs, in the order of the campaign, with the names of their ways as the report shows them.
    ways
        These names, in the order of the campaign.
    missing
        By way, the number of cells that have no row yet.
    earlier
        The number of rows that were left out, since the campaign file has changed.
    contradictions
        Lines on pairs of answers that exclude each other, with the game, as the campaign found them.
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


def family_of(game: str) -> str:
    """The family of a game, or the folder of its file.

    >>> family_of("httt:el,board=3x3"), family_of("puzzles/hard/a.pg"), family_of("a.pg")
    ('httt', 'puzzles/hard', 'files')
    """
    found = _FAMILY.match(game)
    folder = game.rpartition("/")[0]
    return found[1] if found else folder or "files"


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
    planned = {cell.key: place for place, cell in enumerate(cells)}
    taken = [row for row in rows if settings.earlier or row["key"] in planned]
    taken.sort(key=lambda row: planned.get(row["key"], len(planned)))  # stable: the others as they were written
    done = {row["key"] for row in rows}
    verdicts = {row["key"]: json.loads(row["verdict"]) for row in taken if row["verdict"] is not None}
    found = [_run(row, verdicts.get(row["key"]), settings) for row in taken]
    variants = [_variant(run) for run in found]
    open_cells = [_planned_variant(cell) for cell in cells if cell.key not in done]
    names = way_names([*variants, *open_cells])
    return CampaignResults(
        name or path.name,
        Path(campaign).name,
        tuple(_named(run, names[variant]) for run, variant in zip(found, variants, strict=True)),
        tuple(dict.fromkeys(names[each] for each in (*map(_planned_variant, cells), *variants) if each in names)),
        settings,
        dict(Counter(names[variant] for variant in open_cells)),
        len(rows) - len(taken),
        contradictions,
        verdicts,
    )


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


def _named(run: CampaignRun, way: str) -> CampaignRun:
    return run if run.way == way else replace(run, way=way)


def _run(row: ResultRow, verdict: dict[str, Any] | None, settings: ReportSettings) -> CampaignRun:
    versions = {"zermelo": row["zermelo"], **json.loads(row["tools"])}
    solved = row["status"] == SOLVED and verdict is not None
    return CampaignRun(
        key=row["key"],
        game=row["game"],
        game_sha256=row["game_sha256"],
        label=row["way"],
        way=row["way"],
        repetition=row["repetition"],
        asked=_asked(row["asked"]),
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


def _asked(text: str) -> str:
    """A question in one form, whatever a version says about what is not asked."""
    return json.dumps({name: value for name, value in json.loads(text).items() if value is not None}, sort_keys=True)


def answer_text(verdict: dict[str, Any]) -> str:
    """The answer of a verdict, as JSON, in a few words.

    >>> from zermelo.verdict import Query, Verdict
    >>> answer_text(Verdict("ttt", Query("within", depth=7), answer=False).to_json())
    'Black: no win within 7'
    >>> answer_text(Verdict("hex:3x3", Query(), outcome="black", depth=5).to_json())
    'Black wins (5)'
    """
    if not isinstance(verdict.get("query"), dict):  # figures of another kind of job
        return _figures_text(verdict)
    query, outcome, depth = verdict["query"], verdict["outcome"], verdict["depth"]
    player = query["player"].capitalize()
    if query["kind"] == "within":
        return f"{player} {'wins' if verdict['answer'] else ': no win'} within {query['depth']}".replace(" :", ":")
    moves = "" if depth is None else f" ({depth})"
    if query["kind"] == "winner":
        return "draw" if outcome == "draw" else f"{str(outcome).capitalize()} wins{moves}"
    if verdict["answer"]:
        return f"{player} wins{moves}"
    return f"{player} never wins" if verdict["complete"] else f"{player}: no win within {query['depth']}"


def _figures_text(figures: dict[str, Any]) -> str:
    """What another kind of job found, in a few words: the winner, whether Black wins, or a size.

    >>> _figures_text({"answer": False, "depth": 9}), _figures_text({"winner": "first"}), _figures_text({"clauses": 12})
    ('Black: no win (9)', 'winner: first', 'clauses: 12')
    """
    if figures.get("answer") is not None:
        depth = figures.get("depth")
        return ("Black wins" if figures["answer"] else "Black: no win") + ("" if depth is None else f" ({depth})")
    return next((f"{name}: {figures[name]}" for name in ("winner", "clauses", "gates") if figures.get(name)), "done")


def _said(verdict: dict[str, Any]) -> Hashable:
    if not isinstance(verdict.get("query"), dict):
        return verdict.get("answer"), verdict.get("winner")
    kind = verdict["query"]["kind"]
    if kind == "winner":
        return str(verdict["outcome"])
    return verdict["answer"], verdict["depth"] if kind == "fastest" else None


def _size(verdict: dict[str, Any]) -> int | None:
    """The clauses, or the gates, of the largest formula that was encoded."""
    encoded = (stage for stage in verdict.get("stages", ()) if stage.get("name") == "encode")
    sizes = [size for stage in (*encoded, verdict) if isinstance(size := stage.get("clauses", stage.get("gates")), int)]
    return max(sizes, default=None)


def cell_values(run: CampaignRun) -> Iterator[tuple[str, Any]]:
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


def question_text(asked: str) -> str:
    """A question of a campaign in a few words.

    >>> question_text('{"kind": null, "player": "black", "depth": null}'), question_text('{"kind": null, "depth": 7}')
    ("the game's own", 'black within 7')
    """
    query = {"kind": None, "player": "black", "depth": None} | json.loads(asked)
    kind, player, depth = query["kind"], query["player"], query["depth"]
    if kind == "winner":
        return "who wins"
    bound = "" if depth is None else f" within {depth}"
    if kind == "fastest":
        return f"{player} how fast{bound}"
    return f"{player}{bound}" if bound else "the game's own" if player == "black" else f"{player} how fast"
