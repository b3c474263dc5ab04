"""Thermographs: how much a game cools when each move costs a tax, hence its mean and its temperature.

The walls of G at the tax t are its stops when every move costs t. Below the temperature the left wall is the highest
right wall of the left options, less t; the right wall is the lowest left wall of the right options, plus t. Where the
two meet, a mast stands: from there on nobody wants to move. Taxes start at -1, so that numbers have temperatures,
too: -1 for integers, -1/2^k for fractions with the denominator 2^k.

Source: Siegel, *Combinatorial Game Theory* (2013), II.5; *Winning Ways*, chapter 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from zermelo.theory.short_game import ShortGame

Wall = tuple[tuple[Fraction, Fraction], ...]
"""Corners (tax, value) from the tax -1 on; straight between them, and constant after the last."""

COLDEST = Fraction(-1)


class Thermograph(NamedTuple):
    """The thermograph of a game: both walls, the mast and the tax from which on it stands."""

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction


def value_at(wall: Wall, tax: Fraction) -> Fraction:
    """The value of a wall at a tax."""
    for (low, first), (high, second) in pairwise(wall):
        if low <= tax <= high:
            return first + (second - first) * (tax - low) / (high - low)
    return wall[-1][1]


@lru_cache(maxsize=1 << 15)
def thermograph(game: ShortGame) -> Thermograph:
    """The thermograph of a game.

    >>> from zermelo.theory.short_game import canonical, integer
    >>> found = thermograph(canonical([integer(3)], [integer(-1)]))
    >>> str(found.mean), str(found.temperature)
    ('1', '2')
    """
    if game.number is not None and game.number.denominator == 1:
        mast = ((COLDEST, game.number),)
        return Thermograph(mast, mast, game.number, COLDEST)
    left = _envelope([_taxed(thermograph(option).right, -1) for option in game.left], max)
    right = _envelope([_taxed(thermograph(option).left, 1) for option in game.right], min)
    temperature = _meeting(left, right)
    mean = value_at(left, temperature)
    return Thermograph(_cut(left, temperature, mean), _cut(right, temperature, mean), mean, temperature)


class _Scaffold(NamedTuple):
    """A wall with a tax added, which goes on with slope ``slope`` after its last corner."""

    wall: Wall
    slope: int

    def at(self, tax: Fraction) -> Fraction:
        return value_at(self.wall, tax) + self.slope * tax


def _taxed(wall: Wall, slope: int) -> _Scaffold:
    return _Scaffold(wall, slope)


def _envelope(scaffolds: Sequence[_Scaffold], best: Callable[..., Fraction]) -> Wall:
    """The best of some scaffolds, up to a tax above which none has a corner and no two of them cross.

    All have slopes of 0 and of one sign, and after their last corners all are parallel.
    """
    corners = sorted({tax for scaffold in scaffolds for tax, _ in scaffold.wall})
    spread = max(abs(scaffold.at(tax)) for scaffold in scaffolds for tax in corners)
    corners.append(corners[-1] + 4 * spread + 4)
    taxes = list(corners)
    for low, high in pairwise(corners):
        lines = {(scaffold.at(low), scaffold.at(high)) for scaffold in scaffolds}
        for first in lines:
            for second in lines:
                below, above = first[0] - second[0], first[1] - second[1]
                if below < 0 < above:
                    taxes.append(low + (high - low) * below / (below - above))
    return tuple((tax, best(scaffold.at(tax) for scaffold in scaffolds)) for tax in sorted(set(taxes)))


def _meeting(left: Wall, right: Wall) -> Fraction:
    """The least tax at which the left wall is not above the right one; their distance never grows with the tax."""
    taxes = sorted({tax for tax, _ in left} | {tax for tax, _ in right})
    before = taxes[0]
    for tax in taxes:
        gap = value_at(left, tax) - value_at(right, tax)
        if gap <= 0:
            wide = value_at(left, before) - value_at(right, before)
            return tax if wide <= 0 else before + (tax - before) * wide / (wide - gap)
        before = tax
    raise AssertionError("walls that never meet")


def _cut(wall: Wall, temperature: Fraction, mean: Fraction) -> Wall:
    """A wall up to the mast, without corners that are none."""
    kept = [corner for corner in wall if corner[0] < temperature] + [(temperature, mean)]
    found: list[tuple[Fraction, Fraction]] = []
    for corner in kept:
        while len(found) >= 2 and _straight(found[-2], found[-1], corner):
            found.pop()
        found.append(corner)
    return tuple(found)


def _straight(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], c: tuple[Fraction, Fraction]) -> bool:
    return (b[1] - a[1]) * (c[0] - b[0]) == (c[1] - b[1]) * (b[0] - a[0])
