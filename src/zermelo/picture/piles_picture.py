"""Pictures of heaps of things, as in Nim: fluents ``(heap NAME COUNT)``."""

from __future__ import annotations

import re
from typing import TypeGuard

from zermelo.model import Game, NetGame, Position
from zermelo.picture.canvas import Canvas

_PILE = re.compile(r"\((?:heap|pile|stack) (\S+) (\d+)\)")

INK, PALE, THING, RIM = "#2b2b33", "#6f6759", "#c9a35f", "#8a6a2c"

MOST = 60
"""Things of a heap that are drawn."""


def has_piles(game: Game) -> TypeGuard[NetGame]:
    """True if a position of a game is drawn as heaps: nothing else than counts, but for the player to move.

    >>> from zermelo.families import make
    >>> has_piles(make("nim:1,2")), has_piles(make("ttt"))
    (True, False)
    """
    if not isinstance(game, NetGame):
        return False
    heaps = [name for name in game.net.fluents if _PILE.fullmatch(name)]
    return len(heaps) > 0 and len(game.net.fluents) - len(heaps) <= 3


def piles_canvas(game: NetGame, position: Position) -> Canvas:
    """The heaps side by side, with their sizes.

    Parameters
    ----------
    game, position
        A game that `has_piles`, and a position.
    """
    order = list(dict.fromkeys(match[1] for name in game.net.fluents if (match := _PILE.fullmatch(name))))
    held = {match[1]: int(match[2]) for name in game.board.names(position.black) if (match := _PILE.fullmatch(name))}
    tallest = min(MOST, max([1, *held.values()]))
    canvas = Canvas(-0.7, -0.4, len(order) * 1.1 + 0.5, tallest * 0.55 + 1.5)
    ground = tallest * 0.55
    for column, name in enumerate(order):
        x, count = column * 1.1, held.get(name, 0)
        for thing in range(min(count, MOST)):
            canvas.circle((x, ground - 0.55 * thing - 0.28), 0.25, fill=THING, stroke=RIM, stroke_width="1")
        canvas.line([(x - 0.45, ground), (x + 0.45, ground)], PALE, 0.04)
        canvas.text((x, ground + 0.3), str(count), 0.32, INK)
        canvas.text((x, ground + 0.7), name, min(0.26, 1.6 / len(name)), PALE)
    return canvas
