"""Does a player win within a depth?"""

from __future__ import annotations

from zermelo.errors import InputError, LimitError
from zermelo.model import Game, Player
from zermelo.questions import depth_in_play
from zermelo.search import POSITIONS, Searched, is_small, search_within
from zermelo.solve import lanes
from zermelo.solve.decide import Decision
from zermelo.solve.question import SEARCH_SHARE, Question
from zermelo.verdict import counted


class Within(Question):
    """The question "within"; White's is Black's on the game with the colours exchanged."""

    def answer(self) -> None:
        """Fill the verdict."""
        if self.query.depth is None:
            raise InputError("a depth to ask within", found="none")
        verdict, game = self.verdict, self.game
        depth = verdict.asked_depth = depth_in_play(game, self.query.depth)
        known = self.memory.recall(game, depth)
        trusted = known is not None and (known.record.checked or not self.options.searches_first)
        searched = None if trusted else self._searched(game, depth)
        if known is not None and searched is None:  # else to check it costs next to nothing
            self.recall()
            self.remembered(known)
            verdict.answer = known.answer
            self._settle(depth, known.answer)
            verdict.complete |= known.depth is None
            return
        if searched is not None:  # known from here on, whatever ends the work
            verdict.answer, verdict.method = searched.answer, "minimax"
            self._settle(depth, searched.answer)
        decision = self._decision(depth, searched)
        verdict.method = decision.method
        self.journal.note(decision.notes)
        if decision.answer is None:
            self.undecided(decision)
            return
        verdict.answer = decision.answer
        self._settle(depth, decision.answer)
        won = depth if verdict.won_depth is None else verdict.won_depth
        if decision.answer and won < depth:
            verdict.evidence.append(f"{decision.route} true at depth {won} ({decision.method})")
        if decision.ever:
            verdict.complete = True
        if searched is None and self.options.check:
            searched = self._searched(game, depth, after=decision)
        if searched is not None:
            self._compare(depth, searched, decision)
        try:
            if decision.answer and self.options.check:
                self._first_move(won, decision, searched)
            self.second_route(won if decision.answer else depth, decision)
        finally:
            self.remember(None if decision.ever else depth, decision.answer, decision, whole=True)

    def _searched(self, game: Game, depth: int, after: Decision | None = None) -> Searched | None:
        """What the rule engine says, asked before the formula or after it."""
        alone = self.searches_alone
        wanted = (alone or self.options.searches_first) if after is None else not self.options.searches_first
        if not wanted or not (alone or is_small(game, depth)):
            return None
        journal = self.journal
        journal.progress("trying everything with the plain rules")
        with journal.stage("search" if after is None else "confirm", depth=depth) as facts:
            try:
                limits = (
                    (None, journal.left()) if alone else (POSITIONS, journal.seconds(self.rules_seconds, SEARCH_SHARE))
                )
                found = search_within(game, depth, *limits)
            except LimitError:
                facts["positions"] = "too many"
                if alone:
                    raise
                return None
            facts["positions"] = found.positions
        return found

    def _decision(self, depth: int, searched: Searched | None) -> Decision:
        """What formulas say; where they do not in time, what the rule engine says."""
        if searched is None:
            return self._raced(depth)
        if self.options.method == "search":
            return Decision(searched.answer, method="minimax")
        decision = self.decide_briefly(self.game, depth)
        if decision.answer is not None:
            return decision
        why = f"by the rule engine alone; {decision.detail or decision.reason}"
        return Decision(searched.answer, method="minimax", notes=(why,))

    def _raced(self, depth: int) -> Decision:
        duel = lanes.within(self.game, depth, self.options)
        self.follow(duel)
        known = duel.known[Player.BLACK]
        answer = known.within(depth)
        if answer is None:
            return duel.failure()
        self.verdict.held_from = known.held_from
        decision = known.decision("won" if answer else "never" if known.never else "refuted")
        assert decision is not None
        return decision

    def _compare(self, depth: int, searched: Searched, decision: Decision) -> None:
        if searched.answer is not decision.answer:
            said = f"{decision.method} says {decision.answer} at depth {depth}"
            self.disagree(decision, f"{said}, the rule engine says {searched.answer}")
        alone = decision.method == "minimax"
        if not alone:
            self.agree()
        same = "" if alone else "the same by "
        self.verdict.evidence.append(
            f"rule engine: {same}exhaustive search ({counted(searched.positions, 'positions')})"
        )

    def _first_move(self, depth: int, decision: Decision, searched: Searched | None) -> None:
        game, found = self.game, None if searched is None else searched.first_move
        if decision.method != "minimax":
            briefly = searched is not None and self.options.searches_first
            self.first_move(depth, decision, found, briefly=briefly)
        if self.verdict.first_move is None and found is not None and game.to_move(game.start) is Player.BLACK:
            self.verdict.first_move = game.move_name(found)

    def _settle(self, depth: int, answer: bool) -> None:
        complete = self.game.complete_depth()
        if answer:
            self.verdict.complete = True
        else:
            self.verdict.refuted_depth = depth
            self.verdict.complete = complete is not None and depth >= complete
