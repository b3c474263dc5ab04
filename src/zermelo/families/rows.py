"""Games on one row: Kayles, and Toads and Frogs; a player without a move loses. There are no goals.

In Kayles both players knock down one pin or two that stand side by side. The game is impartial: a pin that is gone is
drawn as black, whoever took it.

In Toads and Frogs, Black moves toads to the right, White frogs to the left: onto the next cell if it is free, or over
one animal of the other kind onto the free cell behind it. Nothing is taken.

Rules: Berlekamp, Conway and Guy, *Winning Ways*, chapters 4 (Kayles) and 1 (Toads and Frogs).
"""

from __future__ import annotations

import re

from zermelo.errors import InputError
from zermelo.families.expression import Arguments, Family, Option, integer, quoted
from zermelo.families.grid_parts import BLACK, MISERE, OPEN, WHITE, at, stuck, stuck_note
from zermelo.families.options import FIRST, MOST_CELLS
from zermelo.model import Action, GridGame, Position

_TAKE = (Action("one", (at(OPEN),), (at(BLACK),)), Action("two", (at(OPEN), at(OPEN, 1)), (at(BLACK), at(BLACK, 1))))
PINS = Option("pins", integer(1, MOST_CELLS), "PINS", "how many pins stand in the row")


def _kayles(args: Arguments) -> GridGame:
    notes = ("a pin that is gone is drawn as black", stuck_note(args))
    return GridGame(args.name, args[PINS], 1, _TAKE, _TAKE, opener=args[FIRST], notes=notes, stuck=stuck(args))


KAYLES = Family(
    "kayles",
    "Kayles: knock down one pin or two neighbours, who cannot move loses",
    ("kayles:7", "kayles:4,misere,first=white", "kayles:5,depth=4"),
    _kayles,
    (PINS,),
    (MISERE, FIRST),
)


def row_of_animals(text: str) -> str:
    """Read a row of toads, frogs and free cells.

    >>> row_of_animals("TT.FF")
    'tt_ff'
    """
    if not re.fullmatch(r"[tTfF_.]{1,4096}", text):
        raise InputError("a row of toads t, frogs f and free cells _ such as tt_ff", found=quoted(text))
    return text.lower().replace(".", "_")


ANIMALS = Option("row", row_of_animals, "ROW", "toads t, frogs f and free cells _ from left to right")
_HOPS = (
    Action("step", (at(BLACK), at(OPEN, 1)), (at(OPEN), at(BLACK, 1))),
    Action("jump", (at(BLACK), at(WHITE, 1), at(OPEN, 2)), (at(OPEN), at(BLACK, 2))),
)
_FROG_HOPS = (
    Action("step", (at(WHITE), at(OPEN, -1)), (at(OPEN), at(WHITE, -1))),
    Action("jump", (at(WHITE), at(BLACK, -1), at(OPEN, -2)), (at(OPEN), at(WHITE, -2))),
)


def _toads_and_frogs(args: Arguments) -> GridGame:
    row = args[ANIMALS]
    toads, frogs = (sum(1 << x for x, animal in enumerate(row) if animal == kind) for kind in "tf")
    start, notes = Position(toads, frogs), ("Black has the toads, White the frogs", stuck_note(args))
    return GridGame(
        args.name, len(row), 1, _HOPS, _FROG_HOPS, start=start, opener=args[FIRST], notes=notes, stuck=stuck(args)
    )


TOADS_AND_FROGS = Family(
    "toads-and-frogs",
    "Toads and Frogs: step or jump towards the other side, who cannot move loses",
    ("toads-and-frogs:tt_ff", "toads-and-frogs:tf__tf,first=white", "toads-and-frogs:ttt__ff,depth=6"),
    _toads_and_frogs,
    (ANIMALS,),
    (MISERE, FIRST),
)
