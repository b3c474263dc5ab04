"""Hex on a rhombus of columns × rows hexagons, empty at the start.

Black joins row 1 to the last row, White the left side to the right side; exactly one of them succeeds, so there is no
draw, and Hex is a maker-breaker game (implicit-state-and-goals, section 2).
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.families.expression import Arguments, Family
from zermelo.families.options import BOARD, FIRST
from zermelo.model import ConnectionGame, Turns

_NOTE = "Black joins row 1 to the last row, White the left to the right side; a draw is impossible"


def _build(args: Arguments) -> ConnectionGame:
    game = ConnectionGame.hex(*args[BOARD], name=args.name)
    return replace(game, turns=Turns(args[FIRST]), notes=(_NOTE,))


HEX = Family(
    "hex",
    "Hex: join your two sides of a rhombus of hexagons",
    ("hex:3x3", "hex:4x3,depth=7", "hex:2x2,first=white"),
    _build,
    (BOARD,),
    (FIRST,),
)
