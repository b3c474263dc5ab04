"""The canonical text of a grid game: its rules, normalised, in the least of the eight views of the board.

The rules are written for the player to move and the other one. In each condition a coordinate is either fixed or runs
with the parameter, counted from the first position within the bounds; how many positions there are is written, too. So
it does not matter how a rule was put down: ``xmax`` or ``5``, (?x,?y) and (?x+1,?y) or (?x-1,?y) and (?x,?y). Parts,
actions and goals are sorted, repeated ones and those without a position left out.

The board is looked at from all sides: both axes may be reversed and exchanged. The view with the least text counts; the
views that share it are the symmetries of the game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any, NamedTuple

from zermelo.model import Colour, GridGame, GridMove, Player, Stuck, cells_of
from zermelo.model.conditions import Action, Condition, Expression, bounds, uses

GridForm = tuple[Any, ...]
"""A condition or an action in a view: the numbers of positions on both axes, then the sorted parts."""


class Axis(NamedTuple):
    """An axis as a condition sees it: the size of the board, the range of the parameter, whether it is reversed."""

    size: int
    low: int
    high: int
    reverse: bool

    @property
    def positions(self) -> int:
        """The number of values of the parameter."""
        return self.high - self.low + 1

    def place(self, expression: Expression) -> tuple[int, int]:
        """A coordinate at the parameter's first value, from 1, and whether it runs with the parameter."""
        runs = expression.base == "parameter" and self.positions > 1
        at = expression.value(self.high if self.reverse else self.low, self.size)
        return (self.size + 1 - at if self.reverse else at), int(runs)

    def count(self, parameter: int) -> int:
        """A value of the parameter, counted from the first one."""
        if self.positions <= 1:
            return 0
        return self.high - parameter if self.reverse else parameter - self.low


class View(NamedTuple):
    """A way to look at the board, and who is the first player of the text."""

    game: GridGame
    first: Player
    reverse_x: bool
    reverse_y: bool
    exchange: bool

    def axes(self, condition: Condition) -> tuple[Axis, Axis] | None:
        """The axes for a condition; None when there is no position for it."""
        xs, ys = bounds(condition, self.game.columns, self.game.rows)
        if not xs or not ys:
            return None
        used = uses(condition)
        x = Axis(self.game.columns, xs[0], xs[-1] if used[0] else xs[0], self.reverse_x)
        y = Axis(self.game.rows, ys[0], ys[-1] if used[1] else ys[0], self.reverse_y)
        return x, y

    def turned(self, pair: Iterable[Any]) -> tuple[Any, ...]:
        """A pair of values for both axes, in their order in this view."""
        x, y = pair
        return (y, x) if self.exchange else (x, y)

    def colour(self, colour: Colour) -> int:
        """0 for open, 1 for the first player, 2 for the second one."""
        return 0 if colour is Colour.OPEN else 1 + ((colour is Colour.BLACK) is not (self.first is Player.BLACK))

    def parts(self, condition: Condition, axes: tuple[Axis, Axis]) -> list[GridForm]:
        """The parts of a condition, sorted."""
        found = {
            (self.colour(part.colour), int(part.negated), *self.turned((axes[0].place(part.x), axes[1].place(part.y))))
            for part in condition
        }
        return sorted(found)

    def action(self, action: Action) -> GridForm | None:
        """An action; None when it is never possible."""
        axes = self.axes(action.condition)
        if axes is None:
            return None
        positions = self.turned(axis.positions for axis in axes)
        return positions, self.parts(action.precondition, axes), self.parts(action.effect, axes)

    def goal(self, goal: Condition) -> GridForm | None:
        """A goal; None when it is never possible."""
        axes = self.axes(goal)
        return None if axes is None else (self.turned(axis.positions for axis in axes), self.parts(goal, axes))

    def cells(self, mask: int) -> list[tuple[int, ...]]:
        """The places of some cells."""
        sizes = self.game.columns, self.game.rows
        reverse = self.reverse_x, self.reverse_y
        places = (divmod(cell, self.game.columns)[::-1] for cell in cells_of(mask))
        return sorted(
            self.turned(size - at if back else at + 1 for at, size, back in zip(place, sizes, reverse, strict=True))
            for place in places
        )

    def text(self, tie: bool) -> str:
        """The whole game in this view."""
        players = self.first, self.first.other
        whole: dict[str, Any] = {
            "game": "grid",
            "size": self.turned((self.game.columns, self.game.rows)),
            "actions": [_sorted(map(self.action, self.game.actions(player))) for player in players],
            "goals": [_sorted(map(self.goal, self.game.goals(player))) for player in players],
            "stones": [self.cells(self.game.start.stones(player)) for player in players],
        }
        if self.game.stuck is not Stuck.LOSES:
            whole["stuck"] = self.game.stuck.value
        if self.game.full_draw:
            whole["full"] = "draw"
        if tie:
            whole["both goals reached"] = players.index(Player.BLACK)
        return json.dumps(whole, separators=(",", ":"))

    def name(self, move: GridMove) -> str:
        """A move: the number of its action in the text, and the values of its parameters."""
        action = self.game.actions(move.player)[move.action]
        axes, form = self.axes(action.condition), self.action(action)
        assert axes is not None
        assert form is not None
        number = _sorted(map(self.action, self.game.actions(move.player))).index(form)
        x, y = self.turned(axis.count(value) for axis, value in zip(axes, (move.x, move.y), strict=True))
        return f"{number},{x},{y}"


def _sorted(forms: Iterable[GridForm | None]) -> list[GridForm]:
    return [form for _, form in sorted({repr(form): form for form in forms if form is not None}.items())]


def grid_form(game: GridGame) -> tuple[str, bool, Callable[[], Mapping[GridMove, str]]]:
    """The text, whether Black is its second player, and what makes the names of the legal moves."""
    first = game.mover(game.start)
    tie = game.start.ply > 0 and all(game.reached(game.start, player) for player in Player)  # no play leads there
    views = [View(game, first, *view) for view in product((False, True), repeat=3)]
    texts = [view.text(tie) for view in views]
    least = min(texts)
    best = [view for view, text in zip(views, texts, strict=True) if text == least]

    def names() -> dict[GridMove, str]:
        return {move: min(view.name(move) for view in best) for move in game.legal(game.start)}

    return least, first is Player.WHITE, names
