"""Automorphisms of a coloured graph: generators of the whole group.

Colours are refined until vertices of one colour have equally coloured neighbours; where that does not tell two
vertices apart, one of them is singled out on each side and the refinement goes on. Images that the symmetries found so
far already give are not searched for, so a symmetric graph needs few searches. Whatever is returned has been checked
edge by edge; when the budget runs out symmetries may be missed, never invented.

The usual library for this (nauty, through pynauty) is under the GPL and compiled for the machine at hand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Permutation = tuple[int, ...]

BUDGET = 3_000
"""Refinements, each linear in the graph, after which the search stops."""

_MIX, _MASK = 0x9E3779B97F4A7C15, 2**61 - 1
"""Neighbours' colours are summed up as well-spread numbers; a rare equal sum only refines less."""


def automorphisms(neighbours: Sequence[Iterable[int]], colours: Sequence[int], points: int) -> list[Permutation]:
    """Permutations of the vertices 0 … points-1 that extend to automorphisms of the graph.

    Parameters
    ----------
    neighbours
        For each vertex its neighbours; symmetric.
    colours
        For each vertex its colour, which automorphisms keep.
    points
        The result is about so many first vertices; the others (edges of a hypergraph, borders) only constrain.

    Returns
    -------
    Permutations without the identity; they generate the group on the points, unless the budget ran out.

    >>> square = [(1, 3), (0, 2), (1, 3), (0, 2)]
    >>> automorphisms(square, [0, 0, 0, 0], 4)
    [(0, 3, 2, 1), (1, 2, 3, 0)]
    >>> automorphisms(square, [0, 1, 1, 1], 4)
    [(0, 3, 2, 1)]
    """
    return _GeneratorSearch([tuple(around) for around in neighbours]).generators(list(colours), points)


@dataclass(slots=True)
class _Colouring:
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

    def copy(self) -> _Colouring:
        return _Colouring(self.colours[:], self.sums[:], self.sizes[:], self.common[:])

    def looks_like(self, other: _Colouring) -> bool:
        return self.sizes == other.sizes and self.common == other.common

    def first_shared(self, points: int) -> list[int] | None:
        """The points of the first colour that several points share."""
        classes: dict[int, list[int]] = {}
        for point in range(points):
            classes.setdefault(self.colours[point], []).append(point)
        return next((members for members in classes.values() if len(members) > 1), None)


