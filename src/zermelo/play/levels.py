"""Opponents by level: 1 is for beginners, 10 thinks for seconds, ``perfect`` gives nothing away that the search sees.

A level is a number of playouts of the tree search (:mod:`~zermelo.play.native_opponent`) and, for the first levels, a
chance to take a move that is nearly as good as the best. From level 3 on a win in one move is taken and a loss in one
prevented, whatever the playouts say: what `thorough` searches prove. The last levels ask the solvers first, with a
bound on the positions that they may visit. All bounds are numbers, not seconds: the same seed gives the same moves on
every run, where the time for a move is enough.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import Any, Protocol

from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Game, Player, Position, PositionalGame
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow import Reply
from zermelo.play.native_opponent import TriedMove, native_opponent
from zermelo.play.opponents import SearchOpponent
from zermelo.play.plain_opponent import PlainOpponent
from zermelo.play.play import Play

PERFECT = "perfect"
THINK = 4.0
"""The longest time for a move, in seconds: more than any level takes for the games that people play."""

CHECKED = 5
"""Moves about which the search is asked after the playouts, at most."""

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
    effort
        Positions that the search of a connection game may visit for a question, before and after the playouts; in other
        games, whose positions cost less, more. 0: it is not asked.
    lines, moved
        The same level in positional games, and in those that are neither these nor connection games; None: the same.
    """

    name: str
    playouts: int
    slack: float = 0.0
    effort: int = 0
    lines: Level | None = None
    moved: Level | None = None

    @property
    def thorough(self) -> bool:
        """True if wins and losses in one move are seen by rule."""
        return self.name == PERFECT or int(self.name) >= RULE_LEVEL

    def of(self, game: Game) -> Level:
        """This level in a game of one kind: `lines` in positional games, `moved` in all but these and connection games.

        More playouts help more in some kinds of games than in others, so that levels of equal steps need other numbers.
        """
        found = None
        if isinstance(game, PositionalGame):
            found = self.lines
        elif not isinstance(game, ConnectionGame):
            found = self.moved
        return found or self


_PLAYOUTS = (
    ((8, 0.3), (8, 0.3), (8, 0.3)),
    ((24, 0.0), (6, 0.0), (16, 0.0)),
    ((72, 0.0), (28, 0.0), (37, 0.0)),
    ((220, 0.0), (60, 0.0), (88, 0.0)),
    ((650, 0.0), (140, 0.0), (245, 0.0)),
    ((2_000, 0.0), (400, 0.0), (800, 0.0)),
    ((6_000, 0.0), (2_000, 0.0), (3_400, 0.0)),
    ((18_000, 0.0), (10_000, 0.0), (14_000, 0.0)),
    ((54_000, 0.0), (40_000, 0.0), (50_000, 0.0)),
    ((160_000, 0.0), (120_000, 0.0), (180_000, 0.0)),
)
"""Playouts and slack of each level from 1 on: in connection games, in positional games, in others."""

_EFFORT = {"8": 100, "9": 200, "10": 400, PERFECT: 1}


def _level(name: str) -> Level:
    row = _PLAYOUTS[-1 if name == PERFECT else int(name) - 1]
    connection, lines, moved = (Level(name, *each, _EFFORT.get(name, 0)) for each in row)
    return replace(connection, lines=lines, moved=moved)


LEVELS: dict[str, Level] = {name: _level(name) for name in (*map(str, range(1, len(_PLAYOUTS) + 1)), PERFECT)}


class TreeSearch(Protocol):
    """Looks at the moves of a position by playouts."""

    def tried(
        self, position: Position, *, playouts: int, seconds: float, seed: int, thorough: bool = True
    ) -> list[TriedMove]:
        """The moves worth a try, as :meth:`NativeOpponent.tried`."""


def level_named(name: str) -> Level:
    """The level of a name.

    >>> level_named("3").playouts < level_named("perfect").playouts
    True
    """
    try:
        return LEVELS[name.strip().lower()]
    except KeyError:
        raise InputError(f"a level from 1 to {len(_PLAYOUTS)}, or {PERFECT}", found=repr(name[:40])) from None


