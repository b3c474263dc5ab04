"""Lists as people write them: numbers, encodings with options, and the depths that stand for a game.

>>> numbers("5,7,11-15:2"), [each.label for each in encodings("et,ea:symmetry=no")]
([5, 7, 11, 13, 15], ['et', 'ea:symmetry=no'])
"""

from __future__ import annotations

import re

from zermelo.encodings import Encoding, encoding
from zermelo.errors import InputError
from zermelo.model import Game
from zermelo.questions import telling_depths

MOST_NUMBERS = 100_000
MOST_DEPTHS = 6
"""The number of depths that stand for a game of which none was asked."""

_WANTED = "numbers such as 5,7,9 or 5-15 or 5-15:2"
_NUMBERS = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,18})(?::([0-9]{1,18}))?)?")


def words(text: str, wanted: str = "a list with commas between its parts") -> list[str]:
    """The parts of a list; none is empty, none counts twice.

    >>> words("3x3, 4x4,3x3")
    ['3x3', '4x4']
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise InputError(wanted, found=repr(text[:40]))
    return list(dict.fromkeys(parts))


def numbers(text: str) -> list[int]:
    """A list of numbers, ranges and ranges with a step, each number once, in the order given."""
    found: dict[int, None] = {}
    for part in words(text, _WANTED):
        match = _NUMBERS.fullmatch(part)
        low, high, step = (int(group or 0) for group in match.groups()) if match else (1, 0, 0)
        if match is not None and match[2] is None:
            high = low
        if high < low or (match is not None and match[3] is not None and not step):
            raise InputError(_WANTED, found=repr(part[:40]))
        values = range(low, high + 1, step or 1)
        if len(found) + len(values) > MOST_NUMBERS:
            raise InputError(f"at most {MOST_NUMBERS} numbers", found=repr(part))
        found.update(dict.fromkeys(values))
    return list(found)


def encodings(text: str) -> list[Encoding]:
    """A list of encodings; a part without a name of its own is a further option of the encoding before it.

    >>> [each.name for each in encodings("cor:faithful,symmetry=yes,et")]
    ['cor', 'et']
    """
    specs: list[str] = []
    for part in (each.strip() for each in text.split(",")):
        goes_on = ":" not in part and ("=" in part or part == "faithful")
        if specs and ":" in specs[-1] and goes_on:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return list(dict.fromkeys(encoding(spec) for spec in specs))


def usual_depths(game: Game) -> list[int]:
    """The depths, in moves, that stand for a game of which none was asked.

    They are the game's own depth; or the depth at which Black can win last, and its halves; or the first odd ones.

    >>> from zermelo.model import ConnectionGame
    >>> usual_depths(ConnectionGame.hex(19, 19)), usual_depths(ConnectionGame.hex(3, 3))
    ([11, 23, 45, 91, 181, 361], [1, 3, 5, 9])
    """
    if game.depth is not None:
        return [game.depth]
    complete = game.complete_depth()
    if complete is None:
        return list(range(1, 2 * MOST_DEPTHS, 2))
    telling = [depth for depth in telling_depths(game, complete) if depth] or [0]
    chosen: list[int] = []
    while telling and len(chosen) < MOST_DEPTHS:
        last = telling[-1]
        chosen.append(last)
        telling = [depth for depth in telling if depth < last and 2 * depth <= last + 1]
    return chosen[::-1]
