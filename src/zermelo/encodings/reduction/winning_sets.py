"""Residual winning sets: winning sets with stones of both players taken into account."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.model.minimal_sets import minimal


def residual_sets(sets: Iterable[int], own: int, other: int, most: int | None = None) -> list[int]:
    """The residual winning sets of a player: the minimal ones, the smallest first.

    They are the winning sets without stones of the other player, less his own stones.

    Parameters
    ----------
    sets
        The winning sets of the player, as masks.
    own, other
        The masks of his stones, and of the other player's.
    most
        The number of cells beyond which a set is left out; None for no limit.

    >>> residual_sets([0b0111, 0b0110, 0b1001], own=0b0100, other=0b1000)
    [2]
    """
    left = {mask & ~own for mask in sets if not mask & other}
    if most is not None:
        left = {mask for mask in left if mask.bit_count() <= most}
    return minimal(left)
