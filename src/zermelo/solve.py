"""A question on a game, answered: encode, preprocess, solve, find the first move, check.

The one module that sees all stages. An answer is a claim with its evidence: the formula's truth value from a solver,
the winning first move confirmed by solving the position after it, and, where the game is small enough, the plain rule
engine trying everything. Two routes that contradict each other raise
:class:`~zermelo.errors.DisagreementError`; they are never averaged.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import comb
from typing import Any

from zermelo.encodings import Encoded, default_encoding, encode, encoding
from zermelo.encodings.moves import check_question
from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.formula import QCNF, Circuit, tseitin
from zermelo.model import Game, GridGame, Player, PositionalGame, Rule, first_move_orbits
from zermelo.preprocess import preprocessor
from zermelo.search import Minimax, solve_exactly
from zermelo.solvers import Answer, SolverResult, solver
from zermelo.verdict import Query, Stage, Verdict

CONFIRM_POSITIONS = 60_000
CONFIRM_SECONDS = 2.0
"""Up to here the rule engine confirms a verdict by trying everything."""

MOST_DEPTH = 2_000
"""The largest depth of a question on a game whose plays may never end: formulas grow with the depth."""


@dataclass(frozen=True)
class Options:
    """How to answer.

    Parameters
    ----------
    encoding, solver, preprocessor
        Names from the registries; no encoding named: the one that suits the game.
    time_limit
        Wall-clock seconds for the whole question; None for no limit.
    memory_limit_mb
        Memory of each solver process, in MB; None for no limit.
    check
        Whether to confirm the first move and the verdict.
    """

    encoding: str | None = None
    solver: str = "depqbf"
    preprocessor: str = "none"
    time_limit: float | None = None
    memory_limit_mb: int | None = None
    check: bool = True


def solve(
    game: Game,
    query: Query | None = None,
    options: Options | None = None,
    progress: Callable[[str], None] | None = None,
) -> Verdict:
    """Answer a question on a game.

    Parameters
    ----------
    game
        The game; the question is about its start position.
    query
        The question; None asks for the game's own depth, or who wins when it has none.
    options
        Tools and limits; None for the defaults.
    progress
        Called with a short text whenever a stage starts.

    Returns
    -------
    Verdict
        Also when a limit ended the work: then with the reason, and with all that was established before.

    Raises
    ------
    InputError
        For a question that makes no sense, or tools that do not fit the game.
    DisagreementError
        When two independent routes contradict each other.

    >>> from zermelo.model import ConnectionGame
    >>> verdict = solve(ConnectionGame.hex(2, 2), Query("within", depth=3))
    >>> verdict.answer, verdict.first_move, verdict.checked
    (True, 'b1', True)
    """
    if query is None:
        query = Query() if game.depth is None else Query("within", depth=game.depth)
    options = options or Options()
    solver(options.solver), preprocessor(options.preprocessor)
    if options.encoding is not None:
        check_question(encoding(options.encoding), game, 0)
    work = _Work(game, query, options, progress or (lambda _: None))
    try:
        work.within() if query.kind == "within" else work.winner()
    except LimitError as limit:
        work.verdict.reason = limit.reason
        work.verdict.notes.append(str(limit))
    except KeyboardInterrupt:
        work.verdict.reason = "interrupted"
        if work.verdict.known and not work.verdict.checked:
            work.verdict.notes.append("interrupted before the answer was checked")
    if work.verdict.known:
        work.verdict.reason = None
    work.verdict.seconds = time.monotonic() - work.started
    return work.verdict


def depth_in_play(game: Game, depth: int) -> int:
    """The depth that decides a question: the one asked for, or that of the longest play where plays are shorter.

    Raises ``InputError`` below 0, and above :data:`MOST_DEPTH` in a game whose plays are not known to end.

    >>> from zermelo.model import ConnectionGame
    >>> depth_in_play(ConnectionGame.hex(3, 3), 10**9)
    9
    """
    if depth < 0:
        raise InputError("a depth of at least 0", found=str(depth))
    complete = game.complete_depth()
    if complete is not None:
        return min(depth, complete)
    if depth > MOST_DEPTH:
        raise InputError(f"a depth of at most {MOST_DEPTH} in a game whose plays may never end", found=str(depth))
    return depth


def clauses_of(encoded: Encoded) -> tuple[QCNF, dict[int, int]]:
    """The formula as clauses, and for each of its variables the variable of the clauses."""
    formula = encoded.formula
    if isinstance(formula, Circuit):
        return tseitin(formula)
    if formula is None:
        qcnf = QCNF()
        if not encoded.answer:
            qcnf.add()
        return qcnf, {}
    return formula, {variable: variable for block in formula.prefix.blocks[:1] for variable in block.variables}


@dataclass(frozen=True)
class _Decision:
    """What one formula said: None when unknown, then with the reason; ``hint`` is an unconfirmed first move."""

    answer: bool | None
    reason: str | None = None
    detail: str = ""
    hint: Any = None
    method: str = ""
    notes: tuple[str, ...] = ()


class _Work:
    """One question under way: its verdict grows here, so that whatever ends the work leaves what is known."""

    def __init__(self, game: Game, query: Query, options: Options, progress: Callable[[str], None]) -> None:
        self.game, self.query, self.options, self.progress = game, query, options, progress
        self.started = time.monotonic()
        self.deadline = None if options.time_limit is None else self.started + options.time_limit
        self.after: str | None = None  # the first move that is being tried
        self.verdict = Verdict(game.name, query, notes=list(getattr(game, "notes", ())))

    # -- the two questions -------------------------------------------------------------------------------------

    def within(self) -> None:
        """Does the player win within the depth?"""
        verdict = self.verdict
        if self.query.depth is None:
            raise InputError("a depth to ask within", found="none")
        game = self.game if self.query.player is Player.BLACK else self.game.swapped()
        depth = depth_in_play(game, self.query.depth)
        decision = self.decide(game, depth)
        verdict.method = decision.method
        self._note(decision.notes)
        if decision.answer is None:
            self._undecided(decision)
            return
        verdict.answer = decision.answer
        self._settle_depths(game, depth, decision.answer)
        if self.options.check:
            if decision.answer:
                self.first_move(game, depth, decision)
            self.confirm(game, depth, decision.answer)

    def _settle_depths(self, game: Game, depth: int, answer: bool) -> None:
        complete = game.complete_depth()
        if answer:
            self.verdict.depth, self.verdict.complete = depth, True
        else:
            self.verdict.refuted_depth = depth
            self.verdict.complete = complete is not None and depth >= complete

    def winner(self) -> None:
        """Who wins? Black's depths in turn up to a complete one, then White's."""
        verdict, game = self.verdict, self.game
        complete = game.complete_depth()
        if complete is None:
            self._winner_without_bound()
            return
        for depth in _depths(game, complete):
            decision = self.decide(game, depth)
            verdict.method = decision.method
            if decision.answer is None:
                self._undecided(decision)
                return
            if decision.answer:
                verdict.outcome, verdict.depth, verdict.complete = "black", depth, True
                verdict.refuted_depth = depth - 1 if depth else None  # also of a depth that ends with White's move
                verdict.evidence.append(f"formula true at depth {depth}")
                self._note(decision.notes)
                if self.options.check:
                    self.first_move(game, depth, decision)
                    self.confirm_winner(Player.BLACK, depth)
                return
            verdict.refuted_depth = depth
        verdict.refuted_depth = complete
        verdict.excluded.append("black")
        verdict.evidence.append(f"no win for Black within {complete}, and no play is longer")
        self._without_black(complete)

    def _without_black(self, complete: int) -> None:
        verdict, game = self.verdict, self.game
        if not (isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER):
            verdict.outcome, winner = "white", Player.WHITE  # no draws: a breaker holds, or a player is stuck
        elif not game.white_sets or _can_steal(game):
            why = "White has no winning set" if not game.white_sets else "strategy stealing"
            verdict.outcome, winner = "draw", None
            verdict.evidence.append(f"White cannot win ({why})")
        else:
            decision = self.decide(game.swapped(), complete)
            if decision.answer is None:
                self._undecided(decision)
                return
            winner = Player.WHITE if decision.answer else None
            verdict.outcome = "white" if decision.answer else "draw"
            verdict.evidence.append(f"formula for White {str(decision.answer).lower()} at depth {complete}")
        verdict.complete = True
        if self.options.check:
            self.confirm_winner(winner, None)

    def _winner_without_bound(self) -> None:
        """A game whose plays may never end: the reachable positions decide it when they are few enough."""
        verdict = self.verdict
        with self.stage("retrograde") as facts:
            exact = solve_exactly(self.game, node_limit=2_000_000, time_limit=self.left())
            facts["positions"] = exact.positions
        verdict.outcome = "draw" if exact.winner is None else exact.winner.value
        verdict.method, verdict.complete = "retrograde", True
        if exact.winner is Player.BLACK and exact.depth is not None:
            verdict.depth, verdict.refuted_depth = exact.depth, exact.depth - 1 if exact.depth else None
        verdict.evidence.append(f"all {exact.positions} reachable positions, solved backwards")
        if exact.winner is not Player.BLACK:
            verdict.excluded.append("black")
        elif exact.depth is not None and self.options.check:
            decision = self.decide(self.game, exact.depth)
            verdict.method = "retrograde"
            if decision.answer is False:
                raise DisagreementError(f"retrograde analysis wins in {exact.depth}, {decision.method} says no")
            if decision.answer:
                verdict.evidence.append(f"formula true at depth {exact.depth} ({decision.method})")
                verdict.checked = True
                self.first_move(self.game, exact.depth, decision)

    def _undecided(self, decision: _Decision) -> None:
        self.verdict.reason = decision.reason
        if decision.detail:
            self.verdict.notes.append(decision.detail)

    # -- one formula -------------------------------------------------------------------------------------------

    def decide(self, game: Game, depth: int, *, plain: bool = False) -> _Decision:
        """Encode and solve "Black wins within ``depth``"; ``plain`` leaves the preprocessor out."""
        chosen = self.options.encoding or default_encoding(game).name
        self.progress(f"depth {depth}: encoding ({chosen})")
        with self.stage("encode", depth=depth, encoding=chosen) as facts:
            encoded = encode(game, depth, chosen)
            if encoded.formula is not None:
                facts.update(encoded.formula.sizes()._asdict())
            if encoded.answer is not None:
                facts["answer"] = str(encoded.answer).lower()
        notes = encoded.notes
        if encoded.answer is not None:
            method = f"{chosen} (decided while encoding)"
            return _Decision(encoded.answer, method=method, notes=(f"depth {depth}: {encoded.why}",))
        qcnf, way = self._clauses(encoded)
        name = "none" if plain else self.options.preprocessor
        method = "+".join([chosen, *([name] if name != "none" else []), self.options.solver])
        if self.after is None and not plain:
            self.verdict.method = method
        kept = True
        if name != "none":
            qcnf, kept, answer = self._preprocess(name, qcnf, depth)
            if answer is not None:
                return _Decision(answer, method=method, notes=notes)
        result = self._run(qcnf, depth, assignment=kept and self.options.check)
        if result.answer is Answer.UNKNOWN:
            return _Decision(None, result.reason, f"{method} at depth {depth}: {result.detail}", method=method)
        hint = None
        if kept and result.assignment is not None:
            known = result.assignment
            hint = encoded.first_move({variable: known[to] for variable, to in way.items() if to in known})
        return _Decision(result.answer is Answer.TRUE, hint=hint, method=method, notes=notes)

    def _clauses(self, encoded: Encoded) -> tuple[QCNF, dict[int, int]]:
        if not isinstance(encoded.formula, Circuit):
            return clauses_of(encoded)
        with self.stage("clauses", depth=encoded.depth) as facts:
            qcnf, way = clauses_of(encoded)
            facts.update(qcnf.sizes()._asdict())
        return qcnf, way

    def _preprocess(self, name: str, qcnf: QCNF, depth: int) -> tuple[QCNF, bool, bool | None]:
        self.progress(f"depth {depth}: preprocessing ({name})")
        with self.stage("preprocess", depth=depth, preprocessor=name) as facts:
            done = preprocessor(name).preprocess(
                qcnf, time_limit=self.left(), memory_limit_mb=self.options.memory_limit_mb
            )
            facts.update(done.formula.sizes()._asdict(), applied=done.applied)
        if not done.applied:
            self._note([f"{name} not applied: {done.detail}"])
        answer = None if done.answer is None else done.answer is Answer.TRUE
        return done.formula, done.keeps_numbers, answer

    def _run(self, qcnf: QCNF, depth: int, *, assignment: bool) -> SolverResult:
        self.progress(f"depth {depth}: solving ({self.options.solver}, {qcnf.num_clauses} clauses)")
        with self.stage("solve", depth=depth, solver=self.options.solver) as facts:
            result = solver(self.options.solver).solve(
                qcnf,
                time_limit=self.left(),
                memory_limit_mb=self.options.memory_limit_mb,
                assignment=assignment,
            )
            facts["answer"] = result.answer.value
        return result

    # -- the first move ----------------------------------------------------------------------------------------

    def first_move(self, game: Game, depth: int, decision: _Decision) -> None:
        """Find and confirm a first move that wins within the depth, for a player who is known to win so."""
        if game.to_move(game.start) is not Player.BLACK or game.goal_winner(game.start) is not None:
            return
        try:
            for move in self._candidates(game, depth, decision):
                self.after = game.move_name(move)
                after = self.decide(game.after([move]), depth - 1)
                if after.answer is None:
                    self._note([f"first move {self.after} not confirmed: {after.detail or after.reason}"])
                    return
                if after.answer:
                    name = game.move_name(move)
                    self.verdict.first_move, self.verdict.checked = name, True
                    who = self.query.player
                    self.verdict.evidence.append(f"after {name}: {who} wins within {depth - 1} ({after.method})")
                    return
        except LimitError as limit:
            self._note([f"first move not confirmed: {limit}"])
            return
        finally:
            self.after = None
        raise DisagreementError(
            f"{self.game.name}: {decision.method} says that {self.query.player} wins within {depth}, but that after "
            f"no first move he wins within {depth - 1}"
        )

    def _candidates(self, game: Game, depth: int, decision: _Decision) -> Iterator[Any]:
        """First moves to try: the solver's hint, one of the unpreprocessed formula, then one of every orbit."""
        hint = decision.hint
        if hint is None and self.options.preprocessor != "none" and game.board.cells:
            hint = self.decide(game, depth, plain=True).hint
        if hint is not None:
            yield hint
        for orbit in first_move_orbits(game):
            if hint not in orbit:
                yield orbit[0]

    # -- independent confirmation ------------------------------------------------------------------------------

    def confirm(self, game: Game, depth: int, answer: bool) -> None:
        """Let the rule engine try everything, where that is little; contradiction is an internal error."""
        if not is_small(game, depth):
            return
        self.progress("confirming with the rule engine")
        try:
            with self.stage("confirm", depth=depth) as facts:
                search = Minimax(game, CONFIRM_POSITIONS, self._confirm_seconds())
                found = search.within(game.start, depth)
                facts["positions"] = search.nodes
        except (LimitError, RecursionError):
            return
        if found is not answer:
            raise DisagreementError(
                f"{self.game.name}: {self.verdict.method} says {answer} at depth {depth}, the rule engine says {found}"
            )
        self.verdict.checked = True
        self.verdict.evidence.append(f"rule engine: the same by exhaustive search ({search.nodes} positions)")

    def confirm_winner(self, winner: Player | None, depth: int | None) -> None:
        """The same for the whole game."""
        if not is_small(self.game, self.game.complete_depth() or 0):
            return
        self.progress("confirming with the rule engine")
        try:
            with self.stage("confirm") as facts:
                exact = solve_exactly(self.game, CONFIRM_POSITIONS, self._confirm_seconds())
                facts["positions"] = exact.positions
        except (LimitError, RecursionError):
            return
        if exact.winner is not winner or (depth is not None and exact.depth != depth):
            raise DisagreementError(
                f"{self.game.name}: {self.verdict.method} says {winner or 'draw'} (depth {depth}), "
                f"the rule engine says {exact.winner or 'draw'} (depth {exact.depth})"
            )
        self.verdict.checked = True
        self.verdict.evidence.append(f"rule engine: the same from all {exact.positions} reachable positions")

    def _confirm_seconds(self) -> float:
        left = self.left()
        return CONFIRM_SECONDS if left is None else min(CONFIRM_SECONDS, left)

    # -- bookkeeping -------------------------------------------------------------------------------------------

    def left(self) -> float | None:
        """Seconds left for the question; LimitError when there are none."""
        if self.deadline is None:
            return None
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise LimitError("time", f"the time limit of {self.options.time_limit:g} s is used up")
        return seconds

    @contextmanager
    def stage(self, name: str, **facts: Any) -> Iterator[dict[str, Any]]:
        """Time a stage; what is put into the yielded dictionary is kept with it."""
        started = time.monotonic()
        if self.after is not None:
            facts["after"] = self.after
        try:
            yield facts
        finally:
            self.verdict.stages.append(Stage(name, time.monotonic() - started, facts))

    def _note(self, texts: Iterable[str]) -> None:
        self.verdict.notes.extend(text for text in dict.fromkeys(texts) if text not in self.verdict.notes)


def _depths(game: Game, complete: int) -> Iterator[int]:
    """The depths at which a new win of Black can appear, up to a complete one."""
    for depth in range(complete + 1):
        mover = game.player_at(game.start.ply + depth - 1) if depth else Player.BLACK
        if mover is Player.BLACK or isinstance(game, GridGame):
            yield depth


def _can_steal(game: PositionalGame) -> bool:
    """Whether strategy stealing applies: the same sets for both, no stones, Black opens, one stone each in turn."""
    equal = game.black_sets == game.white_sets and game.first_moves is None
    empty = not (game.start.black | game.start.white) and game.start.ply == 0
    return equal and empty and game.turns.alternating and game.player_at(0) is Player.BLACK


def is_small(game: Game, depth: int, positions: int = CONFIRM_POSITIONS) -> bool:
    """Whether a search to this depth may meet no more than so many positions; grid games always may."""
    if isinstance(game, GridGame):
        return True
    cells = len(game.board) - (game.start.black | game.start.white).bit_count()
    total = 0
    for k in range(min(depth, cells) + 1):
        total += comb(cells, (k + 1) // 2) * comb(cells - (k + 1) // 2, k // 2)
        if total > positions:
            return False
    return True
