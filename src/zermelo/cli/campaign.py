"""``zermelo campaign``: run a campaign file, tell how far a campaign is, and report on its results."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from zermelo.campaign.client import CampaignState, StateWatcher, run
from zermelo.campaign.database import ResultsDatabase
from zermelo.campaign.local import cores
from zermelo.campaign.plan import Plan, read_plan
from zermelo.campaign.report.run_texts import misses_told
from zermelo.campaign.slurm_array import folder_of, run_array
from zermelo.campaign.slurm_options import SlurmOptions
from zermelo.cli.campaign_report import report_command
from zermelo.cli.common import JsonOption, print_json, table
from zermelo.cli.engine_options import (
    EngineOption,
    PartitionOption,
    SbatchOption,
    SchedulerOption,
    TimeOption,
    job_engine,
)
from zermelo.cli.messages import ProgressLines, say, warn
from zermelo.errors import InputError

app = typer.Typer(
    help="Run many games in many ways, all results on record.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

MemoryOption = Annotated[
    int | None, typer.Option("--memory", min=1, help="MB of a job of Slurm (default: what a cell needs).")
]


@app.callback()
def top() -> None:
    """Run many games in many ways, all results on record.

    A campaign file names games, ways to answer, limits and repetitions; results go to one SQLite file.
    """


@app.command("run")
def run_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The campaign file, in TOML.")],
    db: Annotated[
        Path | None, typer.Option("--db", help="The file of results (default: FILE with .db at the end).")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, max=4096, help="Cells at a time (default: one on each core).")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=0, help="Stop after so many cells (default: at the end).")
    ] = None,
    engine: EngineOption = "local",
    scheduler: SchedulerOption = None,
    partition: PartitionOption = None,
    time_: TimeOption = None,
    memory: MemoryOption = None,
    sbatch: SbatchOption = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Run cells again that failed, by a crash or a tool that is wrong.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Run a campaign, or go on with it: what is on record is not run again.

    Exit code 1 when two answers contradict each other, 3 after Ctrl-C; the same command goes on from there.
    """
    plan = read_plan(file)
    results = file.with_suffix(".db") if db is None else db
    options = _slurm_options(plan, results, partition, time_, memory, sbatch)
    asked = {"partition": partition, "time": time_, "memory": memory, "sbatch": sbatch}
    here = jobs or max(1, cores() // plan.limits.jobs)
    made = job_engine(engine, jobs, here, scheduler, options, **asked)
    with shown_progress() as watch:
        state = run(plan, db, jobs=jobs, limit=limit, engine=made, watch=watch, retry_failed=retry_failed)
    _tell(state, results, as_json)


@app.command("slurm")
def slurm_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The campaign file, in TOML.")],
    db: Annotated[
        Path | None, typer.Option("--db", help="The file of results (default: FILE with .db at the end).")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Tasks at a time (default: as many as Slurm gives).")
    ] = None,
    chunk: Annotated[
        int | None, typer.Option("--chunk", min=1, help="Cells of a task (default: 10, more for over 1000 tasks).")
    ] = None,
    partition: PartitionOption = None,
    time_: TimeOption = None,
    memory: MemoryOption = None,
    sbatch: SbatchOption = None,
    submit: Annotated[bool, typer.Option("--submit", help="Submit the script as well.")] = False,
    collect: Annotated[bool, typer.Option("--collect", help="Take in results only, and write no script.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Run a campaign as an array of Slurm: take in what is done, and write the batch script of what is left.

    The same command, given again, goes on: it takes in results, and submits or writes what is left after an array has
    ended. Exit codes are those of run.
    """
    if submit and collect:
        raise InputError("--submit or --collect, not both", source="--collect")
    plan = read_plan(file)
    results = file.with_suffix(".db") if db is None else db
    options = _slurm_options(plan, results, partition, time_, memory, sbatch)
    state = run_array(plan, results, options, chunk=chunk, at_a_time=jobs, write=not collect, submit=submit)
    for each in state.refused:
        say("refused", each)
    more = []
    if state.under_way is not None:
        more.append(f"array {state.under_way} is under way; the same command later takes in the rest")
    elif state.submitted is not None:
        more.append(f"array {state.submitted}: {state.cells} cells in {state.tasks} tasks")
    elif state.script is not None:
        more.append(f"{state.cells} cells in {state.tasks} tasks: sbatch {shlex.quote(str(state.script))}")
    _tell(state.campaign, results, as_json, *more)


def _slurm_options(
    plan: Plan, results: Path, partition: str | None, time_: str | None, memory: int | None, more: list[str] | None
) -> SlurmOptions:
    folder = folder_of(results) / "logs"
    memory = memory or SlurmOptions.memory_for(plan.limits)
    return SlurmOptions(folder, partition, time_ or SlurmOptions.time, memory, plan.limits.jobs, tuple(more or ()))


def _tell(state: CampaignState, results: Path, as_json: bool, *more: str) -> NoReturn:
    """Print the end of a run, and end with its exit code."""
    if as_json:
        print_json(state.to_json())
    else:
        print("\n".join([*_summary(state, results), *more]))
    if state.contradictions:
        with ResultsDatabase(results, writing=False) as database:
            for row in database.contradictions():
                say("contradiction", f"{row['game']}: {row['said']}; see {row['folder'] or results}")
    if state.unkept:
        warn(f"evidence of contradictions could not be kept: {state.unkept}")
    raise typer.Exit(1 if state.contradictions else 3 if state.interrupted else 0)


@app.command("status")
def status(
    db: Annotated[Path, typer.Argument(metavar="DB", help="The file of results.")],
    as_json: JsonOption = False,
) -> None:
    """Tell how far a campaign is, also while it runs."""
    with ResultsDatabase(db, writing=False) as database:
        counts, contradictions = database.counts(), database.contradictions()
        ways: dict[str, dict[str, int]] = {}
        reasons: dict[str, int] = {}
        for way, ending, reason, number in database.tally():
            ways.setdefault(way, dict.fromkeys(("solved", "unknown", "failed"), 0))[ending] += number
            if reason is not None:
                reasons[reason] = reasons.get(reason, 0) + number
        campaign, misses = database.meta("file"), database.misses()
    if as_json:
        print_json({"campaign": campaign, **counts, "ways": ways, "reasons": reasons})
        return
    print(f"{campaign}: {_counted(counts)}")
    if ways:
        rows = [[name, *map(str, each.values())] for name, each in ways.items()]
        print(table([["way", "solved", "unknown", "failed"], *rows], right={1, 2, 3}))
    if reasons:
        print("without an answer: " + ", ".join(f"{reason} {number}" for reason, number in sorted(reasons.items())))
    for line in misses_told(misses, f"zermelo campaign report {db} --csv FOLDER"):
        print(line)
    for row in contradictions:
        print(f"contradiction: {row['game']}: {row['said']}")


app.command("report")(report_command)


def _counted(counts: dict[str, Any]) -> str:
    said = f"{counts['done']} of {counts['cells']} cells done: {counts['solved']} solved, {counts['unknown']} unknown, "
    return f"{said}{counts['failed']} failed, {counts['contradictions']} contradictions"


def _summary(state: CampaignState, results: Path) -> list[str]:
    """The end of a run in a few lines."""
    lines = [_counted(state.to_json()), f"{state.fresh} of them in this run; results in {results}"]
    if state.stopped:
        lines.append(f"{state.stopped} cells were not run, because of the contradictions")
    if state.interrupted:
        lines.append("stopped (interrupted); the same command goes on from here")
    return lines


@contextmanager
def shown_progress() -> Iterator[StateWatcher]:
    """Progress on standard error: a bar on a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        lines = ProgressLines()
        yield lambda state: lines.tell(f"{state.done} of {state.cells} cells, {_rate(state)}", state.to_json())
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        work = bar.add_task("", total=None)

        def tell(state: CampaignState) -> None:
            bar.update(
                work, total=state.cells - state.stopped, completed=state.done - state.again, description=_rate(state)
            )

        yield tell


def _rate(state: CampaignState) -> str:
    """The rate, the time left, and what went wrong so far.

    >>> _rate(CampaignState(cells=100, done=40, fresh=40, seconds=20.0, failed=1))
    '2.0 cells/s, 30 s left, 1 failed'
    """
    left = "" if state.left is None else f", {_duration(state.left)} left"
    wrong = f", {state.failed} failed" if state.failed else ""
    wrong += f", {state.contradictions} CONTRADICTIONS" if state.contradictions else ""
    return f"{state.rate:.1f} cells/s{left}{wrong}"


def _duration(seconds: float) -> str:
    """A time in its largest fitting unit.

    >>> _duration(59), _duration(3600), _duration(2e5)
    ('59 s', '60 min', '56 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
