"""Breakthrough: pawns run for the other side (concise-grid-games, section 3.2 and listing 13).

Black starts on the last rows and wins on row ymin, White the other way round. A pawn goes one step forward onto an open
cell, or diagonally forward onto any cell without a pawn of its own, capturing. There is no draw, and every play ends:
with two rows of pawns on m×n cells within 4mn - 10m + 1 moves (section 5).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.grid_parts import BLACK, COLOUR, OPEN, WHITE, at, rows_mask, step
from zermelo.families.options import BOARD, FIRST, show_size
from zermelo.model import Action, Condition, Expression, GridGame, Player, Position, SubCondition

ROWS = Option("rows", integer(1, 2048), "N", "rows of pieces of each player", default=2)

GOALS: dict[Player, tuple[Condition, ...]] = {
    Player.BLACK: ((SubCondition(BLACK, Expression("parameter"), Expression("min")),),),
    Player.WHITE: ((SubCondition(WHITE, Expression("parameter"), Expression("max")),),),
}


def start_rows(args: Arguments) -> Position:
    """White's pieces on the first rows, Black's on the last ones; ``InputError`` when the rows overlap."""
    (columns, rows), deep = args[BOARD], args[ROWS]
    if 2 * deep > rows:
        where = ROWS if args.given(ROWS) else BOARD
        found = f"{deep} rows of pieces on each side of a {show_size((columns, rows))} board"
        raise args.error(where, f"at least {2 * deep} rows on the board", found=found, advice="rows=1 needs the least")
    return Position(black=rows_mask(columns, rows - deep + 1, rows), white=rows_mask(columns, 1, deep))


def _pawns(player: Player) -> tuple[Action, ...]:
    colour, forward = COLOUR[player], -1 if player is Player.BLACK else 1
    return (
        step("forward", colour, 0, forward, at(OPEN, 0, forward)),
        step("left-diagonal", colour, -1, forward, at(colour, -1, forward, negated=True)),
        step("right-diagonal", colour, 1, forward, at(colour, 1, forward, negated=True)),
    )


def _build(args: Arguments) -> GridGame:
    start = start_rows(args)
    return GridGame(
        args.name,
        *args[BOARD],
        _pawns(Player.BLACK),
        _pawns(Player.WHITE),
        GOALS[Player.BLACK],
        GOALS[Player.WHITE],
        start=start,
        opener=args[FIRST],
        notes=("Black runs to row 1, White to the last row",),
    )


BREAKTHROUGH = Family(
    "breakthrough",
    "Breakthrough: be the first to bring a pawn to the other side",
    ("breakthrough:2x4", "breakthrough:3x3,rows=1,first=white", "breakthrough:2x5,first=white,depth=10"),
    _build,
    (BOARD,),
    (ROWS, FIRST),
)
