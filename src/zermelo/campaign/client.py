"""The client of a campaign: it hands cells to an engine, and alone writes what comes of them.

What is done is never done again: the keys of the rows tell. A cell whose process somebody killed says nothing and is
tried again, three times in all. Two answers on one game that exclude each other stop the cells of that game; the rest
goes on, and the end of the campaign tells.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import zermelo
from zermelo.campaign.agreement import Agreement, Saying
from zermelo.campaign.cell import CONTRADICTION, MISFIT, CampaignCell, status_of
from zermelo.campaign.database import ResultRow, ResultsDatabase
from zermelo.campaign.engine import JobEngine
from zermelo.campaign.evidence import keep_formulas, keep_verdict, without_place
from zermelo.campaign.job import JobResult
from zermelo.campaign.kept_result import KeptResult, now
from zermelo.campaign.local import LocalEngine
from zermelo.campaign.plan import Plan, read_plan
from zermelo.errors import InputError, MissingToolError
from zermelo.interrupts import uninterrupted
from zermelo.solvers.process import run as run_program

TRIES = 3
"""The number of times that a cell is tried when somebody kills its process."""

_USED_UP = {limit: f"the {limit} limit is used up" for limit in ("time", "memory")}
"""The lines for reasons for which a verdict has none."""

LOOK = 1.0
"""Seconds between two reports of progress when nothing ends."""


@dataclass
class CampaignState:
    """A campaign under way, or at its end.

    Parameters
    ----------
    cells, done, solved, unknown, failed
        Numbers of cells: of the campaign; of those with a row, and how these ended.
    contradictions
        The number of pairs of answers that exclude each other.
    seconds
        Of this run.
    fresh
        Rows of this run.
    running
        Cells under way.
    again
        Cells with a row that are run again, or stopped, and have no new row yet.
    stopped
        Cells that are not run because of a contradiction.
    unkept
        Why the evidence of contradictions could not be kept; empty where it is.
    interrupted
        True if Ctrl-C ended it.
    """

    cells: int = 0
    done: int = 0
    solved: int = 0
    unknown: int = 0
    failed: int = 0
    contradictions: int = 0
    seconds: float = 0.0
    fresh: int = 0
    running: int = 0
    again: int = 0
    stopped: int = 0
    unkept: str = ""
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """The object of ``--json``."""
        names = ("cells", "done", "solved", "unknown", "failed", "contradictions")
        return {**{name: getattr(self, name) for name in names}, "seconds": round(self.seconds, 4)}

    @property
    def rate(self) -> float:
        """Cells a second in this run."""
        return self.fresh / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the end at this rate; None where nobody can tell."""
        open_cells = self.cells - self.done + self.again - self.stopped
        return open_cells / self.rate if self.fresh else None


StateWatcher = Callable[[CampaignState], None]


