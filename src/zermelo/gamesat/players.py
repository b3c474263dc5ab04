"""The players of Game-SAT: MAX wants the formula true at the end, MIN wants it false.

A formula is a :class:`~zermelo.model.ClauseGame`, in which MAX is Black and MIN is White.
"""

from __future__ import annotations

from zermelo.model import Player

MAX, MIN = Player.BLACK, Player.WHITE

PLAYERS = {"max": MAX, "min": MIN}
"""The players by their names in files, options and JSON."""


def name_of(player: Player) -> str:
    """The name of a player in messages.

    >>> name_of(MIN)
    'MIN'
    """
    return "MAX" if player is MAX else "MIN"
