"""Questions: predicates on bounds, with the next thing that they want and the moment when they are answered.

    who wins?            the outcome
    within d moves?      whether the player wins within d
    how fast?            the least depth of a win, or that there is none (within the depth given, if there is one)

"Which first moves?" asks the same after every first move: see :mod:`~zermelo.solving.first_moves`.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.model import Game, Player
from zermelo.solving.bounds import Bounds
from zermelo.verdict import Query

KINDS = ("winner", "within", "fastest")


class Ask(NamedTuple):
    """One thing to find out: whether a player wins within a depth; None: at all."""

    player: Player
    depth: int | None


class Question:
    """A query on one game.

    Parameters
    ----------
    game, query
        The game, and the query about it.

    >>> from zermelo.families import make
    >>> from zermelo.solving.finding import Finding
    >>> game = make("hex:3x3")
    >>> question, bounds = Question(game, Query("fastest")), Bounds(game)
    >>> bounds.learn(Finding(True, depth=7))
    >>> question.wants(bounds)
    Ask(player=<Player.BLACK: 'black'>, depth=6)
    >>> bounds.learn(Finding(False, depth=5))
    >>> question.answered(bounds)
    True
    """

    def __init__(self, game: Game, query: Query) -> None:
        self.game, self.query, self.player = game, query, query.player
        if query.kind not in KINDS:
            raise InputError(f"a question among {', '.join(KINDS)}", found=repr(query.kind))
        if query.kind == "winner" and query.player is not Player.BLACK:
            raise InputError("no player in the question who wins: it asks of both", found=str(query.player))
        if query.kind == "within" and query.depth is None:
            raise InputError("a depth to ask within", found="none")
        if query.depth is not None and query.depth < 0:
            raise InputError("a depth of at least 0", found=str(query.depth))
        longest = game.complete_depth()
        self.depth = query.depth if query.depth is None or longest is None else min(query.depth, longest)
        """The depth that decides: the one asked for, or that of the longest play where plays are shorter."""

    def answered(self, bounds: Bounds) -> bool:
        """True if nothing is wanted any more."""
        return not self.asks(bounds)

    def wants(self, bounds: Bounds) -> Ask | None:
        """The next thing to find out; None when the question is answered."""
        return next(iter(self.asks(bounds)), None)

    def asks(self, bounds: Bounds) -> list[Ask]:
        """All that would help, the most wanted first."""
        if self.query.kind == "winner":
            return self._outcome(bounds)
        if self.query.kind == "within":
            return [Ask(self.player, self.depth)] if bounds.within(self.player, self.depth) is None else []
        least = self._least(bounds)
        return [] if least is None else [least]

    @staticmethod
    def _outcome(bounds: Bounds) -> list[Ask]:
        """A win of either player answers where a play can be drawn, likelier one of who is to move."""
        if bounds.outcome is not None:
            return []
        first = bounds.game.mover(bounds.game.start) if bounds.can_draw else Player.BLACK
        asks = [Ask(player, None) for player in (first, first.other) if bounds.within(player) is None]
        return asks if bounds.can_draw else asks[:1]

    def _least(self, bounds: Bounds) -> Ask | None:
        """The largest depth first: a "no" there answers; then always one move less than the fastest win known."""
        player = self.player
        if bounds.within(player, self.depth) is False:
            return None
        won = bounds.won(player)
        if won is None or (self.depth is not None and not won.settles(self.depth)):
            return Ask(player, self.depth)
        if won.depth is None:  # he wins, nobody knows how fast: twice as deep as was no win
            lost = bounds.lost(player)
            return Ask(player, 1 if lost is None or lost.depth is None else 2 * lost.depth + 1)
        return None if bounds.least(player) is not None else Ask(player, won.depth - 1)

    def of_first_moves(self, bounds: Bounds) -> list[Ask]:
        """The questions about every first move: as the question does; where a play can be drawn, whether it is."""
        least = bounds.least(self.player) if self.query.kind == "fastest" else None
        known = least is not None and (self.depth is None or least <= self.depth)
        asked = [Ask(self.player, least if known else self.depth)]
        if self.tells_outcomes(bounds):
            asked += [Ask(self.player, None)] * (asked[0].depth is not None) + [Ask(self.player.other, None)]
        return asked

    def tells_outcomes(self, bounds: Bounds) -> bool:
        """True if first moves are told as win, draw or loss: no depth is named, and a play can be drawn."""
        return self.query.depth is None and self.query.kind != "within" and bounds.can_draw

    def faster(self, bounds: Bounds) -> Ask | None:
        """The open question about the least depth, once the question is answered by a win."""
        player = self.player
        won = bounds.won(player)
        if self.query.kind == "within" or won is None or not won.depth or bounds.least(player) is not None:
            return None
        return Ask(player, won.depth - 1)
