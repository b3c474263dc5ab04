"""Games of lines: Gomoku, Connect6 and their like, and Tic-Tac-Toe.

A line is c stones in a row, a column or a diagonal. A longer line contains a shorter one, so overlines win, as in the
published file of Gomoku on 15×15 (572 lines). With ``p=2,q=1`` the players place two stones per move after an
opening of one: ``gomoku:6,board=19x19,p=2,q=1`` is Connect6.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.options import BOARD, FIRST, KIND, TORUS, P, Q, achievement_game, show_size
from zermelo.families.polyomino import pattern_masks
from zermelo.model import Board, PositionalGame
from zermelo.wording import counted

LENGTH = Option("length", integer(1, 4096), "LENGTH", "how many stones make a line")


def line_masks(length: int, columns: int, rows: int, *, torus: bool = False) -> set[int]:
    """All lines of a length in the four directions, as masks over ``Board.square``.

    Parameters
    ----------
    length
        Cells of a line.
    columns, rows
        The size of the board.
    torus
        True to let lines wrap over the edges.

    >>> len(line_masks(3, 3, 3)), len(line_masks(5, 15, 15))
    (8, 572)
    """
    steps = range(length)
    across = tuple((k, 0) for k in steps), tuple((0, k) for k in steps)
    diagonal = tuple((k, k) for k in steps), tuple((k, length - 1 - k) for k in steps)
    return pattern_masks([*across, *diagonal], columns, rows, torus=torus)


def _game(args: Arguments, length: int, columns: int, rows: int) -> PositionalGame:
    torus = args[TORUS]
    masks = line_masks(length, columns, rows, torus=torus) if length <= max(columns, rows) else set()
    if not masks:
        where = f"a {show_size((columns, rows))} {'torus' if torus else 'board'}"
        raise args.error(LENGTH, f"a length that fits on {where}", found=str(length))
    note = f"{counted(len(masks), 'lines')} of {length}; longer lines win too"
    return achievement_game(args, Board.square(columns, rows, torus=torus), masks, note=note)


GOMOKU = Family(
    "gomoku",
    "c stones in a row, column or diagonal; with p=2,q=1 the family of Connect6",
    ("gomoku:3,board=4x3", "gomoku:4,board=4x4,p=2,q=1", "gomoku:3,board=3x3,torus,mb,depth=5"),
    lambda args: _game(args, args[LENGTH], *args[BOARD]),
    (LENGTH,),
    (BOARD, TORUS, P, Q, KIND, FIRST),
)
TTT = Family(
    "ttt",
    "Tic-Tac-Toe: three in a line on 3x3",
    ("ttt", "ttt:mb"),
    lambda args: _game(args, 3, 3, 3),
    (),
    (KIND, FIRST),
)
