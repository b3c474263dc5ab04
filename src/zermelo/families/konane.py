"""Konane: stones jump over stones of the other colour and take them; a player without a move loses.

The colours alternate on the board as on a chessboard, and the first two moves, by which each player takes a stone of
his own off the board, have been made: two neighbours in the middle are gone, or two in the corner. A stone jumps along
a row or a column over a stone of the opponent onto the open cell behind it, and may go on jumping in the same
direction. There are no goals.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, choice
from zermelo.families.grid_parts import BLACK, MISERE, OPEN, STRAIGHT, WHITE, at, chessboard, stuck, stuck_note
from zermelo.families.options import BOARD, FIRST, show_size
from zermelo.model import Action, GridGame, Position


def _jump(name: str, dx: int, dy: int, taken: int) -> Action:
    """A jump of Black over a number of stones."""
    needs, sets = [at(BLACK)], [at(OPEN)]
    for k in range(1, 2 * taken, 2):
        needs += [at(WHITE, dx * k, dy * k), at(OPEN, dx * (k + 1), dy * (k + 1))]
        sets.append(at(OPEN, dx * k, dy * k))
    return Action(f"{name}-{taken}", tuple(needs), (*sets, at(BLACK, dx * 2 * taken, dy * 2 * taken)))


GONE = Option(
    "gone", choice({"middle": True, "corner": False}), "middle|corner", "where the first two stones have been taken",
    default=True, show=lambda middle: "middle" if middle else "corner",
)  # fmt: skip


def _start(columns: int, rows: int, *, middle: bool) -> Position:
    """All stones but one, in the middle or in the first cell, and its right neighbour; on a column, the one below."""
    full = chessboard(columns, rows)
    first = (rows - 1) // 2 * columns + (columns - 1) // 2 if middle else 0
    gone = 1 << first | 1 << first + 1  # on one column the next cell is the one below
    return Position(full.black & ~gone, full.white & ~gone)


def _build(args: Arguments) -> GridGame:
    columns, rows = args[BOARD]
    if columns * rows < 2:
        raise args.error(BOARD, "a board of at least two cells", found=show_size((columns, rows)))
    actions = tuple(
        _jump(name, dx, dy, taken)
        for name, (dx, dy) in STRAIGHT.items()
        for taken in range(1, ((columns if dx else rows) - 1) // 2 + 1)
    )
    return GridGame(
        args.name,
        columns,
        rows,
        actions,
        tuple(action.swapped() for action in actions),
        start=_start(columns, rows, middle=args[GONE]),
        opener=args[FIRST],
        stuck=stuck(args),
        notes=(
            f"two neighbours in the {'middle' if args[GONE] else 'corner'} have been taken off the board",
            stuck_note(args, "jump"),
        ),
    )


KONANE = Family(
    "konane",
    "Konane: stones jump over stones of the other colour, who cannot move loses",
    ("konane:4x4", "konane:5x3,first=white", "konane:6x2,depth=4", "konane:4x3,gone=corner,misere"),
    _build,
    (BOARD,),
    (GONE, MISERE, FIRST),
)
