"""Domineering: Black lays dominoes vertically, White horizontally; a player without a move loses.

From concise-grid-games, section 3.2 and listing 19. There are no goals: the default of BDDL, that a player without a
move loses, is the whole game.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family
from zermelo.families.grid_parts import BLACK, MISERE, OPEN, WHITE, at, stuck, stuck_note
from zermelo.families.options import BOARD, FIRST
from zermelo.model import Action, GridGame

_VERTICAL = Action("vertical", (at(OPEN), at(OPEN, 0, 1)), (at(BLACK), at(BLACK, 0, 1)))
_HORIZONTAL = Action("horizontal", (at(OPEN), at(OPEN, 1)), (at(WHITE), at(WHITE, 1)))


def _build(args: Arguments) -> GridGame:
    notes = (stuck_note(args),)
    stones = (_VERTICAL,), (_HORIZONTAL,)
    return GridGame(args.name, *args[BOARD], *stones, opener=args[FIRST], notes=notes, stuck=stuck(args))


DOMINEERING = Family(
    "domineering",
    "Domineering: vertical against horizontal dominoes, who cannot move loses",
    ("domineering:3x3", "domineering:4x2,depth=5", "domineering:2x3,first=white", "domineering:3x3,misere"),
    _build,
    (BOARD,),
    (MISERE, FIRST),
)
