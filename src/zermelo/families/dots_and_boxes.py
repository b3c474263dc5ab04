"""Dots and Boxes: draw a side; who completes a box owns it and moves again; more boxes win.

The state is what is drawn, who is to move, and how many boxes Black has: whose each box is makes no difference. Who has
more boxes at the end wins; equal numbers are a draw. The play goes on to the last side, also where it is decided.

Rules: Berlekamp, Conway and Guy, *Winning Ways*, chapter 16.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, flag
from zermelo.families.options import FIRST, board_option, show_size
from zermelo.families.sheet import WAITING, facts, opening, sheet_family

BOXES = board_option("the number of boxes, columns x rows")
MISERE = flag("misere", "fewer boxes win")
_MOST = 60


def _sheet(args: Arguments) -> str:
    columns, rows = args[BOXES]
    boxes = columns * rows
    if boxes > _MOST:
        raise args.error(BOXES, f"at most {_MOST} boxes", found=f"{boxes} ({show_size(args[BOXES])})")
    sides = [
        (f"(box {x} {y})", side)
        for y in range(1, rows + 1)
        for x in range(1, columns + 1)
        for side in (f"(across {x} {y})", f"(across {x} {y + 1})", f"(down {x} {y})", f"(down {x + 1} {y})")
    ]
    gained = [(n, k, n + k) for k in range(3) for n in range(boxes + 1 - k)]
    ends = {-1: 0, 0: 50, 1: 100}
    scores = []
    for number in range(boxes + 1):
        ahead = (2 * number > boxes) - (2 * number < boxes)
        ahead = -ahead if args[MISERE] else ahead
        scores += [("black", number, ends[ahead]), ("white", number, ends[-ahead])]
    return f"""\
; Dots and Boxes: (drawn SIDE) for the sides that are drawn, (boxes N) for the number of Black's boxes.
; (across X Y) is the upper side of (box X Y), (down X Y) its left side.
{WAITING}{opening(args)}
(init (boxes 0))
(<= (side ?l) (side-of ?box ?l))
(<= (legal ?p (draw ?l)) (true (control ?p)) (side ?l) (not (true (drawn ?l))))
(<= (next (drawn ?l)) (true (drawn ?l)))
(<= (next (drawn ?l)) (does ?p (draw ?l)))
; A side completes a box if it is the only one that misses.
(<= (misses ?box ?l) (side-of ?box ?l) (side-of ?box ?other) (distinct ?l ?other) (not (true (drawn ?other))))
(<= (completes ?l ?box) (side-of ?box ?l) (not (misses ?box ?l)))
(<= (gain ?p 1) (does ?p (draw ?l)) (completes ?l ?box))
(<= (gain ?p 2) (does ?p (draw ?l)) (completes ?l ?box) (completes ?l ?other) (distinct ?box ?other))
(<= (again ?p) (gain ?p 1))
(<= (next (control ?p)) (again ?p))
(<= (next (control ?p)) (true (control ?q)) (opponent ?p ?q) (not (again ?q)))
(<= (next (boxes ?m)) (true (boxes ?n)) (gain black 2) (plus ?n 2 ?m))
(<= (next (boxes ?m)) (true (boxes ?n)) (gain black 1) (not (gain black 2)) (plus ?n 1 ?m))
(<= (next (boxes ?n)) (true (boxes ?n)) (not (again black)))
(<= some-open (side ?l) (not (true (drawn ?l))))
(<= terminal (not some-open))
(<= (goal ?p ?score) (true (boxes ?n)) (score ?p ?n ?score))
{facts("score", scores)}
{facts("plus", gained)}
{facts("side-of", sides)}
"""


def _note(args: Arguments) -> str:
    rule = "fewer boxes win" if args[MISERE] else "more boxes win"
    return f"who completes a box moves again; {rule}, equal numbers are a draw"


DOTS_AND_BOXES = sheet_family(
    "dots-and-boxes",
    "Dots and Boxes: draw a side, who completes a box moves again, more boxes win",
    ("dots-and-boxes:2x2", "dots-and-boxes:2x1,misere", "dots-and-boxes:1x1,first=white", "dots-and-boxes:3x1,depth=8"),
    _sheet,
    _note,
    (BOXES,),
    (MISERE, FIRST),
)
