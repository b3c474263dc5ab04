"""What all questions share: races of formulas, the rule engine, the search for the first move, the memory."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.encodings import Asks
from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Game, Player, first_move_orbits
from zermelo.questions import Options, breaks
from zermelo.search import POSITIONS, SECONDS, Exact, solve_exactly
from zermelo.search.engines import engine_for
from zermelo.solve.combination import Way, portfolio
from zermelo.solve.decide import Decision
from zermelo.solve.duel import Duel, Known
from zermelo.solve.evidence import keep
from zermelo.solve.journal import Journal
from zermelo.solve.memory import Memory, origin
from zermelo.solve.moves import Moves
from zermelo.solve.race import Race
from zermelo.solve.task import NOTHING, Single, Task
from zermelo.store import Fact
from zermelo.store import Known as Remembered
from zermelo.verdict import Query, Stage

if TYPE_CHECKING:
    from zermelo.strategy.claim import Claim

SEARCH_SHARE = 0.25
"""How much of a time limit the rule engine may use before the formulas."""

FORMULA_SECONDS = 10.0
"""How long the formula may take, unless it was asked for, when the rule engine has answered already."""

SECOND_SECONDS = 1.0
"""How long, at least, formulas may take to confirm what a search has found."""

HINT_SECONDS = 1.0
"""How long the formula without a preprocessor may take to name a first move; without it all moves are tried."""


class Question(ABC):
    """A question under way.

    Parameters
    ----------
    game
        The game in the eyes of who asks: Black is meant.
    query, options, journal, memory
        What was asked, how to answer, where the answer goes, and what is remembered.
    """

    def __init__(self, game: Game, query: Query, options: Options, journal: Journal, memory: Memory) -> None:
        self.game, self.query, self.options, self.journal, self.memory = game, query, options, journal, memory
        self.verdict = journal.verdict
        self.asker = query.player
        """Who Black is."""
        self.race = Race(
            journal,
            options.most_jobs,
            options.memory_limit_mb,
            options.cpu_limit,
            assignment=options.check,
            kept=None if options.checkpoint is None else self._kept,
        )
        self.facts: list[Fact] = []
        """What to remember of the game."""
        self._agreed: set[Claim] = set()
        """The parts of the answer that a second look confirms."""
        self._second: float | None = None
        """Until when a second route may be asked, where it has not as long as it takes."""

    @abstractmethod
    def answer(self) -> None:
        """Fill the verdict; LimitError when that is not possible, after as much of it as is."""

    def _kept(self, task: Task) -> Path | None:
        """Where the search for a player's wins is kept; what follows a first move is looked at in passing."""
        if task.after is not None:
            return None
        return self.options.kept_for(self.asker if task.game is self.game else self.asker.other)

    # -- formulas ----------------------------------------------------------------------------------------------

    def follow(self, duel: Duel) -> None:
        """Race the lanes of a duel; what was found on the way is part of the verdict whatever ends it."""
        black = duel.known[Player.BLACK]
        self.memory.prepare(self.game, black)
        try:
            self.race.follow(duel)
        finally:
            self.learn(black)

    def learn(self, known: Known) -> None:
        """Into the verdict and the memory: the least depth of a win, and the largest without one."""
        verdict = self.verdict
        verdict.won_depth = known.won
        if known.refuted >= 0 and not known.never:
            verdict.refuted_depth = known.refuted
        least = known.least(self.game)
        if least is not None:
            self.critical(least)
        refuted = known.refuted if least is None else least - 1
        for name, answer, depth in (("won", True, known.won), ("refuted", False, refuted)):
            decision = known.decision(name)
            if decision is not None:
                self.remember(depth, answer, decision)

    def critical(self, depth: int) -> None:
        """The least depth within which Black wins."""
        verdict = self.verdict
        verdict.depth = verdict.won_depth = depth
        verdict.refuted_depth = depth - 1 if depth else None

    def decide(self, game: Game, depth: int, *, plain: bool = False) -> Decision:
        """What formulas say of "Black wins within the depth"; ``plain``: without a preprocessor."""
        combinations = portfolio(game, self.options) or portfolio(game, self.options, Asks.WHITE_HOLDS)
        if plain:
            combinations = list({each.plain().label: each.plain() for each in combinations}.values())
        plan = Single(Task(game, depth, combinations))
        self.race.follow(plan)
        assert plan.decision is not None
        return plan.decision

    def decide_briefly(
        self, game: Game, depth: int, seconds: float = FORMULA_SECONDS, *, plain: bool = False
    ) -> Decision:
        """A formula beside an answer that is known: its failure is no failure."""
        try:
            with self.journal.briefly(seconds):
                return self.decide(game, depth, plain=plain)
        except LimitError as limit:
            return Decision(None, limit.reason, str(limit))

    @property
    def searches_alone(self) -> bool:
        """Whether the rule engine is all there is."""
        return self.options.method == "search" and engine_for(self.game, self.options.engine) is None

    @property
    def rules_seconds(self) -> float:
        """How long the rule engine may take before all else: less where a native search stands ready."""
        return SECONDS if engine_for(self.game, self.options.engine) is None else 1.0

    def agree(self, agreed: Callable[[Claim], bool] = lambda _: True) -> None:
        """A second look confirms these parts of the answer; it is checked when all of them are."""
        from zermelo.strategy.certify import claims_of  # not at the start of every run in a process of its own

        verdict = self.verdict
        claims = claims_of(self.game, verdict)
        self._agreed.update(filter(agreed, claims))
        parts = [str(claim) for claim in claims if claim in self._agreed]
        verdict.checked = 0 < len(parts) == len(claims)
        verdict.checked_part = None if verdict.checked or not parts else "; ".join(parts)

    def prove(self, claims: Sequence[Claim]) -> None:
        """The rules have checked strategies for these parts: facts that follow from them are checked, too."""
        self.agree(claims.__contains__)
        self.facts = [
            replace(fact, checked=True) if any(_implies(claim, fact, self.asker) for claim in claims) else fact
            for fact in self.facts
        ]

    def agrees(self, wins: bool) -> bool:
        """Whether the part about winning (or about not winning, or not winning faster) is confirmed."""
        return self.verdict.checked or any(claim.wins is wins for claim in self._agreed)

    def undecided(self, decision: Decision) -> None:
        """Leave the question open, with the reason."""
        self.verdict.reason = decision.reason
        if decision.detail:
            self.verdict.notes.append(decision.detail)

    def disagree(self, decision: Decision, text: str) -> None:
        """DisagreementError, with the formula kept as evidence."""
        folder = None if decision.run is None else keep([decision.run])
        where = f"; the formula is in {folder}" if folder else ""
        raise DisagreementError(f"{self.game.name}: {text}{where}")

    def second_route(self, depth: int, decision: Decision) -> None:
        """What the other route says: for as long again where this is not checked, to the end where that is asked for.

        Formulas where a search has answered, a search where a formula has.
        """
        options = self.options
        searched, engine = decision.route == "search", engine_for(self.game, self.options.engine)
        wins = bool(decision.answer)
        unchecked = options.check and options.method == "auto" and searched and not self.agrees(wins)
        ways: list[Way] = [] if engine is None else [engine]
        if searched:
            ways = [*portfolio(self.game, replace(options, method="qbf"))]
        if not (options.verify or unchecked) or decision.run is None or not ways:
            return
        if self._second is None:
            now = time.monotonic()
            self._second = now + max(SECOND_SECONDS, min(FORMULA_SECONDS, now - self.journal.started))
        plan = Single(Task(self.game, depth, ways))
        try:
            with nullcontext() if options.verify else self.journal.briefly(self._second - time.monotonic()):
                self.race.follow(plan)
        except LimitError as limit:
            self.journal.note([f"by one route only: {limit}"] if options.verify else [])
            return
        found = plan.decision or NOTHING
        if found.answer is None:
            self.journal.note([f"by one route only: {found.detail}"])
        elif found.answer is not decision.answer:
            said = f"{decision.method} says {decision.answer} at depth {depth}, {found.method} says {found.answer}"
            self.disagree(decision if not searched else found, said)
        else:
            self.agree(lambda claim: claim.wins is wins)
            self.verdict.evidence.append(f"{found.route} {str(found.answer).lower()} at depth {depth} ({found.method})")

    def second_look(self, won: int, by: Decision, known: Known) -> None:
        """The other route on both halves of "within so many moves, not within less", and on the second for good."""
        self.second_route(won, by)
        refuted, lost = self.verdict.refuted_depth, known.decision("refuted")
        if refuted and lost is not None:
            self.second_route(refuted, lost)
            if self.agrees(False):
                self.remember(refuted, False, lost, whole=True)

    # -- the rule engine -----------------------------------------------------------------------------------------

    def exactly(self, stage: str, positions: int = POSITIONS, seconds: float | None = None) -> Exact:
        """All reachable positions solved by the plain rules; LimitError when there are too many."""
        with self.journal.stage(stage) as facts:
            facts["positions"] = "too many"
            exact = solve_exactly(self.game, positions, seconds)
            facts["positions"] = exact.positions
        if exact.winner is None and breaks(self.game):  # a play may stop where no first move is allowed
            return exact._replace(winner=Player.WHITE)
        return exact

    def remember(
        self,
        depth: int | None,
        answer: bool,
        decision: Decision,
        *,
        whole: bool = False,
        after: Any = None,
        player: Player = Player.BLACK,
    ) -> None:
        """Keep a fact; ``whole``: the answer to the question, with its first move and its check."""
        verdict, game, first = self.verdict, self.game, None
        if whole and answer and player is Player.BLACK and verdict.first_move is not None:
            first = game.parse_move(verdict.first_move, Player.BLACK)
        seconds = time.monotonic() - self.journal.started
        checked = whole and (verdict.checked or (player is Player.BLACK and depth is not None and self.agrees(answer)))
        self.facts.append(Fact(player, depth, answer, origin(decision), checked, first, after, seconds))

    # -- the memory ----------------------------------------------------------------------------------------------

    def recall(self) -> Known:
        """What the store knows of depths, into the verdict."""
        known = Known()
        self.memory.prepare(self.game, known)
        self.learn(known)
        return known

    def remembered(self, known: Remembered, *others: Remembered | None) -> None:
        """Say that an answer is one from before; it is checked if all is that it rests on."""
        verdict, record = self.verdict, known.record
        verdict.remembered, verdict.method = True, str(record.origin)
        verdict.checked = all(each.record.checked for each in (known, *others) if each is not None)
        if known.first_move is not None and self.game.to_move(self.game.start) is Player.BLACK:
            verdict.first_move = self.game.move_name(known.first_move)
        verdict.evidence.append(f"remembered from {record.date[:10]} ({record.origin}, {record.seconds:.3g} s)")
        verdict.stages.append(Stage("remembered", 0.0))

    # -- the first move --------------------------------------------------------------------------------------------

    def first_move(self, depth: int, decision: Decision, suggested: Any = None, *, briefly: bool = False) -> None:
        """Find and confirm a first move that wins within the depth, for a player who is known to win so."""
        game, verdict = self.game, self.verdict
        if game.to_move(game.start) is not Player.BLACK or game.goal_winner(game.start) is not None:
            return
        try:
            with self.journal.briefly(FORMULA_SECONDS) if briefly or self.race.kept else nullcontext():
                for candidates in self._candidates(depth, decision, suggested):
                    moves = Moves(game, candidates, depth, self.options, enough=True)
                    self.race.follow(moves)
                    if moves.winning is not None:
                        move, found = moves.winning
                        verdict.first_move = game.move_name(move)
                        if "formula" in (decision.route, found.route):
                            self.agree(lambda claim: claim.wins)
                        won = f"{self.asker} wins within {depth - 1}"
                        verdict.evidence.append(f"after {verdict.first_move}: {won} ({found.method})")
                        return
                    if moves.open:
                        self._unconfirmed(decision, moves.failure().detail)
                        return
        except LimitError as limit:
            self._unconfirmed(decision, str(limit))
            return
        self.disagree(
            decision,
            f"{decision.method} says that {self.asker} wins within {depth}, but that after "
            f"no first move he wins within {depth - 1}",
        )

    def _unconfirmed(self, decision: Decision, why: str) -> None:
        """The first move is open; that of a search that was long enough to be kept is as good as its answer."""
        self.journal.note([f"first move not confirmed: {why}"])
        if self.options.checkpoint is not None and decision.hint is not None:
            self.verdict.first_move = self.game.move_name(decision.hint)

    def _candidates(self, depth: int, decision: Decision, suggested: Any) -> Iterator[Sequence[Any]]:
        """First moves to try: a suggestion, or a hint of the formula or the plain one; then one of every orbit."""
        hint = suggested if decision.hint is None else decision.hint
        if hint is None and not decision.plain:
            plain = self.decide_briefly(self.game, depth, HINT_SECONDS, plain=True)
            if plain.answer is False:
                self.disagree(plain, f"{decision.method} says True, {plain.method} says False")
            hint = plain.hint
        if hint is not None:
            yield [hint]
        yield [orbit[0] for orbit in first_move_orbits(self.game) if hint not in orbit]


def _implies(claim: Claim, fact: Fact, asker: Player) -> bool:
    """Whether a fact, in which who asks is Black, follows from a claim."""
    about = claim.player if claim.wins else claim.opponent
    black = Player.BLACK if about is asker else Player.WHITE
    if fact.after is not None or (fact.player, fact.answer) != (black, claim.wins):
        return False
    shorter, longer = (claim.depth, fact.depth) if claim.wins else (fact.depth, claim.depth)
    return longer is None or (shorter is not None and shorter <= longer)
