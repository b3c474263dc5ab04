"""Items run as campaigns: all results in one file, gone on with, and set beside the published figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.client import CampaignState, StateWatcher, run_cells
from zermelo.campaign.database import ResultsDatabase
from zermelo.campaign.engine import JobEngine
from zermelo.campaign.local import LocalEngine
from zermelo.campaign.papers.item import ComparedCell, PaperCurve, PaperItem, ReproduceSetting
from zermelo.campaign.papers.paper_results import PaperResults, cell_of

DATABASE = Path("reproduce.db")
"""The file of results, if no other one is named."""


@dataclass(frozen=True)
class ReproducedItem:
    """An item that was run.

    Parameters
    ----------
    item, setting
        The item, and the setting.
    cells
        Ours beside the paper's.
    seconds
        Of this run of it; what was on record before took none.
    state
        The end of its campaign.
    absent
        Why some runs were not made, and how many: of tools and instances that are not there.
    curves
        Of a figure.
    tools
        The versions of the tools that its runs have used.
    contradictions
        Answers that exclude each other, at least one of them of a run of the item: a line for each pair.
    """

    item: PaperItem
    setting: ReproduceSetting
    cells: list[ComparedCell]
    seconds: float
    state: CampaignState
    absent: dict[str, int]
    curves: list[PaperCurve]
    tools: dict[str, str]
    contradictions: tuple[str, ...] = ()

    @property
    def contradicts(self) -> bool:
        """True if answers contradict each other or the paper."""
        return bool(self.contradictions) or any(cell.contradicts for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """The object of ``--json``."""
        rows = [cell.to_json() for cell in self.cells]
        return {"item": self.item.name, "rows": rows, "seconds": round(self.seconds, 3)}


def reproduce(
    items: Sequence[PaperItem],
    setting: ReproduceSetting | None = None,
    db: Path = DATABASE,
    *,
    jobs: int | None = None,
    engine: JobEngine | None = None,
    watch: StateWatcher = lambda _: None,
    done: Callable[[ReproducedItem], None] = lambda _: None,
) -> list[ReproducedItem]:
    """Run items one after the other; those that an interrupt prevents are compared as far as they are on record.

    Parameters
    ----------
    items
        The items.
    setting
        The scale, the limit, the folder of published instances.
    db
        The file of results, which may hold earlier ones: what is on record is not run again.
    jobs
        Runs at a time; None: one on each core.
    engine
        What makes the runs, instead of this machine.
    watch
        Called after each run, and every second.
    done
        Called after each item.

    Raises what `zermelo.campaign.run` raises.
    """
    setting = setting or ReproduceSetting()
    planned = [_planned(item, setting) for item in items]
    found = []
    with ResultsDatabase(db) as database:
        every = {cell.key: cell for cells, _ in planned for cell in cells}
        database.set_plan(Path("zermelo reproduce"), "\n".join(item.name for item in items), every.values())
        stopped = False
        with engine or LocalEngine(jobs) as opened:
            for item, (cells, absent) in zip(items, planned, strict=True):
                began = time.monotonic()
                state = CampaignState(interrupted=True)
                if not stopped:
                    state = run_cells(database, cells, opened, watch=watch)
                stopped = state.interrupted
                results = PaperResults(item, setting, database)
                curves = item.curves(results) if item.curves is not None else []
                seconds = time.monotonic() - began
                tools = {name: version for cell in cells for name, version in cell.tools.items()}
                told = _contradictions(database, cells)
                each = ReproducedItem(item, setting, item.compare(results), seconds, state, absent, curves, tools, told)
                found.append(each)
                done(each)
    return found


def _contradictions(database: ResultsDatabase, cells: list[CampaignCell]) -> tuple[str, ...]:
    """The contradictions on record of which one of these cells is a part."""
    keys = {cell.key for cell in cells}
    found = (row for row in database.contradictions() if keys & {row["first"], row["second"]})
    return tuple(f"{row['game']}: {row['said']}" for row in found)


def _planned(item: PaperItem, setting: ReproduceSetting) -> tuple[list[CampaignCell], dict[str, int]]:
    """The cells of an item, each once, and the reasons why others are none."""
    cells: dict[str, CampaignCell] = {}
    absent: dict[str, int] = {}
    for run in item.runs(setting):
        cell = cell_of(run, item, setting)
        if isinstance(cell, str):
            absent[cell] = absent.get(cell, 0) + 1
        else:
            cells.setdefault(cell.key, cell)
    return list(cells.values()), absent
