"""Residual winning sets: winning sets with stones of both players taken into account."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.encodings.reduction.timeline import lowest
from zermelo.model import cells_of


def by_size(mask: int) -> tuple[int, int]:
    """The sort key by which smaller sets come first."""
    return mask.bit_count(), mask


def residual_sets(sets: Iterable[int], own: int, other: int) -> list[int]:
    """The residual winning sets of a player: the minimal ones, the smallest first.

    They are the winning sets without stones of the other player, less his own stones.

    Parameters
    ----------
    sets
        The winning sets of the player, as masks.
    own, other
        The masks of his stones, and of the other player's.

    >>> residual_sets([0b0111, 0b0110, 0b1001], own=0b0100, other=0b1000)
    [2]
    """
    by_cell: dict[int, list[int]] = {}
    kept = []
    for mask in sorted({mask & ~own for mask in sets if not mask & other}, key=by_size):
        if not mask:
            return [0]
        if any(small & ~mask == 0 for cell in cells_of(mask) for small in by_cell.get(cell, ())):
            continue
        kept.append(mask)
        by_cell.setdefault(lowest(mask), []).append(mask)  # a subset has its lowest cell in the superset
    return kept
