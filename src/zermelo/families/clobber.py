"""Clobber: a stone takes a stone of the other colour beside it; a player without a move loses.

The board is full at the start, the colours alternate as on a chessboard. A move goes one cell along a row or a column
onto a stone of the opponent, which is taken; so every play ends. There are no goals.

Rules: Albert, Grossman, Nowakowski and Wolfe, "An introduction to Clobber", Integers 5 (2005).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family
from zermelo.families.grid_parts import BLACK, MISERE, STRAIGHT, WHITE, at, chessboard, step, stuck, stuck_note
from zermelo.families.options import BOARD, FIRST
from zermelo.model import GridGame

_ACTIONS = tuple(step(name, BLACK, dx, dy, at(WHITE, dx, dy)) for name, (dx, dy) in STRAIGHT.items())


def _build(args: Arguments) -> GridGame:
    return GridGame(
        args.name,
        *args[BOARD],
        _ACTIONS,
        tuple(action.swapped() for action in _ACTIONS),
        start=chessboard(*args[BOARD]),
        opener=args[FIRST],
        stuck=stuck(args),
        notes=(stuck_note(args, "take a stone"),),
    )


CLOBBER = Family(
    "clobber",
    "Clobber: stones take stones of the other colour beside them, who cannot move loses",
    ("clobber:3x2", "clobber:4x3,first=white", "clobber:3x3,depth=5", "clobber:3x2,misere"),
    _build,
    (BOARD,),
    (MISERE, FIRST),
)
