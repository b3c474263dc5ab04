"""What can be reached in a grid game: colours of cells as a quick estimate, positions one by one where they are few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from zermelo.model.board import cells_of
from zermelo.model.game import Player, Position
from zermelo.model.grid import GridGame
from zermelo.model.ground import GroundAction, Masks, Three, ground_actions, ground_goals


class Colours(NamedTuple):
    """The cells that may ever be black, white and open, and the actions that may ever be made without winning.

    They are collected as if what a cell has had could be had again, in any combination: first the colours of the start,
    then those of all actions whose precondition the collected ones allow, until nothing is added. By induction on its
    length, no play leaves what is collected, but for a last move that wins whatever the position is.
    """

    possible: Three
    actions: dict[Player, list[GroundAction]]

    @classmethod
    def of(cls, game: GridGame) -> Colours:
        """The colours that plays from the start of a game can lead to."""
        black, white, _ = game.start
        possible, before = (black, white, game.board.full & ~(black | white)), (0, 0, 0)
        waiting, found = {}, {player: list[GroundAction]() for player in Player}
        for player in Player:
            goals = by_cell(ground_goals(game, player))
            waiting[player] = [one for one in ground_actions(game, player) if not _wins(one, goals)]
        while before != possible:
            before = possible
            for player in Player:
                later = []
                for action in waiting[player]:
                    if not allows(possible, action.needs):
                        later.append(action)
                        continue
                    found[player].append(action)
                    black, white, opened = (old | new for old, new in zip(possible, action.sets, strict=True))
                    possible = black, white, opened
                waiting[player] = later
        return cls(possible, found)


def allows(possible: Three, condition: Masks) -> bool:
    """Whether each cell of a condition, by itself, can have a colour that the condition wants."""
    return not condition.cells & ~_either(possible, condition.may)


def _either(one: Three, other: Three) -> int:
    return one[0] & other[0] | one[1] & other[1] | one[2] & other[2]


def by_cell(conditions: Iterable[Masks]) -> dict[int, list[Masks]]:
    """For each cell the conditions that say something of it."""
    found: dict[int, list[Masks]] = {}
    for condition in conditions:
        for cell in cells_of(condition.cells):
            found.setdefault(cell, []).append(condition)
    return found


def _wins(action: GroundAction, goals: dict[int, list[Masks]]) -> bool:
    """Whether one of these goals holds after the action, whatever the position was."""
    if not goals:
        return False
    may, changes = action.needs.may, action.changes
    unsaid = ~action.needs.cells
    # The cells that may have each colour afterwards.
    black, white, opened = ((mask | unsaid) & ~changes | new for mask, new in zip(may, action.sets, strict=True))

    def holds(goal: Masks) -> bool:
        must_not = [goal.cells & ~mask for mask in goal.may]
        return not (black & must_not[0] or white & must_not[1] or opened & must_not[2])

    return any(holds(goal) for cell in cells_of(changes) for goal in goals.get(cell, ()))


class Step(NamedTuple):
    """A move in a position that can be reached, and the position after it."""

    before: Position
    action: GroundAction
    after: Position


class TooMany(Exception):
    """More positions can be reached than are to be looked at."""


def steps(game: GridGame, most: int) -> Iterator[Step]:
    """All moves in all positions that can be reached, breadth first; plies are counted from the start.

    Each position is looked at once for each player to move, and left alone where a goal holds. Raises
    :class:`TooMany` once about ``most`` comparisons of an action with a position have been made.
    """
    start = game.start
    mover = game.to_move(start)
    actions = {player: ground_actions(game, player) for player in Player}
    goals = [goal for player in Player for goal in ground_goals(game, player)]
    cost = max(map(len, actions.values())) + len(goals) + 1
    layer, met = [start], {(start.black, start.white, mover)}
    while layer:
        following = []
        for here in layer:
            most -= cost
            if most < 0:
                raise TooMany
            if any(goal.holds(here.black, here.white) for goal in goals):
                continue
            for action in actions[mover]:
                if action.needs.holds(here.black, here.white):
                    after = Position(*action.result(here.black, here.white), here.ply + 1)
                    yield Step(here, action, after)
                    key = after.black, after.white, mover.other
                    if key not in met:
                        met.add(key)
                        following.append(after)
        layer, mover = following, mover.other
