"""What all questions share: formulas with little time, the search for the first move, how an open question is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Game, Player, first_move_orbits
from zermelo.questions import Options
from zermelo.search import POSITIONS, Exact, solve_exactly
from zermelo.solve.decide import Decision, decide
from zermelo.solve.journal import Journal
from zermelo.verdict import Query

SEARCH_SHARE = 0.25
"""How much of a time limit the rule engine may use before the formulas."""

FORMULA_SECONDS = 10.0
"""How long the formula may take, unless it was asked for, when the rule engine has answered already."""


class Question:
    """A question under way."""

    def __init__(self, game: Game, query: Query, options: Options, journal: Journal) -> None:
        self.game, self.query, self.options, self.journal = game, query, options, journal
        self.verdict = journal.verdict

    def decide(self, game: Game, depth: int, *, plain: bool = False) -> Decision:
        """What a formula says of "Black wins within ``depth``"."""
        return decide(game, depth, self.options, self.journal, plain=plain)

    def decide_briefly(self, game: Game, depth: int, *, plain: bool = False) -> Decision:
        """A formula beside an answer that is known: its failure is no failure."""
        try:
            with self.journal.briefly(FORMULA_SECONDS):
                return self.decide(game, depth, plain=plain)
        except LimitError as limit:
            return Decision(None, limit.reason, str(limit))

    def exactly(self, stage: str, positions: int = POSITIONS, seconds: float | None = None) -> Exact:
        """All reachable positions solved by the plain rules; LimitError when there are too many."""
        with self.journal.stage(stage) as facts:
            facts["positions"] = "too many"
            exact = solve_exactly(self.game, positions, seconds)
            facts["positions"] = exact.positions
        return exact

    def undecided(self, decision: Decision) -> None:
        """Leave the question open, with the reason."""
        self.verdict.reason = decision.reason
        if decision.detail:
            self.verdict.notes.append(decision.detail)

    def first_move(
        self, game: Game, depth: int, decision: Decision, suggested: Any = None, *, briefly: bool = False
    ) -> None:
        """Find and confirm a first move that wins within the depth, for a player who is known to win so."""
        if game.to_move(game.start) is not Player.BLACK or game.goal_winner(game.start) is not None:
            return
        journal, verdict = self.journal, self.verdict
        try:
            with journal.briefly(FORMULA_SECONDS) if briefly else nullcontext():
                for move in self._candidates(game, depth, decision, suggested):
                    journal.after = game.move_name(move)
                    after = self.decide(game.after([move]), depth - 1)
                    if after.answer is None:
                        journal.note([f"first move {journal.after} not confirmed: {after.detail or after.reason}"])
                        return
                    if after.answer:
                        verdict.first_move, verdict.checked = journal.after, True
                        won = f"{self.query.player} wins within {depth - 1}"
                        verdict.evidence.append(f"after {journal.after}: {won} ({after.method})")
                        return
        except LimitError as limit:
            journal.note([f"first move not confirmed: {limit}"])
            return
        finally:
            journal.after = None
        raise DisagreementError(
            f"{self.game.name}: {decision.method} says that {self.query.player} wins within {depth}, but that after "
            f"no first move he wins within {depth - 1}"
        )

    def _candidates(self, game: Game, depth: int, decision: Decision, suggested: Any) -> Iterator[Any]:
        """First moves to try: the solver's hint or a suggestion, that of the plain formula, then one of every orbit."""
        hint = suggested if decision.hint is None else decision.hint
        if hint is None and not decision.plain:
            plain = self.decide_briefly(game, depth, plain=True)
            if plain.answer is False:
                raise DisagreementError(f"{self.game.name}: {decision.method} says True, {plain.method} says False")
            hint = plain.hint
        if hint is not None:
            yield hint
        for orbit in first_move_orbits(game):
            if hint not in orbit:
                yield orbit[0]
