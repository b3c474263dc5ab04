"""The shape of a move on a board: where stones are put, go, take and vanish; moves that share a shape, and a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from zermelo.picture.geometry import Point
from zermelo.picture.scene import CLOSED_CELL, OPEN, Scene

VALUES = {"winning": "#00835f", "losing": "#c7441c", "draw": "#2f7fc1", "open": "#7c828b"}
"""The colour of a move by its value for the player to move; apart for the colour-blind, too."""
SIGNS = {"winning": "+", "losing": "\u2212", "draw": "=", "open": "?"}

MOST_CHANGED = 2
"""Cells that a move changes, putting no stone anywhere, if it is to be drawn."""

MOST_NAMES = 8
"""Moves of one value and number that the legend names."""


class MoveShape(NamedTuple):
    """The cells that a move changes, by what happens there.

    Parameters
    ----------
    placed
        Cells that were open, and where a stone of the mover, or another thing, stands now.
    left
        Cells that the mover's stones leave.
    taken
        Cells where a stone of the other player has become one of the mover's.
    removed
        Cells from which a stone of the other player vanishes.
    marked
        Cells that change in another way, such as those that are closed.
    """

    placed: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()

    @property
    def arrow(self) -> tuple[int, int] | None:
        """The cells that a stone comes from and goes to, of several the first; None where no single stone moves."""
        reached = self.taken or self.placed
        return (self.left[0], reached[0]) if len(self.left) == 1 and reached else None

    @property
    def main(self) -> tuple[int, ...]:
        """The cells by which the move is drawn, which other moves may share; none where the legend has to say it."""
        if self.arrow is not None:
            return self.arrow
        if self.placed:
            return self.placed[:1] if self.taken or self.removed else (*self.placed, *self.marked)
        return self.cells if len(self.cells) <= MOST_CHANGED else ()

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells that change."""
        return (*self.left, *self.placed, *self.taken, *self.removed, *self.marked)


def shape_of(before: Scene, after: Scene, mover: str) -> MoveShape:
    """The shape of a move between two scenes.

    Parameters
    ----------
    before, after
        The scenes.
    mover
        ``black`` or ``white``.

    >>> from zermelo.families import make
    >>> from zermelo.picture.scene import scene
    >>> game = make("breakthrough:2x4")
    >>> move = game.find_move(game.moves[0])
    >>> shape_of(scene(game, game.start), scene(game, game.step(game.start, move)), "black").arrow is not None
    True
    """
    found: dict[str, list[int]] = {name: [] for name in MoveShape._fields}
    for cell, (was, now) in enumerate(zip(before.contents, after.contents, strict=True)):
        if was != now:
            found[_kind(was, now, mover)].append(cell)
    if len(found["left"]) == 1 and len(found["placed"]) > 1:  # the nearest is where the stone goes
        x, y = before.plan.centres[found["left"][0]]
        centres = before.plan.centres
        found["placed"].sort(key=lambda cell: (centres[cell][0] - x) ** 2 + (centres[cell][1] - y) ** 2)
    return MoveShape(*(tuple(cells) for cells in found.values()))


def _kind(was: str, now: str, mover: str) -> str:
    """The kind of a change of one cell, as a field of `MoveShape`."""
    other = {"black": "white", "white": "black"}[mover]
    if was == mover and now in (OPEN, CLOSED_CELL):
        return "left"
    if CLOSED_CELL in (was, now):
        return "marked"
    if was == OPEN:
        return "placed"
    if now == OPEN:
        return "removed" if was == other else "left"  # a thing that is no stone is the mover's
    return "taken" if was == other and now == mover else "marked"


@dataclass
class MoveGroup:
    """Moves that are drawn alike.

    Parameters
    ----------
    shape
        That of the best of them.
    value
        That of the best of them, a key of `VALUES`.
    moves
        The names of the moves by their values, the best first.
    depth
        The number of moves of the best one, if known.
    number
        The number in the legend; 0 where the drawing says all.
    """

    shape: MoveShape
    value: str
    moves: dict[str, list[str]] = field(default_factory=dict)
    depth: int | None = None
    number: int = 0

    @property
    def sign(self) -> str:
        """The value as a sign, with the number of moves."""
        return SIGNS[self.value] + ("" if self.depth is None else str(self.depth))

    def legend(self) -> str:
        """A line of the legend.

        >>> MoveGroup(MoveShape(), "winning", {"winning": ["a1"], "losing": ["b1", "b2"]}, number=3).legend()
        '3: + a1; − b1 b2'
        """
        parts = []
        for value, names in self.moves.items():
            more = len(names) - MOST_NAMES
            said = " ".join(names[: MOST_NAMES + (more == 1)]) + (f" and {more} more" if more > 1 else "")
            parts.append(f"{SIGNS[value]} {said}")
        return (f"{self.number}: " if self.number else "") + "; ".join(parts)


def grouped(
    moves: Mapping[Any, str],
    shape: Callable[[Any], MoveShape],
    name: Callable[[Any], str],
    depths: Mapping[Any, int],
) -> list[MoveGroup]:
    """Moves by the cells that draw them; those that share cells get numbers, for the legend.

    Parameters
    ----------
    moves
        The moves with their values.
    shape, name
        Of a move.
    depths
        Numbers of moves to the end, where they are known.

    Returns
    -------
    list
        Groups, each with its best move first; those whose moves change no cell last.
    """
    order = list(VALUES)
    found: dict[tuple[int, ...], MoveGroup] = {}
    for move, value in sorted(moves.items(), key=lambda each: order.index(each[1])):
        own = shape(move)
        group = found.setdefault(own.main, MoveGroup(own, value, depth=depths.get(move)))
        group.moves.setdefault(value, []).append(name(move))
    groups = sorted(found.values(), key=lambda each: not each.shape.main)
    number = 0
    for group in groups:
        several = sum(map(len, group.moves.values())) > 1
        if several or not group.shape.main:
            number += 1
            group.number = number
    return groups


def straight(points: Sequence[Point]) -> bool:
    """True if points lie next to each other on a line.

    >>> straight([(0, 0), (0, 1)]), straight([(0, 0), (0, 2)]), straight([(0, 0), (1, 0), (1, 1)])
    (True, False, False)
    """
    steps = {(round(u - x, 2), round(v - y, 2)) for (x, y), (u, v) in pairwise(points)}
    return len(steps) == 1 and all(dx * dx + dy * dy < 2.2 for dx, dy in steps)


def legend(groups: Iterable[MoveGroup]) -> list[str]:
    """The lines of the legend."""
    return [group.legend() for group in groups if group.number]
