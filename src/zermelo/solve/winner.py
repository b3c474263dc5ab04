"""Who wins? By retrograde analysis where the game is small, else by formulas, depth after depth."""

from __future__ import annotations

from zermelo.encodings import Asks
from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Game, Player, PositionalGame, Rule
from zermelo.questions import can_steal, telling_depths
from zermelo.search import POSITIONS, SECONDS, Exact, is_small
from zermelo.solve.decide import Decision, chosen_encoding
from zermelo.solve.question import FORMULA_SECONDS, SEARCH_SHARE, Question

MOST_POSITIONS = 2_000_000
"""How many positions retrograde analysis may hold in memory."""


class Winner(Question):
    """The question "who wins?"."""

    def answer(self) -> None:
        """Fill the verdict."""
        complete = self.game.complete_depth()
        exact = self._searched(complete)
        if exact is not None:
            self._by_search(exact, complete)
            return
        if complete is None or self.options.method == "search":
            raise LimitError("size", "more positions than the plain rules can hold; ask with --depth N")
        if chosen_encoding(self.game, self.options).asks is Asks.WHITE_HOLDS:
            self._by_holding(complete)
        else:
            self._by_depths(complete)

    # -- by formulas -------------------------------------------------------------------------------------------

    def _by_depths(self, complete: int) -> None:
        """Black's depths in turn up to a complete one, then White's."""
        verdict, game = self.verdict, self.game
        for depth in telling_depths(game, complete):
            decision = self.decide(game, depth)
            verdict.method = decision.method
            if decision.answer is None:
                self.undecided(decision)
                return
            if decision.answer:
                verdict.depth = depth
                verdict.refuted_depth = depth - 1 if depth else None  # also of a depth that ends with White's move
                least = f", false at {verdict.refuted_depth}" if depth else ""
                self._black_wins(depth, decision, f"formula true at depth {depth}{least}")
                return
            verdict.refuted_depth = depth
        verdict.refuted_depth = complete
        verdict.evidence.append(f"no win for Black within {complete}, and no play is longer")
        self._without_black(complete)

    def _by_holding(self, complete: int) -> None:
        """When can White stop moving freely and hold by pairs? Where a formula says nothing, the next depth is asked.

        What it finds is no critical depth: a false formula that is exact says that Black wins, not how soon.
        """
        verdict = self.verdict
        for depth in range(complete + 1):
            decision = self.decide(self.game, depth)
            verdict.method = decision.method
            if decision.ever:
                verdict.held_from, verdict.refuted_depth = depth, complete
                verdict.evidence.append(f"White holds for ever, blocking from move {depth} on ({decision.method})")
                self._without_black(complete)
                return
            if decision.answer:
                self._black_wins(complete, decision, f"White cannot hold: formula false at depth {depth}, and exact")
                return
            if not decision.silent:
                self.undecided(decision)
                return
        self.undecided(decision)

    def _black_wins(self, depth: int, decision: Decision, evidence: str) -> None:
        """Black wins within ``depth``; the critical depth, where it is known, stands in the verdict already."""
        verdict = self.verdict
        verdict.outcome, verdict.complete = "black", True
        verdict.evidence.append(evidence)
        self.journal.note(decision.notes)
        if self.options.check:
            self.first_move(self.game, depth, decision)
            self._confirm(Player.BLACK)

    def _without_black(self, complete: int) -> None:
        """Black does not win: does White?"""
        verdict, game = self.verdict, self.game
        verdict.excluded.append("black")
        if not (isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER):
            verdict.outcome, winner = "white", Player.WHITE  # no draws: a breaker holds, or a player is stuck
        elif not game.white_sets or can_steal(game):
            why = "White has no winning set" if not game.white_sets else "strategy stealing"
            verdict.outcome, winner = "draw", None
            verdict.evidence.append(f"White cannot win ({why})")
        else:
            decision = self.decide(game.swapped(), complete)
            if decision.answer is None:
                self.undecided(decision)
                return
            winner = Player.WHITE if decision.answer else None
            verdict.outcome = "white" if decision.answer else "draw"
            wins = "wins" if decision.answer else "does not win"
            verdict.evidence.append(f"White {wins} within {complete} ({decision.method})")
        verdict.complete = True
        if self.options.check:
            self._confirm(winner)

    def _confirm(self, winner: Player | None) -> None:
        """The same by the rule engine, for a whole game that is small, when it did not go first."""
        if self.options.searches_first or not is_small(self.game, self.game.complete_depth() or 0):
            return
        self.journal.progress("confirming with the rule engine")
        try:
            exact = self.exactly("confirm", POSITIONS, self.journal.seconds(SECONDS))
        except LimitError:
            return
        depth = self.verdict.depth
        if exact.winner is not winner or (depth is not None and exact.depth != depth):
            raise DisagreementError(
                f"{self.game.name}: {self.verdict.method} says {winner or 'draw'} (depth {depth}), "
                f"the rule engine says {exact.winner or 'draw'} (depth {exact.depth})"
            )
        self.verdict.checked = True
        self.verdict.evidence.append(f"rule engine: the same from all {exact.positions} reachable positions")

    # -- by search ---------------------------------------------------------------------------------------------

    def _searched(self, complete: int | None) -> Exact | None:
        """What retrograde analysis says where it goes first; it gets more time where plays may never end."""
        alone = self.options.method == "search" or complete is None
        if not alone and not (self.options.searches_first and is_small(self.game, complete or 0)):
            return None
        self.journal.progress("solving all reachable positions with the plain rules")
        if alone:
            return self.exactly("retrograde", MOST_POSITIONS, self.journal.left())
        try:
            return self.exactly("retrograde", POSITIONS, self.journal.seconds(SECONDS, SEARCH_SHARE))
        except LimitError:
            return None

    def _by_search(self, exact: Exact, complete: int | None) -> None:
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
            with self.journal.briefly(FORMULA_SECONDS):
                agreed = bool(telling) and all(self._agrees(exact, *question) for question in telling)
        except LimitError as limit:
            self.journal.note([f"not checked: {limit}"])
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
            self.journal.note([f"formula {who}at depth {depth}: {decision.detail or decision.reason}"])
            return False
        if decision.answer is not wanted:
            said = f"{decision.method} says {decision.answer} at depth {depth}"
            raise DisagreementError(f"{game.name}: {said}, retrograde analysis says {wanted}")
        self.verdict.evidence.append(f"formula {who}{str(wanted).lower()} at depth {depth} ({decision.method})")
        if wanted and game is self.game:
            self.first_move(game, depth, decision, exact.first_move)
        return True
