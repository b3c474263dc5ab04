"""Games in which a line loses: misère tic-tac-toe, and Notakto, in which both players put the same mark.

In misère tic-tac-toe who completes a line of his own marks has lost, and a full board without one is a draw. On 3x3
neither player can force a win: who opens takes the middle and answers every mark by the one opposite.

In Notakto a line of any marks kills its board; nobody marks a dead board, and who kills the last one has lost.

Source: Plambeck and Whitehead, "The secrets of Notakto: winning at X-only tic-tac-toe" (2013), for Notakto.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Option, integer
from zermelo.families.gomoku import line_masks
from zermelo.families.options import FIRST, Size, show_size, size
from zermelo.families.sheet import ALTERNATING, facts, opening, sheet_family
from zermelo.model import Board, cells_of

BOARD: Option[Size] = Option(
    "board", size, "COLUMNSxROWS", "the size of the board, columns x rows", default=(3, 3), show=show_size
)
LENGTH = Option("length", integer(1, 99), "N", "how many marks make a line", default=3)
BOARDS = Option("boards", integer(1, 9), "N", "the number of boards", default=1)
_MOST = 100


def _lines(args: Arguments) -> list[list[str]]:
    """The lines, each as the texts ``1 2`` of its cells' coordinates."""
    (columns, rows), length = args[BOARD], args[LENGTH]
    if columns * rows > _MOST:
        raise args.error(BOARD, f"at most {_MOST} cells", found=f"{columns * rows} ({show_size(args[BOARD])})")
    if length > max(columns, rows):
        raise args.error(LENGTH, f"a length that fits on a {show_size(args[BOARD])} board", found=str(length))
    places = Board.square(columns, rows).places
    masks = sorted(line_masks(length, columns, rows))
    return [[f"{places[cell][0]} {places[cell][1]}" for cell in cells_of(mask)] for mask in masks]


def _cells(args: Arguments) -> list[tuple[int, int]]:
    columns, rows = args[BOARD]
    return [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]


def _misere_ttt(args: Arguments) -> str:
    lines = "\n".join(
        f"(<= (line ?p) {' '.join(f'(true (cell {place} ?p))' for place in line)})" for line in _lines(args)
    )
    return f"""\
; Misere tic-tac-toe: (cell X Y P) means that P has marked the cell in column X and row Y.
{ALTERNATING}{opening(args)}
(<= (marked ?x ?y) (true (cell ?x ?y ?p)))
(<= (open ?x ?y) (place ?x ?y) (not (marked ?x ?y)))
(<= (legal ?p (mark ?x ?y)) (true (control ?p)) (open ?x ?y))
(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)))
(<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))
{lines}
(<= some-line (line ?p))
(<= some-open (open ?x ?y))
(<= terminal some-line)
(<= terminal (not some-open))
(<= (goal ?p 0) (line ?p))
(<= (goal ?p 50) (role ?p) (not some-line))
(<= (goal ?p 100) (line ?q) (opponent ?p ?q))
{facts("place", _cells(args))}
"""


def _notakto(args: Arguments) -> str:
    lines = "\n".join(
        f"(<= (dead ?b) {' '.join(f'(true (marked {place} ?b))' for place in line)})" for line in _lines(args)
    )
    return f"""\
; Notakto: (marked X Y B) means that the cell in column X and row Y of board B is marked.
{ALTERNATING}{opening(args)}
(<= (legal ?p (mark ?b ?x ?y)) (true (control ?p)) (board ?b) (place ?x ?y)
    (not (dead ?b)) (not (true (marked ?x ?y ?b))))
(<= (next (marked ?x ?y ?b)) (true (marked ?x ?y ?b)))
(<= (next (marked ?x ?y ?b)) (does ?p (mark ?b ?x ?y)))
{lines}
(<= some-alive (board ?b) (not (dead ?b)))
(<= terminal (not some-alive))
; The one to move finds all boards dead: the other has killed the last one.
(<= (goal ?p 100) (true (control ?p)))
(<= (goal ?q 0) (true (control ?p)) (opponent ?p ?q))
{facts("board", [(number,) for number in range(1, args[BOARDS] + 1)])}
{facts("place", _cells(args))}
"""


def _misere_note(args: Arguments) -> str:
    return f"who completes a line of {args[LENGTH]} has lost; a full board without one is a draw"


def _notakto_note(args: Arguments) -> str:
    return f"a line of {args[LENGTH]} kills its board; who kills the last one has lost"


MISERE_TTT = sheet_family(
    "misere-ttt",
    "Misere tic-tac-toe: who completes a line has lost",
    ("misere-ttt", "misere-ttt:3x2,length=2", "misere-ttt:3x2,first=white,depth=4"),
    _misere_ttt,
    _misere_note,
    (BOARD,),
    (LENGTH, FIRST),
)
NOTAKTO = sheet_family(
    "notakto",
    "Notakto: both put the same mark, who completes a line on the last board has lost",
    ("notakto", "notakto:2x2,length=2,boards=2", "notakto:3x2,length=2,first=white,depth=4"),
    _notakto,
    _notakto_note,
    (BOARD,),
    (LENGTH, BOARDS, FIRST),
)
