"""The first move of a grid game in binary: read back, and one kept of several equally good moves.

A move is one number: its action among those that are possible, the column and the row, least significant bits first.
Of the moves that symmetries exchange, or that lead to the same position, one is kept. A few clauses exclude the
others. Each is made from an excluded number by dropping bits as long as it spares all that are kept, so that one often
excludes half of the board; numbers that are no move at all are excluded or not, as it comes. For Domineering 4×4 two
clauses of one literal each do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zermelo.encodings.base import Assignment
from zermelo.model import GridGame, GridMove, first_move_orbits

Bits = tuple[int, ...]


@dataclass(frozen=True)
class FirstMove:
    """The first move as the values of variables, and back: None where they name no legal move.

    Parameters
    ----------
    numbers
        The actions, as numbered in the game, that the values 0, 1, … of ``action`` mean.
    action, x, y
        The variables.
    origin
        The code of the first column and row.
    """

    game: GridGame
    numbers: Sequence[int]
    action: Bits
    x: Bits
    y: Bits
    origin: int

    def __call__(self, values: Assignment) -> GridMove | None:
        def number(bits: Bits) -> int:
            return sum(values.get(bit, False) << place for place, bit in enumerate(bits))

        game, chosen = self.game, number(self.action)
        if chosen >= len(self.numbers):
            return None
        player, index = game.mover(game.start), self.numbers[chosen]
        uses_x, uses_y = game.actions(player)[index].uses
        x, y = number(self.x) + 1 - self.origin, number(self.y) + 1 - self.origin
        move = GridMove(player, index, x if uses_x else 0, y if uses_y else 0)
        return move if move in game.legal(game.start) else None

    def number(self, move: GridMove) -> int:
        """The move as one number; a parameter that it does not use has the value 1."""
        x, y = (max(value, 1) - 1 + self.origin for value in (move.x, move.y))
        return self.numbers.index(move.action) | (x | y << len(self.x)) << len(self.action)

    def exclusions(self) -> tuple[int, int, list[list[int]]]:
        """The number of first moves kept, the number of all, and the clauses that exclude the others."""
        orbits = first_move_orbits(self.game)
        kept = [self.number(orbit[0]) for orbit in orbits]
        others = [self.number(move) for orbit in orbits for move in orbit[1:]]
        bits = (*self.action, *self.x, *self.y)
        return (
            len(kept),
            len(kept) + len(others),
            [
                [-bit if value >> place & 1 else bit for place, bit in enumerate(bits) if mask >> place & 1]
                for value, mask in cover(others, kept, len(bits))
            ],
        )


def cover(others: Sequence[int], kept: Sequence[int], width: int) -> Iterator[tuple[int, int]]:
    """Values with masks: each other number is in these bits like one of the values, and no kept number is.

    Parameters
    ----------
    others, kept
        The numbers to be covered, and those to be spared.
    width
        The bits of a number.

    >>> [(bin(value), bin(mask)) for value, mask in cover([4, 5, 6, 7, 8], [0, 1, 2, 3], 4)]
    [('0b100', '0b100'), ('0b1000', '0b1000')]
    """
    left = list(others)
    while left:
        value, mask = left[0], 2**width - 1
        for place in range(width):
            fewer = mask & ~(1 << place)
            if all((number ^ value) & fewer for number in kept):
                mask = fewer
        yield value, mask
        left = [number for number in left if (number ^ value) & mask]
