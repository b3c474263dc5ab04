"""The master of an attack: it gives leaves to workers, writes down what they say, and joins the proof.

A worker that is killed, or a machine that is lost, costs one job, which is given out again; so does a master that is
killed, which goes on from its file. What a job has solved is on the disk before the next one is given out.
"""

from __future__ import annotations

import base64
import itertools
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.attack.attack_database import AttackDatabase
from zermelo.attack.graph import FAR, AttackGraph, AttackNode
from zermelo.attack.leaf_job import JobLimits, leaf_job
from zermelo.attack.position_form import WINS, PositionForms
from zermelo.attack.strategy_join import joined, unpacked
from zermelo.campaign.engine import JobEngine
from zermelo.campaign.job import JobResult
from zermelo.campaign.local import LocalEngine
from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.interrupts import ended_after, uninterrupted
from zermelo.language.json_game import game_to_json
from zermelo.model import Game, Player, Position, PositionalGame, Rule
from zermelo.search.engines import require_switches
from zermelo.search.switches import Values
from zermelo.strategy.entry import Strategy

TRIES = 3
"""The number of times that a job is given out when somebody kills its process or it crashes."""

LOOK = 1.0
"""Seconds between two reports of progress when nothing ends."""

NOT_WRITTEN = "a proof was not written within the limits of a job; raise them"
"""The failure after which the same command would fail again."""

UNIT = 10_000
"""Nodes of the first job at a leaf."""

PATIENCE, LONG_PATIENCE = 1, 4
"""Jobs at a leaf before its moves are opened. Where both build, a job goes on with the rounds of the one before it."""


