"""Evader and Pursuer: one piece each, a race to the corner (1,1) (concise-grid-games, section 3.2).

The evader goes one or two cells straight over open cells, one cell diagonally onto an open cell, or stays; it captures
nothing. The pursuer goes one cell straight onto any cell, capturing the evader, or stays. Either wins by reaching
(1,1); a player whose piece has been taken cannot move and has lost.

In ``evader-pursuer`` Black is the evader and opens. The dual asks for the pursuer: Black is the pursuer and White, the
evader, opens, as in the published files (whose depth counts one move more than is made).
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option
from zermelo.families.grid_parts import BLACK, OPEN, STRAIGHT, WHITE, at, step
from zermelo.families.options import BOARD, cell_place, show_place, show_size
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, SubCondition

EVADER = Option("evader", cell_place, "COLUMN-ROW", "where the evader starts, column-row", show=show_place)
PURSUER = Option("pursuer", cell_place, "COLUMN-ROW", "where the pursuer starts, column-row", show=show_place)

_DIAGONAL = {
    "left-diagonal-up": (-1, -1),
    "right-diagonal-up": (1, -1),
    "left-diagonal-down": (-1, 1),
    "right-diagonal-down": (1, 1),
}


def _stay(colour: Colour) -> Action:
    return Action("stay", (at(colour),), (at(colour),))


def _evader(colour: Colour) -> tuple[Action, ...]:
    actions = []
    for name, (dx, dy) in STRAIGHT.items():
        near, far = at(OPEN, dx, dy), at(OPEN, 2 * dx, 2 * dy)
        actions += [step(name, colour, dx, dy, near), step(f"{name}-two", colour, 2 * dx, 2 * dy, near, far)]
    actions += [step(name, colour, dx, dy, at(OPEN, dx, dy)) for name, (dx, dy) in _DIAGONAL.items()]
    return (*actions, _stay(colour))


def _pursuer(colour: Colour) -> tuple[Action, ...]:
    return (*(step(name, colour, dx, dy) for name, (dx, dy) in STRAIGHT.items()), _stay(colour))


def _corner(colour: Colour) -> tuple[Condition, ...]:
    return ((SubCondition(colour, Expression("min"), Expression("min")),),)


def _build(args: Arguments, *, dual: bool) -> GridGame:
    columns, rows = args[BOARD]
    for option in (EVADER, PURSUER):
        x, y = args[option]
        if not (1 <= x <= columns and 1 <= y <= rows):
            raise args.error(option, f"a cell of the {show_size((columns, rows))} board", found=show_place((x, y)))
        if (x, y) == (1, 1):
            raise args.error(option, f"an {option.name} that is not on the goal 1-1 already", found="1-1")
    if args[EVADER] == args[PURSUER]:
        raise args.error(PURSUER, "a pursuer apart from the evader", found=f"both on {show_place(args[PURSUER])}")
    evader, pursuer = (1 << (y - 1) * columns + x - 1 for x, y in (args[EVADER], args[PURSUER]))
    return GridGame(
        args.name,
        columns,
        rows,
        _pursuer(BLACK) if dual else _evader(BLACK),
        _evader(WHITE) if dual else _pursuer(WHITE),
        _corner(BLACK),
        _corner(WHITE),
        start=Position(pursuer, evader) if dual else Position(evader, pursuer),
        opener=Player.WHITE if dual else Player.BLACK,
        notes=(f"Black is the {'pursuer' if dual else 'evader'}; both run for (1,1); the pursuer captures",),
    )


EVADER_PURSUER = Family(
    "evader-pursuer",
    "Evader and Pursuer: Black runs for a corner, White hunts him or is there first",
    ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", "evader-pursuer:3x3,evader=3-1,pursuer=1-2,depth=5"),
    lambda args: _build(args, dual=False),
    (BOARD,),
    (EVADER, PURSUER),
)
EVADER_PURSUER_DUAL = Family(
    "evader-pursuer-dual",
    "Evader and Pursuer with Black as the pursuer; White, the evader, opens",
    ("evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2",),
    lambda args: _build(args, dual=True),
    (BOARD,),
    (EVADER, PURSUER),
)
