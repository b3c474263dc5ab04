"""Opponents: the search, a proven strategy, and chance. People are asked by the terminal."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, Protocol

from zermelo.model import Game, Player, Position, StateGame
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow import Follower, Reply
from zermelo.play.heuristics import ordered_by_heuristics
from zermelo.play.native_opponent import native_opponent
from zermelo.play.plain_opponent import PlainOpponent
from zermelo.play.play import Play

MOST_RESISTED = 1_000
"""Moves up to which resistance is compared in games whose plays may never end."""

OPPONENTS = ("solver", "strategy", "human", "random")


class Opponent(Protocol):
    """A player that is no person."""

    name: str

    def choose(self, session: Play) -> Reply:
        """A legal move of the player to move; the play is not over."""


class RandomOpponent:
    """An opponent that plays uniformly random moves."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, session: Play) -> Reply:
        """A random legal move."""
        return Reply(self._random.choice(session.legal), "chosen by chance")


class SearchOpponent:
    """The native search as an opponent: the fastest win found, else a draw, else the longest resistance.

    Parameters
    ----------
    evaluator
        The searches; the time for a question is the time for a move.
    seed
        Seed for the choice among equally good moves.

    >>> from zermelo.families import make
    >>> session = Play(make("hex:3x3"))
    >>> reply = SearchOpponent(Evaluator(session.game)).choose(session)
    >>> session.game.move_name(reply.move), reply.why
    ('b2', 'Black wins within 5 moves')
    """

    name = "solver"

    def __init__(self, evaluator: Evaluator, seed: int = 0) -> None:
        self.evaluator = evaluator
        self._random = random.Random(seed)
        self._promised: dict[tuple[Player, Position], int] = {}
        """The depth of the win announced to each player for each position after a move of his."""

    def choose(self, session: Play) -> Reply:
        """The best move found in time."""
        position, player = session.position, session.to_move
        end = time.monotonic() + self.evaluator.seconds
        if len(session.legal) == 1:
            return Reply(session.legal[0], "the only legal move")
        wins, move = self.evaluator.ask(position, player, None, self.evaluator.seconds / 3)
        return self.win(session, move, end) if wins else self.resist(session, end)

    def win(self, session: Play, move: Any, end: float) -> Reply:
        """The fastest win found; faster than announced before, so that the play cannot go round in circles.

        Parameters
        ----------
        session
            A play that the player to move wins.
        move
            A move by which he does; None where none is known.
        end
            When there must be an answer, by the monotonic clock.
        """
        position, player, evaluator = session.position, session.to_move, self.evaluator
        name = session.game.called(player)
        promised = [
            bound - (len(session.positions) - 1 - at)
            for at, each in enumerate(session.positions)
            if (bound := self._promised.get((player, each))) is not None
        ]
        win = evaluator.fastest(position, player, min(promised, default=None), (end - time.monotonic()) / 2)
        if promised and evaluator.ask(position, player, min(promised), 0.0)[0] is False:  # he has moved otherwise
            win = evaluator.fastest(position, player, None, (end - time.monotonic()) / 2)
        if win is not None and win.move is not None and win.depth is not None:
            self._promised[player, session.game.step(position, win.move)] = win.depth - 1
            return Reply(win.move, f"{name} wins within {win.depth} move{'s' * (win.depth != 1)}")
        if move is None:  # the search found no move, only that there is one
            step = session.game.step
            move = next((each for each in session.legal if evaluator.ask(step(position, each), player)[0]), None)
        return Reply(session.legal[0] if move is None else move, f"{name} wins")

    def resist(self, session: Play, end: float) -> Reply:
        """A move after which the other player does not win, else one after which he needs longest."""
        evaluator, position, player = self.evaluator, session.position, session.to_move
        other, left = player.other, session.legal
        self._random.shuffle(left)
        left = ordered_by_heuristics(evaluator.game, position, left)
        step, undecided = evaluator.game.step, []
        for index, move in enumerate(left):
            seconds = end - time.monotonic()
            if seconds <= 0:
                undecided += left[index:]
                break
            lost = evaluator.ask(step(position, move), other, None, seconds / (len(left) - index) / 2)[0]
            if lost is False:
                return Reply(move, f"{evaluator.game.called(player)} holds")
            if lost is None:
                undecided.append(move)
        left = self._longer(session, undecided or left, end - time.monotonic())
        why = "not decided in time" if undecided else f"{evaluator.game.called(other)} wins; this resists"
        for depth in range(_longest(evaluator.game) + 1):
            kept = list[Any]()
            for move in left:
                lost = evaluator.ask(step(position, move), other, depth, end - time.monotonic())[0]
                if lost is None:  # no time left, or no depth to ask about
                    return Reply((kept or left)[0], why)
                if not lost:
                    kept.append(move)
            if not kept:
                return Reply(left[0], why)
            left = kept
        return Reply(left[0], why)

    def _longer(self, session: Play, moves: list[Any], seconds: float) -> list[Any]:
        """The moves after which the other player does not win at once; all, where he does, or no time is left."""
        if seconds <= 0:
            return moves
        tree = native_opponent(session.game) or PlainOpponent(session.game)
        tried = tree.tried(session.position, playouts=0, seconds=seconds, seed=0)
        kept = [each.move for each in tried if not (each.winner is session.to_move.other and each.distance <= 1)]
        return [move for move in moves if move in kept] or moves


def _longest(game: Game) -> int:
    """The largest depth within which it is worth asking how long a player can resist."""
    return len(game.board) if not isinstance(game, StateGame) else game.complete_depth() or MOST_RESISTED


class StrategyOpponent:
    """Proven strategies as an opponent; another opponent moves where no strategy covers the play.

    Parameters
    ----------
    followers
        The strategies; the first one of the player to move that has a move is played.
    other
        The opponent that moves in all other positions.
    """

    name = "strategy"

    def __init__(self, followers: Sequence[Follower], other: Opponent) -> None:
        self.followers, self.other = followers, other

    def choose(self, session: Play) -> Reply:
        """A move of a strategy, or of the other opponent."""
        return self.stored(session) or self.other.choose(session)

    def wins(self, player: Player) -> bool:
        """True if a strategy is one by which a player wins, and does not only hold."""
        return any(each.player is player and each.strategy.claim.wins for each in self.followers)

    def stored(self, session: Play) -> Reply | None:
        """A move of a strategy; None when no strategy covers the play."""
        replies = (each.reply(session) for each in self.followers if each.player is session.to_move)
        return next((reply for reply in replies if reply is not None), None)
