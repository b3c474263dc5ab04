"""Files of results that are made, not run: rows of any contents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.campaign.cell import CampaignCell, CampaignQuery, CellLimits
from zermelo.campaign.client import row_of
from zermelo.campaign.database import ResultsDatabase
from zermelo.campaign.job import JobResult
from zermelo.verdict import Query, Verdict


@dataclass(frozen=True)
class MadeRun:
    """A run: the game, the way, the seconds, an outcome (None: none, for the reason), the repetition, the limits."""

    game: str
    way: str
    seconds: float = 1.0
    outcome: str | None = "black"
    reason: str = "time"
    repetition: int = 1
    limit: float | None = 10.0
    memory: float = 30.0
    version: str = "1.0"
    detail: str | None = None
    done: bool = True
    stages: list[dict[str, Any]] = field(default_factory=list)

    @property
    def cell(self) -> CampaignCell:
        """Its cell; the name of the game stands for its contents."""
        limits = CellLimits(self.limit, 1000)
        return CampaignCell(
            self.game, self.game, self.game, self.way, CampaignQuery(), limits, True, self.repetition, self.version
        )

    @property
    def result(self) -> JobResult:
        """Result of the job, as a worker would send it: a verdict, or an error with its reason."""
        answer: dict[str, Any] = {"error": self.reason, "detail": self.detail or f"found {self.reason}"}
        if self.outcome is not None:
            verdict = Verdict(self.game, Query(), outcome=self.outcome, checked=True).to_json()  # type: ignore[arg-type]
            answer = {"verdict": verdict | {"stages": self.stages}, "known": True}
        return JobResult(
            self.cell.key, answer, seconds=self.seconds, cpu_seconds=self.seconds / 2, peak_memory_mb=self.memory,
            exit_code=0, signal=None, reason=None, killed=False, ending="", host="host", machine="machine",
        )  # fmt: skip


def make_results(path: Path, runs: Iterable[MadeRun], *earlier: MadeRun, campaign: str = "made.toml") -> Path:
    """Write a file of results.

    Parameters
    ----------
    path
        The file.
    runs, earlier
        The cells of the campaign as it is now, and of one before.
    campaign
        The name of the campaign file.
    """
    runs = list(runs)
    with ResultsDatabase(path) as database:
        database._connection.execute("PRAGMA synchronous = OFF")
        database.set_plan(Path(campaign), "", [run.cell for run in runs])
        for run in [*runs, *earlier]:
            if run.done:
                database.add(row_of(run.cell, run.result))
    return path
