"""Pairings of positional games: two cells of its own for each winning set, and so a defence that needs no thought.

If every winning set contains a pair, and no two pairs share a cell, the second player answers within the pairs: of each
pair he gets a cell, and so a stone in every winning set. A pairing is a matching of sets with cells in which each set
gets two; it is found by augmenting paths (Hales and Jewett, *Regularity and positional games*, 1963).
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.model import cells_of


def pairing(sets: Sequence[int]) -> list[tuple[int, int]] | None:
    """Disjoint pairs, one within each set; None where there are none.

    Parameters
    ----------
    sets
        Masks of cells.

    >>> pairing([0b0011, 0b1100]), pairing([0b011, 0b110])
    ([(0, 1), (2, 3)], None)
    """
    holder: dict[int, int] = {}
    """The copy of a set that holds a cell; each set is there twice, 2k and 2k + 1."""

    def place(copy: int, seen: set[int]) -> bool:
        for cell in cells_of(sets[copy // 2]):
            if cell not in seen:
                seen.add(cell)
                if cell not in holder or place(holder[cell], seen):
                    holder[cell] = copy
                    return True
        return False

    if not all(place(copy, set()) for copy in range(2 * len(sets))):
        return None
    cells = {copy: cell for cell, copy in holder.items()}
    pairs = [(cells[2 * k], cells[2 * k + 1]) for k in range(len(sets))]
    return [(min(pair), max(pair)) for pair in pairs]
