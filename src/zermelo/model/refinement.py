"""Refinement of a coloured graph: colours are split until vertices of one colour have equally coloured neighbours.

Two searches rest on it: for the symmetries of a game (:mod:`zermelo.model.automorphism`), and for the canonical
numbers of its cells (:mod:`zermelo.store.labelling`). Nothing that happens here depends on the numbers of the vertices,
the names of new colours included; so isomorphic graphs are refined to isomorphic colourings, of the same names.

Source: B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30 (1981).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_MIX, _MASK = 0x9E3779B97F4A7C15, 2**61 - 1
"""Neighbours' colours are summed up as well-spread numbers; a rare equal sum only refines less."""


@dataclass(slots=True)
class Colouring:
    """Colours 0, 1, … of vertices.

    Parameters
    ----------
    colours, sums
        Of each vertex, its colour and the sum of the weights of its neighbours' colours.
    sizes, common
        Of each colour, how many vertices have it, and the sum that they have in common once they are refined.
    """

    colours: list[int]
    sums: list[int]
    sizes: list[int]
    common: list[int]

    def copy(self) -> Colouring:
        """The same colours, to be changed."""
        return Colouring(self.colours[:], self.sums[:], self.sizes[:], self.common[:])

    @property
    def trace(self) -> tuple[list[int], list[int]]:
        """Sizes and sums that do not depend on numbers of vertices: equal where an isomorphism maps the colourings."""
        return self.sizes, self.common

    def shared(self, points: int) -> dict[int, list[int]]:
        """The colours that several of the first vertices share, with these, in the order of their first vertices."""
        classes: dict[int, list[int]] = {}
        for point in range(points):
            classes.setdefault(self.colours[point], []).append(point)
        return {colour: members for colour, members in classes.items() if len(members) > 1}


class Refinement:
    """The refinement of the colourings of a graph.

    Parameters
    ----------
    neighbours
        For each vertex its neighbours; symmetric.
    budget
        Vertices and edges to look at. When they are used up, colours are left as they are, perhaps too coarse.

    >>> path = Refinement([(1,), (0, 2), (1, 3), (2, 4), (3,)])
    >>> whole = path.start([7, 7, 7, 7, 7])
    >>> whole.colours
    [0, 2, 1, 2, 0]
    >>> len(set(path.singled_out(whole, 0).colours))
    5
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], budget: float = math.inf) -> None:
        self.neighbours = neighbours
        self.left = budget
        """The rest of the budget."""

    def start(self, colours: Sequence[int]) -> Colouring:
        """The given colours, renamed to 0, 1, … in their order, and refined."""
        number = {colour: index for index, colour in enumerate(sorted(set(colours)))}
        named = [number[colour] for colour in colours]
        weights = [_weight(colour) for colour in range(len(number))]
        sums = [sum([weights[named[other]] for other in around]) for around in self.neighbours]
        sizes = [0] * len(number)
        for colour in named:
            sizes[colour] += 1
        colouring = Colouring(named, sums, sizes, [0] * len(number))
        self.left -= len(named) + sum(map(len, self.neighbours))
        self._refine(colouring, range(len(named)))
        return colouring

    def singled_out(self, colouring: Colouring, vertex: int) -> Colouring:
        """The same with a colour of its own for a vertex, refined."""
        new = colouring.copy()
        self.left -= len(self.neighbours)
        self._refine(new, self._recolour(new, new.colours[vertex], new.sums[vertex], [vertex]))
        return new

    def _recolour(self, colouring: Colouring, old: int, common: int, vertices: list[int]) -> list[int]:
        """Give vertices of a colour a new one; the vertices whose sums have changed by that."""
        new, changed = len(colouring.sizes), list[int]()
        colouring.sizes.append(len(vertices))
        colouring.sizes[old] -= len(vertices)
        colouring.common.append(common)
        change, colours, sums = _weight(new) - _weight(old), colouring.colours, colouring.sums
        for vertex in vertices:
            colours[vertex] = new
            changed += self.neighbours[vertex]
        for vertex in changed:
            sums[vertex] += change
        self.left -= len(changed)
        return changed

    def _refine(self, colouring: Colouring, changed: Iterable[int]) -> None:
        """Split colours until equal ones have equally coloured neighbours, looking only at vertices that have changed.

        Of each colour those that have not changed keep it, or if all have, those with the smallest sum. So what
        happens, the new names included, does not depend on the numbers of the vertices.
        """
        colours, sums = colouring.colours, colouring.sums
        while changed and self.left > 0:
            parts: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
            for vertex in set(changed):
                parts[colours[vertex]][sums[vertex]].append(vertex)
            changed = []
            splits = []
            for colour, by_sum in sorted(parts.items()):
                if sum(map(len, by_sum.values())) == colouring.sizes[colour]:
                    colouring.common[colour] = min(by_sum)
                by_sum.pop(colouring.common[colour], None)
                splits += [(colour, common, by_sum[common]) for common in sorted(by_sum)]
            for colour, common, vertices in splits:
                changed += self._recolour(colouring, colour, common, vertices)


def _weight(colour: int) -> int:
    return (colour * colour + 1) * _MIX & _MASK
