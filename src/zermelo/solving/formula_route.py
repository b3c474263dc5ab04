"""The second route: formulas, raced, where the search has not answered in time or where they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Player, first_move_orbits
from zermelo.questions import Options
from zermelo.solving import plans
from zermelo.solving.bounds import Bounds
from zermelo.solving.conclusion import InquiryRecord
from zermelo.solving.finding import Finding
from zermelo.solving.first_moves import FirstMoves
from zermelo.solving.journal import Journal
from zermelo.solving.moves import Moves
from zermelo.solving.question import Ask, Question
from zermelo.solving.race import RunRace
from zermelo.solving.searching import Background, Searching

MOVE_SECONDS = 10.0
"""Seconds for formulas to confirm a first move, where they have answered alone."""

HINT_SECONDS = 1.0
"""Seconds for the formula without a preprocessor to name a first move; without one all moves are tried."""

_UNEQUIPPED = "formulas were not asked: no QBF solver is installed; get them by: pip install 'zermelo[qbf]'"


class FormulaRoute:
    """Formulas for one question.

    Parameters
    ----------
    question, options, journal
        The question, its tools and its limits.
    bounds, record
        They take in the findings and the evidence.
    """

    def __init__(
        self, question: Question, options: Options, journal: Journal, bounds: Bounds, record: InquiryRecord
    ) -> None:
        self.question, self.options, self.journal = question, options, journal
        self.bounds, self.record, self._game = bounds, record, question.game

    def race(self, searching: Searching | None) -> Finding:
        """Answer by formulas, and beside them by the search, where there is one; why the formulas have not, if so."""
        plan = plans.plan(self.question, self.bounds, self.options)
        if searching is None:
            self._follow(plan)
            return plan.failure()
        with Background(searching, self.question.asks, self.bounds) as background:
            plan.answer_is_enough(self.question.answered)  # the search looks for a faster win, and for no longer
            plan.beside = background.poll
            if plan.equipped:  # otherwise the search goes on alone, and is not kept waiting by formulas nobody solves
                self._follow(plan, max(1, self.options.most_jobs - 1))
            else:
                self.journal.note([_UNEQUIPPED])
            while background.running and not self.question.answered(self.bounds):
                background.wait()
                background.poll()
                self.journal.left()
        return plan.failure()

    def _follow(self, plan: Any, jobs: int | None = None) -> None:
        """Race the formulas of a plan."""
        options = self.options
        RunRace(
            self.journal,
            options.most_jobs if jobs is None else jobs,
            options.memory_limit_mb,
            options.cpu_limit,
            assignment=options.check,
        ).follow(plan)

    def verify(self, searching: Searching | None) -> Finding:
        """Answer by formulas alone; their findings have to agree with those of the search. Why they do not, if so."""
        second = Bounds(self._game)
        plan = plans.plan(self.question, second, self.options)
        try:
            self._follow(plan)
        except LimitError as limit:
            if self.question.answered(self.bounds) and not self.question.answered(second):
                self.journal.note([f"by one route only: {limit}"])
            raise
        finally:
            for finding in second:
                if finding.route == "formula":
                    self.bounds.learn(finding)
        failed = plan.failure()
        silent = None if self.question.answered(second) else failed
        for each in (silent, None if searching is None else searching.failed):
            if each is not None and self.question.answered(self.bounds):
                self.journal.note([f"by one route only: {each.detail}"])
        return failed

    def confirm_first_move(self, player: Player, depth: int, won: Finding) -> None:
        """Confirm a first move by formulas: the position after the move is solved, even after a hint.

        Parameters
        ----------
        player
            The player who wins, and who opens.
        depth
            The depth of the win, in moves of both players.
        won
            The finding of the win; without a run of a formula there is nothing to confirm.

        Raises ``DisagreementError`` when no first move wins.
        """
        if won.run is None:
            return
        try:
            with self.journal.briefly(MOVE_SECONDS) if self.options.time_limit is None else nullcontext():
                for candidates in self._candidates(player, depth, won):
                    plan = Moves(self._game, candidates, player, depth, self.options, enough=True)
                    self._follow(plan)
                    if plan.winning is not None:
                        move, found = plan.winning
                        name = self._game.move_name(move)
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
            f"{self._game.name}: {won.method} says that {player} wins within {depth}, but that after no first move he "
            f"wins within {depth - 1}"
        )

    def _candidates(self, player: Player, depth: int, won: Finding) -> Iterator[Sequence[Any]]:
        """First moves to try: the hint of the formula or of the plain one; then one of every orbit."""
        hint = won.hint
        legal = self._game.legal(self._game.start)
        if hint is None and not won.plain:
            hint = self._plain_hint(player, depth)
        if hint in legal:
            yield [hint]
        yield [orbit[0] for orbit in first_move_orbits(self._game) if hint not in orbit]

    def _plain_hint(self, player: Player, depth: int) -> Any:
        """The first move that the unpreprocessed formula names; its answer has to be the same.

        None where no formula is about this player: one about the other has answered, and names no move of this one.
        """
        if plans.asked_of(self._game, player) is None:
            return None
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

    def race_first_moves(self, moves: FirstMoves, asked: Ask) -> None:
        """Decide the first moves of which that is not known."""
        player, depth = asked
        plan = Moves(self._game, moves.open(asked), player, depth, self.options)
        try:
            self._follow(plan)
            if plan.open:
                self.journal.note([f"first moves: {plan.failure().detail}"])
        finally:
            for move, found in plan.bounds.items():
                for finding in found:
                    if finding.route == "formula":
                        moves.after[move].learn(finding)
