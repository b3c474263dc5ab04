"""Reachability in a grid game: pairs of colours as an estimate, positions one by one where they are few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from zermelo.model.board import cells_of
from zermelo.model.game import Player, Position
from zermelo.model.ground import Compiled, GroundAction, Masks, Stuck, Three, ground_actions, ground_goals


class FactPairs:
    """Pairs of facts that may hold together; a fact is a colour of a cell, as bit ``colour * cells + cell``.

    They are collected: first those of the start, then those of all moves that the collected ones allow, until nothing
    is added. A move is allowed where each cell has a colour that the precondition allows and that was found together
    with each colour that the precondition asks for; afterwards, what it makes holds together with itself and with all
    such colours of the other cells. By induction on its length, no play leaves the collected pairs, but for a last move
    that wins whatever the position is: such moves are left out.
    """

    def __init__(self, game: Compiled) -> None:
        self._cells = game.rules.cells
        self._full = (1 << self._cells) - 1
        start = self._stones(game.start)
        self._have = start
        self._with = [0] * 3 * self._cells
        for fact in cells_of(start):
            self._with[fact] = start
        goals = {player: by_cell(ground_goals(game, player)) for player in Player}
        self.actions = [
            action
            for player in Player
            for action in ground_actions(game, player)
            if not (goals[player] and _wins(action, goals[player]))
        ]
        """The actions that do not win whatever the position was."""
        prepared = [(*self._wanted(action.needs), *self._made(action)) for action in self.actions]
        news = True
        while news:
            news = False
            for allowed, asked, kept, made in prepared:
                before = self._together(allowed, asked)
                if before:
                    self._have |= made
                    news |= self._collect(before & kept | made, made)

    def before(self, action: GroundAction) -> Three | None:
        """For each colour the cells that may have it when an action is made; None when it never can be."""
        found = self._together(*self._wanted(action.needs))
        return self._three(found) if found else None

    def holds(self, position: Position) -> bool:
        """Tell whether all pairs of a position have been found."""
        facts = self._stones(position)
        return all(not facts & ~self._with[fact] for fact in cells_of(facts))

    def _facts(self, three: Three) -> int:
        return three[0] | three[1] << self._cells | three[2] << 2 * self._cells

    def _stones(self, position: Position) -> int:
        black, white, _ = position
        return self._facts((black, white, self._full & ~(black | white)))

    def _three(self, facts: int) -> Three:
        full, cells = self._full, self._cells
        return facts & full, facts >> cells & full, facts >> 2 * cells & full

    def _wanted(self, needs: Masks) -> tuple[int, list[int]]:
        """The facts that a condition allows, and those that it asks for."""
        unsaid = ~needs.cells & self._full
        black, white, opened = (mask | unsaid for mask in needs.may)
        return self._facts((black, white, opened)), list(cells_of(self._facts((needs.black, needs.white, needs.open))))

    def _made(self, action: GroundAction) -> tuple[int, int]:
        """The facts that an action leaves alone, and those that it makes."""
        left = self._full & ~action.changes
        return self._facts((left, left, left)), self._facts(action.sets)

    def _together(self, allowed: int, asked: list[int]) -> int:
        """The facts found together with all that are asked for; 0 when some cell has none."""
        found = self._have & allowed
        for fact in asked:
            found &= self._with[fact]
        black, white, opened = self._three(found)
        return found if black | white | opened == self._full else 0

    def _collect(self, after: int, made: int) -> bool:
        """Note that the made facts hold together with all those after a move; whether that is new."""
        found = False
        for fact in cells_of(made):
            new = after & ~self._with[fact]
            if new:
                found = True
                self._with[fact] |= new
                for other in cells_of(new):
                    self._with[other] |= 1 << fact
        return found


def by_cell(conditions: Iterable[Masks]) -> dict[int, list[Masks]]:
    """For each cell the conditions that say something of it."""
    found: dict[int, list[Masks]] = {}
    for condition in conditions:
        for cell in cells_of(condition.cells):
            found.setdefault(cell, []).append(condition)
    return found


def _wins(action: GroundAction, goals: dict[int, list[Masks]]) -> bool:
    """Tell whether one of these goals holds after the action, whatever the position was."""
    changes, unsaid = action.changes, ~action.needs.cells
    # The cells that may have each colour afterwards.
    after = [(mask | unsaid) & ~changes | new for mask, new in zip(action.needs.may, action.sets, strict=True)]
    return any(
        not any(goal.cells & ~allowed & mask for allowed, mask in zip(goal.may, after, strict=True))
        for cell in cells_of(changes)
        for goal in goals.get(cell, ())
    )


class Transition(NamedTuple):
    """A move in a position that can be reached, and the position after it."""

    before: Position
    action: GroundAction
    after: Position


class TooMany(Exception):
    """More positions can be reached than are to be looked at."""


def steps(game: Compiled, most: int) -> Iterator[Transition]:
    """All moves in all positions that can be reached, breadth first; plies are counted from the start.

    Each position is looked at once for each player to move, and left alone where the play is over. Raises
    :class:`TooMany` once about ``most`` comparisons of an action with a position have been made.
    """
    start = game.start
    mover = game.mover(start)
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
            if any(goal.holds(here.black, here.white) for goal in goals) or game.rules.is_full(here.black, here.white):
                continue
            for action in actions[mover]:
                if action.needs.holds(here.black, here.white):
                    after = Position(*action.result(here.black, here.white), here.ply + 1)
                    yield Transition(here, action, after)
                    key = after.black, after.white, mover.other
                    if key not in met:
                        met.add(key)
                        following.append(after)
        layer, mover = following, mover.other


_Key = tuple[int, int, Player]


def longest(game: Compiled, most: int) -> int | Literal["endless"] | None:
    """The length of the longest play, the move that cannot be made included; None when it is not found.

    All positions that can be reached are looked at, depth first, with about ``most`` comparisons of an action with a
    position. A position that is met again below itself is a play that never ends.

    >>> from zermelo.families import make
    >>> names = "clobber:3x2", "evader-pursuer:3x3,evader=3-1,pursuer=1-2", "clobber:9x9"
    >>> [longest(make(name), 10_000) for name in names]
    [5, 'endless', None]
    """
    start = game.start
    actions = {player: ground_actions(game, player) for player in Player}
    goals = [goal for player in Player for goal in ground_goals(game, player)]
    cost = max(map(len, actions.values())) + len(goals) + 1

    known: dict[_Key, int | None] = {}  # None: on the way to the position that is looked at
    first = start.black, start.white, game.mover(start)
    path: list[tuple[_Key, list[_Key], list[_Key]]] = []
    waiting = [first]
    while waiting or path:
        if waiting:
            here = waiting.pop()
            if here in known:
                if known[here] is None:
                    return "endless"
                continue
            most -= cost
            if most < 0:
                return None
            black, white, mover = here
            if any(goal.holds(black, white) for goal in goals) or game.rules.is_full(black, white):
                known[here] = 0
                continue
            known[here] = None
            after = [
                (*one.result(black, white), mover.other) for one in actions[mover] if one.needs.holds(black, white)
            ]
            path.append((here, after, waiting))
            waiting = list(after)
        else:
            here, after, waiting = path.pop()
            unmade = 0 if game.rules.stuck is Stuck.DRAWS else 1  # of who cannot move
            known[here] = max((1 + (known[one] or 0) for one in after), default=unmade)
    return known[first]
