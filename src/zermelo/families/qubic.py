"""Qubic: four in a line in a cube of 4×4×4 cells.

The cells are named as in the published file: column a-d, row 1-4, layer x y z w. There are 76 lines: 48 along an axis,
24 diagonals of a layer in one of the three directions, and 4 diagonals of the cube.
"""

from __future__ import annotations

from itertools import product

from zermelo.families.expression import Arguments, Family
from zermelo.families.options import FIRST, KIND, achievement_game
from zermelo.model import Board, Layout, PositionalGame, mask_of

_SIDE = range(4)


def _lines() -> set[int]:
    found = set()
    for start, step in product(product(_SIDE, repeat=3), product((-1, 0, 1), repeat=3)):
        line = [tuple(a + k * d for a, d in zip(start, step, strict=True)) for k in _SIDE]
        if any(step) and all(part in _SIDE for part in line[-1]):
            found.add(mask_of(x * 16 + y * 4 + z for x, y, z in line))
    return found


def _build(args: Arguments) -> PositionalGame:
    cells = [f"{column}{row}{layer}" for column in "abcd" for row in "1234" for layer in "xyzw"]
    return achievement_game(args, Board.named(cells, Layout.GRAPH), _lines(), note="76 lines of 4")


QUBIC = Family("qubic", "four in a line in a cube of 4x4x4", ("qubic", "qubic:mb,depth=7"), _build, (), (KIND, FIRST))
