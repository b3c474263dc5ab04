"""Results of the runs of an item: of each run what is on record, or why there is nothing."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from zermelo import __version__
from zermelo.campaign.cell import SOLVE, CampaignCell, CampaignQuery, CellLimits
from zermelo.campaign.database import ResultRow, ResultsDatabase
from zermelo.campaign.game_list import listed
from zermelo.campaign.papers.item import ComparedCell, PaperItem, PaperRun, ReproduceSetting
from zermelo.campaign.way import way
from zermelo.errors import MissingToolError
from zermelo.preprocess import PREPROCESSORS, preprocessor
from zermelo.solvers import SOLVERS, solver

NOT_RUN = "not run"


@dataclass(frozen=True)
class PaperResult:
    """The result of a run.

    Parameters
    ----------
    figures
        The figures of its job, or the verdict, as a JSON object; empty where there are none.
    why
        Why something is missing: "not run", a tool that is not installed, a limit, a failure; empty where nothing is.
    reason
        The same in a word, of a run that was made: "time", "memory", "crash", …
    seconds, cpu_seconds, peak_memory_mb
        Of the whole cell.
    done
        True if it was made.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    why: str = NOT_RUN
    reason: str | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_mb: float = 0.0
    done: bool = False

    @property
    def solved(self) -> bool:
        """True if nothing is missing."""
        return self.done and self.reason is None

    @property
    def black_wins(self) -> bool | None:
        """True if Black wins, by a verdict or by formulas, False if he does not; None where that is open."""
        answer, outcome = self.figures.get("answer"), self.figures.get("outcome")
        if answer is not None:
            return bool(answer)
        if outcome is not None:
            return bool(outcome == "black")
        return False if "black" in self.figures.get("excluded", ()) else None


class PaperResults:
    """The results of an item's runs.

    Parameters
    ----------
    item, setting
        The item, and the setting in which it was run.
    database
        The results; None: there are none yet.
    """

    def __init__(self, item: PaperItem, setting: ReproduceSetting, database: ResultsDatabase | None = None) -> None:
        self.item, self.setting = item, setting
        self.limit = item.limits.seconds(setting)
        """Seconds of each run that has no limit of its own."""
        self._planned: dict[str, CampaignCell | str] = {}
        self._rows: dict[str, ResultRow] = {}
        if database is not None:
            self._rows = {row["key"]: row for row in database.rows("*")}

    @property
    def empty(self) -> bool:
        """True if nothing was run."""
        return not self._rows

    def runs(self) -> list[PaperRun]:
        """The runs of the item."""
        return self.item.runs(self.setting)

    def of(self, run: PaperRun) -> PaperResult:
        """The result of a run."""
        if self.empty:
            return PaperResult(why=run.absent or NOT_RUN)
        cell = cell_of(run, self.item, self.setting)
        if isinstance(cell, str):
            return PaperResult(why=cell)
        row = self._rows.get(cell.key)
        if row is None:
            return PaperResult()
        figures = json.loads(row["verdict"]) if row["verdict"] else {}
        why = "" if row["reason"] is None else _told(row)
        return PaperResult(figures, why, row["reason"], row["seconds"], row["cpu_seconds"], row["peak_memory_mb"], True)


def _told(row: ResultRow) -> str:
    """Reason why a row has no answer, with the limit that it met."""
    if row["reason"] == "time" and row["time_limit"] is not None:
        return f"not within {row['time_limit']:g} s"
    if row["reason"] == "memory" and row["memory_limit_mb"] is not None:
        return f"not within {row['memory_limit_mb']} MB"
    return str(row["detail"] or row["reason"])


def compare_results(
    item: PaperItem, setting: ReproduceSetting | None = None, database: ResultsDatabase | None = None
) -> list[ComparedCell]:
    """The cells of an item beside the paper's, as far as they were run."""
    return item.compare(PaperResults(item, setting or ReproduceSetting(), database))


def cell_of(run: PaperRun, item: PaperItem, setting: ReproduceSetting) -> CampaignCell | str:
    """The cell of a run; or why it cannot be made: a tool or an instance that is not there."""
    if run.absent:
        return run.absent
    tools = run.tools
    if run.kind == SOLVE:
        made = way(run.way)
        tools = made.tools
    missing = [name for name in tools if _version(name) is None]
    if missing:
        return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
    limits = CellLimits(item.limits.seconds(setting, run), item.limits.memory_mb)
    versions = {name: str(_version(name)) for name in tools}
    if run.kind == SOLVE:
        versions = made.versions()
    arguments = run.arguments
    source = str(arguments.get("game", run.name))
    asked = CampaignQuery(arguments.get("kind"), arguments.get("player", "black"), arguments.get("depth"))
    return CampaignCell(
        run.name,
        source,
        game_hash(source) if "game" in arguments else _hash(json.dumps(arguments, sort_keys=True)),
        run.way,
        asked if run.kind == SOLVE else CampaignQuery(),
        limits,
        bool(arguments.get("check", False)),
        1,
        __version__,
        versions,
        run.kind,
        {} if run.kind == SOLVE else arguments,
    )


@cache
def game_hash(source: str) -> str:
    """The hash by which a campaign tells a game, of a file or an expression."""
    return next(listed(source, Path())).sha256


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _version(name: str) -> str | None:
    """The version of a solver or preprocessor; None where it is not installed, or nobody knows it."""
    try:
        if name in SOLVERS:
            return (solver(name).version() or "unknown") if solver(name).executable() else None
        if name in PREPROCESSORS:
            return (preprocessor(name).version() or "unknown") if preprocessor(name).available() else None
    except (MissingToolError, OSError):
        pass
    return None
