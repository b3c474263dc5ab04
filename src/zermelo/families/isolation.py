"""Isolation: a piece goes as a king in chess, then any open cell is removed; a player whose piece cannot go has lost.

Each player has one piece, in the middle of the first and of the last row; with an even number of columns they face
each other across the centre of the board. A move is a step onto an open cell and an open cell to be removed, perhaps
the one just left. Some rules keep the two cells of the start from being removed; here they are cells as all others.

Rules: the board game Isolation, in German *Isola* (1972).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments
from zermelo.families.options import BOARD, FIRST, show_size
from zermelo.families.sheet import ALTERNATING, facts, opening, sheet_family

_MOST = 60


def _sheet(args: Arguments) -> str:
    columns, rows = args[BOARD]
    if rows < 2 or columns * rows > _MOST:
        raise args.error(BOARD, f"2 rows or more, at most {_MOST} cells", found=show_size(args[BOARD]))
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
    steps = [(x, y, u, v) for x, y in cells for u, v in cells if max(abs(x - u), abs(y - v)) == 1]
    return f"""\
; Isolation: (at P X Y) means that the piece of P is in column X and row Y, (gone X Y) that the cell has been removed.
{ALTERNATING}{opening(args)}
(init (at white {(columns + 1) // 2} 1))
(init (at black {columns // 2 + 1} {rows}))
(<= (taken ?x ?y) (true (at ?p ?x ?y)))
(<= (taken ?x ?y) (true (gone ?x ?y)))
(<= (open ?x ?y) (cell ?x ?y) (not (taken ?x ?y)))
(<= (within ?p ?x ?y) (true (at ?p ?a ?b)) (step ?a ?b ?x ?y) (open ?x ?y))
; (go X Y U V): the piece goes to (X,Y), and (U,V) is removed.
(<= (legal ?p (go ?x ?y ?u ?v)) (true (control ?p)) (within ?p ?x ?y) (open ?u ?v) (other ?x ?y ?u ?v))
(<= (legal ?p (go ?x ?y ?u ?v)) (true (control ?p)) (within ?p ?x ?y) (true (at ?p ?u ?v)))
(<= (next (at ?p ?x ?y)) (does ?p (go ?x ?y ?u ?v)))
(<= (next (at ?p ?x ?y)) (true (at ?p ?x ?y)) (true (control ?q)) (opponent ?p ?q))
(<= (next (gone ?u ?v)) (does ?p (go ?x ?y ?u ?v)))
(<= (next (gone ?x ?y)) (true (gone ?x ?y)))
(<= can-go (true (control ?p)) (within ?p ?x ?y))
(<= terminal (not can-go))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?q 100) (true (control ?p)) (opponent ?p ?q))
(<= (other ?x ?y ?u ?v) (cell ?x ?y) (cell ?u ?v) (distinct ?x ?u))
(<= (other ?x ?y ?u ?v) (cell ?x ?y) (cell ?u ?v) (distinct ?y ?v))
{facts("cell", cells)}
{facts("step", steps)}
"""


def _note(_: Arguments) -> str:
    return "who cannot go has lost; nothing more is counted"


ISOLATION = sheet_family(
    "isolation",
    "Isolation: go one step and remove a cell, who cannot go loses",
    ("isolation:3x3", "isolation:2x2,first=white", "isolation:2x3,depth=3"),
    _sheet,
    _note,
    (BOARD,),
    (FIRST,),
)
