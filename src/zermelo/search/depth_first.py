"""Depth-first search and retrograde analysis in the native core, for games of every kind.

*Depth-first*: an AND/OR search with a bound on the depth and a table of fixed size that keeps, for every position,
within how many moves Black is known to win and within how many he is known not to. Both facts are monotone in the
depth, so they stay true in every later search, and plays that repeat a position need no special care.

*Retrograde*: all positions that can be reached, solved backwards from the ends of the plays; it tells a game that White
holds for ever from one that takes long.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo import _native
from zermelo.model import Game, GridGame, Player
from zermelo.model.automorphism import Permutation
from zermelo.model.symmetry import generators
from zermelo.search.found import Found
from zermelo.search.perft import native_rules

MEMORY_MB = 256.0
"""The table by default."""

_NEVER = (1 << 30) - 1
_MANY = 2**63 - 1
_MOST_SYMMETRIES = 15


@dataclass(frozen=True)
class Options:
    """The components of the depth-first search; the answer does not depend on them.

    Parameters
    ----------
    table
        Remember positions.
    symmetry
        Take positions for one that a symmetry of the game maps to each other.
    probe_moves
        Look all moves up in the table before the first is searched.
    table_move, killers, history
        The order of the moves: first the one that was best here at another depth, then those that decided a position
        as far from the start, then those that have decided many.
    deepening
        Depth by depth, instead of the whole depth at once.
    """

    table: bool = True
    symmetry: bool = True
    probe_moves: bool = True
    table_move: bool = True
    killers: bool = True
    history: bool = True
    deepening: bool = True


class Fastest(NamedTuple):
    """``depth``: the least with a win (None: none found); ``refuted``: the largest known to be too small (-1: none).

    ``found.answer`` is True with a depth, False when all depths that were asked about are refuted, None when a limit
    ended the search before; ``for_ever`` says that no depth at all suffices.
    """

    depth: int | None
    refuted: int
    for_ever: bool
    found: Found


class Solved(NamedTuple):
    """A game solved for both players.

    ``winner`` can force a win within ``depth`` moves, and not sooner; None when nobody can (``found.reason`` is None)
    or when a limit ended it. ``found.answer`` is whether Black wins, ``found.first_move`` is a move of the winner.
    ``positions`` can be reached, by ``moves`` moves.
    """

    winner: Player | None
    depth: int | None
    positions: int
    moves: int
    found: Found


def decide(
    game: Game,
    depth: int | None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    options: Options = Options(),
) -> Found:
    """Whether Black wins within a depth; None: at all.

    Parameters
    ----------
    game
        Any game on 1 to 512 cells.
    depth
        In moves. Without it a game whose plays may go on for ever is solved backwards by :func:`solve_all`.
    time_limit, memory_limit_mb, node_limit
        Seconds, megabytes (of 2^20 bytes) of the table, positions; None: no limit, :data:`MEMORY_MB`, no limit.
    options
        What the search uses.

    >>> from zermelo.model import ConnectionGame
    >>> game = ConnectionGame.hex(2, 2)
    >>> [decide(game, depth).answer for depth in (2, 3)]
    [False, True]
    """
    if depth is None:
        most = game.complete_depth()
        if most is None:
            return solve_all(game, time_limit=time_limit, memory_limit_mb=memory_limit_mb).found
        depth = most
    return fastest(
        game,
        depth,
        time_limit=time_limit,
        memory_limit_mb=memory_limit_mb,
        node_limit=node_limit,
        options=options,
    ).found


def fastest(
    game: Game,
    most: int,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    options: Options = Options(),
) -> Fastest:
    """The least depth up to ``most`` within which Black wins; parameters as for :func:`decide`.

    Without ``deepening`` the depth is that of the win that was found.

    >>> from zermelo.model import ConnectionGame
    >>> fastest(ConnectionGame.hex(3, 3), 9).depth
    5
    """
    begin = time.monotonic()
    if over(game):
        wins = game.goal_winner(game.start) is Player.BLACK and most >= 0
        found = Found(wins, None, seconds=time.monotonic() - begin)
        return Fastest(0, -1, False, found) if wins else Fastest(None, max(most, -1), True, found)
    if most < 0:
        return Fastest(None, -1, False, Found(False))
    win, depth, refuted, number, reason, nodes, size = _native.depth_first(
        native_rules(game),
        game.start.black,
        game.start.white,
        _ply(game),
        min(most, _NEVER),
        -1.0 if time_limit is None else max(0.0, time_limit),
        _MANY if node_limit is None else max(0, node_limit),
        _bytes(memory_limit_mb),
        symmetries(game) if options.symmetry else [],
        table=options.table,
        probe_moves=options.probe_moves,
        table_move=options.table_move,
        killers=options.killers,
        history=options.history,
        deepening=options.deepening,
    )
    found = Found(win, reason or None, _move(game, number), nodes, size, time.monotonic() - begin)
    return Fastest(depth if win else None, min(refuted, _NEVER), refuted > _NEVER, found)


def solve_all(game: Game, *, time_limit: float | None = None, memory_limit_mb: float | None = None) -> Solved:
    """Who wins, within which depth, or that neither can force it, from all positions that can be reached.

    Parameters
    ----------
    game
        Any game on 1 to 512 cells.
    time_limit, memory_limit_mb
        Seconds and megabytes; None: no limit and :data:`MEMORY_MB`.

    >>> from zermelo.model import ConnectionGame
    >>> solve_all(ConnectionGame.hex(2, 2))[:3]
    (<Player.BLACK: 'black'>, 3, 32)
    """
    begin = time.monotonic()
    if over(game):
        reached = game.goal_winner(game.start)
        found = Found(reached is Player.BLACK, None, None, 1)
        return Solved(reached, None if reached is None else 0, 1, 0, found)
    who, depth, number, reason, positions, moves, size = _native.retrograde(
        native_rules(game),
        game.start.black,
        game.start.white,
        _ply(game),
        -1.0 if time_limit is None else max(0.0, time_limit),
        _bytes(memory_limit_mb),
    )
    answer = None if reason else who == "black"
    found = Found(answer, reason or None, _move(game, number), positions, size, time.monotonic() - begin)
    if reason or who == "neither":
        return Solved(None, None, positions, moves, found)
    return Solved(Player(who), depth, positions, moves, found)


def over(game: Game) -> bool:
    """Whether the start position is won already (the native rules ask only who has just moved), or has no cells."""
    return game.goal_winner(game.start) is not None or not len(game.board)


def symmetries(game: Game) -> list[Permutation]:
    """Some symmetries of the game but the identity, not more than pays; any subset of the group is sound."""
    found = dict.fromkeys(generators(game))
    identity = tuple(range(len(game.board)))
    frontier, group = list(found), list(found)
    while frontier and len(found) <= _MOST_SYMMETRIES:
        turn = frontier.pop()
        for step in group:
            product = tuple(step[cell] for cell in turn)
            if product not in found:
                found[product] = None
                frontier.append(product)
    return [turn for turn in found if turn != identity][:_MOST_SYMMETRIES]


def _ply(game: Game) -> int:
    """The ply as the native rules count it: in grid games Black moves at even plies."""
    opener = 0 if game.player_at(0) is Player.BLACK else 1
    return game.start.ply + opener if isinstance(game, GridGame) else game.start.ply


def _bytes(memory_limit_mb: float | None) -> int:
    return int((MEMORY_MB if memory_limit_mb is None else max(0.0, memory_limit_mb)) * 2**20)


def _move(game: Game, number: int) -> Any:
    """The model's name for a move of the native rules, in the start position."""
    if number < 0:
        return None
    if not isinstance(game, GridGame):
        return number
    from zermelo.model.ground import ground_actions

    return ground_actions(game, game.to_move(game.start))[number].move
