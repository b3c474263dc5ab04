"""``zermelo attack``: one game by many jobs, on this machine or on a cluster, all that was found in one file."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.attack.attack import NOT_WRITTEN, UNIT, AttackPlan, AttackState, Master, StateWatch, outcome
from zermelo.attack.attack_database import AttackDatabase
from zermelo.attack.leaf_job import JobLimits
from zermelo.attack.position_form import WINS, require
from zermelo.campaign.local import LocalEngine
from zermelo.campaign.slurm_options import SlurmOptions
from zermelo.cli.common import (
    AfterOption,
    GameArgument,
    JsonOption,
    SwitchOption,
    describe,
    distinct_from_game,
    load,
    played,
    print_json,
)
from zermelo.cli.engine_options import (
    EngineOption,
    PartitionOption,
    SbatchOption,
    SchedulerOption,
    TimeOption,
    job_engine,
)
from zermelo.cli.messages import ProgressLines
from zermelo.errors import InputError, LimitError
from zermelo.files import sqlite_files, writable
from zermelo.model import Game, Player, PositionalGame, Rule, restriction_is_sound
from zermelo.model.game import move_names
from zermelo.model.positional import maker_breaker_of
from zermelo.search.engines import require_switches
from zermelo.search.switches import read_switches
from zermelo.strategy.certify import confirmed
from zermelo.strategy.check.breaker_certificate import unfit
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.wording import counted

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
    engine: EngineOption = "local",
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, max=4096, help="Jobs at a time (default: one on each core).")
    ] = None,
    budget: Annotated[
        int, typer.Option("--budget", min=1, max=10**15, help="Nodes of the first job at a position.")
    ] = UNIT,
    patience: Annotated[
        int | None,
        typer.Option(
            "--patience",
            min=1,
            max=30,
            help="Jobs at a position, each twice as long, before its moves (default: 1; 4 where both build).",
        ),
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for this run (default: no limit).")
    ] = None,
    job_time: Annotated[
        float | None, typer.Option("--job-time", min=0.1, help="Seconds for each job (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each job (default: no limit).")
    ] = None,
    switches: SwitchOption = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", help="Write the strategy to this file; .gz compresses.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Join the proof, and check it by the rules.")
    ] = True,
    scheduler: SchedulerOption = None,
    partition: PartitionOption = None,
    time_: TimeOption = None,
    sbatch: SbatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Attack one game by many jobs: does this player win?

    All that is found is kept in one file; the same command goes on from there, whatever ended it. Exit code 3 when the
    question is still open, or its proof.
    """
    started = time.monotonic()
    distinct_from_game([proof], game, others=sqlite_files(db))
    writable([proof])
    asked = played(load(game), after)
    if player.lower() not in ("black", "white"):
        raise InputError("black or white", found=repr(player[:40]), source="--for")
    attacker = Player(player.lower())
    require(asked, attacker)
    about = _relaxed(asked, attacker) if breaking else asked
    chosen = read_switches(switches or ())
    require_switches(about, None, chosen)
    limits = JobLimits(job_time, memory_limit)
    plan = AttackPlan(budget, patience, limits, time_limit, check or proof is not None, chosen)
    memory = MEMORY if memory_limit is None else memory_limit + 500
    slurm = SlurmOptions(Path(f"{db}.logs"), partition, time_ or SlurmOptions.time, memory, 1, tuple(sbatch or ()))
    made = job_engine(engine, jobs, jobs, scheduler, slurm, partition=partition, time=time_, sbatch=sbatch)
    with AttackDatabase(db) as database:
        with made or LocalEngine(jobs) as running, _progress() as watch:
            state = Master(about, attacker, database, plan, watch).work(running)
        totals = database.totals()
    strategy = state.strategy
    if strategy is not None and about is not asked:
        strategy = replace(strategy, game=asked)
    end = _AttackEnd(asked, attacker, state, totals, strategy, relaxed=about is not asked and state.status == WINS)
    if strategy is not None and not end.relaxed:
        try:
            if check:
                end.held = _checked(strategy, None if time_limit is None else started + time_limit - time.monotonic())
            if proof is not None:
                strategy.save(proof)
        except KeyboardInterrupt:  # the answer stands
            state.reason = "interrupted"
        except LimitError as error:
            state.reason = error.reason
        except InputError as error:
            state.reason, state.failed = "disk", str(error)
    if as_json:
        told = end.to_json()
        print_json({"game": told.pop("game"), "after": move_names(after), **told})
    else:
        print("\n".join([*describe(asked.with_depth(None)), *end.lines()]))  # the question has no depth
    raise typer.Exit(0 if state.status is not None and not end.relaxed and state.reason is None else 3)


