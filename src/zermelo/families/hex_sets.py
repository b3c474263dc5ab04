"""Minimal connected sets of cells: paths that join two sets, trees that join three, and rings.

A game like Y is won by owning a connected set of cells that touches some borders. Written as a positional game it needs
the sets that do so and lose it with any cell less. They are put together from *induced* paths, in which only
neighbours in the path are neighbours on the board:

- A minimal set that joins A and B is an induced path from A to B without a cell of A or B between its ends: a
  shortest path within the set is such a path, joins A and B, and is therefore all of the set.
- A minimal set that joins A, B and C is such a path P from A to B, together, if P has no cell of C, with a path from
  a cell of C to a neighbour of P of which no other cell is in C or beside P: for the same reason.
- A ring around a cell, on a board of hexagons, contains an induced cycle of at least six cells, and every such cycle
  goes around a cell: a chord divides a ring into two shorter ones, and what was inside is inside of one of them.

The converse of the second point is false, so :func:`minimal` removes what is not minimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from zermelo.errors import InputError
from zermelo.model import cells_of

MOST_SETS = 100_000
"""Winning sets of one player."""

_MOST_PATHS = 1_000_000


def _too_many(what: str) -> InputError:
    return InputError("a board with fewer winning sets", found=f"more than {what}", advice="take a smaller size")


class HexGraph:
    """The neighbours of cells, as masks, with the sets that join some of them.

    Parameters
    ----------
    beside
        For each cell the mask of its neighbours.

    >>> square = HexGraph([0b0110, 0b1001, 0b1001, 0b0110])
    >>> sorted(square.paths(0b0001, 0b1000)), sorted(square.trees(1, 2, 4))
    ([11, 13], [7])
    """

    def __init__(self, beside: Sequence[int]) -> None:
        self.beside = tuple(beside)
        self._looked = 0

    def around(self, mask: int) -> int:
        """The mask of the cells beside some cells, with those of them that lie beside others."""
        found = 0
        for cell in cells_of(mask):
            found |= self.beside[cell]
        return found

    def paths(self, start: int, end: int, barred: int = 0) -> Iterator[int]:
        """The induced paths from a cell of one set to a cell of another, with no cell of either between.

        Parameters
        ----------
        start, end
            The sets, as masks; a cell of both is a path.
        barred
            Cells that no path goes through.
        """
        for cell in cells_of(start & ~barred):
            if end >> cell & 1:
                yield 1 << cell
            else:
                yield from self._onward(cell, 1 << cell, start | barred | 1 << cell, end)

    def _onward(self, last: int, path: int, closed: int, end: int) -> Iterator[int]:
        """The paths that go on from their last cell; closed are cells that would break the rules above."""
        self._looked += 1
        if self._looked > _MOST_PATHS:
            raise _too_many(f"{_MOST_PATHS:,} paths to look at")
        free = self.beside[last] & ~closed
        for cell in cells_of(free & end):
            yield path | 1 << cell
        for cell in cells_of(free & ~end):
            yield from self._onward(cell, path | 1 << cell, closed | self.beside[last], end)

    def trees(self, first: int, second: int, third: int) -> Iterator[int]:
        """Sets that join three sets, all minimal ones among them; some come several times."""
        for path in self.paths(first, second):
            if path & third:
                yield path
            else:
                for branch in self.paths(third, self.around(path), path):
                    yield path | branch

    def rings(self) -> Iterator[int]:
        """The induced cycles of six cells or more, each twice: once in each direction from its first cell."""
        for cell, beside in enumerate(self.beside):
            later = beside >> cell + 1 << cell + 1
            for second in cells_of(later):
                ends = later & ~self.beside[second] & ~(1 << second)
                closed = (1 << cell + 1) - 1 | beside & ~ends | 1 << second
                for path in self._onward(second, 1 << second, closed, ends):
                    ring = path | 1 << cell
                    if ring.bit_count() >= 6:
                        yield ring

    def parts(self, mask: int) -> Iterator[int]:
        """The connected parts of a set."""
        while mask:
            part, grown = 0, mask & -mask
            while grown != part:
                part, grown = grown, (grown | self.around(grown)) & mask
            yield part
            mask &= ~part


def minimal(sets: Iterable[int], joins: Callable[[int], bool]) -> tuple[int, ...]:
    """The sets that win with none of their cells missing, each once, in ascending order.

    Parameters
    ----------
    sets
        Winning sets.
    joins
        Tells whether a set wins.

    Raises ``InputError`` for more than 100,000.
    """
    known = set[int]()
    for mask in sets:
        known.add(mask)
        if len(known) > MOST_SETS:
            raise _too_many(f"{MOST_SETS:,}")
    return tuple(sorted(mask for mask in known if not any(joins(mask & ~(1 << cell)) for cell in cells_of(mask))))
