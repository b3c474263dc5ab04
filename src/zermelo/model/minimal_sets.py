"""Minimal sets of cells: those of a family that contain no other one of it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

_SetTrie: TypeAlias = "dict[int, _SetTrie | int]"
"""Sets by the mask of their lowest cell: for each cell the rest of its only set, or a trie of the rests of several."""


def by_size(mask: int) -> tuple[int, int]:
    """The sort key by which smaller sets come first."""
    return mask.bit_count(), mask


def minimal(masks: Iterable[int]) -> list[int]:
    """The sets that contain no other one, each once, the smallest first.

    >>> minimal([0b0111, 0b0110, 0b1001, 0b0110])
    [6, 9]
    """
    ordered = sorted(set(masks), key=by_size)
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
