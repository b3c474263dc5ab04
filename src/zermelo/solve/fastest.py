"""Within how many moves does a player win, at least? The critical depth, and that no smaller one exists."""

from __future__ import annotations

from zermelo.model import Player
from zermelo.questions import MOST_DEPTH, depth_in_play
from zermelo.solve import lanes
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
        exact = self.searched(complete) if self.query.depth is None else None
        if exact is None:
            self._by_formulas(most)
            return
        self.backwards(exact)
        verdict.answer = exact.winner is Player.BLACK and exact.depth is not None
        if exact.winner is Player.BLACK and exact.depth is not None:
            self.check(exact, self.black_wins(exact, exact.depth))
        elif complete is not None:
            verdict.refuted_depth = complete
            self.check(exact, [(game, complete, False)])

    def _recalled(self, most: int) -> bool:
        """Whether the store knows the critical depth, or that there is none."""
        verdict, memory = self.verdict, self.memory
        won, lost = memory.store.bounds(self.game, Player.BLACK, memory.demand)
        if lost is not None and (lost.depth is None or lost.depth >= most):
            self.remembered(lost)
            verdict.answer, verdict.complete = False, lost.depth is None
            verdict.refuted_depth = most
            return True
        if won is None or won.depth is None or won.depth > most:
            return False
        if won.depth and (lost is None or lost.depth != won.depth - 1):
            return False
        self.remembered(won)
        verdict.answer = verdict.complete = True
        self.critical(won.depth)
        return True

    def _by_formulas(self, most: int) -> None:
        verdict = self.verdict
        duel = lanes.fastest(self.game, most, self.options)
        self.follow(duel)
        known = duel.known[Player.BLACK]
        if not duel.done(duel.known):
            self.undecided(duel.failure())
            return
        verdict.answer = known.within(most)
        verdict.complete = bool(verdict.answer) or known.never
        decision = known.decision("won" if verdict.answer else "never" if known.never else "refuted")
        if decision is None:
            return
        verdict.method = decision.method
        self.journal.note(decision.notes)
        if verdict.answer and known.won is not None:
            self.critical(known.won)
            least = f", false at {known.won - 1}" if known.won else ""
            verdict.evidence.append(f"formula true at depth {known.won}{least} ({decision.method})")
            if self.options.check:
                self.first_move(known.won, decision)
                self.confirm(Player.BLACK)
        else:
            verdict.held_from, verdict.refuted_depth = known.held_from, most
        reach = known.won if verdict.answer else None if known.never else most
        self.remember(reach, bool(verdict.answer), decision, whole=True)
