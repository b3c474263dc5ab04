"""``zermelo attack``: one game by many jobs, on this machine or on a cluster, all that was found in one file."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.attack.attack import PATIENCE, UNIT, AttackPlan, AttackState, Master, StateWatch, outcome
from zermelo.attack.attack_database import AttackDatabase
from zermelo.attack.leaf_job import JobLimits
from zermelo.attack.position_form import WINS
from zermelo.campaign.dask_engine import DaskEngine
from zermelo.campaign.engine import JobEngine
from zermelo.campaign.local import LocalEngine
from zermelo.campaign.slurm_options import SlurmOptions
from zermelo.cli.common import AfterOption, GameArgument, JsonOption, describe, load, played, print_json
from zermelo.cli.messages import say
from zermelo.errors import InputError
from zermelo.model import Game, Player, PositionalGame, Rule
from zermelo.model.positional import maker_breaker_of
from zermelo.strategy.certify import confirmed
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.entry import Strategy
from zermelo.verdict import counted

BETWEEN = 10.0
"""Seconds between two plain lines of progress."""

MEMORY = 4000
"""MB of a job of Slurm by default."""


def command(
    game: GameArgument,
    db: Annotated[Path, typer.Option("--db", help="The file that keeps the attack; the same file goes on.")],
    after: AfterOption = "",
    player: Annotated[str, typer.Option("--for", help="black or white: whose win is in question.")] = "black",
    breaking: Annotated[
        bool,
        typer.Option("--breaking", help="Take a maker-maker game as maker-breaker: does White hold by breaking alone?"),
    ] = False,
    engine: Annotated[str, typer.Option("--engine", help="Where jobs run: local, dask or slurm.")] = "local",
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, max=4096, help="Jobs at a time (default: one on each core).")
    ] = None,
    budget: Annotated[int, typer.Option("--budget", min=1, help="Nodes of the first job at a position.")] = UNIT,
    patience: Annotated[
        int,
        typer.Option("--patience", min=1, max=30, help="Jobs at a position, each twice as long, before its moves."),
    ] = PATIENCE,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for this run (default: no limit).")
    ] = None,
    job_time: Annotated[
        float | None, typer.Option("--job-time", min=0.1, help="Seconds for each job (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each job (default: no limit).")
    ] = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", help="Write the strategy to this file; .gz compresses.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Join the proof, and check it by the rules.")
    ] = True,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", help="The address of a Dask scheduler (default: workers here).")
    ] = None,
    partition: Annotated[
        str | None, typer.Option("--partition", help="The partition of Slurm (default: that of the cluster).")
    ] = None,
    time_: Annotated[
        str | None, typer.Option("--time", help="The time limit of a job of Slurm, as for sbatch (default: a day).")
    ] = None,
    sbatch: Annotated[
        list[str] | None,
        typer.Option("--sbatch", help="Another option of sbatch, such as --account=a; may be repeated."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Attack one game by many jobs: does this player win?

    All that is found is kept in one file; the same command goes on from there, whatever ended it. Exit code 3 when the
    question is still open.
    """
    asked = played(load(game), after)
    if player not in ("black", "white"):
        raise InputError("black or white", found=repr(player[:40]), source="--for")
    attacker = Player(player)
    about = _relaxed(asked, attacker) if breaking else asked
    limits = JobLimits(job_time, memory_limit)
    plan = AttackPlan(budget, patience, limits, time_limit, prove=check or proof is not None)
    slurm = None
    if engine == "slurm":
        folder = db.with_name(f"{db.name}.logs")
        memory = MEMORY if memory_limit is None else memory_limit + 500
        slurm = SlurmOptions(folder, partition, time_ or SlurmOptions.time, memory, 1, tuple(sbatch or ()))
    elif partition or time_ or sbatch:
        raise InputError("options of Slurm with --engine slurm alone", source="--partition, --time, --sbatch")
    begun = _engine(engine, jobs, scheduler, slurm)
    with AttackDatabase(db) as database:
        with begun as running, _progress() as watch:
            state = Master(about, attacker, database, plan, watch).work(running)
        totals = database.totals()
    strategy = state.strategy
    if strategy is not None and about is not asked:
        strategy = replace(strategy, game=asked)
    relaxed = about is not asked and state.status == WINS
    held = _checked(strategy) if strategy is not None and check and not relaxed else None
    if proof is not None and strategy is not None and not relaxed:
        strategy.save(proof)
    if as_json:
        print_json(_figures(asked, attacker, state, totals, strategy, held, relaxed=relaxed))
    else:
        print("\n".join([*describe(asked), *_told(asked, attacker, state, totals, strategy, held, relaxed=relaxed)]))
    raise typer.Exit(0 if state.status is not None and not relaxed and state.reason is None else 3)


