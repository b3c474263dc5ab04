"""Pictures of Dots and Boxes and its like: fluents that name segments between neighbouring dots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from zermelo.model import Game, NetGame, Position, cells_of
from zermelo.picture.canvas import Canvas
from zermelo.picture.geometry import Point
from zermelo.picture.move_shape import VALUES, MoveGroup, MoveShape

Segment = tuple[Point, Point]

_ENDS = re.compile(r"\(\S+ (\d+) (\d+) (\d+) (\d+)\)")
_SIDE = re.compile(r"\(\S+ \((across|down) (\d+) (\d+)\)\)")

_BOX = re.compile(r"\(box (\d+) (\d+) (\S+)\)")

INK, DOT, PALE = "#2b2b33", "#8a8172", "#ddd5c5"


@lru_cache(maxsize=16)
def segments(fluents: tuple[str, ...]) -> dict[int, Segment]:
    """The segments that fluents name, by number: ``(line x y x y)``, or ``(drawn (across x y))``, ``(… (down x y))``.

    Empty where they are few, and the game is another one.

    >>> segments(("(line 1 1 2 1)", "(line 1 1 1 2)", "(line 1 2 2 2)", "(line 2 1 2 2)", "(control x)"))[1]
    ((1.0, 1.0), (1.0, 2.0))
    """
    found: dict[int, Segment] = {}
    for number, text in enumerate(fluents):
        if match := _ENDS.fullmatch(text):
            x, y, u, v = map(float, match.groups())
            if abs(x - u) + abs(y - v) == 1:
                found[number] = (x, y), (u, v)
        elif match := _SIDE.fullmatch(text):
            x, y = float(match[2]), float(match[3])
            found[number] = (x, y), (x + 1, y) if match[1] == "across" else (x, y + 1)
    return found if len(found) >= 4 and 3 * len(found) >= len(fluents) else {}


def has_segments(game: Game) -> bool:
    """True if positions of a game are drawn as segments between dots."""
    return isinstance(game, NetGame) and bool(segments(game.net.fluents))


def move_segment(game: NetGame, position: Position, move: Any) -> MoveShape:
    """The segment that a move draws, as the shape of the move: its number among the fluents."""
    drawn = game.step(position, move).black & ~position.black
    return MoveShape(placed=tuple(k for k in cells_of(drawn) if k in segments(game.net.fluents)))


def dots_canvas(game: NetGame, position: Position, groups: Sequence[MoveGroup]) -> Canvas:
    """Dots, the segments that are drawn, those of the moves in the colour of their value, and the owners of boxes.

    Parameters
    ----------
    game, position
        A game that `has_segments`, and a position.
    groups
        Moves with their values, of shapes by `move_segment`.
    """
    lines = segments(game.net.fluents)
    dots = sorted({end for line in lines.values() for end in line})
    left, top = min(x for x, _ in dots) - 0.4, min(y for _, y in dots) - 0.4
    canvas = Canvas(left, top, max(x for x, _ in dots) + 0.4 - left, max(y for _, y in dots) + 0.4 - top)
    for x, y, owner in _boxes(game, position):
        canvas.text((x + 0.5, y + 0.5), owner, min(0.4, 1.4 / len(owner)), INK)
    for number, line in lines.items():
        drawn = position.black >> number & 1
        canvas.line(line, INK if drawn else PALE, 0.1 if drawn else 0.03)
    for group in groups:
        for number in group.shape.placed:
            (x, y), (u, v) = lines[number]
            canvas.line([(x, y), (u, v)], VALUES[group.value], 0.08)
            canvas.badge(((x + u) / 2, (y + v) / 2), group.sign, VALUES[group.value])
    for dot in dots:
        canvas.circle(dot, 0.09, fill=DOT)
    return canvas


def undrawn(game: NetGame, position: Position) -> list[str]:
    """The fluents that hold and that the drawing does not show, as a line of text; empty where there are none."""
    lines = segments(game.net.fluents)
    rest = [game.net.fluents[k] for k in cells_of(position.black) if k not in lines]
    told = " ".join(name for name in rest if not _BOX.fullmatch(name))
    return [told] if told else []


def _boxes(game: NetGame, position: Position) -> list[tuple[float, float, str]]:
    """The boxes that somebody owns, ``(box x y owner)``, by their first corner."""
    matches = map(_BOX.fullmatch, game.board.names(position.black))
    return [(float(match[1]), float(match[2]), match[3]) for match in matches if match]
