"""Conditions of grid games: colours of cells relative to a place, and the actions that are made of them.

A condition is a list of sub-conditions, each a colour at (x, y), where x and y are numbers, borders of the board, or
parameters with an offset (concise-grid-games, definitions 3.1 to 3.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from zermelo.model.game import Player


class Colour(Enum):
    """The states of a cell; grid games have no blocked ones."""

    OPEN = "open"
    BLACK = "black"
    WHITE = "white"
    BLOCKED = "blocked"

    @property
    def swapped(self) -> Colour:
        return {Colour.BLACK: Colour.WHITE, Colour.WHITE: Colour.BLACK}.get(self, self)


class Expression(NamedTuple):
    """One coordinate of a sub-condition: ``base + offset``.

    ``base`` is ``"parameter"`` (?x or ?y), ``"min"`` (1), ``"max"`` (the size) or ``"zero"`` (the offset is the value).
    """

    base: str
    offset: int = 0

    def value(self, parameter: int, size: int) -> int:
        """The coordinate for a value of the parameter on a board of this size."""
        if self.base == "parameter":
            return parameter + self.offset
        return {"min": 1, "max": size, "zero": 0}[self.base] + self.offset

    def allowed(self, size: int) -> range:
        """The parameters in 1…size for which the coordinate lies on the board."""
        if self.base == "parameter":
            return range(max(1, 1 - self.offset), min(size, size - self.offset) + 1)
        return range(1, size + 1) if 1 <= self.value(1, size) <= size else range(0)

    def text(self, axis: str) -> str:
        """The text in BDDL, for axis ``"x"`` or ``"y"``."""
        if self.base == "zero":
            return str(self.offset)
        name = f"?{axis}" if self.base == "parameter" else f"{axis}{self.base}"
        return name + (f"{self.offset:+d}" if self.offset else "")


class SubCondition(NamedTuple):
    """``colour(x, y)`` or its negation."""

    colour: Colour
    x: Expression
    y: Expression
    negated: bool = False

    def __str__(self) -> str:
        plain = f"{self.colour.value}({self.x.text('x')},{self.y.text('y')})"
        return f"NOT({plain})" if self.negated else plain

    def swapped(self) -> SubCondition:
        return self._replace(colour=self.colour.swapped)


Condition = tuple[SubCondition, ...]


class Action(NamedTuple):
    """An action of a player: what must hold around (?x,?y), and what holds after it."""

    name: str
    precondition: Condition
    effect: Condition

    def swapped(self) -> Action:
        return Action(self.name, swapped(self.precondition), swapped(self.effect))

    @property
    def condition(self) -> Condition:
        """All its sub-conditions, which together give its bounds."""
        return self.precondition + self.effect

    @property
    def uses(self) -> tuple[bool, bool]:
        """Tell for each of the parameters ?x and ?y whether it occurs."""
        return uses(self.condition)


class GridMove(NamedTuple):
    """An action of a player (its index among his) at a position; a parameter that the action does not use is 0."""

    player: Player
    action: int
    x: int
    y: int

    def swapped(self) -> GridMove:
        """The same move in the game with the colours exchanged."""
        return self._replace(player=self.player.other)


def swapped(condition: Condition) -> Condition:
    """The condition with the colours exchanged."""
    return tuple(part.swapped() for part in condition)


def uses(condition: Condition) -> tuple[bool, bool]:
    """Tell for each of the parameters ?x and ?y whether it occurs in a condition."""
    return any(part.x.base == "parameter" for part in condition), any(part.y.base == "parameter" for part in condition)


def bounds(condition: Condition, columns: int, rows: int) -> tuple[range, range]:
    """The ranges of ?x and ?y that keep every part of a condition on the board (definition 3.4).

    Parameters
    ----------
    condition
        The parts, each about a cell that depends on ?x and ?y.
    columns, rows
        The size of the board.

    >>> parts = (SubCondition(Colour.OPEN, Expression("parameter"), Expression("parameter", 1)),)
    >>> bounds(parts, 5, 4)
    (range(1, 6), range(1, 4))
    """
    xs, ys = range(1, columns + 1), range(1, rows + 1)
    for part in condition:
        xs, ys = _both(xs, part.x.allowed(columns)), _both(ys, part.y.allowed(rows))
    return xs, ys


def _both(a: range, b: range) -> range:
    return range(max(a.start, b.start), max(a.start, b.start, min(a.stop, b.stop)))


def places(condition: Condition, columns: int, rows: int, others: Condition = ()) -> Iterator[tuple[int, int]]:
    """The places (?x, ?y) within the bounds of a condition, row by row.

    A parameter that does not occur is given as 0.

    Parameters
    ----------
    condition
        The condition.
    columns, rows
        The size of the board.
    others
        More parts in which a parameter may occur; their cells need not be on the board.
    """
    xs, ys = bounds(condition, columns, rows)
    uses_x, uses_y = uses((*condition, *others))
    for y in ys if uses_y else [0] * bool(ys):
        for x in xs if uses_x else [0] * bool(xs):
            yield x, y


X = Expression("parameter")
Y = Expression("parameter")
