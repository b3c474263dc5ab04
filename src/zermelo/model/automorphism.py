"""Automorphisms of a coloured graph: generators of the whole group.

Colours are refined (:mod:`zermelo.model.refinement`); where that does not tell two vertices apart, one of them is
singled out on each side and the refinement goes on. Images that the symmetries found so far already give are not
searched for, so a symmetric graph needs few searches. Whatever is returned has been checked edge by edge; when the
budget runs out symmetries may be missed, never invented.

The usual library for this (nauty, through pynauty) is under the GPL and compiled for the machine at hand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from zermelo.model.orbits import Orbits
from zermelo.model.refinement import Colouring, Refinement

Permutation = tuple[int, ...]

BUDGET = 3_000
"""Refinements, each linear in the graph, after which the search stops."""


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


class _GeneratorSearch:
    def __init__(self, neighbours: list[tuple[int, ...]]) -> None:
        self.refinement = Refinement(neighbours)
        self.sets = [frozenset(around) for around in neighbours]
        self.left = BUDGET

    def generators(self, colours: list[int], points: int) -> list[Permutation]:
        """A strong generating set: points are fixed one by one, then each level finds the orbit of its own point."""
        levels = []
        colouring = self.refinement.start(colours)
        while (members := next(iter(colouring.shared(points).values()), None)) is not None:
            levels.append((colouring, members))
            colouring = self._singled_out(colouring, members[0])
        found: list[Permutation] = []
        orbits = Orbits(points)  # under the symmetries found so far, which all fix the points of earlier levels
        for colouring, (point, *others) in reversed(levels):
            for other in others:
                same = orbits.root(other) == orbits.root(point)
                image = None if same else self._mapping(colouring, colouring, point, other)
                if image is not None:
                    found.append(image[:points])
                    orbits.join(found[-1])
        return found

    def _singled_out(self, colouring: Colouring, vertex: int) -> Colouring:
        self.left -= 1
        return self.refinement.singled_out(colouring, vertex)

    def _mapping(self, one: Colouring, two: Colouring, start: int, goal: int) -> Permutation | None:
        """An automorphism that takes colouring ``one`` to ``two`` and ``start`` to ``goal``, found depth first."""
        stack = [(one, two, start, goal)]
        while stack:
            if self.left <= 0:
                return None
            one, two, start, goal = stack.pop()
            one, two = self._singled_out(one, start), self._singled_out(two, goal)
            if one.trace != two.trace:
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
