"""What the questions about whole games share: retrograde analysis, and the formulas that confirm it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Game, Player
from zermelo.search import POSITIONS, SECONDS, Exact, is_small
from zermelo.search.engines import engine_for
from zermelo.solve.question import FORMULA_SECONDS, SEARCH_SHARE, Question

MOST_POSITIONS = 2_000_000
"""How many positions retrograde analysis may hold in memory."""

ENDLESS_SECONDS = 60.0
"""How long retrograde analysis may take where plays may never end, before formulas deepen."""


class Whole(Question):
    """A question about the whole game."""

    def searched(self, complete: int | None) -> Exact | None:
        """What retrograde analysis says where it goes first; it gets more time where plays may never end.

        Raises ``LimitError`` where nothing else is allowed.
        """
        alone = self.searches_alone
        endless = complete is None and self.options.method == "auto"
        if not alone and not endless and not (self.options.searches_first and is_small(self.game, complete or 0)):
            return None
        self.journal.progress("solving all reachable positions with the plain rules")
        if alone:
            return self.exactly("retrograde", MOST_POSITIONS, self.journal.left())
        try:
            if endless:
                seconds = ENDLESS_SECONDS if engine_for(self.game) is None else SECONDS
                return self.exactly("retrograde", MOST_POSITIONS, self.journal.seconds(seconds, 0.5))
            return self.exactly("retrograde", POSITIONS, self.journal.seconds(self.rules_seconds, SEARCH_SHARE))
        except LimitError as limit:
            if endless:
                self.journal.note([f"retrograde analysis gave up: {limit}; no bound on the length of plays is known"])
            return None

    def backwards(self, exact: Exact) -> None:
        """Retrograde analysis has the answer."""
        self.verdict.method, self.verdict.complete = "retrograde", True
        self.verdict.evidence.append(f"rule engine: all {exact.positions} reachable positions, solved backwards")

    def black_wins(self, exact: Exact, depth: int) -> list[tuple[Game, int, bool]]:
        """The critical depth and the first move; what formulas can say of it."""
        verdict, game = self.verdict, self.game
        self.critical(depth)
        if exact.first_move is not None and game.to_move(game.start) is Player.BLACK:
            verdict.first_move = game.move_name(exact.first_move)
        return [(game, depth, True), *([(game, depth - 1, False)] if depth else [])]

    def check(self, exact: Exact, telling: Sequence[tuple[Game, int, bool]]) -> None:
        """Ask formulas what they can tell of an answer that is known."""
        if self.options.method == "search" or not self.options.check:
            return
        try:
            with self.journal.briefly(FORMULA_SECONDS):
                if telling and all(self._agrees(exact, *question) for question in telling):
                    self.agree()
        except LimitError as limit:
            self.journal.note([f"not checked: {limit}"])
        finally:
            self.verdict.method = "retrograde"

    def _agrees(self, exact: Exact, game: Game, depth: int, wanted: bool) -> bool:
        """Whether the formula says what is known; unknown is no, and a contradiction an internal error."""
        decision = self.decide(game, depth)
        who = "" if game is self.game else f"for {self.asker.other} "
        if decision.answer is None:
            self.journal.note([f"formula {who}at depth {depth}: {decision.detail or decision.reason}"])
            return False
        if decision.answer is not wanted:
            said = f"{decision.method} says {decision.answer} at depth {depth}"
            self.disagree(decision, f"{said}, retrograde analysis says {wanted}")
        self.verdict.evidence.append(f"formula {who}{str(wanted).lower()} at depth {depth} ({decision.method})")
        if game is self.game and exact.winner is Player.BLACK:
            self.agree(lambda claim: claim.wins is wanted)
        if wanted and game is self.game:
            self.first_move(depth, decision, exact.first_move)
        return True

    def confirm(self, agrees: Callable[[Exact], bool]) -> None:
        """The same by the rule engine, for a whole game that is small, when it did not go first."""
        if self.options.searches_first or not is_small(self.game, self.game.complete_depth() or 0):
            return
        self.journal.progress("confirming with the rule engine")
        try:
            exact = self.exactly("confirm", POSITIONS, self.journal.seconds(SECONDS))
        except LimitError:
            return
        if not agrees(exact):
            raise DisagreementError(
                f"{self.game.name}: {self.verdict.method} says '{self.verdict.sentence()}', "
                f"the rule engine says {exact.winner or 'draw'} (depth {exact.depth})"
            )
        self.agree()
        self.verdict.evidence.append(f"rule engine: the same from all {exact.positions} reachable positions")
