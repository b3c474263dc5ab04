"""Numbers of things in words, as reports, notes and messages tell them."""

from __future__ import annotations


def counted(number: int, plural: str) -> str:
    """A number of things.

    >>> [counted(number, "replies") for number in (0, 1)], counted(1, "positions")
    (['0 replies', '1 reply'], '1 position')
    """
    one = f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")
    return f"{number} {one if number == 1 else plural}"
