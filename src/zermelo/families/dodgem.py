"""Dodgem: drive your cars off the board, and leave the other player a way.

On a square board Black's cars start in the first column, White's in the last row; the corner that both lines share is
open. Black's cars go right, up or down, one open cell at a time, and leave the board by a step to the right from the
last column; White's go up, left or right and leave it by a step up from the first row. Nothing is taken. Who has no car
left has won, and so has a player who is blocked: in both cases it is the player who cannot move. Plays can go on for
ever.

Rules: Colin Vout, 1972; Berlekamp, Conway and Guy, *Winning Ways*, chapter 22. On 3x3 the first player wins.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.grid_parts import BLACK, OPEN, STRAIGHT, WHITE, at, step
from zermelo.families.options import FIRST
from zermelo.model import Action, Expression, GridGame, Position, Stuck, SubCondition, mask_of

SIZE = Option("size", integer(2, 60), "N", "cells of a side of the board", default=3)

_RIGHT = SubCondition(BLACK, Expression("max"), Expression("parameter"))
_TOP = SubCondition(WHITE, Expression("parameter"), Expression("min"))
_BLACK_ACTIONS = (
    *(step(way, BLACK, *STRAIGHT[way], at(OPEN, *STRAIGHT[way])) for way in ("right", "up", "down")),
    Action("off", (_RIGHT,), (_RIGHT._replace(colour=OPEN),)),
)
_WHITE_ACTIONS = (
    *(step(way, WHITE, *STRAIGHT[way], at(OPEN, *STRAIGHT[way])) for way in ("up", "left", "right")),
    Action("off", (_TOP,), (_TOP._replace(colour=OPEN),)),
)


def _build(args: Arguments) -> GridGame:
    size = args[SIZE]
    black = mask_of(y * size for y in range(size - 1))
    white = mask_of((size - 1) * size + x for x in range(1, size))
    return GridGame(
        args.name,
        size,
        size,
        _BLACK_ACTIONS,
        _WHITE_ACTIONS,
        start=Position(black, white),
        opener=args[FIRST],
        notes=(
            "Black drives off to the right, White at the top",
            "who cannot move, blocked or without a car, has won; finding that out counts as a move",
        ),
        stuck=Stuck.WINS,
    )


DODGEM = Family(
    "dodgem",
    "Dodgem: drive your cars off the board, who blocks the other loses",
    ("dodgem", "dodgem:2,first=white", "dodgem:4,depth=4"),
    _build,
    (SIZE,),
    (FIRST,),
)