@dataclass
class AttackState:
    """An attack under way, or at its end.

    Parameters
    ----------
    status
        Of the start position: ``"wins"``, ``"holds"``, or None while it is open.
    pn, dn
        Its proof number and disproof number; None for infinite.
    positions, solved, open_leaves
        Numbers of positions in the graph.
    running, done
        Jobs under way, and those that have ended in this run.
    nodes, cpu_seconds
        Searched in this run.
    missing
        Proofs of solved positions that are still to be written.
    seconds
        Of this run.
    reason
        Why it ended without a result, or without its proof: ``"time"``, ``"interrupted"``, ``"memory"``, ``"killed"``,
        ``"disk"``; None: it did not.
    failed
        Where a proof could not be written: what has happened, and what to do.
    strategy
        The proof, when it is joined.
    """

    status: str | None = None
    pn: int | None = 1
    dn: int | None = 1
    positions: int = 0
    solved: int = 0
    running: int = 0
    done: int = 0
    nodes: int = 0
    cpu_seconds: float = 0.0
    missing: int = 0
    seconds: float = 0.0
    reason: str | None = None
    failed: str | None = None
    strategy: Strategy | None = field(default=None, repr=False)

    @property
    def rate(self) -> float:
        """Nodes a second in this run."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def to_json(self) -> dict[str, Any]:
        """The figures of ``--json``."""
        names = ("status", "pn", "dn", "positions", "solved", "running", "done", "nodes", "missing", "reason", "failed")
        return {name: getattr(self, name) for name in names} | {
            "cpu_seconds": round(self.cpu_seconds, 3), "seconds": round(self.seconds, 3)
        }  # fmt: skip


StateWatch = Callable[[AttackState], None]


@dataclass(frozen=True)
class AttackPlan:
    """Settings of an attack: the budgets and limits of its jobs, the time for all, and the proof.

    Parameters
    ----------
    budget
        Nodes of the first job at a leaf; each further one has twice those of the one before.
    patience
        Jobs at a leaf before its moves are opened; None: 4 where both build with one stone each in turn, else 1.
    limits
        Of each job.
    time
        Seconds for the whole run; None for no limit.
    prove
        False: do not join the proof.
    switches
        Switches of the searches that are not as usual, by name (``docs/switches.md``).
    """

    budget: int = UNIT
    patience: int | None = None
    limits: JobLimits = field(default_factory=JobLimits)
    time: float | None = None
    prove: bool = True
    switches: Values = field(default_factory=dict)


def attack(
    game: Game,
    db: str | Path,
    attacker: Player = Player.BLACK,
    plan: AttackPlan = AttackPlan(),
    *,
    engine: JobEngine | None = None,
    watch: StateWatch = lambda _: None,
) -> AttackState:
    """Attack a game, or go on with it: does this player win?

    Parameters
    ----------
    game
        A positional or connection game, or a grid game whose plays all end.
    db
        The file that keeps everything; the same file goes on.
    attacker
        The player whose win is in question.
    plan
        Budgets and limits.
    engine
        What runs the jobs; None: this machine, a job on each core.
    watch
        Called after each job, and every second.

    Raises ``InputError`` for a file of another attack, or one that another process writes; ``UnsupportedError`` for
    another kind of game, or switches that its search does not have; ``DisagreementError`` when two searches contradict
    each other.

    >>> import tempfile
    >>> from zermelo.families import make
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     state = attack(make("httt:el,board=3x3"), Path(folder, "el.db"))
    >>> state.status, len(state.strategy) > 0
    ('wins', True)
    """
    with AttackDatabase(Path(db)) as database, engine or LocalEngine() as begun:
        return Master(game, attacker, database, plan, watch).work(begun)


@dataclass
class _Given:
    """A job under way: at a leaf, or of a missing proof (then ``node`` is None)."""

    node: AttackNode | None
    position: Position
    budget: int | None


def _patience(game: Game) -> int:
    both = isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER and game.alternates
    return LONG_PATIENCE if both else PATIENCE


class Master:
    """The master of an attack; the parameters are those of `attack`, with the file open."""

    def __init__(
        self,
        game: Game,
        attacker: Player,
        database: AttackDatabase,
        plan: AttackPlan,
        watch: StateWatch = lambda _: None,
    ) -> None:
        require_switches(game, None, plan.switches)
        self._game, self._attacker, self._plan, self._watch = game, attacker, plan, watch
        self._database, self._form = database, game_to_json(game)
        self.forms = PositionForms(game, attacker)
        database.about({"name": game.name, "game": self._form, "attacker": attacker.value})
        self.graph: AttackGraph = database.load(self.forms, plan.budget, plan.patience or _patience(game))
        self.state = AttackState()
        self._running: dict[str, _Given] = {}
        self._again: list[_Given] = []
        self._killed: dict[tuple[Position, bool], int] = {}
        """Times that jobs at a position have been killed, those of leaves apart from those of proofs."""
        self._numbers = itertools.count(1)
        self._missing: dict[Position, Position] = {}
        self._proofs: dict[Position, Strategy | None] = {}
        self._started = time.monotonic()

    def told(self) -> AttackState:
        """The state of now."""
        state, root = self.state, self.graph.root
        state.seconds = time.monotonic() - self._started
        state.status, state.running, state.missing = root.status, len(self._running), len(self._missing)
        state.pn, state.dn = (None if number >= FAR - 1 else number for number in (root.pn, root.dn))
        state.positions = len(self.graph.nodes)
        state.solved = self.graph.solved
        return state

    def work(self, engine: JobEngine) -> AttackState:
        """Search until the start position is solved and proven; Ctrl-C and the limit of time end it."""
        try:
            self._watch(self.told())
            while not self._finished(engine):
                if self._left() == 0:
                    self.state.reason = "time"
                    break
                left = self._left()
                results = engine.results(LOOK if left is None else min(LOOK, left))
                uninterrupted(self._take_all, results)
                self._watch(self.told())
                if self.state.failed is not None:
                    break
        except KeyboardInterrupt:
            self.state.reason = "interrupted"
        engine.cancel(list(self._running))
        self._running.clear()
        return self.told()

    def _left(self) -> float | None:
        """The seconds that are left; None for no limit."""
        return None if self._plan.time is None else max(0.0, self._plan.time - (time.monotonic() - self._started))

    def _finished(self, engine: JobEngine) -> bool:
        """Give out jobs; True when there is nothing left to do."""
        if self.graph.root.status is None:
            self._give_leaves(engine)
            return False
        if not self._plan.prove or self.state.strategy is not None:
            return True
        self._drop(engine)
        if not self._missing and not self._running:
            try:
                self.state.strategy, missing = ended_after(self._left(), lambda: joined(self.graph, self._proof))
            except LimitError as error:
                self.state.reason = error.reason
                return True
            self._missing = dict(missing)
            self._again = [_Given(None, position, None) for position in self._missing.values()]
            if self.state.strategy is not None:
                return True
        while self._again and engine.room > 0 and self._give(engine, self._again.pop()):
            pass
        return False

    def _give_leaves(self, engine: JobEngine) -> None:
        """Give the most proving leaves to all workers that are free."""
        self._drop(engine)
        uninterrupted(self._select_and_give, engine)
        self._database.commit()
        if not self._running and engine.room > 0 and self.graph.root.status is None:
            raise self._database.damaged("an open position, and nothing to search")

    def _select_and_give(self, engine: JobEngine) -> None:
        while engine.room > 0 and self.graph.root.status is None:
            node = self.graph.select()
            if node is None:
                return
            self._database.commit()
            if not self._give(engine, _Given(node, node.position, self.graph.budget(node))):
                return

    def _give(self, engine: JobEngine, given: _Given) -> bool:
        """Give out a job; False when that has to wait for the end of another one."""
        key, game = f"{next(self._numbers)}", self._game
        plan = self._plan
        job = leaf_job(
            key, self._form, game.name, self._attacker, given.position, given.budget, plan.limits, plan.switches
        )
        self._running[key] = given
        try:
            engine.submit(job)
        except OSError:  # no more processes, or no memory for one
            del self._running[key]
            if given.node is not None:
                given.node.busy = False
            else:
                self._again.append(given)
            if not self._running:
                raise
            return False
        return True

    def _drop(self, engine: JobEngine) -> None:
        """End the jobs whose answers do not matter any more."""
        for key, given in list(self._running.items()):
            if given.node is not None and not self.graph.wanted(given.node):
                engine.cancel([key])
                given.node.busy = False
                del self._running[key]

    # -- what jobs say ----------------------------------------------------------------------------------------------

    def _take_all(self, results: Iterable[JobResult]) -> None:
        for result in results:
            self._take(result)

    def _take(self, result: JobResult) -> None:
        """Take in the end of a job, in one transaction."""
        given = self._running.pop(result.key, None)
        if given is None:
            return
        node, answer = given.node, result.answer
        if node is not None:
            node.busy = False
        if answer is None and result.reason is None and self._once_more(given, result):
            return
        if answer is not None and "error" in answer:
            raise DisagreementError(f"{self._game.name}: a job has failed: {answer['error']}")
        answer = answer or {"status": None, "reason": result.reason or "killed", "nodes": 0, "strategy": None}
        self._count(given, result, answer)
        status = answer["status"]
        if status is not None:
            self._solved(given, status, answer["strategy"])
        elif node is not None:
            for black, white, mover, fact in answer.get("facts", ()):
                self._learn(Position(int(black, 16), int(white, 16), mover), fact)
            self.graph.searched(node, max(answer["nodes"], given.budget or 0))
        else:
            self._fail(answer["reason"])
        self._database.commit()

    def _fail(self, reason: str) -> None:
        """End the run without the proof: a job has not written its part."""
        self.state.reason = reason
        self.state.failed = (
            f"a job that was writing a proof was killed {TRIES} times" if reason == "killed" else NOT_WRITTEN
        )

    def _once_more(self, given: _Given, result: JobResult) -> bool:
        """Give a job out again that was killed or has crashed; False when that has happened too often."""
        kind = given.position, given.node is None
        times = self._killed[kind] = self._killed.get(kind, 0) + 1
        if times >= TRIES and not result.killed:
            raise LimitError("crash", f"a job has crashed {times} times: {result.ending}; the same command goes on")
        if given.node is None and times < TRIES:
            self._again.append(given)
        return times < TRIES

    def _count(self, given: _Given, result: JobResult, answer: dict[str, Any]) -> None:
        self.state.done += 1
        self.state.nodes += answer["nodes"]
        self.state.cpu_seconds += result.cpu_seconds
        self._database.worked(
            position=None if given.node is None else given.node.number, budget=given.budget, nodes=answer["nodes"],
            seconds=round(result.seconds, 6), cpu_seconds=round(result.cpu_seconds, 6), status=answer["status"],
            reason=answer["reason"], host=result.host,
        )  # fmt: skip

    def _solved(self, given: _Given, status: str, strategy: str | None) -> None:
        key = self.forms.exact_key(given.position)
        if strategy is not None:
            self._database.proved(key, status, base64.b64decode(strategy))
            self._proofs.pop(key, None)
        if given.node is not None:
            self.graph.settle(given.node, status)
            return
        if status != self.graph.root.status:
            raise DisagreementError(f"{self._game.name}: a search contradicts another one, of {given.position}")
        if strategy is None:
            self._fail("time")
        else:
            self._missing.pop(key, None)

    def _learn(self, key: Position, status: str) -> None:
        if self.graph.learn(key, status) and key not in self.graph.by_key:
            self._database.learned(key, status)

    def _proof(self, key: Position) -> Strategy | None:
        """The strategy of a position, given by its least image, if there is one for the side that succeeds."""
        if key not in self._proofs:
            found = self._database.proof(key)
            self._proofs[key] = None
            if found is not None and found[0] == self.graph.root.status:
                with suppress(InputError):  # a damaged one is written anew
                    self._proofs[key] = unpacked(found[1])
        return self._proofs[key]


def outcome(state: AttackState, attacker: Player, game: Game) -> str:
    """The result in words.

    >>> from zermelo.families import make
    >>> outcome(AttackState(status="wins"), Player.BLACK, make("ttt"))
    'Black wins'
    """
    player = game.called(attacker)
    if state.status is None:
        return f"open: whether {player} wins"
    return f"{player} wins" if state.status == WINS else f"{player} does not win"
