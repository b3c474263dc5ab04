"""Zermelo's theorem at work: the value of every position of a small game, from the last moves back to the first."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from zermelo.model import Game, Player, Position

MOST = 20_000
"""Positions of a game that counts as small."""


class ValuedPly(NamedTuple):
    """The positions after so many moves: how many there are, and who wins how many of them; the rest are draws."""

    moves: int
    positions: int
    black: int
    white: int


def values(game: Game, most: int = MOST, until: float = math.inf) -> list[ValuedPly] | None:
    """The values of all positions that plays can reach, ply by ply; None for a game that is too large, or has no end.

    Parameters
    ----------
    game
        The game, from its start position on.
    most
        The number of positions that may be looked at.
    until
        A time of the monotonic clock after which the game counts as too large.

    >>> from zermelo.families import make
    >>> [tuple(each) for each in values(make("hex:2x2"))]
    [(0, 1, 1, 0), (1, 4, 2, 2), (2, 12, 10, 2), (3, 12, 6, 6), (4, 3, 0, 3)]
    """
    if game.complete_depth() is None:
        return None
    plies, number = [{game.start}], 1
    while plies[-1]:
        later = set[Position]()
        for at in plies[-1]:
            later.update(game.step(at, move) for move in game.legal(at))
            if number + len(later) > most or time.monotonic() > until:
                return None
        number += len(later)
        plies.append(later)
    plies.pop()
    known: dict[Position, Player | None] = {}
    for ply in reversed(plies):
        for at in ply:
            known[at] = _value(game, at, known)
            if time.monotonic() > until:
                return None
    count = [[known[at] for at in ply] for ply in plies]
    return [ValuedPly(k, len(each), each.count(Player.BLACK), each.count(Player.WHITE)) for k, each in enumerate(count)]


def _value(game: Game, at: Position, known: dict[Position, Player | None]) -> Player | None:
    """The winner from a position: of the best of its moves; None: a draw."""
    moves = [] if game.winner(at) is not None else game.legal(at)
    if not moves:
        return game.winner(at)
    player = game.mover(at)
    after = {known[game.step(at, move)] for move in moves}
    return player if player in after else None if None in after else player.other
