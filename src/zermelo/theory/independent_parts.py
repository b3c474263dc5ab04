"""The parts of positions of grid games: what can still change, and what bears on what.

*What can still change.* For each cell we keep the colours that it may ever have: its own, and those given to it by
actions that might become legal, which in turn depends on the colours of their cells. This is a least fixed point; it
contains what really can happen. An action outside of it never becomes legal in any sequence of moves, alternating or
not, and a cell with one colour only keeps it. Such actions are dropped, and such cells are dropped out of the others:
what these actions ask of them is met for good, and what they set there is there.

*Parts.* Two cells belong together if an action that is left has both. A part holds the actions on its cells and the
colours of these. A move of one part changes nothing of another, and what is legal in it does not depend on the others:
the position is the sum of its parts.

*Equal parts.* A part is described entirely by its actions, each with its player, what it asks and what it sets on
which cells, and by the stones on its cells. Parts whose descriptions are equal but for the place, a reflection, a
rotation or an exchange of the axes have the same value, whatever the rules are. If the colours are exchanged as well
they have opposite values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from zermelo.errors import UnsupportedError
from zermelo.model import GridGame, Player
from zermelo.model.board import cells_of
from zermelo.model.ground import Stuck
from zermelo.theory.action_sets import ActionSets, LeftAction

_SHIFT = 13
"""Bits of a coordinate in a description; boards have at most 4096 columns or rows."""

_kinds: dict[Hashable, int] = {"black": 0, "white": 1}
"""Numbers of kinds of actions, the same for all games of a process; a stone counts as one."""


class GridPart(NamedTuple):
    """A part of a position: the set of its actions, its cells, and the stones on these."""

    actions: int
    cells: int
    black: int
    white: int


class GridParts:
    """The rules of a grid game for both players at any time.

    >>> from zermelo.families import make
    >>> rules = GridParts(make("domineering:3x3").after("vertical(2,1) horizontal(1,3)"))
    >>> [part.actions.bit_count() for part in rules.start()]
    [1, 2]
    """

    def __init__(self, game: GridGame) -> None:
        if game.black_goals or game.white_goals:
            raise UnsupportedError("a game without goals, whose value tells who runs out of moves",
                                   found="goals, by which a player wins", source=game.name)  # fmt: skip
        if game.stuck is not Stuck.LOSES or game.full_draw:
            fate = "draws" if game.rules.may_draw else "wins"
            raise UnsupportedError("a game in which a player who cannot move has lost",
                                   found=f"one in which he {fate}", source=game.name,
                                   advice="'zermelo outcome' tells who wins it")  # fmt: skip
        self._game = game
        self._columns = game.columns
        cells = game.columns * game.rows
        self._sets = ActionSets(cells)
        self._narrowed: dict[tuple[int, int], int] = {}
        self._stones = [[self._stone(cell, colour) for cell in range(cells)] for colour in (0, 1)]
        self._described: dict[int, tuple[int, ...]] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """None: the rules are taken as they are."""
        return ()

    def start(self) -> Sequence[GridPart]:
        """The parts of the start position."""
        actions = 0
        for player in Player:
            for ground in self._game.rules.ground_actions[player]:
                cells = ground.needs.cells | ground.changes
                may = ground.needs.may
                free = cells & ~ground.needs.cells
                black, white, opened = (mask | free for mask in may)
                action = LeftAction(player is Player.WHITE, cells, (black, white, opened), ground.sets)
                actions |= 1 << self._sets.number(action)
        return self._parts(actions, self._game.board.full, *self._game.start[:2])

    def options(self, part: GridPart, left: bool) -> Iterator[Sequence[GridPart]]:
        """The parts of what is left of a part after each move of Left (Black), or of Right."""
        actions, cells, black, white = part
        legal = self._sets.met(actions, self._sets.colours(cells, black, white))
        found = set()
        for number in cells_of(legal & (~self._sets.white if left else self._sets.white)):
            sets = self._sets[number].sets
            changed = sets[0] | sets[1] | sets[2]
            found.add((black & ~changed | sets[0], white & ~changed | sets[1]))
        for stones in found:
            yield self._parts(actions, cells, *stones)

    def _parts(self, actions: int, cells: int, black: int, white: int) -> Sequence[GridPart]:
        """The parts of a position on some cells, of whose actions no others than these can become legal."""
        sets = self._sets
        alive, varied = sets.reachable(actions, sets.colours(cells, black, white))
        for number in cells_of(alive & sets.touching(cells & ~varied)):
            alive ^= 1 << number
            of = sets[number].cells & varied
            if not of:
                raise UnsupportedError("a game in which every play ends", found="a move that changes nothing",
                                       source=self._game.name)  # fmt: skip
            alive |= 1 << self._narrow(number, of)
        return [GridPart(group, of, black & of, white & of) for group, of in sets.groups(alive, varied)]

    def _narrow(self, number: int, cells: int) -> int:
        """The number of an action on some of its cells only."""
        found = self._narrowed.get((number, cells))
        if found is None:
            white, _, may, sets = self._sets[number]
            black_may, white_may, open_may = (mask & cells for mask in may)
            to_black, to_white, to_open = (mask & cells for mask in sets)
            action = LeftAction(white, cells, (black_may, white_may, open_may), (to_black, to_white, to_open))
            found = self._narrowed[number, cells] = self._sets.number(action)
        return found

    def key(self, part: GridPart) -> tuple[Hashable, bool]:
        """A description of a part that is the same for all its images, and True if the colours are exchanged in it.

        Of all descriptions, sets of numbers, one of the least sum is taken, and of these the least.
        """
        described = [self._description(number) for number in cells_of(part.actions)]
        described += [self._stones[0][cell] for cell in cells_of(part.black)]
        described += [self._stones[1][cell] for cell in cells_of(part.white)]
        corners = self._corners(part.cells)
        columns = list(zip(*described, strict=True))
        sums = [sum(column) - len(column) * corner for column, corner in zip(columns, corners, strict=True)]
        least = min(sums)
        found = []
        for image, (column, corner) in enumerate(zip(columns, corners, strict=True)):
            if sums[image] == least:
                found.append((tuple(sorted([each - corner for each in column])), image >= 8))
        return min(found)

    def _corners(self, cells: int) -> list[int]:
        """The number of the first corner of some cells in each of the 16 images."""
        places = [divmod(cell, self._columns) for cell in cells_of(cells)]
        ys, xs = zip(*places, strict=True)
        x, y, far_x, far_y = min(xs), min(ys), -max(xs), -max(ys)
        ends = (x, y), (far_x, y), (x, far_y), (far_x, far_y), (y, x), (far_y, x), (y, far_x), (far_y, far_x)
        return [_code(0, *each) for each in ends] * 2

    def _stone(self, cell: int, colour: int) -> tuple[int, ...]:
        """A stone and its place in each of the 16 images."""
        places = _images(cell % self._columns, cell // self._columns)
        return tuple(_code(kind, *place) for kind in (colour, 1 - colour) for place in places)

    def _description(self, number: int) -> tuple[int, ...]:
        """The kind of an action and its place, in each of the 8 images, and with the colours exchanged in these."""
        found = self._described.get(number)
        if found is None:
            action = self._sets[number]
            found = tuple(self._image(action, image, swap) for swap in (False, True) for image in range(8))
            self._described[number] = found
        return found

    def _image(self, action: LeftAction, image: int, swap: bool) -> int:
        white, _, may, sets = action
        if swap:
            white, may, sets = not white, (may[1], may[0], may[2]), (sets[1], sets[0], sets[2])
        of = []
        for cell in cells_of(action.cells):
            x, y = _images(cell % self._columns, cell // self._columns)[image]
            codes = (sum((mask >> cell & 1) << k for k, mask in enumerate(masks)) for masks in (may, sets))
            of.append((x, y, *codes))
        low_x, low_y = min(each[0] for each in of), min(each[1] for each in of)
        kind = (white, *sorted((x - low_x, y - low_y, asks, gives) for x, y, asks, gives in of))
        return _code(_kinds.setdefault(kind, len(_kinds)), low_x, low_y)


def _code(kind: int, x: int, y: int) -> int:
    """A kind and a place as one number; differences of places are differences of numbers."""
    return ((kind << _SHIFT) + x << _SHIFT) + y


def _images(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A cell under the eight symmetries of the square."""
    return (x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)
