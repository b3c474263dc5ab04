"""Residual winning sets: winning sets with stones of both players taken into account."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

_SetTrie: TypeAlias = "dict[int, _SetTrie | int]"
"""Sets by the mask of their lowest cell: for each cell the rest of its only set, or a trie of the rests of several."""


def by_size(mask: int) -> tuple[int, int]:
    """The sort key by which smaller sets come first."""
    return mask.bit_count(), mask


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
    return _minimal(sorted(left, key=by_size))


def _minimal(ordered: list[int]) -> list[int]:
    """The sets, smallest first, that contain no other one."""
    if ordered and not ordered[0]:
        return [0]
    kept: list[int] = []
    smaller: _SetTrie = {}
    added = 0
    for _, same_size in groupby(ordered, int.bit_count):
        for mask in kept[added:]:
            _add(smaller, mask)
        added = len(kept)
        kept += [mask for mask in same_size if not _has_subset(smaller, mask)]
    return kept


def _add(trie: _SetTrie, mask: int) -> None:
    """Add a set that is not empty; no set may contain another one."""
    while True:
        low = mask & -mask
        mask ^= low
        below = trie.get(low)
        if below is None:
            trie[low] = mask
            return
        if isinstance(below, int):
            first = below & -below
            below = trie[low] = {first: below ^ first}
        trie = below


def _has_subset(trie: _SetTrie, mask: int) -> bool:
    """True if some set lies within this one."""
    waiting = [(trie, mask)]
    while waiting:
        trie, mask = waiting.pop()
        while mask:
            low = mask & -mask
            mask ^= low
            below = trie.get(low)
            if isinstance(below, dict):
                waiting.append((below, mask))
            elif below is not None and not below & ~mask:
                return True
    return False
