"""Who can play: the solver, a proven strategy, chance. People are asked by the front end."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, Protocol

from zermelo.model import Player, Position
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow import Follower, Reply
from zermelo.play.heuristics import ordered_by_heuristics
from zermelo.play.play import Play

OPPONENTS = ("solver", "strategy", "human", "random")


class Opponent(Protocol):
    """Someone who makes moves."""

    name: str

    def choose(self, session: Play) -> Reply:
        """A legal move of the player to move; the play is not over."""


class RandomOpponent:
    """Any legal move, all alike; the seed tells which."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, session: Play) -> Reply:
        """A move by chance."""
        return Reply(self._random.choice(session.legal), "chosen by chance")


class SearchOpponent:
    """The native search, live: the fastest win that it finds in its time; else it holds; else it resists longest.

    Parameters
    ----------
    outlook
        The searches; their time for a question is the time for a move.
    seed
        Among moves that are equally good one is taken by chance.

    >>> from zermelo.families import make
    >>> session = Play(make("hex:3x3"))
    >>> reply = SearchOpponent(Evaluator(session.game)).choose(session)
    >>> session.game.move_name(reply.move), reply.why
    ('b2', 'Black wins within 5 moves')
    """

    name = "solver"

    def __init__(self, outlook: Evaluator, seed: int = 0) -> None:
        self.outlook = outlook
        self._random = random.Random(seed)
        self._promised: dict[Position, int] = {}
        """Positions after moves of its own in which it wins within so many more moves."""

    def choose(self, session: Play) -> Reply:
        """The best move that is found in time."""
        position, legal, player = session.position, session.legal, session.to_move
        end = time.monotonic() + self.outlook.seconds
        if len(legal) == 1:
            return Reply(legal[0], "the only legal move")
        wins, move = self.outlook.ask(position, player, None, self.outlook.seconds / 3)
        return self._win(session, move, end) if wins else self._resist(position, legal, player, end)

    def _win(self, session: Play, move: Any, end: float) -> Reply:
        """A win as fast as it can be found; faster than promised before, or a play could go round in circles."""
        position, player, outlook = session.position, session.to_move, self.outlook
        name = session.game.called(player)
        promised = [
            bound - (len(session.positions) - 1 - at)
            for at, each in enumerate(session.positions)
            if (bound := self._promised.get(each)) is not None
        ]
        win = outlook.fastest(position, player, min(promised, default=None), (end - time.monotonic()) / 2)
        if win is not None and win.move is not None and win.depth is not None:
            self._promised[session.game.step(position, win.move)] = win.depth - 1
            return Reply(win.move, f"{name} wins within {win.depth} move{'s' * (win.depth != 1)}")
        if move is None:  # the search has told only that there is one
            step = session.game.step
            move = next((each for each in session.legal if outlook.ask(step(position, each), player)[0]), None)
        return Reply(session.legal[0] if move is None else move, f"{name} wins")

    def _resist(self, position: Position, legal: Sequence[Any], player: Player, end: float) -> Reply:
        """A move after which the other player does not win; else one after which he needs longest."""
        outlook, other = self.outlook, player.other
        left = list(legal)
        self._random.shuffle(left)
        left = ordered_by_heuristics(outlook.game, position, left)
        after = {move: outlook.game.step(position, move) for move in left}
        undecided = []
        for index, move in enumerate(left):
            share = (end - time.monotonic()) / (len(left) - index) / 2
            lost = outlook.ask(after[move], other, None, share)[0]
            if lost is False:
                return Reply(move, f"{outlook.game.called(player)} holds")
            if lost is None:
                undecided.append(move)
        left = undecided or left
        why = "not decided in time" if undecided else f"{outlook.game.called(other)} wins; this resists"
        for depth in range(1, len(outlook.game.board) + 1):
            kept = list[Any]()
            for move in left:
                lost = outlook.ask(after[move], other, depth, end - time.monotonic())[0]
                if lost is None:  # no time left, or no depth to ask about
                    return Reply((kept or left)[0], why)
                if not lost:
                    kept.append(move)
            if not kept:
                return Reply(left[0], why)
            left = kept
        return Reply(left[0], why)


class StrategyOpponent:
    """Proven strategies; where none of them says anything, somebody else is asked.

    Parameters
    ----------
    followers
        The strategies; the first one of the player to move that has a move is played.
    other
        Who plays else.
    """

    name = "strategy"

    def __init__(self, followers: Sequence[Follower], other: Opponent) -> None:
        self.followers, self.other = followers, other

    def choose(self, session: Play) -> Reply:
        """A move of a strategy, or of the other one."""
        return self.stored(session) or self.other.choose(session)

    def stored(self, session: Play) -> Reply | None:
        """A move of a strategy."""
        replies = (each.reply(session) for each in self.followers if each.player is session.to_move)
        return next((reply for reply in replies if reply is not None), None)
