"""Sets of actions of a grid game, one bit for each action.

Which actions may become legal is asked for every position of every part, and most games have hundreds of actions. So
for each cell there are sets of those that touch it, that ask for another colour than some, and that give it a colour:
then the questions are a few operations on long integers for each cell, whatever the number of actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from zermelo.model.board import cells_of


class LeftAction(NamedTuple):
    """An action on the cells that can still change.

    ``may`` are masks of the cells that may be black, white and open for it to be legal; ``sets`` those that become so.
    """

    white: bool
    cells: int
    may: tuple[int, int, int]
    sets: tuple[int, int, int]


class ActionSets:
    """Actions and their numbers, on a board of so many cells; a set of them is a mask of numbers.

    A cell that may have several colours has a mask of these: 1 is black, 2 white, 4 open.

    >>> sets = ActionSets(2)
    >>> put = LeftAction(False, 0b11, (0, 0, 0b11), (0b11, 0, 0))  # Black puts two stones side by side
    >>> sets.number(put), sets.number(put), sets.met(0b1, sets.colours(0b11, 0b01, 0))
    (0, 0, 0)
    >>> [bin(cells) for actions, cells in sets.groups(0b1, 0b11)]
    ['0b11']
    """

    def __init__(self, cells: int) -> None:
        self._actions: list[LeftAction] = []
        self._numbers: dict[LeftAction, int] = {}
        self.white = 0
        """The set of White's actions."""
        self._touching = [0] * cells
        self._linked: list[dict[int, int]] = [{} for _ in range(cells)]
        """By cell and the mask of another cell: those on both."""
        self._asking = [[0] * 8 for _ in range(cells)]
        """By cell and its colours: those that ask for another one."""
        self._giving = [[0] * 3 for _ in range(cells)]

    def __getitem__(self, number: int) -> LeftAction:
        return self._actions[number]

    def number(self, action: LeftAction) -> int:
        """The number of an action, a new one if it is not known yet."""
        number = self._numbers.get(action)
        if number is None:
            number = self._numbers[action] = len(self._actions)
            self._actions.append(action)
            bit = 1 << number
            if action.white:
                self.white |= bit
            for cell in cells_of(action.cells):
                self._touching[cell] |= bit
                linked = self._linked[cell]
                for other in cells_of(action.cells & ~(1 << cell)):
                    linked[1 << other] = linked.get(1 << other, 0) | bit
                may = sum((mask >> cell & 1) << colour for colour, mask in enumerate(action.may))
                for colours in range(8):
                    if not colours & may:
                        self._asking[cell][colours] |= bit
                for colour, mask in enumerate(action.sets):
                    if mask >> cell & 1:
                        self._giving[cell][colour] |= bit
        return number

    @staticmethod
    def colours(cells: int, black: int, white: int) -> dict[int, int]:
        """The colour of each of some cells."""
        return {cell: (black >> cell & 1) + 2 * (white >> cell & 1) or 4 for cell in _listed(cells)}

    def met(self, actions: int, colours: dict[int, int]) -> int:
        """Those of some actions that ask of each cell one of the colours that it may have."""
        asking, others = self._asking, 0
        for cell, each in colours.items():
            others |= asking[cell][each]
        return actions & ~others

    def reachable(self, actions: int, colours: dict[int, int]) -> tuple[int, int]:
        """Those of some actions that may become legal in any sequence, and the cells that may get another colour.

        The colours become those that the cells may ever have.
        """
        varied = 0
        while True:
            found, grown = self.met(actions, colours), False
            for cell, each in colours.items():
                if each != 7:
                    black, white, opened = self._giving[cell]
                    now = each | (found & black > 0) | (found & white > 0) << 1 | (found & opened > 0) << 2
                    if now != each:
                        colours[cell], grown = now, True
                        varied |= 1 << cell
            if not grown:
                return found, varied

    def touching(self, cells: int) -> int:
        """All actions on any of some cells."""
        found = 0
        for cell in cells_of(cells):
            found |= self._touching[cell]
        return found

    def groups(self, actions: int, cells: int) -> Iterator[tuple[int, int]]:
        """The finest division of some cells and the actions on them in which no action is on two groups."""
        left = cells
        while left:
            of = left & -left
            left ^= of
            edge = [of]
            while edge and left:
                for other, both in self._linked[edge.pop().bit_length() - 1].items():
                    if left & other and actions & both:
                        left ^= other
                        of |= other
                        edge.append(other)
            yield (actions if of == cells else actions & self.touching(of)), of


@lru_cache(maxsize=256)
def _listed(cells: int) -> tuple[int, ...]:
    """The cells of a mask, kept because all options of a part ask for the same ones."""
    return tuple(cells_of(cells))
