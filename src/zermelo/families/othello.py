"""Othello: enclose discs of the other player and turn them over; more discs win.

Black opens on the four discs in the middle; on 8x8, Black has d5 and e4, as in Othello. A player who can turn nothing
over passes, by the move ``skip``, and the play is over when neither can. Who has more discs then wins; with ``by=N``
only who has at least N more, so that it can be asked by how much.

Rules: World Othello Federation. 4x4 is White's, by 11 to 3; 6x6 is White's, by 20 to 16 (J. Feinstein, 1993).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Option, integer
from zermelo.families.options import BOARD, FIRST, show_size
from zermelo.families.sheet import ALTERNATING, facts, opening, sheet_family

_MOST = 64
BY = Option("by", integer(1, _MOST), "N", "how many more discs a win needs", default=1)
_DIRECTIONS = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip


def _sheet(args: Arguments) -> str:
    columns, rows = args[BOARD]
    if columns % 2 or rows % 2 or columns * rows > _MOST:
        raise args.error(
            BOARD, f"even numbers of columns and rows, at most {_MOST} cells", found=show_size(args[BOARD])
        )
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
    steps = [
        (name, x, y, x + dx, y + dy)
        for x, y in cells
        for name, (dx, dy) in _DIRECTIONS.items()
        if (x + dx, y + dy) in cells
    ]
    x, y, all_of = columns // 2, rows // 2, len(cells)
    middle = ((x, y, "white"), (x + 1, y, "black"), (x, y + 1, "black"), (x + 1, y + 1, "white"))
    return f"""\
; Othello: (disc X Y P) means that there is a disc in column X and row Y, with the colour of P on top.
{ALTERNATING}{opening(args)}
{facts("init", ((f"(disc {x} {y} {player})",) for x, y, player in middle))}
(<= (full ?x ?y) (true (disc ?x ?y ?p)))
; In a direction, from (X,Y) on, lie discs of the other player, and then one of P.
(<= (enclosed ?p ?d ?x ?y) (true (disc ?x ?y ?q)) (opponent ?p ?q) (step ?d ?x ?y ?u ?v) (true (disc ?u ?v ?p)))
(<= (enclosed ?p ?d ?x ?y) (true (disc ?x ?y ?q)) (opponent ?p ?q) (step ?d ?x ?y ?u ?v) (enclosed ?p ?d ?u ?v))
(<= (turns ?p ?x ?y) (cell ?x ?y) (not (full ?x ?y)) (step ?d ?x ?y ?u ?v) (enclosed ?p ?d ?u ?v))
(<= (can-turn ?p) (turns ?p ?x ?y))
(<= (legal ?p (put ?x ?y)) (true (control ?p)) (turns ?p ?x ?y))
(<= (legal ?p skip) (true (control ?p)) (not (can-turn ?p)))
(<= (turned ?p ?d ?u ?v) (does ?p (put ?x ?y)) (step ?d ?x ?y ?u ?v) (enclosed ?p ?d ?u ?v))
(<= (turned ?p ?d ?u ?v) (turned ?p ?d ?x ?y) (step ?d ?x ?y ?u ?v) (enclosed ?p ?d ?u ?v))
(<= (lost ?x ?y ?q) (turned ?p ?d ?x ?y) (opponent ?p ?q))
(<= (next (disc ?x ?y ?p)) (does ?p (put ?x ?y)))
(<= (next (disc ?x ?y ?p)) (turned ?p ?d ?x ?y))
(<= (next (disc ?x ?y ?p)) (true (disc ?x ?y ?p)) (not (lost ?x ?y ?p)))
(<= terminal (not (can-turn black)) (not (can-turn white)))
; (discs P K N): P has N discs in the first K cells.
(discs black 0 0) (discs white 0 0)
(<= (discs ?p ?k ?m) (discs ?p ?j ?n) (number ?k ?x ?y) (succ ?j ?k) (true (disc ?x ?y ?p)) (succ ?n ?m))
(<= (discs ?p ?k ?n) (discs ?p ?j ?n) (number ?k ?x ?y) (succ ?j ?k) (not (true (disc ?x ?y ?p))) (role ?p))
(<= (ahead ?p) (discs ?p {all_of} ?n) (opponent ?p ?q) (discs ?q {all_of} ?m) (more ?n ?m))
(<= (goal ?p 100) (ahead ?p))
(<= (goal ?p 0) (ahead ?q) (opponent ?p ?q))
(<= (goal ?p 50) (role ?p) (not (ahead black)) (not (ahead white)))
{facts("number", ((k, *cell) for k, cell in enumerate(cells, 1)))}
{facts("cell", cells)}
{facts("succ", ((n, n + 1) for n in range(all_of)))}
{facts("more", ((n, m) for n in range(all_of + 1) for m in range(all_of + 1 - n) if n >= m + args[BY]))}
{facts("step", steps)}
"""


def _note(args: Arguments) -> str:
    wins = "more discs win" if args[BY] == 1 else f"{args[BY]} more discs win, fewer are a draw"
    return f"{wins}; a pass is the move 'skip', and counts"


OTHELLO = sheet_family(
    "othello",
    "Othello (Reversi): enclose discs and turn them over, more discs win",
    ("othello:4x2", "othello:4x2,by=3,first=white", "othello:2x4,depth=4", "othello:4x4,depth=2"),
    _sheet,
    _note,
    (BOARD,),
    (BY, FIRST),
)
