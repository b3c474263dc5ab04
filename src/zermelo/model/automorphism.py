"""Automorphisms of a coloured graph: generators of the whole group.

Colours are refined until vertices of one colour have equally coloured neighbours; where that does not tell two
vertices apart, one of them is singled out on each side and the refinement goes on. Images that the symmetries found so
far already give are not searched for, so a symmetric graph needs few searches. Whatever is returned has been checked
edge by edge; when the budget runs out symmetries may be missed, never invented.

The usual library for this (nauty, through pynauty) is under the GPL and compiled for the machine at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
        How many of the first vertices the result is about; the others (edges of a hypergraph, borders) only constrain.

    Returns
    -------
    Permutations without the identity; they generate the group on the points, unless the budget ran out.

    >>> square = [(1, 3), (0, 2), (1, 3), (0, 2)]
    >>> automorphisms(square, [0, 0, 0, 0], 4)
    [(0, 3, 2, 1), (1, 2, 3, 0)]
    >>> automorphisms(square, [0, 1, 1, 1], 4)
    [(0, 3, 2, 1)]
    """
    return _Search([tuple(around) for around in neighbours]).generators(list(colours), points)


class _Search:
    def __init__(self, neighbours: list[tuple[int, ...]]) -> None:
        self.neighbours = neighbours
        self.sets = [frozenset(around) for around in neighbours]
        self.left = BUDGET

    def generators(self, colours: list[int], points: int) -> list[Permutation]:
        """A strong generating set: points are fixed one by one, then each level finds the orbit of its own point."""
        levels = []
        colours = self.refined(colours)
        while (members := _first_class(colours, points)) is not None:
            levels.append((colours, members))
            colours = self.refined(self.marked(colours, members[0]))
        found: list[Permutation] = []
        orbit = list(range(points))  # union-find under the symmetries found so far, which all fix the earlier points

        def root(point: int) -> int:
            while orbit[point] != point:
                orbit[point] = point = orbit[orbit[point]]
            return point

        for colours, (point, *others) in reversed(levels):
            for other in others:
                image = None if root(other) == root(point) else self.mapping(colours, colours, point, other)
                if image is not None:
                    found.append(image[:points])
                    for vertex in range(points):
                        orbit[root(vertex)] = root(image[vertex])
        return found

    def refined(self, colours: list[int]) -> list[int]:
        """The coarsest refinement in which equal colours have equally coloured neighbours, named canonically."""
        self.left -= 1
        count = len(set(colours))
        while True:
            weights = [(colour * colour + 1) * _MIX & _MASK for colour in colours]
            signatures = [
                (colour, sum([weights[other] for other in around]))
                for colour, around in zip(colours, self.neighbours, strict=True)
            ]
            names = {signature: name for name, signature in enumerate(sorted(set(signatures)))}
            colours = [names[signature] for signature in signatures]
            if len(names) == count:
                return colours
            count = len(names)

    @staticmethod
    def marked(colours: list[int], vertex: int) -> list[int]:
        return [2 * colour + (place == vertex) for place, colour in enumerate(colours)]

    def mapping(self, one: list[int], two: list[int], start: int, goal: int) -> Permutation | None:
        """An automorphism that takes colouring ``one`` to ``two`` and ``start`` to ``goal``, found depth first."""
        stack = [(one, two, start, goal)]
        while stack:
            if self.left <= 0:
                return None
            one, two, start, goal = stack.pop()
            one, two = self.refined(self.marked(one, start)), self.refined(self.marked(two, goal))
            if sorted(one) != sorted(two):
                continue
            classes: dict[int, list[int]] = {}
            for vertex, colour in enumerate(one):
                classes.setdefault(colour, []).append(vertex)
            split = min((colour for colour, them in classes.items() if len(them) > 1), default=None)
            if split is None:
                place = {colour: vertex for vertex, colour in enumerate(two)}
                image = tuple(place[colour] for colour in one)
                if self._keeps_edges(image):
                    return image
                continue
            pivot = classes[split][0]
            twins = [vertex for vertex, colour in enumerate(two) if colour == split]
            twins.sort(key=lambda vertex: vertex == pivot)  # popped last-in first: a fixed vertex is tried first
            stack.extend((one, two, pivot, twin) for twin in twins)
        return None

    def _keeps_edges(self, image: Permutation) -> bool:
        return all(
            {image[other] for other in around} == self.sets[image[vertex]] for vertex, around in enumerate(self.sets)
        )


def _first_class(colours: list[int], points: int) -> list[int] | None:
    """The points of the first colour that several points share."""
    classes: dict[int, list[int]] = {}
    for point in range(points):
        classes.setdefault(colours[point], []).append(point)
    return next((members for members in classes.values() if len(members) > 1), None)
