"""Moves as numbers in binary, such that every number is that of exactly one move, and conditions on numbers as cubes.

With k moves and w = ⌈lg k⌉ bits there are 2^w - k numbers to spare. Number n >= k means what it means without its
highest bit, so no condition has to forbid it, and the names of some moves are a bit shorter. A set of moves is said by
few cubes (conjunctions of bits): an irredundant cover, which may use numbers that do not matter.

Source: Minato, "Fast generation of irredundant sum-of-products forms from binary decision diagrams" (SASIMI 1992), by
Morreale's recursion; here on truth tables, which are integers.
"""

from __future__ import annotations

from functools import lru_cache

from zermelo.formula import width_for

Cube = tuple[int, ...]
"""Bits from 1, the lowest, that are one, and negatively those that are zero."""


def meant_by(number: int, count: int) -> int:
    """The move, of so many, that a number of ``width_for(count)`` bits means.

    >>> [meant_by(number, 5) for number in range(8)]
    [0, 1, 2, 3, 4, 1, 2, 3]
    """
    return number if number < count else number - (1 << width_for(count) - 1)


@lru_cache(maxsize=1024)
def numbers_of(count: int) -> tuple[int, ...]:
    """For each of so many moves the mask of the numbers that mean it.

    >>> [bin(mask) for mask in numbers_of(3)]
    ['0b1', '0b1010', '0b100']
    """
    found = [0] * count
    for number in range(1 << width_for(count)):
        found[meant_by(number, count)] |= 1 << number
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def cover(must: int, may: int, width: int) -> tuple[Cube, ...]:
    """Few cubes that hold of all numbers that must be covered, and of none but those that may.

    Parameters
    ----------
    must, may
        Masks of numbers, the first within the second.
    width
        The number of bits.

    >>> cover(0b00100010, 0b00100010, 3), cover(0b0001, 0b1001, 2)
    (((1, -2),), ((-1, -2),))
    """
    return _cover(must, may, width)[0]


def _cover(must: int, may: int, width: int) -> tuple[tuple[Cube, ...], int]:
    """The cubes, and the numbers that they cover."""
    if not must:
        return (), 0
    if may == (1 << (1 << width)) - 1:
        return ((),), may
    half = 1 << width - 1
    low = (1 << half) - 1
    zero, one = _cover(must & low & ~(may >> half), may & low, width - 1), (must >> half, may >> half)
    high = _cover(one[0] & ~may, one[1], width - 1)
    left = (must & low & ~zero[1]) | (one[0] & ~high[1])
    both = _cover(left, may & one[1], width - 1)
    cubes = [(*cube, -width) for cube in zero[0]] + [(*cube, width) for cube in high[0]] + list(both[0])
    return tuple(cubes), (zero[1] | both[1]) | (high[1] | both[1]) << half
