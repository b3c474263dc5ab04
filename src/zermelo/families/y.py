"""Y: join the three sides of a triangle of hexagons.

Exactly one player joins all three sides on a full board, so a player has won as soon as the other one cannot join them
any more: a maker-breaker game, in which Black has the minimal sets that join the sides. White has a stone in each of
them if, and only if, her stones join the sides: else the cells that are not hers would, by the same theorem. Corners
belong to both of their sides.

Rules: Schensted and Titus, *Mudcrack Y and Poly-Y* (1975).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.hex_sets import HexGraph, minimal
from zermelo.families.options import FIRST, rule_note
from zermelo.model import Board, Layout, PositionalGame, Rule, Turns
from zermelo.model.board import column_letters
from zermelo.wording import counted

SIZE = Option("size", integer(1, 40), "SIZE", "the cells of a side")


def triangle(size: int) -> Board:
    """A triangle of hexagons: the half of a rhombus above the diagonal from its last row to its last column.

    >>> print(triangle(3).draw())
      a b c
     1 . . .
      2 . .
       3 .
    """
    cells = (f"{column_letters(x)}{y}" for x in range(1, size + 1) for y in range(1, size + 2 - x))
    return Board.named(cells, Layout.HEX)


def joining_sets(board: Board) -> tuple[int, ...]:
    """The minimal sets that join the three sides of a triangle.

    >>> len(joining_sets(triangle(2))), len(joining_sets(triangle(3)))
    (3, 10)
    """
    graph = HexGraph([board.hex_neighbours(cell) for cell in range(len(board))])
    diagonal = sum(1 << cell for cell, place in enumerate(board.places) if sum(place) == board.columns + 1)
    left, top = board.side("left"), board.side("first")

    def joins(mask: int) -> bool:
        return any(part & left and part & top and part & diagonal for part in graph.parts(mask))

    return minimal(graph.trees(left, top, diagonal), joins)


def _build(args: Arguments) -> PositionalGame:
    board = triangle(args[SIZE])
    sets = joining_sets(board)
    return PositionalGame(
        args.name,
        board,
        Rule.MAKER_BREAKER,
        sets,
        (),
        turns=Turns(args[FIRST]),
        notes=(
            rule_note(Rule.MAKER_BREAKER),
            f"the three sides are joined by {counted(len(sets), 'minimal sets')}; White joins them, too",
        ),
    )


Y = Family(
    "y",
    "Y: join the three sides of a triangle of hexagons",
    ("y:4", "y:3,first=white", "y:2,depth=2"),
    _build,
    (SIZE,),
    (FIRST,),
)