def _relaxed(game: Game, attacker: Player) -> Game:
    if not isinstance(game, PositionalGame) or game.rule is not Rule.MAKER_MAKER or attacker is not Player.BLACK:
        raise InputError("a maker-maker game, and the question about Black", source="--breaking")
    return maker_breaker_of(game)


def _engine(name: str, jobs: int | None, scheduler: str | None, slurm: SlurmOptions | None) -> JobEngine:
    """The engine of that name."""
    if scheduler is not None and name != "dask":
        raise InputError("an address with --engine dask alone", source="--scheduler")
    if name == "local":
        return LocalEngine(jobs)
    if name == "dask":
        return DaskEngine.local(jobs) if scheduler is None else DaskEngine.scheduler(scheduler, jobs)
    if slurm is None:
        raise InputError("local, dask or slurm", found=repr(name[:40]), source="--engine")
    if jobs is None:
        raise InputError("the number of workers, --jobs N, with --engine slurm", source="--jobs")
    return DaskEngine.slurm(slurm, jobs)


def _checked(strategy: Strategy) -> Holds:
    """The result of the check, which must hold."""
    result = checked(strategy.game, strategy.claim, strategy.symmetries, iter(strategy))
    return confirmed(strategy.game, result, "the attack")


def _figures(
    game: Game,
    attacker: Player,
    state: AttackState,
    totals: dict[str, Any],
    strategy: Strategy | None,
    held: Holds | None,
    *,
    relaxed: bool,
) -> dict[str, Any]:
    """The object of ``--json``."""
    answer = None if state.status is None or relaxed else state.status == WINS
    return {
        "game": game.name, "player": attacker.value, "answer": answer,
        "reason": "maker" if relaxed else state.reason,
        "checked": held is not None, "entries": None if strategy is None else len(strategy),
        **{name: value for name, value in state.to_json().items() if name not in ("status", "reason")},
        "totals": totals,
    }  # fmt: skip


def _told(
    game: Game,
    attacker: Player,
    state: AttackState,
    totals: dict[str, Any],
    strategy: Strategy | None,
    held: Holds | None,
    *,
    relaxed: bool,
) -> list[str]:
    """The end of an attack in a few lines."""
    if relaxed:
        lines = ["open: Black wins against a mere breaker; the same command without --breaking and with another --db"]
    else:
        lines = [outcome(state, attacker, game)]
    if strategy is not None and held is not None:
        lines.append(f"proof: {len(strategy)} entries, checked")
    parts = [(totals["jobs"], "jobs"), (totals["nodes"], "nodes"), (state.positions, "positions")]
    lines.append(", ".join(counted(*part) for part in parts))
    if state.reason is not None:
        lines.append(f"stopped ({state.reason}); the same command goes on from here")
    return lines


@contextmanager
def _progress() -> Iterator[StateWatch]:
    """Progress on standard error: a line that changes on a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        yield _AttackLines().tell
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), console=Console(stderr=True), transient=True
    ) as bar:
        work = bar.add_task("", total=None)
        yield lambda state: bar.update(work, description=shown(state))


def shown(state: AttackState) -> str:
    """The progress of an attack in one line.

    >>> shown(AttackState(pn=40, dn=3, positions=50, solved=20, running=4, done=30, nodes=90000, seconds=3.0))
    'proof 40, disproof 3: 20 of 50 positions solved, 4 jobs under way, 30 done, 30000 nodes/s'
    """
    if state.status is not None:
        return f"solved; {state.missing} proofs to write, {state.running} jobs under way"
    pn, dn = ("never" if number is None else number for number in (state.pn, state.dn))
    return (
        f"proof {pn}, disproof {dn}: {state.solved} of {state.positions} positions solved, "
        f"{state.running} jobs under way, {state.done} done, {state.rate:.0f} nodes/s"
    )


class _AttackLines:
    """Plain lines, the first one after some seconds."""

    def __init__(self) -> None:
        self._next = time.monotonic() + BETWEEN

    def tell(self, state: AttackState) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + BETWEEN
            say("progress", shown(state), **state.to_json())
