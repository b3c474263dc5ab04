"""A question on a game, answered: encode, preprocess, solve, find the first move, check.

The one module that sees all stages. An answer is a claim with its evidence: the formula's truth value from a solver,
the winning first move confirmed by solving the position after it, and, where the game is small enough, the plain rule
engine trying everything. Two routes that contradict each other raise
:class:`~zermelo.errors.DisagreementError`; they are never averaged.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from zermelo.encodings import Asks, Encoded, default_encoding, encoding
from zermelo.encodings.moves import check_question
from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.formula import QCNF, Circuit
from zermelo.model import (
    ConnectionGame,
    Game,
    Player,
    PositionalGame,
    Rule,
    first_move_orbits,
    restriction_is_sound,
)
from zermelo.preprocess import preprocessor
from zermelo.questions import METHODS, Options, can_steal, depth_in_play, telling_depths
from zermelo.search import POSITIONS, SECONDS, Exact, Searched, is_small, search_within, solve_exactly
from zermelo.solvers import Answer, SolverResult, solver
from zermelo.verdict import Query, Stage, Verdict

SEARCH_SHARE = 0.25
"""How much of a time limit the rule engine may use before the formulas."""

FORMULA_SECONDS = 10.0
"""How long the formula may take, unless it was asked for, when the rule engine has answered already."""

MOST_POSITIONS = 2_000_000
"""How many positions retrograde analysis may hold in memory."""


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
    (True, 'a2', True)
    """
    if query is None:
        query = Query() if game.depth is None else Query("within", depth=game.depth)
    options = options or Options()
    solver(options.solver), preprocessor(options.preprocessor_for("bddl"))
    if options.method not in METHODS:
        raise InputError(f"a method among {', '.join(METHODS)}", found=repr(options.method))
    if options.encoding is not None:
        check_question(encoding(options.encoding), game, 0)
    work = _Work(game, query, options, progress or (lambda _: None))
    try:
        work.within() if query.kind == "within" else work.winner()
    except LimitError as limit:
        work.verdict.reason = limit.reason
        work.verdict.notes.append(str(limit))
    except MemoryError:
        work.verdict.reason = "memory"
    except KeyboardInterrupt:
        work.verdict.reason = "interrupted"
        if work.verdict.known and not work.verdict.checked:
            work.verdict.notes.append("interrupted before the answer was checked")
    if work.verdict.known:
        work.verdict.reason = None
    if work.verdict.outcome is not None:
        work.verdict.excluded = [player.value for player in Player if player.value != work.verdict.outcome]
    work.verdict.seconds = time.monotonic() - work.started
    return work.verdict


@dataclass(frozen=True)
class _Decision:
    """What one formula said: None when unknown, then with the reason; ``hint`` is an unconfirmed first move."""

    answer: bool | None
    reason: str | None = None
    detail: str = ""
    hint: Any = None
    method: str = ""
    notes: tuple[str, ...] = ()
    plain: bool = True  # no preprocessor was in between
    ever: bool = False  # a "no" for every depth
    silent: bool = False  # the formula was decided, and says nothing about the game


