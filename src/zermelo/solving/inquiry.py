"""An inquiry: one question under way, from the memory to the verdict.

Every step only adds to the bounds, so that whatever ends the work (a limit, Ctrl-C), the verdict holds what is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.errors import DisagreementError, LimitError
from zermelo.interrupts import GRACE, ended_after
from zermelo.model import Player, StateGame
from zermelo.questions import MOST_DEPTH, Options
from zermelo.search.progress import NOT_WRITTEN
from zermelo.solving.bounds import Bounds
from zermelo.solving.conclusion import InquiryRecord, conclude, is_foreign
from zermelo.solving.contradictions import ContradictionError
from zermelo.solving.finding import NOTHING, Finding
from zermelo.solving.first_moves import FirstMoves
from zermelo.solving.journal import Event, Journal
from zermelo.solving.memory import Memory
from zermelo.solving.question import Ask, Question
from zermelo.solving.searching import FIRST_KEPT_TURN, FIRST_TURN, Searching
from zermelo.store import Store
from zermelo.verdict import Verdict

if TYPE_CHECKING:
    from zermelo.solving.formula_route import FormulaRoute

ALONE = 1.0
"""Seconds that the native search has before formulas join."""

FIRST_MOVES_TURN = 1.0
"""Seconds of the first turn of a search for every first move; each turn takes twice as long as the one before."""

LEAST_REFINING = 0.1
"""Seconds, at least, for a search for a faster win than the first one found."""


REFINING_SHARE = 0.25
"""The share, at most, of the time that is left; the proof needs the rest."""


class Inquiry:
    """A question under way.

    Parameters
    ----------
    question, options
        The question, and the tools and limits for it.
    journal
        The clock, which runs, and who watches.
    store
        The memory of answers.
    """

    def __init__(self, question: Question, options: Options, journal: Journal, store: Store) -> None:
        self.question, self.options, self.game = question, options, question.game
        self.journal = journal
        self.store, self.memory = store, Memory(store, options)
        self.bounds = Bounds(self.game)
        self.record = InquiryRecord(question, options)
        self.searching: Searching | None = None
        self.moves: FirstMoves | None = None
        self._failed: Finding | None = None
        """The reason why the question is open, where no limit ended the work."""

    def answer(self) -> Verdict:
        """Run all steps; what is established is remembered whatever ends the work."""
        try:
            self._take_steps()
        except KeyboardInterrupt:  # between two steps, or at the end of one
            self._interrupted()
        except DisagreementError as error:  # somebody is wrong, and nobody knows who: nothing is remembered
            if not self._disputes(error):
                raise
            said = "what is remembered is disputed from now on, and the same command goes on without it"
            raise DisagreementError(f"{error}; {said}", folder=error.folder) from error
        except BaseException:
            self._remember()
            raise
        try:
            self._remember()
        except KeyboardInterrupt:
            self.record.interrupted = True
            self.journal.note(["interrupted before the answer was remembered"])
        if self.options.checkpoint is not None and self.record.remembered and self.searching is None:
            self.journal.note([f"{NOT_WRITTEN}: the answer is remembered; --no-cache searches and writes it"])
        return self._verdict()

    def _take_steps(self) -> None:
        """Decide, tell, and prove; after an interrupt tell only what is known."""
        self._within_limits(self._decide)
        whole = self._within_limits(self._tell_answer)
        if whole and self.question.query.first_moves:
            if self.question.answered(self.bounds):  # they may use up the time
                whole = self._within_limits(self._prove)
            whole = whole and self._within_limits(self._decide_first_moves)
        if whole:
            self._within_limits(self._prove)
        elif self.options.certificate is not None and self.record.file is None:
            self.journal.note([f"{self.options.certificate} was not written: interrupted"])

    def _tell_answer(self) -> None:
        """Tell whoever watches; what follows only confirms."""
        if self.journal.watched and self.question.answered(self.bounds) and not self._doubtful:
            self.journal.tell(Event("answer", self._verdict().sentence()))

    @property
    def _doubtful(self) -> bool:
        """True of the answer of a foreign solver that is still to be checked: that it lies would be told too late."""
        return self.options.check and is_foreign(self.question, self.bounds)

    def _disputes(self, error: DisagreementError) -> bool:
        """Mark what is remembered and may be wrong as disputed; False where there is nothing like that."""
        records = error.records if isinstance(error, ContradictionError) else []
        if not records and self.moves is not None:  # it may follow from what is remembered of them
            after = self.moves.after.values()
            records = [each.record for known in after for each in known if each.record and not each.checked]
        self._hurry()
        self.store.dispute(records)
        return bool(records) and self.store.is_open

    def _hurry(self) -> None:
        """Let the store wait for others no longer than there is time, and hardly after an interrupt."""
        self.store.patience = GRACE if self.record.interrupted else self.journal.seconds_to(GRACE)

    def _remember(self) -> None:
        self._hurry()
        after = {} if self.moves is None else self.moves.after
        self.memory.remember(self.game, self.bounds, after, self.journal.passed)

    def _verdict(self) -> Verdict:
        if self.moves is not None:
            for asked in self.question.of_first_moves(self.bounds):
                self.moves.told_by(self.bounds, asked)
        return conclude(self.record, self.bounds, self.moves, self.journal, self.searching)

    def _within_limits(self, work: Callable[[], None]) -> bool:
        """Work until it is done or a limit ends it, which is kept; False when nothing more is wanted."""
        record = self.record
        try:
            ended_after(self.journal.seconds_to(GRACE), work)
        except LimitError as limit:
            record.reason = limit.reason
            self.journal.note([str(limit)])
        except MemoryError:
            record.reason = "memory"
        except KeyboardInterrupt:
            self._interrupted()
        return not record.interrupted

    def _interrupted(self) -> None:
        """Keep in mind that an interrupt has ended the work."""
        self.record.reason, self.record.interrupted = "interrupted", True
        if self.question.answered(self.bounds):
            self.journal.note(["interrupted before the answer was checked"])

    # -- the answer ------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        question, options, bounds = self.question, self.options, self.bounds
        if question.query.first_moves:
            self.moves = FirstMoves(self.game)
        if not options.switches:  # whoever sets one wants to see the search
            self.memory.recall(self.game, bounds, {} if self.moves is None else self.moves.shared)
        if question.answered(bounds):
            self.record.remembered = any(each.route == "memory" for each in bounds)
            self._after_answering()
            return
        if options.searches:
            searching = self._begin()
            searching.follow(question.asks, bounds, ALONE if self._asks_formulas and not options.verify else None)
        if options.verify:
            self._failed = self._formulas().verify(self.searching)
        elif self._asks_formulas and not question.answered(bounds):
            self._failed = self._formulas().race(self.searching)
        if not question.answered(bounds):
            self._undecided()
            return
        self._after_answering()

    def _begin(self) -> Searching:
        """The search of the game; its set-up takes none of its time."""
        if self.searching is None:
            from zermelo.search.engines import session_for

            session = session_for(self.game, self.options.engine, self.options.kept_for, self.options.switches)
            turn = FIRST_TURN if self.options.checkpoint is None else FIRST_KEPT_TURN
            self.searching = Searching(
                self.game, session, self.journal, self.options.memory_limit_mb, self.options.threads, turn
            )
        return self.searching

    @property
    def _asks_formulas(self) -> bool:
        """True when formulas may answer: some encoding takes the game, or else the search is not to."""
        if not self.options.asks_formulas or not isinstance(self.game, StateGame):
            return self.options.asks_formulas
        from zermelo.encodings import fitting

        return not self.options.searches or bool(fitting(self.game))

    def _formulas(self) -> FormulaRoute:
        """The route of formulas, whose many parts are loaded when they are needed."""
        from zermelo.solving.formula_route import FormulaRoute

        return FormulaRoute(self.question, self.options, self.journal, self.bounds, self.record)

    def _undecided(self) -> None:
        """Keep the reason, with details: that of the formulas, unless they say less than the search."""
        failed = [each for each in (self._failed, self.searching and self.searching.failed) if each]
        told = next((each for each in failed if each.reason not in (None, "nothing to try")), None)
        told = told or (failed[0] if failed else NOTHING)
        depth = self.question.depth
        beyond = self.bounds.longest is None and (depth is None or depth > MOST_DEPTH)  # for formulas
        self.record.reason = "depth" if beyond and told.reason == "nothing to try" else told.reason
        self.journal.note(each.detail for each in failed if each.detail)

    def _after_answering(self) -> None:
        """A faster win, as long as that costs no more than the answer did; and a first move."""
        question, bounds = self.question, self.bounds
        faster = question.faster(bounds)
        # What is remembered may say that he wins, and nothing of how fast: as found with the colours exchanged.
        slow = faster is not None and bounds.longest is not None and faster.depth == bounds.longest - 1
        if faster is not None and (self.searching is not None or (slow and self.options.searches)):
            searching = self._begin()
            left = self.journal.seconds_to(0.0)
            spent = searching.seconds_about(question.player)
            seconds = min(max(LEAST_REFINING, spent), math.inf if left is None else left * REFINING_SHARE)
            searching.follow(lambda known: [ask for ask in [question.faster(known)] if ask], bounds, seconds)
            searching.closed.clear()
        player = self._winner()
        if player is not None:
            self._find_first_move(player)

    def _winner(self) -> Player | None:
        """The winner, if the question is about him."""
        if self.question.query.kind == "winner":
            return Player.BLACK if self.bounds.outcome == "black" else None
        return self.question.player if self.bounds.within(self.question.player, self.question.depth) else None

    # -- a first move ------------------------------------------------------------------------------------------------

    def _find_first_move(self, player: Player) -> None:
        """A first move of the winner that wins within the least depth that is known."""
        game, won = self.game, self.bounds.won(player)
        if won is None or won.first_move is not None or self.bounds.over or game.mover(game.start) is not player:
            return
        if self.options.searches:
            searching = self._begin()
            limits = searching.limits(self.journal.seconds(max(1.0, 2 * searching.seconds)))
            result = searching.session.decide(player, won.depth, limits)
            if result.answer:
                move = result.first_move
                if move is None:  # the engine knows the answer only
                    after = searching.session.first_moves(player, won.depth, limits)
                    move = next((each for each, told in after.items() if told.answer), None)
                found = replace(won, first_move=move, checked=False, derived=False)
                self.bounds.learn(found if result.depth is None else replace(found, depth=result.depth))
            return
        if self.options.check and won.depth is not None and won.depth > 0:
            self._formulas().confirm_first_move(player, won.depth, won)

    # -- every first move ------------------------------------------------------------------------------------------

    def _decide_first_moves(self) -> None:
        """Decide them; the questions about either player, which tell draws, take turns: each may tell of a move."""
        if self.moves is None:
            return
        turn, done = FIRST_MOVES_TURN, set[Ask]()
        while left := [ask for ask in self.question.of_first_moves(self.bounds) if ask not in done]:  # they may tell it
            for ask in left:
                if self._decide_moves(self.moves, ask, turn):
                    done.add(ask)
            turn *= 2
        if self.record.reason is None and not self.question.answered(self.bounds):
            self._undecided()

    def _decide_moves(self, moves: FirstMoves, asked: Ask, seconds: float) -> bool:
        """Go on with every first move for so long; True where nothing is left to try."""
        moves.told_by(self.bounds, asked)
        reason = None
        if moves.open(asked) and self.options.searches:
            reason = self._search_first_moves(moves, asked, seconds)
            if moves.open(asked) and reason == "time":
                return False
        if moves.open(asked) and self._asks_formulas:
            self._formulas().race_first_moves(moves, asked)
        moves.tell(self.bounds, asked)
        if moves.open(asked) and self.question.answered(self.bounds):
            self.record.reason = self.record.reason or reason or "nothing to try"
        return True

    def _search_first_moves(self, moves: FirstMoves, asked: Ask, seconds: float) -> str | None:
        """All of them in one run on one table: what a turn has decided, no interrupt takes away.

        The reason why some are open; None where there is none.
        """
        player, depth = asked
        searching = self._begin()
        label = searching.session.label
        with self.journal.stage("search", depth=depth, player=str(player), engine=label) as facts:
            limits = searching.limits(self.journal.seconds(seconds))
            told, known = searching.teller("first moves"), moves.known(asked)
            first_moves = searching.session.first_moves
            try:
                reason = moves.learn(player, first_moves(player, depth, limits, told, known), label)
            except KeyboardInterrupt:
                at_once = limits._replace(seconds=1e-6)  # it tells what it knows by now
                with suppress(LimitError):  # it is the interrupt that ends the work
                    moves.learn(player, first_moves(player, depth, at_once, None, known), label)
                raise
            facts["answer"] = f"{len(moves.after) - len(moves.open(asked))} of {len(moves.after)} first moves"
        self.journal.left()
        if moves.open(asked) and reason in ("memory", "size"):
            raise LimitError(reason, f"{label}: {reason} before all first moves were decided")
        return reason

    # -- the proof ---------------------------------------------------------------------------------------------------

    def _prove(self) -> None:
        """Prove what is claimed, and check it."""
        if not (self.options.check or self.options.certificate):
            return
        verdict = self._verdict()
        written = self.record.file is not None or self.options.certificate is None
        if verdict.checked and written:
            return
        from zermelo.solving.proving import Proving

        proving = Proving(self.game, self.options, self.journal, self.record)
        proving.prove(verdict, self.bounds, self._begin() if self.options.searches else None)
