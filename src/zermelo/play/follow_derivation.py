"""Playing by a derivation (:mod:`~zermelo.strategy.check.derivation`).

The player keeps a plan, which begins as the last line of the derivation. After a move of the other player the plan of
an *or* becomes a line whose carrier does not contain the cell; in an *and* the side whose carrier contains it answers;
of a *pair* the player takes the other cell. A move outside the carrier needs no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.model import ConnectionGame, PositionalGame, cells_of
from zermelo.model.automorphism import Permutation
from zermelo.play.play import Play
from zermelo.strategy.check.derivation import Derivation, derivation_for
from zermelo.strategy.check.derived_fact import InvalidLine, told, unfit
from zermelo.strategy.check.driver import invalid_symmetry
from zermelo.strategy.check.race_derivation import RaceDerivation
from zermelo.strategy.entry import Strategy


@dataclass(frozen=True)
class ByLine:
    """A plan: a line of the derivation, under a permutation of the cells, if any."""

    number: int
    turn: Permutation | None = None


@dataclass(frozen=True)
class ByTwo:
    """Two plans on disjoint carriers; the first one answers first."""

    one: DerivedPlan
    two: DerivedPlan


@dataclass(frozen=True)
class ByPair:
    """A pair of cells of which one is answered by the other; elsewhere a plan."""

    cells: tuple[int, int]
    plan: DerivedPlan


@dataclass(frozen=True)
class ByCell:
    """A cell that is taken next, then a plan."""

    cell: int
    plan: DerivedPlan


DerivedPlan = ByLine | ByTwo | ByPair | ByCell


class PlannedMove(NamedTuple):
    """A move of the player (None: any legal move), and the plan after it."""

    move: int | None
    plan: DerivedPlan


def derivation_of(strategy: Strategy) -> Derivation | RaceDerivation:
    """The derivation that a strategy is, line by line; InputError when it is not valid."""
    game, claim = strategy.game, strategy.claim
    wrong = unfit(game, claim) or invalid_symmetry(game, strategy.symmetries)
    if wrong is None:
        assert isinstance(game, ConnectionGame | PositionalGame)
        derivation = derivation_for(game, claim, strategy.symmetries)
        try:
            for _, entry in strategy:
                derivation.add(*entry.answer)
            wrong = derivation.misfit()
        except InvalidLine as breach:
            wrong = told(*breach.args)
        if wrong is None:
            return derivation
    raise InputError("a strategy that holds", found=wrong)


class DerivationPlayer:
    """The player of a derivation; InputError when the derivation is not valid.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> from zermelo.search.connection_session import ConnectionSession
    >>> from zermelo.strategy import Claim
    >>> from zermelo.search.session import Limits
    >>> from zermelo.strategy.extract.from_search import strategy_from
    >>> game = make("hex:3x3")
    >>> deriver = DerivationPlayer(strategy_from(ConnectionSession(game), game, Claim(Player.BLACK, True, 5), Limits()))
    >>> deriver.planned_move(Play(game)).move, deriver.planned_move(Play(game, [4, 2])).move
    (4, 5)
    """

    def __init__(self, strategy: Strategy) -> None:
        derivation = derivation_of(strategy)
        assert isinstance(derivation, Derivation)
        self._derivation, self.game, self.player = derivation, strategy.game, strategy.claim.player
        self._turns: Sequence[Permutation] = strategy.symmetries

    def planned_move(self, session: Play) -> PlannedMove | None:
        """The move in a play in which the player is to move; None when the play has left the derivation."""
        found = self._follow(session)
        return found if isinstance(found, PlannedMove) else None

    def pairs(self, session: Play) -> tuple[tuple[int, int], ...]:
        """The pairs of cells in the plan within which the player answers from now on."""
        found = self._follow(session)
        plan = found.plan if isinstance(found, PlannedMove) else found
        return () if plan is None else tuple(self._pairs(plan))

    def _pairs(self, plan: DerivedPlan) -> Iterator[tuple[int, int]]:
        if isinstance(plan, ByTwo):
            yield from self._pairs(plan.one)
            yield from self._pairs(plan.two)
        elif isinstance(plan, ByPair | ByCell):
            if isinstance(plan, ByPair):
                yield plan.cells
            yield from self._pairs(plan.plan)
        elif (opened := self._opened(plan)) is not None:
            yield from self._pairs(opened)
        else:
            rule, numbers = self._derivation.lines[plan.number]
            carriers = [self._carrier(ByLine(number, plan.turn)) for number in numbers] if rule == "or" else []
            if len(carriers) == 2 and all(carrier.bit_count() == 1 for carrier in carriers):
                one, two = sorted(carrier.bit_length() - 1 for carrier in carriers)
                yield one, two

    def _follow(self, session: Play) -> PlannedMove | DerivedPlan | None:
        """The move where the player is to move, else the plan; None when the play has left the derivation."""
        plan: DerivedPlan = ByLine(len(self._derivation.facts) - 1)
        for at, position in enumerate(session.positions):
            made = session.line[at] if at < len(session.line) else None
            if self.game.mover(position) is self.player:
                free = self.game.board.full & ~(position.black | position.white)
                found = self._next(plan, free)
                if made is None:
                    return found
                if found.move not in (None, made):
                    return None
                plan = found.plan
            elif made is not None:
                plan = self._after(plan, made)
        return plan

    def _after(self, plan: DerivedPlan, move: int) -> DerivedPlan:
        """The plan after a move of the other player."""
        if isinstance(plan, ByCell):
            return ByCell(plan.cell, self._after(plan.plan, move))
        if isinstance(plan, ByTwo):
            if self._carrier(plan.two) >> move & 1:
                return ByTwo(self._after(plan.two, move), plan.one)
            return ByTwo(self._after(plan.one, move), plan.two)
        if isinstance(plan, ByPair):
            one, two = plan.cells
            if move in plan.cells:
                return ByCell(one + two - move, plan.plan)
            return ByPair(plan.cells, self._after(plan.plan, move))
        opened = self._opened(plan)
        if opened is not None:
            return self._after(opened, move)
        rule, numbers = self._derivation.lines[plan.number]
        if rule not in ("or", "or at"):
            return plan
        left = [ByLine(number, plan.turn) for number in numbers[rule == "or at" :]]
        return next((each for each in left if not self._carrier(each) >> move & 1), left[0])

    def _next(self, plan: DerivedPlan, free: int) -> PlannedMove:
        """The next move, one of the free cells, and the plan after it."""
        if isinstance(plan, ByCell):
            return PlannedMove(plan.cell, plan.plan) if free >> plan.cell & 1 else self._next(plan.plan, free)
        if isinstance(plan, ByTwo):
            first = self._next(plan.one, free)
            if first.move is not None:
                return PlannedMove(first.move, ByTwo(first.plan, plan.two))
            second = self._next(plan.two, free)
            return PlannedMove(second.move, ByTwo(first.plan, second.plan))
        if isinstance(plan, ByPair):
            move, rest = self._next(plan.plan, free)
            if move is None and all(free >> cell & 1 for cell in plan.cells):
                return PlannedMove(plan.cells[0], rest)
            return PlannedMove(move, ByPair(plan.cells, rest))
        opened = self._opened(plan)
        if opened is not None:
            return self._next(opened, free)
        rule, numbers = self._derivation.lines[plan.number]
        if rule in ("or", "or at"):
            return self._next(ByLine(numbers[rule == "or at"], plan.turn), free)
        if rule in ("play", "play at"):
            cell, after = _turned(numbers[-2], plan.turn), ByLine(numbers[-1], plan.turn)
            return PlannedMove(cell, after) if free >> cell & 1 else self._next(after, free)
        return PlannedMove(None, plan)

    def _opened(self, plan: ByLine) -> DerivedPlan | None:
        """The plan of an *and*, a *pair* or an *image* in terms of the lines it names; None for other lines."""
        rule, numbers = self._derivation.lines[plan.number]
        if rule == "and":
            return ByTwo(ByLine(numbers[0], plan.turn), ByLine(numbers[1], plan.turn))
        if rule == "pair":
            cells = _turned(numbers[0], plan.turn), _turned(numbers[1], plan.turn)
            return ByPair(cells, ByLine(numbers[2], plan.turn))
        if rule == "image":
            turn = self._turns[numbers[0]]
            return ByLine(numbers[1], tuple(_turned(cell, plan.turn) for cell in turn))
        return None

    def _carrier(self, plan: DerivedPlan) -> int:
        if isinstance(plan, ByTwo):
            return self._carrier(plan.one) | self._carrier(plan.two)
        if isinstance(plan, ByPair):
            return self._carrier(plan.plan) | sum(1 << cell for cell in plan.cells)
        if isinstance(plan, ByCell):
            return self._carrier(plan.plan) | 1 << plan.cell
        carrier = self._derivation.facts[plan.number].carrier
        return carrier if plan.turn is None else sum(1 << plan.turn[cell] for cell in cells_of(carrier))


def _turned(cell: int, turn: Permutation | None) -> int:
    return cell if turn is None else turn[cell]
