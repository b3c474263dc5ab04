"""Counting plays and positions, by two independent move generators.

*plays* of length k: sequences of exactly k legal moves from the start position. *positions*: distinct boards that they
reach. The plain rules and the native core share no code, so equal counts speak for both; a published count (the
opening moves of Connect-4, tic-tac-toe) speaks for the description of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import _native
from zermelo.model import Game, Position
from zermelo.model.native_rules import native_ply
from zermelo.model.native_rules import native_rules as native_rules  # noqa: PLC0414 (searches take it from here)


class Perft(NamedTuple):
    """``plays[k]`` and ``positions[k]`` for k = 0, 1, …; shorter than asked for when ``complete`` is False."""

    plays: list[int]
    positions: list[int]
    complete: bool


def reference_perft(game: Game, depth: int, node_limit: int = 1_000_000) -> Perft:
    """Count with the plain rules, length by length.

    Parameters
    ----------
    game
        The game, counted from its start position.
    depth
        The greatest length, in moves of both players.
    node_limit
        The number of positions of one length at most; counting stops before a length with more.

    >>> from zermelo.model import ConnectionGame
    >>> reference_perft(ConnectionGame.hex(2, 2), 2)
    Perft(plays=[1, 4, 12], positions=[1, 4, 12], complete=True)
    """
    return _collected(reference_levels(game, depth, node_limit), depth)


def native_perft(game: Game, depth: int, node_limit: int = 10_000_000) -> Perft:
    """Count with the native core.

    Parameters as in :func:`reference_perft`.
    """
    return Perft(*_native_counts(game, native_rules(game), depth, node_limit))


def reference_levels(game: Game, depth: int, node_limit: int) -> Iterator[tuple[int, int]]:
    """Plays and positions of one length after the other, by the plain rules.

    The counts of shorter plays outlive an interrupt.

    Parameters as in :func:`reference_perft`.
    """
    level: dict[Position, int] = {game.start: 1}
    yield 1, 1
    for _ in range(depth):
        following: dict[Position, int] = {}
        for position, count in level.items():
            for move in game.legal(position):
                after = game.step(position, move)
                following[after] = following.get(after, 0) + count
            if len(following) > node_limit:
                return
        level = following
        yield sum(level.values()), len(level)


def native_levels(game: Game, depth: int, node_limit: int) -> Iterator[tuple[int, int]]:
    """As :func:`reference_levels`, by the native core, which counts from the start for every length.

    Parameters as in :func:`reference_perft`.
    """
    rules = native_rules(game)
    for k in range(depth + 1):
        plays, positions, complete = _native_counts(game, rules, k, node_limit)
        if not complete:
            return
        yield plays[-1], positions[-1]


def _native_counts(game: Game, rules: _native.Rules, depth: int, node_limit: int) -> tuple[list[int], list[int], bool]:
    start = game.start
    return _native.perft(rules, start.black, start.white, native_ply(game, start), depth, node_limit)


def _collected(levels: Iterator[tuple[int, int]], depth: int) -> Perft:
    counts = list(levels)
    return Perft([plays for plays, _ in counts], [positions for _, positions in counts], len(counts) == depth + 1)
