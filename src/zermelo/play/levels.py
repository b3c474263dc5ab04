"""Opponents by level: 1 is for beginners, 10 thinks a second or two, ``perfect`` gives nothing away that the search sees.

A level is a number of playouts of the tree search (:mod:`~zermelo.play.native_opponent`) and, for the first levels, a
chance to take a move that is nearly as good as the best. From level 3 on a win in one move is taken and a loss in one
prevented, whatever the playouts say: what `thorough` searches prove. The last levels ask the solvers first, with a
bound on the positions that they may visit. All bounds are numbers, not seconds: the same seed gives the same moves on
every machine, where the time for a move is enough.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from zermelo.errors import InputError
from zermelo.model import Game, Position
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow import Reply
from zermelo.play.native_opponent import TriedMove, native_opponent
from zermelo.play.opponents import Opponent, SearchOpponent
from zermelo.play.play import Play

PERFECT = "perfect"
RULE_LEVEL = 3
"""The first level that takes every win in one move and prevents every loss in one."""


@dataclass(frozen=True)
class Level:
    """A level of play.

    Parameters
    ----------
    name
        ``1`` to ``10``, or ``perfect``.
    playouts
        Playouts for a move.
    slack
        Moves whose value is at most so much below the best may be taken instead of it.
    """

    name: str
    playouts: int
    slack: float = 0.0

    @property
    def thorough(self) -> bool:
        """True if wins and losses in one move are seen by rule."""
        return self.name == PERFECT or int(self.name) >= RULE_LEVEL


PLAYOUTS = (10, 30, 80, 200, 500, 1_200, 3_000, 8_000, 20_000, 60_000)
SLACK = (0.3, 0.15)

LEVELS: dict[str, Level] = {
    **{
        str(number): Level(str(number), playouts, SLACK[number - 1] if number <= len(SLACK) else 0.0)
        for number, playouts in enumerate(PLAYOUTS, 1)
    },
    PERFECT: Level(PERFECT, PLAYOUTS[-1]),
}


def level_named(name: str) -> Level:
    """The level of a name.

    >>> level_named("3").playouts < level_named("perfect").playouts
    True
    """
    try:
        return LEVELS[name.strip().lower()]
    except KeyError:
        raise InputError(f"a level from 1 to {len(PLAYOUTS)}, or {PERFECT}", found=repr(name[:40])) from None


class LevelOpponent:
    """An opponent that plays at a level.

    Parameters
    ----------
    game
        The game.
    level
        One of `LEVELS`.
    seconds
        The longest time for a move.
    seed
        Of all chances. A move depends on the seed and the position alone.

    >>> from zermelo.families import make
    >>> session = Play(make("connect:4,board=7x6"))
    >>> reply = LevelOpponent(session.game, level_named("6"), seconds=20).choose(session)
    >>> session.game.move_name(reply.move)
    'occupy-bottom(4,_)'
    """

    def __init__(self, game: Game, level: Level, seconds: float = 2.0, seed: int = 0) -> None:
        self.level, self.name = level, f"level {level.name}"
        self._seconds, self._seed = seconds, seed
        self._tree = native_opponent(game)

    def choose(self, session: Play) -> Reply:
        """A move of the level."""
        if len(session.legal) == 1:
            return Reply(session.legal[0], "the only legal move")
        assert self._tree is not None
        chance = random.Random(f"{self._seed} {session.position}")
        tried = self._tree.tried(
            session.position,
            playouts=self.level.playouts,
            seconds=self._seconds,
            seed=chance.getrandbits(60),
            thorough=self.level.thorough,
        )
        return self._best(session, tried, chance)

    def _best(self, session: Play, tried: list[TriedMove], chance: random.Random) -> Reply:
        player, called = session.to_move, session.game.called
        wins = [each for each in tried if each.ended and each.winner is player]
        if wins:
            best = min(wins, key=lambda each: each.distance)
            moves = best.distance + 1
            return Reply(best.move, f"{called(player)} wins within {moves} move{'s' * (moves != 1)}")
        left = [each for each in tried if not (each.ended and each.winner is player.other)]
        if not left:
            return Reply(max(tried, key=lambda each: (each.distance, each.visits)).move, "every move loses")
        best = max(left, key=lambda each: (each.visits, each.value))
        if self.level.slack:
            near = [each for each in left if _value(each) >= _value(best) - self.level.slack]
            best = chance.choice(near)
        draws = [each for each in left if each.ended]
        if draws and _value(best) < 0.5:
            best = draws[0]
        return Reply(best.move, f"good for {100 * _value(best):.0f} of 100")


def _value(tried: TriedMove) -> float:
    return 0.5 if tried.ended else tried.value
