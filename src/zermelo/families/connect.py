"""Connect-c: drop stones into columns, c in a line win (concise-grid-games, section 3.2).

Row ymax is the bottom. A stone is put on the bottom (``occupy-bottom``) or on top of a cell that is not open
(``occupy``), as in the published domain; Connect-4 is ``connect:4,board=7x6``. A full board is a draw, as people play
it. The BDDL of the paper knows no draw: with ``rule=paper`` the player who should move on a full board cannot, and has
lost. The published instances have that rule.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, choice, integer
from zermelo.families.grid_parts import BLACK, OPEN, at
from zermelo.families.options import FIRST, board_option, show_size
from zermelo.model import Action, Condition, Expression, GridGame, SubCondition
from zermelo.model.conditions import swapped

LENGTH = Option("length", integer(1, 4096), "LENGTH", "how many stones make a line")
BOARD = board_option()
RULE = Option(
    "rule", choice({"draw": True, "paper": False}), "draw|paper", "a full board is a draw, or who cannot move has lost",
    default=True, show=lambda draw: "draw" if draw else "paper",
)  # fmt: skip

_BOTTOM = SubCondition(OPEN, Expression("parameter"), Expression("max"))
_ACTIONS = (
    Action("occupy", (at(OPEN), at(OPEN, 0, 1, negated=True)), (at(BLACK),)),
    Action("occupy-bottom", (_BOTTOM,), (_BOTTOM._replace(colour=BLACK),)),
)
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def line_goals(length: int) -> tuple[Condition, ...]:
    """Black's goals: a line of this length in each of the four directions.

    >>> print(*line_goals(2)[3])
    black(?x,?y) black(?x+1,?y-1)
    """
    lines = (tuple(at(BLACK, dx * k, dy * k) for k in range(length)) for dx, dy in _DIRECTIONS)
    return tuple(dict.fromkeys(lines))


def _build(args: Arguments) -> GridGame:
    length, (columns, rows) = args[LENGTH], args[BOARD]
    if length > max(columns, rows):
        raise args.error(LENGTH, f"a length that fits on a {show_size((columns, rows))} board", found=str(length))
    goals = line_goals(length)
    return GridGame(
        args.name,
        columns,
        rows,
        _ACTIONS,
        tuple(action.swapped() for action in _ACTIONS),
        goals,
        tuple(swapped(goal) for goal in goals),
        opener=args[FIRST],
        notes=(
            f"row {rows} is the bottom",
            "a full board is a draw" if args[RULE] else "no draw: who cannot move, also on a full board, has lost",
        ),
        full_draw=args[RULE],
    )


CONNECT = Family(
    "connect",
    "Connect-c: drop stones into columns, c in a line win",
    (
        "connect:3,board=3x3",
        "connect:2,board=3x2,depth=3",
        "connect:3,board=4x2,first=white",
        "connect:4,board=4x4,rule=paper",
    ),
    _build,
    (LENGTH,),
    (BOARD, RULE, FIRST),
)
