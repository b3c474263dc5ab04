"""KnightThrough: Breakthrough with knights (concise-grid-games, listings 15 and 16).

A knight jumps as in chess onto any cell without a knight of its own, capturing; Black wins on row ymin, White on row
ymax. The paper's domain has all eight jumps for both players, backward ones too, of which it prints L1 and L2; the
order of the other six is ours. With ``forward`` only the four jumps towards the goal are left, the usual rule of the
game, under which every play ends.
"""

from __future__ import annotations

from zermelo.families.breakthrough import GOALS, ROWS, start_rows
from zermelo.families.expression import Arguments, Family, flag
from zermelo.families.grid_parts import COLOUR, at, step
from zermelo.families.options import BOARD, FIRST
from zermelo.model import Action, GridGame, Player

FORWARD = flag("forward", "only jumps towards the goal")

_JUMPS = ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1))


def _knights(player: Player, *, forward: bool) -> tuple[Action, ...]:
    colour, ahead = COLOUR[player], -1 if player is Player.BLACK else 1
    return tuple(
        step(f"L{number}", colour, dx, dy, at(colour, dx, dy, negated=True))
        for number, (dx, dy) in enumerate(_JUMPS, start=1)
        if dy * ahead > 0 or not forward
    )


def _build(args: Arguments) -> GridGame:
    start = start_rows(args)
    return GridGame(
        args.name,
        *args[BOARD],
        _knights(Player.BLACK, forward=args[FORWARD]),
        _knights(Player.WHITE, forward=args[FORWARD]),
        GOALS[Player.BLACK],
        GOALS[Player.WHITE],
        start=start,
        opener=args[FIRST],
        notes=("Black runs to row 1, White to the last row",),
    )


KNIGHTTHROUGH = Family(
    "knightthrough",
    "KnightThrough: be the first to bring a knight to the other side",
    ("knightthrough:3x4", "knightthrough:3x5,rows=1,forward,first=white"),
    _build,
    (BOARD,),
    (ROWS, FORWARD, FIRST),
)
