"""Cram: both players lay dominoes either way; a player without a move loses.

The game is impartial: whose domino covers a cell makes no difference, so every domino is drawn as black, and positions
that differ in nothing else are one. There are no goals.

Rules: Gardner, "Mathematical Games", Scientific American 230 (1974), as "plugg"; Berlekamp, Conway and Guy, *Winning
Ways*, chapter 15.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family
from zermelo.families.grid_parts import BLACK, MISERE, OPEN, at, stuck, stuck_note
from zermelo.families.options import BOARD, FIRST
from zermelo.model import Action, GridGame

_ACTIONS = (
    Action("vertical", (at(OPEN), at(OPEN, 0, 1)), (at(BLACK), at(BLACK, 0, 1))),
    Action("horizontal", (at(OPEN), at(OPEN, 1)), (at(BLACK), at(BLACK, 1))),
)


def _build(args: Arguments) -> GridGame:
    notes = ("every domino is drawn as black", stuck_note(args))
    return GridGame(args.name, *args[BOARD], _ACTIONS, _ACTIONS, opener=args[FIRST], notes=notes, stuck=stuck(args))


CRAM = Family(
    "cram",
    "Cram: both players lay dominoes either way, who cannot move loses",
    ("cram:4x4", "cram:3x3,depth=5", "cram:2x3,misere,first=white"),
    _build,
    (BOARD,),
    (MISERE, FIRST),
)
