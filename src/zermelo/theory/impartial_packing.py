"""Impartial packing games: both players have the same moves, which only fill open cells (Cram, Kayles).

Their values are nimbers, which the core finds faster than values of other games: it asks whether the nimber of a part
is a number, in place of what it is (``native/search/grid/nimbers.hpp``).
"""

from __future__ import annotations

from zermelo import _native
from zermelo.model import GridGame, Player
from zermelo.model.symmetry import rule_symmetries

MOST_CELLS = 512
"""The largest board of the core's searches."""


def impartial_moves(game: GridGame) -> frozenset[int] | None:
    """The cells of the moves that both players have, wherever they are open; None for a game of another kind.

    >>> from zermelo.families import make
    >>> sorted(impartial_moves(make("kayles:3"))), impartial_moves(make("domineering:2x2"))
    ([1, 2, 3, 4, 6], None)
    """
    if not game.rules.plain or game.black_goals or game.white_goals:
        return None
    sides = [game.rules.ground_actions[player] for player in Player]
    if len(game.board) > MOST_CELLS or not all(each.only_fills for side in sides for each in side):
        return None
    black, white = ({action.needs.open for action in side} for side in sides)
    return frozenset(black) if black == white and black else None


def nimber_of(game: GridGame, moves: frozenset[int], memory_bytes: int, seconds: float) -> tuple[str, int]:
    """The nimber of the start position: why it is unknown ("time"), or "", and the nimber.

    >>> from zermelo.families import make
    >>> game = make("cram:5x4")
    >>> nimber_of(game, impartial_moves(game), 10**7, 60)
    ('', 2)
    """
    open_cells = game.board.full & ~(game.start.black | game.start.white)
    turns = [list(turn) for turn in rule_symmetries(game)]
    return _native.nimber(len(game.board), sorted(moves), open_cells, turns, memory_bytes, seconds)