def run(
    plan: Plan | str | Path,
    db: str | Path | None = None,
    *,
    jobs: int | None = None,
    limit: int | None = None,
    engine: JobEngine | None = None,
    watch: StateWatcher = lambda _: None,
    retry_failed: bool = False,
) -> CampaignState:
    """Run a campaign, or go on with it.

    Parameters
    ----------
    plan
        The campaign file.
    db
        The file of results; None: the name of the campaign file with ``.db``.
    jobs
        Cells at a time on this machine; None: one on each core.
    limit
        The number of cells after which to stop; None: all.
    engine
        What runs the cells, instead of this machine.
    watch
        Called after each cell, and every second.
    retry_failed
        Run those cells again that failed: not for a limit, but by a crash or a tool that is wrong. The new result takes
        the place of the old one.

    Notes
    -----
    Raises ``InputError`` for a wrong file, and for results that another client writes; ``MissingToolError`` for a way
    whose tools are not installed; ``LimitError`` when the disk is full. After Ctrl-C the state so far is returned.

    Examples
    --------
    >>> import tempfile
    >>> from zermelo.campaign.plan import parse_plan
    >>> plan = parse_plan(Path("campaign.toml"), 'games = ["hex:2x2"]\\nways = ["search"]\\nrepetitions = 2')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first = run(plan, Path(folder, "a.db"), jobs=1)
    ...     again = run(plan, Path(folder, "a.db"), jobs=1)
    >>> first.solved, again.solved, again.fresh
    (2, 2, 0)
    """
    plan = plan if isinstance(plan, Plan) else read_plan(Path(plan))
    with opened(plan, None if db is None else Path(db), watch, limit, retry_failed=retry_failed) as client:
        with engine or LocalEngine(jobs or max(1, LocalEngine().jobs // plan.limits.jobs)) as begun:
            client.work(begun)
        client.keep_evidence()
        return client.told()


def run_cells(
    database: ResultsDatabase,
    cells: list[CampaignCell],
    engine: JobEngine,
    *,
    limit: int | None = None,
    watch: StateWatcher = lambda _: None,
) -> CampaignState:
    """Run cells that have no row yet.

    Parameters
    ----------
    database
        The results, open for writing; its plan holds the cells, and perhaps others.
    cells
        The cells.
    engine
        What runs them; it is open, and stays so.
    limit, watch
        As in `run`.
    """
    client = Client(database, cells, limit, watch)
    client.work(engine)
    client.keep_evidence()
    return client.told()


@contextmanager
def opened(
    plan: Plan,
    db: Path | None,
    watch: StateWatcher = lambda _: None,
    limit: int | None = None,
    *,
    retry_failed: bool = False,
) -> Iterator[Client]:
    """The client of a campaign, which holds the lock on its results; the parameters are those of `run`."""
    cells = plan.cells()
    with ResultsDatabase(plan.path.with_suffix(".db") if db is None else db) as database:
        database.set_plan(plan.path, plan.text, cells)
        yield Client(database, cells, limit, watch, retry_failed)


@dataclass
class Client:
    """A campaign under way: what is open, what runs, and all that was said so far."""

    database: ResultsDatabase
    cells: list[CampaignCell]
    limit: int | None
    watch: StateWatcher
    retry_failed: bool = False
    state: CampaignState = field(default_factory=CampaignState)

    def __post_init__(self) -> None:
        self._started = time.monotonic()
        self._commit = source_commit()
        database, done = self.database, self.database.done()
        again = done - database.done(failed=False) if self.retry_failed else set()
        self._again = {cell.key for cell in self.cells if cell.key in again}
        for name, count in database.counts().items():
            setattr(self.state, name, count)
        self.state.again = len(self._again)
        self._agreement = Agreement()
        self._stopped = {row["game_sha256"] for row in database.contradictions()}
        self._begun = 0
        self._running: dict[str, CampaignCell] = {}
        self._tries: dict[str, int] = {}
        left = [cell for cell in self.cells if cell.key not in done or cell.key in self._again]
        self._waiting = deque(cell for cell in left if cell.game_sha256 not in self._stopped)
        self.state.stopped = len(left) - len(self._waiting)
        self._compare_all()

    def told(self) -> CampaignState:
        """The state of now."""
        self.state.seconds = time.monotonic() - self._started
        self.state.running = len(self._running)
        return self.state

    def work(self, engine: JobEngine) -> None:
        """Run all cells that are open, within the limit; Ctrl-C ends it."""
        try:
            self.watch(self.told())
            while self._submit(engine) or self._running:
                results = engine.results(LOOK)
                uninterrupted(self._take_all, results, engine)
                self.watch(self.told())
        except KeyboardInterrupt:
            self.state.interrupted = True

    def _submit(self, engine: JobEngine) -> bool:
        """Hand out cells as long as the engine takes any; False when none is left to hand out."""
        while self._waiting and engine.room > 0:
            cell = self._waiting[0]
            again = cell.key in self._tries
            if not again and self.limit is not None and self._begun >= self.limit:
                return False
            try:
                engine.submit(cell.job())
            except OSError:  # no more processes, or no memory for one: when some have ended there will be
                if not self._running:
                    raise
                break
            self._waiting.popleft()
            self._running[cell.key] = cell
            self._begun += not again
        return bool(self._waiting)

    def _take_all(self, results: Iterable[JobResult], engine: JobEngine) -> None:
        for result in results:
            self._take(result, engine)

    def _take(self, result: JobResult, engine: JobEngine) -> None:
        """Write down the result of a cell, unless it has to be tried again."""
        cell = self._running.pop(result.key, None)
        if cell is None:
            return
        tries = self._tries[cell.key] = self._tries.get(cell.key, 0) + 1
        if was_killed(result) and tries < TRIES:
            self._waiting.appendleft(cell)
            return
        if (result.answer or {}).get("error") == MISFIT:
            assert result.answer is not None
            raise MissingToolError(result.answer["detail"])
        self._write(cell, result, tries, engine)

    def _write(
        self, cell: CampaignCell, result: JobResult, tries: int, engine: JobEngine | None, date: str | None = None
    ) -> None:
        """Write the row of a cell, and compare it with others; ``date``: that of its end, now if None."""
        row = row_of(cell, result, tries, self._commit)
        formulas = (result.answer or {}).get("formulas")
        if formulas is not None and keep_formulas(self._folder(self.state.contradictions + 1), formulas):
            row["detail"] = without_place(row["detail"], formulas)
        if self.database.add(row if date is None else {**row, "date": date}):
            self._count(row)
        self._compare(row, engine)

    def _count(self, row: ResultRow) -> None:
        """Count a new row, in the place of the old one where its cell had failed."""
        state = self.state
        if row["key"] in self._again:
            self._again.remove(row["key"])
            state.again -= 1
            state.failed -= 1
        else:
            state.done += 1
        state.fresh += 1
        setattr(state, row["status"], getattr(state, row["status"]) + 1)

    def take_in(self, results: Iterable[KeptResult]) -> None:
        """Write down results that were kept elsewhere, of cells that are open."""
        cells = {cell.key: cell for cell in self._waiting}
        taken = {each.result.key: each for each in results if each.result.key in cells}
        self._waiting = deque(cell for cell in self._waiting if cell.key not in taken)
        for key, kept in taken.items():
            uninterrupted(self._write, cells[key], kept.result, kept.tries, None, kept.date)
        self.watch(self.told())

    def open_cells(self) -> list[CampaignCell]:
        """The cells that have to be run yet."""
        return list(self._waiting)

    def _compare_all(self) -> None:
        """Compare all rows on record; a client may have ended between a row and the contradiction that it brings."""
        columns, told = "key, game, game_sha256, way, reason, detail, verdict", "verdict IS NOT NULL OR reason = ?"
        for row in self.database.rows(columns, told, [CONTRADICTION]):
            if row["verdict"] is not None or row["game_sha256"] not in self._stopped:
                with self.database.as_written():
                    self._compare(row, None)

    def _compare(self, row: ResultRow, engine: JobEngine | None) -> None:
        """Compare what a row says with what was said before about its game."""
        game, key = row["game_sha256"], row["key"]
        if row["verdict"] is not None:
            pair = self._agreement.add(game, json.loads(row["verdict"]), key, row["way"])
            if pair is not None and game not in self._stopped:
                self._contradicted(row, pair[0].key, f"{pair[0]}, but {pair[1]}", engine)
        elif row["reason"] == CONTRADICTION:
            self._contradicted(row, key, f"{row['way']}: {row['detail']}", engine)

    def _contradicted(self, row: ResultRow, first: str, said: str, engine: JobEngine | None) -> None:
        """Write down a contradiction, and stop the cells of its game."""
        game = row["game_sha256"]
        self.database.add_contradiction(
            {"game_sha256": game, "game": row["game"], "first": first, "second": row["key"], "said": said,
             "date": now()}
        )  # fmt: skip
        self.state.contradictions += 1
        if game in self._stopped:
            return
        self._stopped.add(game)
        under_way = [each for each in self._running.values() if each.game_sha256 == game]
        if engine is not None:
            engine.cancel([each.key for each in under_way])
        for each in under_way:
            del self._running[each.key]
        kept = [each for each in self._waiting if each.game_sha256 != game]
        self.state.stopped += len(under_way) + len(self._waiting) - len(kept)
        self._waiting = deque(kept)

    def _folder(self, number: int) -> Path:
        """The folder for the evidence of a contradiction."""
        path = self.database.path
        return path.with_name(f"{path.name}.contradictions") / str(number)

    def keep_evidence(self) -> None:
        """Write the verdicts and formulas of contradictions that have no folder yet; not after Ctrl-C."""
        if self.state.interrupted:
            return
        try:
            for row in self.database.contradictions():
                if row["folder"] is None:
                    self._keep(row)
        except KeyboardInterrupt:
            self.state.interrupted = True

    def _keep(self, row: ResultRow) -> None:
        keys = dict.fromkeys((row["first"], row["second"]))
        agreement, pair = Agreement(), None
        verdicts = {}
        for key in keys:
            for each in self.database.rows("way, verdict", "key = ? AND verdict IS NOT NULL", [key]):
                verdicts[key] = json.loads(each["verdict"])
                pair = agreement.add(row["game_sha256"], verdicts[key], key, each["way"]) or pair
        sides: tuple[Saying, ...] = pair or ()
        cells = [self.database.cell(said.key) for said in sides]
        folder = self._folder(row["number"])
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number, (said, cell) in enumerate(zip(sides, cells, strict=True), 1):
                if cell is not None:
                    keep_verdict(folder, number, said, cell.source, verdicts[said.key])
        except (OSError, InputError) as error:
            self.state.unkept = str(error) if isinstance(error, InputError) else f"{folder}: {error.strerror}"
        else:
            self.database.set_folder(row["number"], folder)


def was_killed(result: JobResult) -> bool:
    """True if somebody else killed a cell, its process or its tool: it says nothing, and is to be tried again."""
    answer = result.answer or {}
    killed = answer.get("error") == "interrupted" or (answer.get("verdict") or {}).get("reason") == "killed"
    return result.killed or killed


def row_of(cell: CampaignCell, result: JobResult, tries: int = 1, commit: str | None = None) -> ResultRow:
    """The row of a cell.

    Parameters
    ----------
    cell, result
        The cell, and what came of its job.
    tries
        The number of times that it was tried.
    commit
        The commit of this package.
    """
    answer = result.answer or {}
    verdict = answer.get("verdict")
    reason, detail = result.reason, result.ending if result.answer is None else None
    if verdict is not None:
        reason = None if answer["known"] else verdict["reason"] or "open"
        detail = answer.get("detail") or _USED_UP.get(str(reason))
    elif "error" in answer:
        reason, detail = answer["error"], answer["detail"]
    elif reason is None:
        reason = "killed" if result.killed else "crash"
    said = verdict or {}
    names = ("answer", "outcome", "depth", "refuted_depth", "won_depth", "complete", "method", "checked")
    return {
        "key": cell.key,
        "game": cell.game,
        "game_sha256": cell.game_sha256,
        "way": cell.way,
        "repetition": cell.repetition,
        "asked": json.dumps(asdict(cell.asked)),
        "time_limit": cell.limits.time,
        "memory_limit_mb": cell.limits.memory_mb,
        "jobs": cell.limits.jobs,
        "checks": cell.check,
        "status": status_of(verdict, reason),
        "reason": reason,
        "detail": detail,
        **{name: said.get(name) for name in names},
        "seconds": round(result.seconds, 6),
        "cpu_seconds": round(result.cpu_seconds, 6),
        "peak_memory_mb": round(result.peak_memory_mb, 3),
        "exit_code": result.exit_code,
        "signal": result.signal,
        "tries": tries,
        "host": result.host,
        "machine": result.machine,
        "zermelo": cell.zermelo,
        "tools": json.dumps(cell.tools),
        "source_commit": commit,
        "date": now(),
        "verdict": None if verdict is None else json.dumps(verdict),
    }


def source_commit() -> str | None:
    """The commit of this package, with ``-dirty`` after changes; None where it does not run from a repository."""
    root = Path(zermelo.__file__).parents[2]
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = run_program(command, time_limit=10, memory_limit_mb=None)
    except MissingToolError:
        return None
    return done.stdout.decode(errors="replace").strip() or None if done.exit_code == 0 else None
