"""Every first move: does the asking player win when the play begins with it, or not, or is that open?"""

from __future__ import annotations

from typing import Any

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Player, first_move_orbits
from zermelo.questions import MOST_DEPTH
from zermelo.search import POSITIONS, SECONDS, is_small, search_within, solve_exactly
from zermelo.solve.decide import Decision
from zermelo.solve.moves import Moves
from zermelo.solve.question import SEARCH_SHARE, Question
from zermelo.solve.whole import MOST_POSITIONS


class FirstMoves:
    """The first moves of a question that has been asked; symmetric ones are decided once.

    Parameters
    ----------
    question
        The question; what it found spares work.
    """

    def __init__(self, question: Question) -> None:
        self.question, self.game = question, question.game
        complete = self.game.complete_depth()
        asked = question.verdict.moves_depth
        whole = MOST_DEPTH if complete is None else complete
        self.depth = whole if asked is None else asked
        self.whole = self.depth == whole
        """Whether to ask who wins at all."""
        self.endless = self.whole and complete is None
        self.orbits = [] if self.game.is_over(self.game.start) else first_move_orbits(self.game)
        self.answers: dict[Any, bool | None] = {}
        """For one move of each orbit."""

    def find(self) -> None:
        """Fill the verdict; LimitError when some are open, after as many as there was time for."""
        try:
            self._remembered()
            self._searched()
            self._raced()
        finally:
            self._tell()

    def _left(self) -> list[Any]:
        return [orbit[0] for orbit in self.orbits if self.answers.get(orbit[0]) is None]

    def _remember(self, move: Any, answer: bool, by: Decision) -> None:
        self.question.remember(None if self.whole else self.depth, answer, by, after=move)

    def _remembered(self) -> None:
        """What follows from the answer to the question, and from the store."""
        game, won = self.game, self._said()
        mine = game.to_move(game.start) is Player.BLACK
        memory = self.question.memory
        known = memory.store.first_moves(game, Player.BLACK, None if self.whole else self.depth, memory.demand)
        for orbit in self.orbits:
            if won is not None and won is not mine:  # whatever is played: no move of ours wins, or none of theirs saves
                self.answers[orbit[0]] = won
            elif found := {known[move] for move in orbit if move in known}:
                self.answers[orbit[0]] = found.pop()

    def _searched(self) -> None:
        """What the rule engine says of the moves after which little is left."""
        question, journal = self.question, self.question.journal
        alone = question.searches_alone
        if question.options.method == "qbf" or not (alone or question.options.searches_first):
            return
        for move in self._left():
            after = self.game.after([move])
            if not alone and not is_small(after, self.depth - 1):
                continue
            positions = None if alone else POSITIONS
            seconds = journal.left() if alone else journal.seconds(SECONDS, SEARCH_SHARE)
            with journal.stage("search", after=self.game.move_name(move)) as facts:
                try:
                    if self.endless:
                        exact = solve_exactly(after, MOST_POSITIONS if alone else POSITIONS, seconds)
                        answer, facts["positions"] = exact.winner is Player.BLACK, exact.positions
                    else:
                        found = search_within(after, self.depth - 1, positions, seconds)
                        answer, facts["positions"] = found.answer, found.positions
                except LimitError:
                    facts["positions"] = "too many"
                    if alone:
                        raise
                    return
            self.answers[move] = answer
            self._remember(move, answer, Decision(None, method="retrograde" if self.endless else "minimax"))

    def _raced(self) -> None:
        """The others by formulas, side by side."""
        question = self.question
        if not self._left() or question.searches_alone:
            return
        moves = Moves(self.game, self._left(), self.depth, question.options)
        try:
            question.race.follow(moves)
            if moves.open:
                question.journal.note([f"first moves: {moves.failure().detail}"])
        finally:
            for move, answer in moves.answers.items():
                decision = moves.decision(move)
                never = decision is not None and decision.ever
                if answer is None or not (answer or never or not self.endless):
                    continue  # not within the largest depth is not never
                self.answers[move] = answer
                if decision is not None:
                    self._remember(move, answer, decision)

    def _said(self) -> bool | None:
        """Whether who asks wins, as far as the question itself is answered."""
        verdict = self.question.verdict
        if verdict.query.kind != "winner":
            return verdict.answer
        return None if verdict.outcome is None else verdict.outcome == Player.BLACK.value

    def _tell(self) -> None:
        verdict, game = self.question.verdict, self.game
        verdict.first_moves = {
            game.move_name(move): self.answers.get(orbit[0]) for orbit in self.orbits for move in orbit
        }
        if game.to_move(game.start) is Player.BLACK:
            self._conclude(list(verdict.first_moves.values()))

    def _conclude(self, answers: list[bool | None]) -> None:
        """What the moves say of the question itself."""
        question, verdict = self.question, self.question.verdict
        if not answers:
            return
        wins = True if True in answers else None if None in answers else False
        said = self._said()
        if said is not None and wins is not None and said is not wins:
            so = "" if self.whole else f" within {self.depth}"
            claim = f"{question.asker} {'wins' if said else 'does not win'}{so}"
            raise DisagreementError(
                f"{self.game.name}: {verdict.method} says that {claim}, but {'a' if wins else 'no'} first move wins so"
            )
        if said is None and wins is not None:
            self._answer(wins)
        if wins and verdict.first_move is None and verdict.depth in (None, self.depth):  # it wins as fast as is said
            verdict.first_move = next(move for move, won in (verdict.first_moves or {}).items() if won)

    def _answer(self, wins: bool) -> None:
        """Answer an open question by its first moves, where they tell that much."""
        verdict = self.question.verdict
        if verdict.query.kind == "within":
            verdict.answer = wins
            verdict.refuted_depth = None if wins else self.depth
        elif verdict.query.kind == "winner" and wins:
            verdict.outcome = Player.BLACK.value
        else:
            return
        verdict.method, verdict.complete = "first moves", wins or self.whole
        verdict.evidence.append("one of the first moves wins" if wins else "every first move decided: none wins")
