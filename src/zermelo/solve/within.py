"""Does a player win within a depth?"""

from __future__ import annotations

from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.model import Game, Player
from zermelo.questions import depth_in_play
from zermelo.search import POSITIONS, SECONDS, Searched, is_small, search_within
from zermelo.solve.decide import Decision
from zermelo.solve.question import SEARCH_SHARE, Question


class Within(Question):
    """The question "within"; White's is Black's on the game with the colours exchanged."""

    def answer(self) -> None:
        """Fill the verdict."""
        verdict = self.verdict
        if self.query.depth is None:
            raise InputError("a depth to ask within", found="none")
        game = self.game if self.query.player is Player.BLACK else self.game.swapped()
        depth = verdict.asked_depth = depth_in_play(game, self.query.depth)
        searched = self._searched(game, depth)
        if searched is not None:  # known from here on, whatever ends the work
            verdict.answer, verdict.method = searched.answer, "minimax"
            self._settle_depths(game, depth, searched.answer)
        decision = self._decision(game, depth, searched)
        verdict.method = decision.method
        self.journal.note(decision.notes)
        if decision.answer is None:
            self.undecided(decision)
            return
        verdict.answer = decision.answer
        self._settle_depths(game, depth, decision.answer)
        if decision.ever:
            verdict.complete, verdict.held_from = True, depth
        if searched is None and self.options.check:
            searched = self._searched(game, depth, after=decision)
        if searched is not None:
            self._compare(depth, searched, decision)
        if decision.answer and self.options.check:
            self._first_move(game, depth, decision, searched)

    def _searched(self, game: Game, depth: int, after: Decision | None = None) -> Searched | None:
        """What the rule engine says, asked before the formula or after it."""
        alone = self.options.method == "search"
        wanted = (alone or self.options.searches_first) if after is None else not self.options.searches_first
        if not wanted or not (alone or is_small(game, depth)):
            return None
        journal = self.journal
        journal.progress("trying everything with the plain rules")
        with journal.stage("search" if after is None else "confirm", depth=depth) as facts:
            try:
                limits = (None, journal.left()) if alone else (POSITIONS, journal.seconds(SECONDS, SEARCH_SHARE))
                found = search_within(game, depth, *limits)
            except LimitError:
                facts["positions"] = "too many"
                if alone:
                    raise
                return None
            facts["positions"] = found.positions
        return found

    def _decision(self, game: Game, depth: int, searched: Searched | None) -> Decision:
        """The formula's answer; where it has none in time, that of the rule engine."""
        if self.options.method == "search" and searched is not None:
            return Decision(searched.answer, method="minimax")
        if searched is None:
            return self.decide(game, depth)
        decision = self.decide_briefly(game, depth)
        if decision.answer is not None:
            return decision
        why = f"by the rule engine alone; {decision.detail or decision.reason}"
        return Decision(searched.answer, method="minimax", notes=(why,))

    def _compare(self, depth: int, searched: Searched, decision: Decision) -> None:
        if searched.answer is not decision.answer:
            said = f"{decision.method} says {decision.answer} at depth {depth}"
            raise DisagreementError(f"{self.game.name}: {said}, the rule engine says {searched.answer}")
        alone = decision.method == "minimax"
        self.verdict.checked = not alone
        same = "" if alone else "the same by "
        self.verdict.evidence.append(f"rule engine: {same}exhaustive search ({searched.positions} positions)")

    def _first_move(self, game: Game, depth: int, decision: Decision, searched: Searched | None) -> None:
        found = None if searched is None else searched.first_move
        if decision.method != "minimax":
            briefly = searched is not None and self.options.searches_first
            self.first_move(game, depth, decision, found, briefly=briefly)
        if self.verdict.first_move is None and found is not None and game.to_move(game.start) is Player.BLACK:
            self.verdict.first_move = game.move_name(found)

    def _settle_depths(self, game: Game, depth: int, answer: bool) -> None:
        complete = game.complete_depth()
        if answer:
            self.verdict.complete = True
        else:
            self.verdict.refuted_depth = depth
            self.verdict.complete = complete is not None and depth >= complete
