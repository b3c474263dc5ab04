"""Chomp: bite a rectangle out of a bar of chocolate, whose last square is poisoned.

Who chooses a square eats it with all that lie above it, to its right, or both; square (1,1) is poisoned, and who eats
it loses. The first player wins on every board but 1x1, by strategy stealing: a winning answer to the bite of the
corner opposite could have been the first bite.

Source: Gale, "A curious Nim-type game", American Mathematical Monthly 81 (1974).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments
from zermelo.families.options import BOARD, FIRST, show_size
from zermelo.families.sheet import ALTERNATING, facts, opening, sheet_family

_MOST = 12


def _sheet(args: Arguments) -> str:
    columns, rows = args[BOARD]
    if max(columns, rows) > _MOST:
        raise args.error(BOARD, f"at most {_MOST} columns and rows", found=show_size(args[BOARD]))
    squares = [(f"(square {x} {y})",) for y in range(1, rows + 1) for x in range(1, columns + 1)]
    size = max(columns, rows)
    less = [(a, b) for b in range(1, size + 1) for a in range(1, b)]
    return f"""\
; Chomp: (square X Y) means that the square in column X and row Y is left.
{ALTERNATING}{opening(args)}
{facts("init", squares)}
(<= (legal ?p (eat ?x ?y)) (true (control ?p)) (true (square ?x ?y)))
(<= (next (square ?x ?y)) (true (square ?x ?y)) (does ?p (eat ?a ?b)) (less ?x ?a))
(<= (next (square ?x ?y)) (true (square ?x ?y)) (does ?p (eat ?a ?b)) (less ?y ?b))
(<= terminal (not (true (square 1 1))))
; The one to move finds nothing: the other has eaten the poison.
(<= (goal ?p 100) (true (control ?p)))
(<= (goal ?q 0) (true (control ?p)) (opponent ?p ?q))
{facts("less", less)}
"""


def _note(_: Arguments) -> str:
    return "who eats square (1,1) loses; eating it counts as a move"


CHOMP = sheet_family(
    "chomp",
    "Chomp: bite a rectangle out of a bar of chocolate, who eats the poisoned square loses",
    ("chomp:4x3", "chomp:2x2,first=white", "chomp:3x2,depth=5"),
    _sheet,
    _note,
    (BOARD,),
    (FIRST,),
)
