"""Col and Snort: the players paint cells under a rule for neighbours; a player without a move loses.

In Col neighbours must not have the same colour, in Snort they must not have different ones. Neighbours have a side in
common. There are no goals.

A condition of BDDL must not look off the board, so there is an action for each way in which a cell can lie at the
edges: ``paint`` for the inner cells, ``paint-left``, ``paint-top-left`` and so on.

Rules: Berlekamp, Conway and Guy, *Winning Ways*, chapters 2 (Col) and 6 (Snort).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.families.expression import Arguments, Family
from zermelo.families.grid_parts import BLACK, MISERE, OPEN, WHITE, stuck, stuck_note
from zermelo.families.options import BOARD, FIRST
from zermelo.model import Action, Colour, Expression, GridGame, SubCondition

Edge = tuple[str, Expression, tuple[int, ...]]
"""The place of a cell along one axis: the name of the edge, the coordinate, the steps that stay on the board."""


def _edges(size: int, low: str, high: str) -> list[Edge]:
    """The ways in which a cell can lie along an axis of a board."""
    if size == 1:
        return [("", Expression("min"), ())]
    ends: list[Edge] = [(low, Expression("min"), (1,)), (high, Expression("max"), (-1,))]
    return [*([("", Expression("parameter"), (-1, 1))] if size > 2 else []), *ends]


def _actions(columns: int, rows: int, barred: Colour) -> Iterator[Action]:
    """Black's actions: an open cell without a neighbour of the barred colour becomes black."""
    for row, y, dys in _edges(rows, "top", "bottom"):
        for column, x, dxs in _edges(columns, "left", "right"):
            beside = [(x._replace(offset=dx), y) for dx in dxs] + [(x, y._replace(offset=dy)) for dy in dys]
            needs = (SubCondition(OPEN, x, y), *(SubCondition(barred, *place, negated=True) for place in beside))
            name = "-".join(part for part in ("paint", row, column) if part)
            yield Action(name, needs, (SubCondition(BLACK, x, y),))


def _builder(barred: Colour, note: str) -> Callable[[Arguments], GridGame]:
    def build(args: Arguments) -> GridGame:
        actions = tuple(_actions(*args[BOARD], barred))
        return GridGame(
            args.name,
            *args[BOARD],
            actions,
            tuple(action.swapped() for action in actions),
            opener=args[FIRST],
            stuck=stuck(args),
            notes=(note, stuck_note(args, "paint")),
        )

    return build


COL = Family(
    "col",
    "Col: paint cells so that no neighbours have the same colour, who cannot move loses",
    ("col:3x3", "col:4x2,first=white", "col:3x1,depth=4"),
    _builder(BLACK, "neighbours must not have the same colour"),
    (BOARD,),
    (MISERE, FIRST),
)
SNORT = Family(
    "snort",
    "Snort: paint cells so that no neighbours have different colours, who cannot move loses",
    ("snort:3x3", "snort:4x2,first=white", "snort:3x1,depth=4"),
    _builder(WHITE, "neighbours must not have different colours"),
    (BOARD,),
    (MISERE, FIRST),
)