class LevelOpponent:
    """An opponent that plays at a level.

    Parameters
    ----------
    game
        The game.
    level
        One of `LEVELS`.
    seconds
        The longest time for a move; a move takes a little more where the search is asked as well.
    seed
        Of all chances. A move depends on the seed and the position alone, but for the level ``perfect``, whose search
        is bounded by time.

    >>> from zermelo.families import make
    >>> session = Play(make("connect:4,board=7x6"))
    >>> reply = LevelOpponent(session.game, level_named("8"), seconds=20).choose(session)
    >>> session.game.move_name(reply.move)
    'occupy-bottom(4,_)'
    """

    def __init__(self, game: Game, level: Level, seconds: float = THINK, seed: int = 0) -> None:
        level = level.of(game)
        self.level, self.name = level, f"level {level.name}"
        self._seconds, self._seed = seconds, seed
        self._tree: TreeSearch = native_opponent(game) or PlainOpponent(game)
        nodes = None if level.name == PERFECT else level.effort * _positions(game)
        self._solver = SearchOpponent(Evaluator(game, seconds / 3, nodes), seed)
        self._ends = game.complete_depth() is not None

    def choose(self, session: Play) -> Reply:
        """A move of the level."""
        if len(session.legal) == 1:
            return Reply(session.legal[0], "the only legal move")
        position, player, ask = session.position, session.to_move, self._solver.evaluator.ask
        chance, wins = random.Random(f"{self._seed} {position}"), None
        if self.level.effort:
            wins, move = ask(position, player)
            now = next((each for each in session.legal if wins and _ends(session, each) is player), None)
            if now is not None:
                return Reply(now, f"{session.game.called(player)} wins at once")
            if wins and (self.level.name == PERFECT or not self._ends):
                return self._solver.win(session, move, time.monotonic() + self._seconds / 2)
            if wins and move is not None:
                return Reply(move, f"{session.game.called(player)} wins")
        tried = self._tree.tried(
            position,
            playouts=self.level.playouts,
            seconds=self._seconds,
            seed=chance.getrandbits(60),
            thorough=self.level.thorough,
        )
        return self._best(session, tried, wins, chance)

    def _best(self, session: Play, tried: list[TriedMove], wins: bool | None, chance: random.Random) -> Reply:
        player, name = session.to_move, session.game.called(session.to_move)
        proven = [each for each in tried if each.ended and each.winner is player]
        if proven:
            best = min(proven, key=lambda each: each.distance)
            moves = best.distance + 1
            return Reply(best.move, f"{name} wins within {moves} move{'s' * (moves != 1)}")
        left = [each for each in tried if not each.ended or each.winner is None]
        if not left and self.level.name == PERFECT:
            return self._solver.resist(session, time.monotonic() + self._seconds / 2)
        if not left:
            return Reply(max(tried, key=lambda each: (each.distance, each.visits)).move, "every move loses")
        left.sort(key=lambda each: (-each.visits, -each.worth))
        if self.level.slack:
            near = [each for each in left if each.worth >= left[0].worth - self.level.slack]
            left.insert(0, chance.choice(near))
        draw = next((each for each in left if each.ended), None)
        if draw is not None and left[0].worth < draw.worth:
            left.insert(0, draw)
        chosen = self._checked(session, left, wins) if self.level.effort else left[0]
        if chosen is None:
            return self._solver.resist(session, time.monotonic() + self._seconds / 2)
        return Reply(chosen.move, "a draw" if chosen.ended else f"good for {100 * chosen.worth:.0f} of 100")

    def _checked(self, session: Play, likely: list[TriedMove], wins: bool | None) -> TriedMove | None:
        """The likeliest move to which the search knows no answer that wins; None where ``perfect`` knows them all.

        Where it knows that the player to move wins, or cannot win, a move is better that is known to keep that.
        """
        perfect = self.level.name == PERFECT
        step, other, evaluator = session.game.step, session.to_move.other, self._solver.evaluator
        every = perfect or wins is not None
        open_moves, end = list[TriedMove](), time.monotonic() + self._seconds
        asked = likely if every else likely[:CHECKED]
        for index, each in enumerate(asked):
            share = max(0.0, end - time.monotonic()) / (len(asked) - index)
            after = step(session.position, each.move)
            lost = evaluator.ask(after, other, None, 2 * share if perfect else None)[0]
            if lost is False:
                return open_moves[0] if wins is None and open_moves and open_moves[0].worth > 0.5 else each
            if lost is None:
                open_moves.append(each)
                if not every:
                    return each
        if open_moves:
            return open_moves[0]
        return None if perfect else likely[0]


def _ends(session: Play, move: Any) -> Player | None:
    """The winner by a move, if it ends the play."""
    return session.game.winner(session.game.step(session.position, move))


def _positions(game: Game) -> int:
    """The positions of a game that cost a search as much as one of a connection game, roughly."""
    return 1 if isinstance(game, ConnectionGame) else 5 if isinstance(game, PositionalGame) else 1_000
