"""Within how many moves does a player win, at least? The critical depth, and that no smaller one exists."""

from __future__ import annotations

from zermelo.model import Player
from zermelo.questions import MOST_DEPTH, depth_in_play
from zermelo.search import Exact
from zermelo.solve import lanes
from zermelo.solve.decide import Decision
from zermelo.solve.whole import Whole


class Fastest(Whole):
    """The question "how fast?"; a depth bounds it."""

    def answer(self) -> None:
        """Fill the verdict."""
        verdict, game = self.verdict, self.game
        complete = game.complete_depth()
        if self.query.depth is None:
            most = MOST_DEPTH if complete is None else complete
        else:
            most = verdict.asked_depth = depth_in_play(game, self.query.depth)
        if self._recalled(most):
            return
        exact = self.searched(complete)
        if exact is None:
            self._by_formulas(most)
        else:
            self._by_search(exact, most)

    def _recalled(self, most: int) -> bool:
        """Whether the store knows the critical depth, or that there is none."""
        verdict, known = self.verdict, self.recall()
        won, lost = self.memory.bounds(self.game)
        if won is not None and verdict.depth is not None and verdict.depth <= most:
            self.remembered(won, lost)
            verdict.answer = verdict.complete = True
        elif lost is not None and known.within(most) is False:
            self.remembered(lost)
            verdict.answer, verdict.complete, verdict.refuted_depth = False, known.never, most
        else:
            return False
        return True

    def _by_search(self, exact: Exact, most: int) -> None:
        """The least depth of a win is known; formulas at the depths that tell confirm it."""
        verdict, game = self.verdict, self.game
        self.backwards(exact)
        wins, least = exact.winner is Player.BLACK, self._least(exact, most)
        verdict.answer = least is not None
        if least is not None:
            telling = self.black_wins(exact, least)
        else:
            bounded = self.query.depth is not None or game.complete_depth() is not None
            verdict.complete, verdict.refuted_depth = not wins, most if bounded else None
            telling = [(game, most, False)] if bounded else []
        decision = Decision(None, method=verdict.method)
        try:
            self.check(exact, telling)
        finally:
            if exact.depth is not None and wins:
                self.remember(exact.depth, True, decision, whole=verdict.answer)
                if exact.depth:
                    self.remember(exact.depth - 1, False, decision, whole=True)
            else:
                self.remember(None, False, decision, whole=True)

    @staticmethod
    def _least(exact: Exact, most: int) -> int | None:
        """The least depth of a win of Black, if it is not too large."""
        wins = exact.winner is Player.BLACK and exact.depth is not None and exact.depth <= most
        return exact.depth if wins else None

    def _by_formulas(self, most: int) -> None:
        verdict = self.verdict
        duel = lanes.fastest(self.game, most, self.options)
        self.follow(duel)
        known = duel.known[Player.BLACK]
        if not duel.done(duel.known):
            self.undecided(duel.failure())
            return
        verdict.answer = known.won is not None and known.won <= most
        verdict.complete = verdict.answer or known.never
        decision = known.decision("won" if verdict.answer else "never" if known.never else "refuted")
        if decision is None:  # the store knew of the win, or that there is none
            won, lost = self.memory.bounds(self.game)
            self.remembered(*(each for each in (won, lost) if each is not None and each.answer is verdict.answer))
            return
        verdict.method = decision.method
        self.journal.note(decision.notes)
        if verdict.answer and known.won is not None:
            self.critical(known.won)
            least = f", false at {known.won - 1}" if known.won else ""
            verdict.evidence.append(f"{decision.route} true at depth {known.won}{least} ({decision.method})")
            if self.options.check:
                self.first_move(known.won, decision)
        else:
            bounded = not known.never or self.game.complete_depth() is not None
            verdict.held_from, verdict.refuted_depth = known.held_from, most if bounded else None
        found = known.won if verdict.answer else None  # a win beyond the bound may be known, too
        if self.options.check:
            self.confirm(lambda exact: self._least(exact, most) == found)
        if found is None:
            self.second_route(most, decision)
        else:
            self.second_look(found, decision, known)
        reach = known.won if verdict.answer else None if known.never else most
        self.remember(reach, verdict.answer, decision, whole=True)
