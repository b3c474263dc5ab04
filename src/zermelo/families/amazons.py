"""Amazons: a queen moves and shoots an arrow that burns a cell; a player without a move loses.

An amazon goes as a queen in chess over open cells, and from there shoots an arrow, which flies in the same way and
burns the cell where it lands for good. A cell of BDDL has three states and one of Amazons four, so the game uses two
boards side by side: the left half holds the amazons, the right half the burnt cells (black stones, whoever burnt
them). A move and its arrow are one action each, so that there are as many actions as pairs of a queen's move and
another: 256 on 3x3, 576 on 4x4.

White's amazons start on row 1, spread over the columns, Black's opposite on the last row. There are no goals.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.grid_parts import BLACK, MISERE, OPEN, WHITE, at, stuck, stuck_note
from zermelo.families.options import BOARD, FIRST, show_size
from zermelo.model import Action, Colour, GridGame, Position, SubCondition

AMAZONS = Option("amazons", integer(1, 9), "N", "amazons of each player", default=1)
_MOST = 6  # columns or rows: 6x6 has 1,600 actions
_DIRECTIONS = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip

QueenSteps = list[tuple[int, int]]


def _flights(columns: int, rows: int) -> Iterator[tuple[str, QueenSteps]]:
    """The moves of a queen on an empty board: the name, and the cells from the first entered to the last."""
    for name, (dx, dy) in _DIRECTIONS.items():
        for length in range(1, min(columns if dx else rows, rows if dy else columns)):
            yield f"{name}{length}", [(dx * k, dy * k) for k in range(1, length + 1)]


def _actions(columns: int, rows: int, colour: Colour) -> Iterator[Action]:
    """The actions of a colour: every move with every arrow that fits on the board with it."""
    flights = list(_flights(columns, rows))
    for move, path in flights:
        x, y = path[-1]
        for arrow, flight in flights:
            shot = [(x + dx, y + dy) for dx, dy in flight]
            xs, ys = zip((0, 0), *path, *shot, strict=True)
            if max(xs) - min(xs) >= columns or max(ys) - min(ys) >= rows:
                continue
            free = dict.fromkeys(place for place in (*path, *shot) if place != (0, 0))
            needs: list[SubCondition] = [at(colour), at(OPEN, columns)]  # the cell of an amazon is not burnt
            for dx, dy in free:
                needs += [at(OPEN, dx, dy), at(OPEN, dx + columns, dy)]
            burnt = (shot[-1][0] + columns, shot[-1][1])
            yield Action(f"{move}-{arrow}", tuple(needs), (at(OPEN), at(colour, x, y), at(BLACK, *burnt)))


def _start(args: Arguments) -> Position:
    (columns, rows), each = args[BOARD], args[AMAZONS]
    if rows < 2 or each > columns or max(columns, rows) > _MOST:
        expected = f"2 to {_MOST} rows, and at most {_MOST} columns, as many as amazons or more"
        raise args.error(BOARD, expected, found=f"{show_size((columns, rows))} for {each} each")
    places = [(2 * number + 1) * columns // (2 * each) for number in range(each)]
    white = sum(1 << x for x in places)
    black = sum(1 << (rows - 1) * 2 * columns + columns - 1 - x for x in places)
    return Position(black, white)


def _build(args: Arguments) -> GridGame:
    start, (columns, rows) = _start(args), args[BOARD]
    return GridGame(
        args.name,
        2 * columns,
        rows,
        tuple(_actions(columns, rows, BLACK)),
        tuple(_actions(columns, rows, WHITE)),
        start=start,
        opener=args[FIRST],
        stuck=stuck(args),
        notes=(
            f"the amazons are in the columns 1 to {columns}; a black stone {columns} further right: a burnt cell",
            stuck_note(args),
        ),
    )


AMAZONS_FAMILY = Family(
    "amazons",
    "Amazons: queens move and burn a cell by an arrow, who cannot move loses",
    ("amazons:3x3", "amazons:2x3,first=white", "amazons:3x2,amazons=2,depth=4"),
    _build,
    (BOARD,),
    (AMAZONS, MISERE, FIRST),
)