class _GeneratorSearch:
    def __init__(self, neighbours: list[tuple[int, ...]]) -> None:
        self.neighbours = neighbours
        self.sets = [frozenset(around) for around in neighbours]
        self.left = BUDGET

    def generators(self, colours: list[int], points: int) -> list[Permutation]:
        """A strong generating set: points are fixed one by one, then each level finds the orbit of its own point."""
        levels = []
        colouring = self.start(colours)
        while (members := colouring.first_shared(points)) is not None:
            levels.append((colouring, members))
            colouring = self.singled_out(colouring, members[0])
        found: list[Permutation] = []
        orbit = list(range(points))  # union-find under the symmetries found so far, which all fix the earlier points

        def root(point: int) -> int:
            while orbit[point] != point:
                orbit[point] = point = orbit[orbit[point]]
            return point

        for colouring, (point, *others) in reversed(levels):
            for other in others:
                image = None if root(other) == root(point) else self.mapping(colouring, colouring, point, other)
                if image is not None:
                    found.append(image[:points])
                    for vertex in range(points):
                        orbit[root(vertex)] = root(image[vertex])
        return found

    def start(self, colours: list[int]) -> _Colouring:
        """The given colours, refined."""
        number = {colour: index for index, colour in enumerate(sorted(set(colours)))}
        named = [number[colour] for colour in colours]
        weights = [_weight(colour) for colour in named]
        sums = [sum(weights[other] for other in around) for around in self.neighbours]
        colouring = _Colouring(named, sums, [named.count(index) for index in range(len(number))], [0] * len(number))
        self.refine(colouring, range(len(named)))
        return colouring

    def singled_out(self, colouring: _Colouring, vertex: int) -> _Colouring:
        """The same with a colour of its own for a vertex, refined."""
        new = colouring.copy()
        self.refine(new, self.recolour(new, new.colours[vertex], new.sums[vertex], [vertex]))
        return new

    def recolour(self, colouring: _Colouring, old: int, common: int, vertices: list[int]) -> list[int]:
        """Give vertices of a colour a new one; the vertices whose sums have changed by that."""
        new, changed = len(colouring.sizes), list[int]()
        colouring.sizes.append(len(vertices))
        colouring.sizes[old] -= len(vertices)
        colouring.common.append(common)
        change, sums = _weight(new) - _weight(old), colouring.sums
        for vertex in vertices:
            colouring.colours[vertex] = new
            for other in self.neighbours[vertex]:
                sums[other] += change
            changed += self.neighbours[vertex]
        return changed

    def refine(self, colouring: _Colouring, changed: Iterable[int]) -> None:
        """Split colours until equal ones have equally coloured neighbours, looking only at vertices that have changed.

        Of each colour those that have not changed keep it, or if all have, those with the smallest sum. So what
        happens, the new names included, does not depend on the numbers of the vertices.
        """
        self.left -= 1
        while changed:
            parts: dict[int, dict[int, list[int]]] = {}
            for vertex in set(changed):
                parts.setdefault(colouring.colours[vertex], {}).setdefault(colouring.sums[vertex], []).append(vertex)
            changed = []
            splits = []
            for colour, by_sum in sorted(parts.items()):
                if sum(map(len, by_sum.values())) == colouring.sizes[colour]:
                    colouring.common[colour] = min(by_sum)
                by_sum.pop(colouring.common[colour], None)
                splits += [(colour, common, by_sum[common]) for common in sorted(by_sum)]
            for colour, common, vertices in splits:
                changed += self.recolour(colouring, colour, common, vertices)

    def mapping(self, one: _Colouring, two: _Colouring, start: int, goal: int) -> Permutation | None:
        """An automorphism that takes colouring ``one`` to ``two`` and ``start`` to ``goal``, found depth first."""
        stack = [(one, two, start, goal)]
        while stack:
            if self.left <= 0:
                return None
            one, two, start, goal = stack.pop()
            one, two = self.singled_out(one, start), self.singled_out(two, goal)
            if not one.looks_like(two):
                continue
            split = next((colour for colour, size in enumerate(one.sizes) if size > 1), None)
            if split is None:
                place = {colour: vertex for vertex, colour in enumerate(two.colours)}
                image = tuple(place[colour] for colour in one.colours)
                if self._keeps_edges(image):
                    return image
                continue
            pivot = one.colours.index(split)
            twins = [vertex for vertex, colour in enumerate(two.colours) if colour == split]
            twins.sort(key=lambda vertex: vertex == pivot)  # popped last-in first: a fixed vertex is tried first
            stack.extend((one, two, pivot, twin) for twin in twins)
        return None

    def _keeps_edges(self, image: Permutation) -> bool:
        return all(
            {image[other] for other in around} == self.sets[image[vertex]] for vertex, around in enumerate(self.sets)
        )


def products(generating: Sequence[Permutation]) -> Iterator[Permutation]:
    """All products of some permutations but the identity, those of few factors first.

    >>> list(products([(1, 2, 0)]))
    [(1, 2, 0), (2, 0, 1)]
    """
    if not generating:
        return
    identity = tuple(range(len(generating[0])))
    met, waiting = {identity}, deque([identity])
    while waiting:
        turn = waiting.popleft()
        for step in generating:
            product = tuple(step[cell] for cell in turn)
            if product not in met:
                met.add(product)
                waiting.append(product)
                yield product


def _weight(colour: int) -> int:
    return (colour * colour + 1) * _MIX & _MASK
