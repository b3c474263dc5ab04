"""Playing by a derivation of a maker-maker game (:mod:`~zermelo.strategy.check.race_derivation`).

The player keeps the line that the play has come to, under a permutation of the cells. A move of the other player that
the line names leads to the fact beside it; any other one to a fact that answers it, too.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.model.automorphism import Permutation
from zermelo.play.follow_derivation import derivation_of
from zermelo.play.play import Play
from zermelo.strategy.check.race_derivation import RaceDerivation
from zermelo.strategy.entry import Strategy


class RacePlan(NamedTuple):
    """A line of the derivation, and the permutation of the cells under which it is followed."""

    number: int
    turn: Permutation


class RaceMove(NamedTuple):
    """A move of the player (None: any legal move), and the plan after it."""

    move: int | None
    plan: RacePlan


class RaceDerivationPlayer:
    """The player of a derivation in a maker-maker game; InputError when it is not valid.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> from zermelo.strategy import Claim
    >>> from zermelo.strategy.extract.from_search import extract
    >>> game = make("httt:el,board=3x3")
    >>> racer = RaceDerivationPlayer(extract(game, Claim(Player.BLACK, True, 5)))
    >>> racer.planned_move(Play(game)).move, racer.planned_move(Play(game, [4, 0])).move
    (4, 7)
    """

    def __init__(self, strategy: Strategy) -> None:
        derivation = derivation_of(strategy)
        assert isinstance(derivation, RaceDerivation)
        self._derivation, self.game, self.player = derivation, strategy.game, strategy.claim.player
        self._turns = strategy.symmetries

    def planned_move(self, session: Play) -> RaceMove | None:
        """The move in a play in which the player is to move; None when the play has left the derivation."""
        plan = self._turned(RacePlan(len(self._derivation.facts) - 1, tuple(range(len(self.game.board)))))
        for position, made in zip(session.positions, session.line, strict=False):
            if self.game.mover(position) is not self.player:
                plan = self._answer(plan, plan.turn.index(made))
                continue
            move, after = self._move(plan, position.black | position.white)
            if move not in (None, made):
                return None
            plan = after
        return self._move(plan, session.position.black | session.position.white)

    def pairs(self, session: Play) -> tuple[tuple[int, int], ...]:  # noqa: ARG002 (as of other derivations)
        """No pairs: which answer there is depends on all of the other player's stones."""
        return ()

    def _turned(self, plan: RacePlan) -> RacePlan:
        """The plan without images."""
        rule, numbers = self._derivation.lines[plan.number]
        while rule == "image":
            plan = RacePlan(numbers[1], tuple(plan.turn[cell] for cell in self._turns[numbers[0]]))
            rule, numbers = self._derivation.lines[plan.number]
        return plan

    def _move(self, plan: RacePlan, taken: int) -> RaceMove:
        """The cell that is taken (None: any), and the plan after it."""
        rule, numbers = self._derivation.lines[plan.number]
        if rule != "play":
            return RaceMove(None, plan)
        cell = plan.turn[numbers[0]]
        return RaceMove(None if taken >> cell & 1 else cell, self._turned(RacePlan(numbers[1], plan.turn)))

    def _answer(self, plan: RacePlan, reply: int) -> RacePlan:
        """The plan after a move of the other player, which is a cell of the line as it stands."""
        rule, numbers = self._derivation.lines[plan.number]
        if rule != "against":
            return plan  # the set is complete
        number = self._derivation.answer(numbers, reply)
        return self._turned(RacePlan(number, plan.turn))
