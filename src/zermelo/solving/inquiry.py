"""An inquiry: one question under way, from the memory to the verdict.

Every step only adds to the bounds, so that whatever ends the work (a limit, Ctrl-C), the verdict holds what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Player, first_move_orbits
from zermelo.questions import Options
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.solving import plans
from zermelo.solving.bounds import Bounds
from zermelo.solving.conclusion import Record, conclude
from zermelo.solving.finding import NOTHING, Finding
from zermelo.solving.first_moves import Asked, FirstMoves
from zermelo.solving.journal import Event, Journal, Watcher
from zermelo.solving.memory import Memory
from zermelo.solving.moves import Moves
from zermelo.solving.proving import Proving
from zermelo.solving.question import Question
from zermelo.solving.race import Race
from zermelo.solving.searching import Background, Searching
from zermelo.store import Store
from zermelo.verdict import Verdict

ALONE = 1.0
"""Seconds that the native search has before formulas join."""

MOVE_SECONDS = 10.0
"""How long formulas may take to confirm a first move, where they have answered alone."""

HINT_SECONDS = 1.0
"""How long the formula without a preprocessor may take to name a first move; without it all moves are tried."""

LEAST_REFINING = 0.05
"""Seconds, at least, for a search for a faster win than the first one found."""


class Inquiry:
    """A question under way.

    Parameters
    ----------
    question, options
        What is asked, and how to answer.
    watch
        Is told every event.
    store
        The memory of answers.
    """

    def __init__(self, question: Question, options: Options, watch: Watcher, store: Store) -> None:
        self.question, self.options, self.game = question, options, question.game
        self.journal = Journal(options.time_limit, watch)
        self.memory = Memory(store, options)
        self.bounds = Bounds(self.game)
        self.record = Record(question, options)
        self.searching: Searching | None = None
        self.moves: FirstMoves | None = None
        self._failed: Finding | None = None
        """Why the question is open, where no limit ended the work."""

    def answer(self) -> Verdict:
        """Do all of it; what is established is remembered whatever ends the work."""
        record, whole = self.record, False
        proving = Proving(self.game, self.options, self.journal, record)
        try:
            whole = self._within_limits(self._decide)
            if self.question.answered(self.bounds):
                self.journal.tell(Event("answer", self._verdict().sentence()))
            if whole and self.question.query.first_moves:
                whole = self._within_limits(self._decide_first_moves)
            if whole:
                self._within_limits(lambda: self._prove(proving))
        except DisagreementError:
            raise  # one of those who said something is wrong, and nobody knows which: nothing is remembered
        except BaseException:
            self._remember()
            raise
        self._remember()
        return self._verdict()

    def _remember(self) -> None:
        after = {} if self.moves is None else self.moves.after
        self.memory.remember(self.game, self.bounds, after, self.journal.passed)

    def _verdict(self) -> Verdict:
        return conclude(self.record, self.bounds, self.moves, self.journal, self.searching)

    def _within_limits(self, work: Callable[[], None]) -> bool:
        """Work until it is done or a limit ends it, which is kept; False when nothing more is wanted."""
        record = self.record
        try:
            work()
        except LimitError as limit:
            record.reason = limit.reason
            self.journal.note([str(limit)])
        except MemoryError:
            record.reason = "memory"
        except KeyboardInterrupt:
            record.reason, record.interrupted = "interrupted", True
            if self.question.answered(self.bounds):
                self.journal.note(["interrupted before the answer was checked"])
        return not record.interrupted

    # -- the answer ------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        question, options, bounds = self.question, self.options, self.bounds
        if question.query.first_moves:
            self.moves = FirstMoves(self.game)
        self.memory.recall(self.game, bounds, {} if self.moves is None else self.moves.shared)
        if question.answered(bounds):
            self.record.remembered = any(each.route == "memory" for each in bounds)
            self._after_answering()
            return
        both = options.verify and options.asks_formulas and options.searches
        if options.searches:
            searching = self._begin()
            searching.follow(question.wants, bounds, ALONE if options.asks_formulas and not both else None)
        if both:
            self._verify()
        elif options.asks_formulas and not question.answered(bounds):
            self._race()
        if not question.answered(bounds):
            self._undecided()
            return
        self._after_answering()

    def _begin(self) -> Searching:
        """The search of the game; its set-up takes none of its time."""
        if self.searching is None:
            session = session_for(self.game, self.options.engine, self.options.kept_for)
            self.searching = Searching(self.game, session, self.journal, self.options.memory_limit_mb)
        return self.searching

    def _race(self) -> None:
        """Formulas, and beside them the search, as far as each is allowed."""
        plan = plans.plan(self.question, self.bounds, self.options)
        if self.searching is None:
            self._follow(plan, self.options.most_jobs)
            self._failed = plan.failure()
            return
        with Background(self.searching, self.question.wants, self.bounds) as background:
            plan.beside = background.poll
            self._follow(plan, max(1, self.options.most_jobs - 1))
            self._failed = plan.failure()
            while background.running and not self.question.answered(self.bounds):
                background.wait()
                background.poll()
                self.journal.left()

    def _follow(self, plan: Any, jobs: int | None = None) -> None:
        """Race the formulas of a plan."""
        options = self.options
        Race(
            self.journal,
            options.most_jobs if jobs is None else jobs,
            options.memory_limit_mb,
            options.cpu_limit,
            assignment=options.check,
        ).follow(plan)

    def _verify(self) -> None:
        """The same question by formulas alone; their findings have to agree with those of the search."""
        second = Bounds(self.game)
        plan = plans.plan(self.question, second, self.options)
        try:
            self._follow(plan)
        finally:
            for finding in second:
                if finding.route == "formula":
                    self.bounds.learn(finding)
        if self.question.answered(second):
            self.record.verified = True
        else:
            self.journal.note([f"by one route only: {plan.failure().detail}"])

    def _undecided(self) -> None:
        """Keep the reason, with details: that of the formulas, unless they say less than the search."""
        failed = [each for each in (self._failed, self.searching and self.searching.failed) if each]
        told = next((each for each in failed if each.reason not in (None, "nothing to try")), None)
        told = told or (failed[0] if failed else NOTHING)
        if self.question.depth is None or told is NOTHING:
            beyond = self.game.complete_depth() is None and told.reason == "nothing to try"
            self.record.reason = "depth" if beyond else told.reason
        else:
            self.record.reason = told.reason
        self.journal.note(each.detail for each in failed if each.detail)

    def _after_answering(self) -> None:
        """A faster win, as long as that costs no more than the answer did; and a first move."""
        question, bounds, searching = self.question, self.bounds, self.searching
        if searching is not None and question.faster(bounds) is not None:
            seconds = max(LEAST_REFINING, searching.seconds)
            searching.follow(question.faster, bounds, seconds)
            searching.failed = None
        player = self._winner()
        if player is not None:
            self._find_first_move(player)

    def _winner(self) -> Player | None:
        """Who wins, of those who were asked about."""
        if self.question.query.kind == "winner":
            return Player.BLACK if self.bounds.outcome == "black" else None
        return self.question.player if self.bounds.within(self.question.player, self.question.depth) else None

    # -- a first move ------------------------------------------------------------------------------------------------

    def _find_first_move(self, player: Player) -> None:
        """A first move of the winner that wins within the least depth that is known."""
        game, won = self.game, self.bounds.won(player)
        if won is None or won.first_move is not None or self.bounds.over or game.to_move(game.start) is not player:
            return
        if self.options.searches:
            searching = self._begin()
            limits = Limits(self.journal.seconds(max(1.0, 2 * searching.seconds)), self.options.memory_limit_mb)
            result = searching.session.decide(player, won.depth, limits)
            if result.answer:
                self.bounds.learn(Finding(True, depth=result.depth if won.depth is None else min(
                    result.depth or won.depth, won.depth), player=player, method=won.method, route=won.route,
                    first_move=result.first_move, run=won.run, checked=False))  # fmt: skip
            return
        if self.options.check and won.depth is not None and won.depth > 0:
            self._confirm_first_move(player, won.depth, won)

    def _confirm_first_move(self, player: Player, depth: int, won: Finding) -> None:
        """By formulas: a hint is not taken on trust, the position after the move is solved again."""
        if won.run is None:
            return
        try:
            with self.journal.briefly(MOVE_SECONDS) if self.options.time_limit is None else nullcontext():
                for candidates in self._candidates(player, depth, won):
                    plan = Moves(self.game, candidates, player, depth, self.options, enough=True)
                    self._follow(plan)
                    if plan.winning is not None:
                        move, found = plan.winning
                        name = self.game.move_name(move)
                        self.record.evidence.append(f"after {name}: {player} wins within {depth - 1} ({found.method})")
                        self.bounds.learn(Finding(True, depth=depth, player=player, method=won.method, route=won.route,
                                                  first_move=move, run=won.run))  # fmt: skip
                        return
                    if plan.open:
                        self.journal.note([f"first move not confirmed: {plan.failure().detail}"])
                        return
        except LimitError as limit:
            self.journal.note([f"first move not confirmed: {limit}"])
            return
        raise DisagreementError(
            f"{self.game.name}: {won.method} says that {player} wins within {depth}, but that after no first move he "
            f"wins within {depth - 1}"
        )

    def _candidates(self, player: Player, depth: int, won: Finding) -> Iterator[Sequence[Any]]:
        """First moves to try: the hint of the formula or of the plain one; then one of every orbit."""
        hint = won.hint
        legal = self.game.moves(self.game.start)
        if hint is None and not won.plain:
            hint = self._plain_hint(player, depth)
        if hint in legal:
            yield [hint]
        yield [orbit[0] for orbit in first_move_orbits(self.game) if hint not in orbit]

    def _plain_hint(self, player: Player, depth: int) -> Any:
        """What the formula names that no preprocessor has touched; it has to say the same."""
        plan = plans.plain(self.bounds, player, depth, self.options)
        try:
            with self.journal.briefly(HINT_SECONDS):
                self._follow(plan)
        except LimitError:
            return None
        for finding in plan.bounds:
            if finding.route == "formula":
                self.bounds.learn(finding)
                return finding.hint
        return None

    # -- every first move ------------------------------------------------------------------------------------------

    def _decide_first_moves(self) -> None:
        if self.moves is None:
            return
        for asked in self._asked_of_moves():
            self.moves.told_by(self.bounds, asked)
            if not self.moves.open(asked):
                continue
            if self.options.searches:
                self._search_first_moves(asked)
            if self.moves.open(asked) and self.options.asks_formulas:
                self._race_first_moves(asked)
            self.moves.tell(self.bounds, asked)
        if self.record.reason is None and not self.question.answered(self.bounds):
            self._undecided()

    def _asked_of_moves(self) -> Iterator[Asked]:
        """What is asked of every first move: as the question does; where a draw is possible, whether it is one."""
        question, bounds = self.question, self.bounds
        player = question.player
        fast = question.query.kind == "fastest" and bounds.within(player, question.depth)
        least = bounds.least(player) if fast else None
        self.record.moves_depth = depth = question.depth if least is None else least
        yield player, depth
        whole = question.query.depth is None and question.query.kind != "within"
        if whole and bounds.can_draw:
            self.record.outcomes = True
            if depth is not None:
                yield player, None
            yield player.other, None

    def _search_first_moves(self, asked: Asked) -> None:
        assert self.moves is not None
        player, depth = asked
        searching = self._begin()
        seconds = self.journal.seconds(None)
        if self.options.asks_formulas and not searching.session.label:
            seconds = self.journal.seconds(ALONE)
        with self.journal.stage("search", depth=depth, player=str(player), engine=searching.session.label) as facts:
            results = searching.session.first_moves(
                player, depth, Limits(seconds, self.options.memory_limit_mb), searching.teller("first moves")
            )
            reason = self.moves.learn(player, results, searching.session.label)
            facts["positions"] = sum(result.nodes for result in results.values())
            facts["answer"] = reason or "all first moves"
        self.journal.left()
        if reason == "memory":
            raise LimitError("memory", f"{searching.session.label}: out of memory")

    def _race_first_moves(self, asked: Asked) -> None:
        assert self.moves is not None
        player, depth = asked
        plan = Moves(self.game, self.moves.open(asked), player, depth, self.options)
        try:
            self._follow(plan)
            if plan.open:
                self.journal.note([f"first moves: {plan.failure().detail}"])
        finally:
            for move, found in plan.bounds.items():
                for finding in found:
                    if finding.route == "formula":
                        self.moves.after[move].learn(finding)

    # -- the proof ---------------------------------------------------------------------------------------------------

    def _prove(self, proving: Proving) -> None:
        """Prove what is claimed, and check it."""
        if not (self.options.check or self.options.certificate):
            return
        searching = self._begin() if self.options.searches else None
        proving.prove(self._verdict(), self.bounds, searching)