class _Work:
    """One question under way: its verdict grows here, so that whatever ends the work leaves what is known."""

    def __init__(self, game: Game, query: Query, options: Options, progress: Callable[[str], None]) -> None:
        self.game, self.query, self.options, self.progress = game, query, options, progress
        self.started = time.monotonic()
        self.deadline = None if options.time_limit is None else self.started + options.time_limit
        self.after: str | None = None  # the first move that is being tried
        self.verdict = Verdict(game.name, query, notes=list(getattr(game, "notes", ())))
        if isinstance(game, PositionalGame | ConnectionGame):
            self.verdict.restricted = not restriction_is_sound(game)

    # -- the two questions -------------------------------------------------------------------------------------

    def within(self) -> None:
        """Does the player win within the depth?"""
        verdict = self.verdict
        if self.query.depth is None:
            raise InputError("a depth to ask within", found="none")
        game = self.game if self.query.player is Player.BLACK else self.game.swapped()
        depth = verdict.asked_depth = depth_in_play(game, self.query.depth)
        searched = self._searched(game, depth)
        if searched is not None:  # known from here on, whatever ends the work
            verdict.answer, verdict.method = searched.answer, "minimax"
            self._settle_depths(game, depth, searched.answer, ever=False)
        decision = self._decision(game, depth, searched)
        verdict.method = decision.method
        self._note(decision.notes)
        if decision.answer is None:
            self._undecided(decision)
            return
        verdict.answer = decision.answer
        self._settle_depths(game, depth, decision.answer, ever=decision.ever)
        if searched is None and self.options.check:
            searched = self._searched(game, depth, after=decision)
        if searched is not None:
            self._compare(depth, searched, decision)
        if decision.answer and self.options.check:
            self._first_move_within(game, depth, decision, searched)

    def _searched(self, game: Game, depth: int, after: _Decision | None = None) -> Searched | None:
        """What the rule engine says, asked before the formula or after it."""
        alone = self.options.method == "search"
        wanted = (alone or self.options.searches_first) if after is None else not self.options.searches_first
        if not wanted or not (alone or is_small(game, depth)):
            return None
        self.progress("trying everything with the plain rules")
        with self.stage("search" if after is None else "confirm", depth=depth) as facts:
            try:
                limits = (None, self.left()) if alone else (POSITIONS, self._seconds(SECONDS, SEARCH_SHARE))
                found = search_within(game, depth, *limits)
            except LimitError:
                facts["positions"] = "too many"
                if alone:
                    raise
                return None
            facts["positions"] = found.positions
        return found

    def _decision(self, game: Game, depth: int, searched: Searched | None) -> _Decision:
        """The formula's answer; where it has none in time, that of the rule engine."""
        if self.options.method == "search" and searched is not None:
            return _Decision(searched.answer, method="minimax")
        if searched is None:
            return self.decide(game, depth)
        decision = self._decide_briefly(game, depth)
        if decision.answer is not None:
            return decision
        why = f"by the rule engine alone; {decision.detail or decision.reason}"
        return _Decision(searched.answer, method="minimax", notes=(why,))

    def _decide_briefly(self, game: Game, depth: int, *, plain: bool = False) -> _Decision:
        """A formula beside an answer that is known: its failure is no failure."""
        try:
            with self._briefly():
                return self.decide(game, depth, plain=plain)
        except LimitError as limit:
            return _Decision(None, limit.reason, str(limit))

    @contextmanager
    def _briefly(self) -> Iterator[None]:
        """Little time for what only confirms."""
        until, self.deadline = self.deadline, time.monotonic() + self._seconds(FORMULA_SECONDS)
        try:
            yield
        finally:
            self.deadline = until

    def _compare(self, depth: int, searched: Searched, decision: _Decision) -> None:
        if searched.answer is not decision.answer:
            said = f"{decision.method} says {decision.answer} at depth {depth}"
            raise DisagreementError(f"{self.game.name}: {said}, the rule engine says {searched.answer}")
        alone = decision.method == "minimax"
        self.verdict.checked = not alone
        same = "" if alone else "the same by "
        self.verdict.evidence.append(f"rule engine: {same}exhaustive search ({searched.positions} positions)")

    def _first_move_within(self, game: Game, depth: int, decision: _Decision, searched: Searched | None) -> None:
        found = None if searched is None else searched.first_move
        if decision.method != "minimax":
            with self._briefly() if searched and self.options.searches_first else nullcontext():
                self.first_move(game, depth, decision, found)
        if self.verdict.first_move is None and found is not None and game.to_move(game.start) is Player.BLACK:
            self.verdict.first_move = game.move_name(found)

    def _settle_depths(self, game: Game, depth: int, answer: bool, *, ever: bool) -> None:
        complete = game.complete_depth()
        if answer:
            self.verdict.complete = True
        else:
            self.verdict.refuted_depth = depth
            self.verdict.complete = ever or self.verdict.complete or (complete is not None and depth >= complete)

    def winner(self) -> None:
        """Who wins? Black's depths in turn up to a complete one, then White's."""
        verdict, game = self.verdict, self.game
        complete = game.complete_depth()
        exact = self._searched_winner(complete)
        if exact is not None:
            self._winner_by_search(exact, complete)
            return
        if complete is None or self.options.method == "search":
            raise LimitError("size", "more positions than the plain rules can hold; ask with --depth N")
        for depth in telling_depths(game, complete):
            decision = self.decide(game, depth)
            verdict.method = decision.method
            if decision.silent and depth < complete:
                continue
            if decision.answer is None:
                self._undecided(decision)
                return
            if decision.ever:
                verdict.excluded.append("black")
                verdict.evidence.append(f"White holds for ever, blocking from move {depth} on ({decision.method})")
                self._without_black(complete)
                return
            if decision.answer:
                verdict.outcome, verdict.depth, verdict.complete = "black", depth, True
                verdict.refuted_depth = depth - 1 if depth else None  # also of a depth that ends with White's move
                least = f", false at {verdict.refuted_depth}" if depth else ""
                verdict.evidence.append(f"formula true at depth {depth}{least}")
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
        elif not game.white_sets or can_steal(game):
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

    def _searched_winner(self, complete: int | None) -> Exact | None:
        """What retrograde analysis says where it goes first; it gets more time where plays may never end."""
        alone = self.options.method == "search" or complete is None
        if not alone and not (self.options.searches_first and is_small(self.game, complete or 0)):
            return None
        self.progress("solving all reachable positions with the plain rules")
        if alone:
            return self._exactly("retrograde", MOST_POSITIONS, self.left())
        try:
            return self._exactly("retrograde", POSITIONS, self._seconds(SECONDS, SEARCH_SHARE))
        except LimitError:
            return None

    def _exactly(self, stage: str, positions: int, seconds: float | None) -> Exact:
        with self.stage(stage) as facts:
            facts["positions"] = "too many"
            exact = solve_exactly(self.game, positions, seconds)
            facts["positions"] = exact.positions
        return exact

    def _winner_by_search(self, exact: Exact, complete: int | None) -> None:
        """The outcome is known; formulas at the depths that tell confirm it."""
        verdict, game = self.verdict, self.game
        verdict.outcome = "draw" if exact.winner is None else exact.winner.value
        verdict.method, verdict.complete = "retrograde", True
        verdict.evidence.append(f"rule engine: all {exact.positions} reachable positions, solved backwards")
        telling: list[tuple[Game, int, bool]] = []
        if exact.winner is Player.BLACK and exact.depth is not None:
            verdict.depth, verdict.refuted_depth = exact.depth, exact.depth - 1 if exact.depth else None
            telling = [(game, exact.depth, True), *([(game, exact.depth - 1, False)] if exact.depth else [])]
            if exact.first_move is not None:
                verdict.first_move = game.move_name(exact.first_move)
        elif complete is not None:
            verdict.refuted_depth = complete
            telling = [(game, complete, False), *self._telling_of_white(exact, complete)]
        if self.options.method == "search" or not self.options.check:
            return
        agreed = False
        try:
            with self._briefly():
                agreed = bool(telling) and all(self._agrees(exact, *question) for question in telling)
        except LimitError as limit:
            self._note([f"not checked: {limit}"])
        finally:  # a confirmed first move alone, as before an interrupt, does not check the whole claim
            verdict.checked, verdict.method = agreed, "retrograde"

    def _telling_of_white(self, exact: Exact, complete: int) -> list[tuple[Game, int, bool]]:
        """What formulas can say of White where a draw is possible."""
        game = self.game
        if not (isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER):
            return []
        if exact.winner is Player.WHITE and exact.depth is not None:
            return [(game.swapped(), exact.depth, True)]
        if game.white_sets and not can_steal(game):
            return [(game.swapped(), complete, False)]
        return []

    def _agrees(self, exact: Exact, game: Game, depth: int, wanted: bool) -> bool:
        """Whether the formula says what is known; unknown is no, and a contradiction an internal error."""
        decision = self.decide(game, depth)
        who = "" if game is self.game else "for White "
        if decision.answer is None:
            self._note([f"formula {who}at depth {depth}: {decision.detail or decision.reason}"])
            return False
        if decision.answer is not wanted:
            said = f"{decision.method} says {decision.answer} at depth {depth}"
            raise DisagreementError(f"{game.name}: {said}, retrograde analysis says {wanted}")
        self.verdict.evidence.append(f"formula {who}{str(wanted).lower()} at depth {depth} ({decision.method})")
        if wanted and game is self.game:
            self.first_move(game, depth, decision, exact.first_move)
        return True

    def _undecided(self, decision: _Decision) -> None:
        self.verdict.reason = decision.reason
        if decision.detail:
            self.verdict.notes.append(decision.detail)

    # -- one formula -------------------------------------------------------------------------------------------

    def decide(self, game: Game, depth: int, *, plain: bool = False) -> _Decision:
        """Encode and solve "Black wins within ``depth``"; ``plain`` leaves the preprocessor out."""
        use = default_encoding(game) if self.options.encoding is None else encoding(self.options.encoding)
        check_question(use, game, depth)
        chosen = use.label
        self.progress(f"depth {depth}: encoding ({chosen})")
        with self.stage("encode", depth=depth, encoding=chosen) as facts:
            encoded = use.encode(game, depth)
            if encoded.formula is not None:
                facts.update(encoded.formula.sizes()._asdict())
            if encoded.answer is not None:
                facts["answer"] = str(encoded.answer).lower()
        notes = encoded.notes
        if encoded.answer is not None:
            method = f"{chosen} (decided while encoding)"
            return self._read(encoded, encoded.answer, method, (f"depth {depth}: {encoded.why}",))
        qcnf, way = self._clauses(encoded)
        name = "none" if plain else self.options.preprocessor_for(use.name)
        method = "+".join([chosen, *([name] if name != "none" else []), self.options.solver])
        if self.after is None and not plain and not self.verdict.known:
            self.verdict.method = method
        kept = True
        if name != "none":
            qcnf, kept, answer = self._preprocess(name, qcnf, depth)
            if answer is not None:
                return self._read(encoded, answer, method, notes, plain=False)
        result = self._run(qcnf, depth, assignment=kept and self.options.check)
        if result.answer is Answer.UNKNOWN:
            return _Decision(None, result.reason, f"{method} at depth {depth}: {result.detail}", method=method)
        hint = None
        if kept and result.assignment is not None:
            known = result.assignment
            hint = encoded.first_move({variable: known[to] for variable, to in way.items() if to in known})
        return self._read(encoded, result.answer is Answer.TRUE, method, notes, plain=kept, hint=hint)

    def _read(
        self,
        encoded: Encoded,
        truth: bool,
        method: str,
        notes: tuple[str, ...],
        *,
        plain: bool = True,
        hint: Any = None,
    ) -> _Decision:
        """What the truth value of a formula says about Black's win."""
        answer = encoded.black_wins(truth)
        if answer is None:
            detail = f"{method} at depth {encoded.depth}: false, which says nothing about the game at this depth"
            return _Decision(None, "silent", detail, method=method, notes=notes, silent=True)
        ever = encoded.asks is Asks.WHITE_HOLDS and not answer
        return _Decision(answer, hint=hint, method=method, notes=notes, plain=plain, ever=ever)

    def _clauses(self, encoded: Encoded) -> tuple[QCNF, dict[int, int]]:
        if not isinstance(encoded.formula, Circuit):
            return encoded.clauses()
        with self.stage("clauses", depth=encoded.depth) as facts:
            qcnf, way = encoded.clauses()
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

    def first_move(self, game: Game, depth: int, decision: _Decision, suggested: Any = None) -> None:
        """Find and confirm a first move that wins within the depth, for a player who is known to win so."""
        if game.to_move(game.start) is not Player.BLACK or game.goal_winner(game.start) is not None:
            return
        try:
            for move in self._candidates(game, depth, decision, suggested):
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

    def _candidates(self, game: Game, depth: int, decision: _Decision, suggested: Any) -> Iterator[Any]:
        """First moves to try: the solver's hint or a suggestion, that of the plain formula, then one of every orbit."""
        hint = suggested if decision.hint is None else decision.hint
        if hint is None and not decision.plain:
            plain = self._decide_briefly(game, depth, plain=True)
            if plain.answer is False:
                raise DisagreementError(f"{self.game.name}: {decision.method} says True, {plain.method} says False")
            hint = plain.hint
        if hint is not None:
            yield hint
        for orbit in first_move_orbits(game):
            if hint not in orbit:
                yield orbit[0]

    # -- independent confirmation ------------------------------------------------------------------------------

    def confirm_winner(self, winner: Player | None, depth: int | None) -> None:
        """The same for the whole game."""
        if self.options.searches_first or not is_small(self.game, self.game.complete_depth() or 0):
            return  # it went first, and the game was too large
        self.progress("confirming with the rule engine")
        try:
            exact = self._exactly("confirm", POSITIONS, self._seconds(SECONDS))
        except LimitError:
            return
        if exact.winner is not winner or (depth is not None and exact.depth != depth):
            raise DisagreementError(
                f"{self.game.name}: {self.verdict.method} says {winner or 'draw'} (depth {depth}), "
                f"the rule engine says {exact.winner or 'draw'} (depth {exact.depth})"
            )
        self.verdict.checked = True
        self.verdict.evidence.append(f"rule engine: the same from all {exact.positions} reachable positions")

    def _seconds(self, most: float, share: float = 1.0) -> float:
        left = self.left()
        return most if left is None else min(most, share * left)

    # -- bookkeeping -------------------------------------------------------------------------------------------

    def left(self) -> float | None:
        """Seconds left for the question; LimitError when there are none."""
        if self.deadline is None:
            return None
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise LimitError("time", "the time limit is used up")
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