def _relaxed(game: Game, attacker: Player) -> Game:
    if not isinstance(game, PositionalGame) or game.rule is not Rule.MAKER_MAKER or attacker is not Player.BLACK:
        maker = isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER
        found = f"the question about {attacker}" if maker else f"another game: {game.kind}"
        raise InputError("a maker-maker game, and the question about Black", found=found, source="--breaking")
    confined = game.first_moves is not None and game.start.ply == 0
    if confined or not game.alternates or unfit(game, Claim(attacker.other, False, breaking=True)) is not None:
        raise InputError(
            "players who place one stone each in turn, the first one anywhere",
            found="a restricted first move" if confined else "other turns",
            source="--breaking",
            advice="without it White may build, too",
        )
    return maker_breaker_of(game)


def _checked(strategy: Strategy, seconds: float | None) -> Holds:
    """The result of the check, which must hold; ``LimitError`` when it takes longer."""
    result = checked(strategy.game, strategy.claim, strategy.symmetries, iter(strategy), time_limit=seconds)
    return confirmed(strategy.game, result, "the attack")


@dataclass
class _AttackEnd:
    """The end of an attack, for people and for programs.

    Parameters
    ----------
    game, attacker
        The question.
    state, totals
        The figures of this run, and of all.
    strategy
        The proof, when it is joined.
    relaxed
        True if a win was found in the game of a mere breaker, which says nothing about the one that was asked.
    held
        The result of the check.
    """

    game: Game
    attacker: Player
    state: AttackState
    totals: dict[str, Any]
    strategy: Strategy | None
    relaxed: bool
    held: Holds | None = None

    def to_json(self) -> dict[str, Any]:
        """The object of ``--json``."""
        state, strategy = self.state, self.strategy
        answer = None if state.status is None or self.relaxed else state.status == WINS
        return {
            "game": self.game.name, "player": self.attacker.value, "answer": answer,
            "reason": "maker" if self.relaxed else state.reason,
            "checked": self.held is not None, "restricted": not restriction_is_sound(self.game),
            "entries": None if strategy is None else len(strategy),
            **{name: value for name, value in state.to_json().items() if name not in ("status", "reason")},
            "totals": self.totals,
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The same in a few lines."""
        state, totals = self.state, self.totals
        if self.relaxed:
            yield "open: Black wins against a mere breaker; the same command without --breaking and with another --db"
        else:
            yield outcome(state, self.attacker, self.game)
        if self.strategy is not None and self.held is not None:
            yield f"proof: {counted(len(self.strategy), 'entries')}, checked"
        elif state.status is not None and not self.relaxed:
            left = "none" if state.reason is None else "not written yet"
            yield f"proof: {left}, the searches say so" if self.strategy is None else "proof: not checked"
        parts = [(totals["jobs"], "jobs"), (totals["nodes"], "nodes"), (state.positions, "positions")]
        yield ", ".join(counted(*part) for part in parts)
        if state.reason is not None:
            further = "" if state.failed == NOT_WRITTEN else "; the same command goes on from here"
            yield f"stopped ({state.failed or state.reason}){further}"


@contextmanager
def _progress() -> Iterator[StateWatch]:
    """Progress on standard error: a line that changes on a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        lines = ProgressLines()
        yield lambda state: lines.tell(shown(state), state.to_json())
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
    >>> shown(AttackState(running=1, positions=1))
    'proof 1, disproof 1: 0 of 1 position solved, 1 job under way, 0 done, 0 nodes/s'
    """
    if state.status is not None:
        return f"solved; {counted(state.missing, 'proofs')} to write, {counted(state.running, 'jobs')} under way"
    pn, dn = ("never" if number is None else number for number in (state.pn, state.dn))
    return (
        f"proof {pn}, disproof {dn}: {state.solved} of {counted(state.positions, 'positions')} solved, "
        f"{counted(state.running, 'jobs')} under way, {state.done} done, {state.rate:.0f} nodes/s"
    )
