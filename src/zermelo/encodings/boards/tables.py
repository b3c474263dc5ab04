"""Functions on small numbers as few clauses: "the cell to the right of x" for cells in binary.

The plain way states ``bin(x,v) → bin(y,ρ(v))`` for every v: as many clauses as there are cells times bits, each naming
all bits of x. But each bit of y depends on few bits of x most of the time, and numbers that mean no cell may
do what they like. So for each bit of y, and for its value 0 and 1, the numbers that demand this value are covered with
cubes (conjunctions of literals over x) that hold none of the numbers that demand the other: each cube is a clause
``cube(x) → bit of y``. A cube grows from a number by dropping bits while it can, the greedy half of the well-known
two-level minimisation. What the clauses say of numbers that mean no cell is never a contradiction.

>>> right = [cell + 5 if cell < 20 else None for cell in range(25)]  # 5×5 cells: 20 · 5 plain clauses
>>> len(list(rules(right, 5, 5))), len(cubes(*undefined(right), 5))
(26, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zermelo.formula import Circuit
from zermelo.model import cells_of, mask_of

CubeTable = Sequence[int | None]
"""The value of each number 0, 1, …; None where there is none."""
Cube = tuple[tuple[int, bool], ...]
"""Places of bits with the values that they must have."""


def cubes(on: int, off: int, width: int) -> list[Cube]:
    """Few cubes that hold all numbers of one mask and none of another.

    Parameters
    ----------
    on, off
        The masks of the numbers to be held and not to be held; the cubes may hold any other.
    width
        The number of bits of a number.

    >>> cubes(0b1010, 0b0101, 2)
    [((0, True),)]
    """
    return _cover(on, off, width)[0]


def _cover(on: int, off: int, width: int) -> tuple[list[Cube], int]:
    """The cubes, and the mask of all numbers that they hold."""
    every = (1 << (1 << width)) - 1
    columns = [mask_of(number for number in range(1 << width) if number >> place & 1) for place in range(width)]
    found, covered = [], 0
    while left := on & ~covered:
        number = next(cells_of(left))
        halves = [columns[place] if number >> place & 1 else every & ~columns[place] for place in range(width)]
        grown = [_grow(halves, off, order, every) for order in (range(width), range(width)[::-1])]
        places, held = max(grown, key=lambda cube: (cube[1] & left).bit_count())
        found.append(tuple((place, bool(number >> place & 1)) for place in places))
        covered |= held
    return found, covered


def _grow(halves: Sequence[int], off: int, order: Sequence[int], every: int) -> tuple[list[int], int]:
    """Drop places where possible: those that are left, and the mask of the numbers then held."""

    def held(places: Sequence[int]) -> int:
        mask = every
        for place in places:
            mask &= halves[place]
        return mask

    places = sorted(order)
    for place in order:
        fewer = [other for other in places if other != place]
        if not held(fewer) & off:
            places = fewer
    return places, held(places)


def rules(table: CubeTable, width: int, value_width: int) -> Iterator[tuple[Cube, tuple[int, bool]]]:
    """Cubes of numbers, each with a place and the bit that their values have there.

    No number gets both bits.

    Parameters
    ----------
    table
        The values.
    width, value_width
        The bits of a number, and of a value.

    >>> list(rules([1, 0, None, 0], 2, 1))
    [(((0, False),), (0, True)), (((0, True),), (0, False))]
    """
    for place in range(value_width):
        ones, zeros = (
            mask_of(number for number, value in enumerate(table) if value is not None and value >> place & 1 == bit)
            for bit in (1, 0)
        )
        for_one, held = _cover(ones, zeros, width)
        yield from ((cube, (place, True)) for cube in for_one)
        yield from ((cube, (place, False)) for cube in cubes(zeros, held, width))


def undefined(table: CubeTable) -> tuple[int, int]:
    """The numbers that have no value, and those that have one."""
    none = mask_of(number for number, value in enumerate(table) if value is None)
    return none, (1 << len(table)) - 1 & ~none


def beyond(count: int, width: int) -> list[Cube]:
    """Cubes that hold the numbers of ``count`` or more.

    >>> beyond(6, 3)
    [((1, True), (2, True))]
    """
    numbers = (1 << count) - 1
    return cubes((1 << (1 << width)) - 1 & ~numbers, numbers, width)


def holds(circuit: Circuit, xs: Sequence[int], cube: Cube) -> int:
    """The number is in the cube.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs
        The bits of the number, as literals.
    cube
        The places and values.
    """
    return circuit.and_(xs[place] if value else -xs[place] for place, value in cube)


def has_value(circuit: Circuit, xs: Sequence[int], table: CubeTable) -> int:
    """The table has a value for the number; anything for a number beyond the table.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs
        The bits of the number, as literals.
    table
        The values.
    """
    return circuit.and_(-holds(circuit, xs, cube) for cube in cubes(*undefined(table), len(xs)))


def is_value(circuit: Circuit, xs: Sequence[int], table: CubeTable, ys: Sequence[int]) -> int:
    """The second number is the value for the first, or some number where that has none.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs, ys
        The bits of the two numbers, as literals.
    table
        The values.
    """
    clauses = (
        circuit.implies(holds(circuit, xs, cube), ys[place] if bit else -ys[place])
        for cube, (place, bit) in rules(table, len(xs), len(ys))
    )
    return circuit.and_(clauses)
