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

from zermelo.theory.short_game import ShortGame, up_sum

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
    parts = game.up_sum
    if parts is not None and abs(parts.ups) > 3:
        # Left's one option in x + n.↑*k, n > 1, is x, so that all these games with n > 2 have one thermograph.
        return thermograph(up_sum(parts.number, 3 if parts.ups > 0 else -3, parts.star))
    left = _Scaffold(_envelope([thermograph(option).right for option in game.left], max), -1)
    right = _Scaffold(_envelope([thermograph(option).left for option in game.right], min), 1)
    temperature = _meeting(left, right)
    mean = left.at(temperature)
    return Thermograph(_cut(left, temperature, mean), _cut(right, temperature, mean), mean, temperature)


class _Scaffold(NamedTuple):
    """A wall with a tax added or taken: ``slope``, 1 or -1, times the tax. It goes on with this slope for ever."""

    wall: Wall
    slope: int

    def at(self, tax: Fraction) -> Fraction:
        return value_at(self.wall, tax) + self.slope * tax


def _envelope(walls: Sequence[Wall], best: Callable[..., Fraction]) -> Wall:
    """The best of some walls at each tax. After the last corner of them all it is constant, as they are."""
    corners = sorted({tax for wall in walls for tax, _ in wall})
    taxes = set(corners)
    for low, high in pairwise(corners):
        lines = {(value_at(wall, low), value_at(wall, high)) for wall in walls}
        for first in lines:
            for second in lines:
                below, above = first[0] - second[0], first[1] - second[1]
                if below < 0 < above:
                    taxes.add(low + (high - low) * below / (below - above))
    return tuple((tax, best(value_at(wall, tax) for wall in walls)) for tax in sorted(taxes))


def _meeting(left: _Scaffold, right: _Scaffold) -> Fraction:
    """The least tax at which the left scaffold is not above the right one; their distance never grows with the tax."""
    taxes = sorted({tax for scaffold in (left, right) for tax, _ in scaffold.wall})
    before, wide = taxes[0], Fraction(0)
    for tax in taxes:
        gap = left.at(tax) - right.at(tax)
        if gap <= 0:
            return tax if wide <= 0 else before + (tax - before) * wide / (wide - gap)
        before, wide = tax, gap
    return before + wide / 2  # after the last corner the scaffolds near each other by 2 per tax


def _cut(scaffold: _Scaffold, temperature: Fraction, mean: Fraction) -> Wall:
    """A scaffold up to the mast, without corners that are none."""
    kept = [(tax, scaffold.at(tax)) for tax, _ in scaffold.wall if tax < temperature] + [(temperature, mean)]
    found: list[tuple[Fraction, Fraction]] = []
    for corner in kept:
        while len(found) >= 2 and _straight(found[-2], found[-1], corner):
            found.pop()
        found.append(corner)
    return tuple(found)


def _straight(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], c: tuple[Fraction, Fraction]) -> bool:
    return (b[1] - a[1]) * (c[0] - b[0]) == (c[1] - b[1]) * (b[0] - a[0])
