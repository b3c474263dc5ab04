"""Havannah: a ring, a bridge or a fork on a hexagon of hexagons.

A *bridge* joins two of the six corners, a *fork* three of the six sides, to which corners do not belong, and a *ring*
goes around at least one cell, whoever owns it. The first to complete one wins; a full board without one is a draw. A
maker-maker game, whose winning sets are the minimal rings, bridges and forks.

Rules: Christian Freeling, 1981.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.hex_sets import HexGraph, minimal
from zermelo.families.options import FIRST, rule_note
from zermelo.model import Board, Layout, PositionalGame, Rule, Turns, mask_of
from zermelo.model.board import column_letters

SIZE = Option("size", integer(2, 20), "SIZE", "the cells of a side")


def hexagon(size: int) -> Board:
    """A hexagon of hexagons: a rhombus without two of its corners.

    >>> print(hexagon(2).draw())
      a b c
     1   . .
      2 . . .
       3 . .
    """
    across = range(1, 2 * size)
    cells = (f"{column_letters(x)}{y}" for x in across for y in across if size < x + y < 3 * size)
    return Board.named(cells, Layout.HEX)


def borders(board: Board) -> tuple[list[int], list[int]]:
    """The six corners of a hexagon, and its six sides without them, as masks."""
    size = (board.columns + 1) // 2
    around = [(x, y, x + y) for x, y in board.places]
    limits = ((0, 1), (0, 2 * size - 1), (1, 1), (1, 2 * size - 1), (2, size + 1), (2, 3 * size - 1))
    sides = [mask_of(cell for cell, place in enumerate(around) if place[axis] == value) for axis, value in limits]
    corners = [side & other for side, other in combinations(sides, 2) if side & other]
    return corners, [side & ~sum(corners) for side in sides]


def winning_sets(board: Board) -> tuple[int, ...]:
    """The minimal rings, bridges and forks of a hexagon.

    >>> len(winning_sets(hexagon(2)))
    15
    """
    graph = HexGraph([board.hex_neighbours(cell) for cell in range(len(board))])
    corners, sides = borders(board)

    def sets() -> Iterator[int]:
        for first, second in combinations(corners, 2):
            yield from graph.paths(first, second)
        for three in combinations(sides, 3):
            if all(three):
                yield from graph.trees(*three)
        yield from graph.rings()

    def joins(mask: int) -> bool:
        """True for a set with a bridge or a fork. No minimal one of these has a ring, and no ring without a cell."""
        for part in graph.parts(mask):
            if (part & sum(corners)).bit_count() >= 2 or sum(bool(part & side) for side in sides) >= 3:
                return True
        return False

    return minimal(sets(), joins)


def _build(args: Arguments) -> PositionalGame:
    board = hexagon(args[SIZE])
    sets = winning_sets(board)
    return PositionalGame(
        args.name,
        board,
        Rule.MAKER_MAKER,
        sets,
        sets,
        turns=Turns(args[FIRST]),
        notes=(rule_note(Rule.MAKER_MAKER), f"{len(sets)} minimal rings, bridges and forks"),
    )


HAVANNAH = Family(
    "havannah",
    "Havannah: a ring, a bridge or a fork on a hexagon of hexagons",
    ("havannah:2", "havannah:2,first=white", "havannah:2,depth=3"),
    _build,
    (SIZE,),
    (FIRST,),
)
