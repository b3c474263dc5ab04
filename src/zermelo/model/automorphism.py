"""Automorphisms of a coloured graph: generators of the whole group.

Twins (:mod:`zermelo.model.twins`) change places freely. For the rest colours are refined
(:mod:`zermelo.model.refinement`); where that does not tell two points apart, one of them is singled out on each side
and the refinement goes on. Images that the symmetries found so far already give are not searched for, so a symmetric
graph needs few searches. Whatever is found by search has been checked edge by edge; when the budget runs out symmetries
may be missed, never invented. The budget counts work, not time: a graph has the same symmetries on every machine.

The usual library for this (nauty, through pynauty) is under the GPL and compiled for the machine at hand.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from zermelo.model.orbits import Orbits
from zermelo.model.refinement import Colouring, Refinement
from zermelo.model.twins import Twins, twin_classes

Permutation = tuple[int, ...]

BUDGET = 4_000_000
"""Vertices and edges to look at, about a second, after which the search stops."""


def automorphisms(neighbours: Sequence[Iterable[int]], colours: Sequence[int], points: int) -> list[Permutation]:
    """Permutations of the vertices 0 … points-1 that extend to automorphisms of the graph.

    Parameters
    ----------
    neighbours
        For each vertex its neighbours; symmetric.
    colours
        For each vertex its colour, which automorphisms keep.
    points
        The result is about so many first vertices; the others (edges of a hypergraph, borders) only constrain. These
        are neighbours of points only.

    Returns
    -------
    Permutations without the identity; they generate the group on the points, unless the budget ran out.

    >>> square = [(1, 3), (0, 2), (1, 3), (0, 2)]
    >>> automorphisms(square, [0, 0, 0, 0], 4)
    [(1, 0, 3, 2), (2, 1, 0, 3), (0, 3, 2, 1)]
    >>> automorphisms(square, [0, 1, 1, 1], 4)
    [(0, 3, 2, 1)]
    """
    around = [tuple(others) for others in neighbours]
    classes = twin_classes(around, colours, points)
    if len(classes) == points:
        return _GeneratorSearch(around, colours, points).generators()
    return _of_twins(around, colours, points, classes)


def _of_twins(
    around: list[tuple[int, ...]], colours: Sequence[int], points: int, classes: list[Twins]
) -> list[Permutation]:
    """The same where points have twins.

    The first of each class stands for it in the graph whose symmetries are searched; these keep the sizes of classes,
    and whether twins are neighbours. They come first: whoever can use but some of all symmetries wants those.
    """
    kept = [*(members[0] for members, _ in classes), *range(points, len(around))]
    number = {vertex: index for index, vertex in enumerate(kept)}
    kinds = [*(2 * len(members) + adjacent for members, adjacent in classes), *[0] * (len(around) - points)]
    quotient = _GeneratorSearch(
        [tuple(number[other] for other in around[vertex] if other in number) for vertex in kept],
        [colours[vertex] * 2 * (points + 1) + kind for vertex, kind in zip(kept, kinds, strict=True)],
        len(classes),
    )
    found = []
    for turn in quotient.generators():
        images = dict[int, int]()
        for (members, _), image in zip(classes, turn, strict=True):
            images.update(zip(members, classes[image].points, strict=True))
        found.append(_permutation(points, images))
    for (point, *others), _ in classes:
        found += [_permutation(points, {point: other, other: point}) for other in others]
    return found


def _permutation(points: int, images: Mapping[int, int]) -> Permutation:
    """The permutation that moves some points and leaves the others where they are."""
    return tuple(images.get(point, point) for point in range(points))


class _GeneratorSearch:
    def __init__(self, neighbours: list[tuple[int, ...]], colours: Sequence[int], points: int) -> None:
        self.neighbours, self.colours, self.points = neighbours, colours, points
        self.edges = sum(map(len, neighbours))
        """The work of a check, at most."""
        self.refinement = Refinement(neighbours, BUDGET)

    def generators(self) -> list[Permutation]:
        """A strong generating set: points are fixed one by one, then each level finds the orbit of its own point."""
        levels = []
        colouring = self.refinement.start(self.colours)
        while self.refinement.left > 0 and (shared := colouring.shared(self.points)):
            members = next(iter(shared.values()))
            levels.append((colouring, members))
            colouring = self.refinement.singled_out(colouring, members[0])
        found: list[Permutation] = []
        orbits = Orbits(self.points)  # under the symmetries found so far, which all fix the points of earlier levels
        for colouring, (point, *others) in reversed(levels):
            for other in others:
                if self.refinement.left <= 0:
                    return found
                same = orbits.root(other) == orbits.root(point)
                image = None if same else self._mapping(colouring, point, other)
                if image is not None:
                    found.append(image)
                    orbits.join(image)
        return found

    def _mapping(self, colouring: Colouring, start: int, goal: int) -> Permutation | None:
        """An automorphism that keeps a colouring and takes ``start`` to ``goal``, found depth first."""
        stack = [(colouring, colouring, start, goal)]
        while stack and self.refinement.left > 0:
            one, two, start, goal = stack.pop()
            one, two = self.refinement.singled_out(one, start), self.refinement.singled_out(two, goal)
            if one.trace != two.trace:
                continue
            place = {colour: point for point, colour in enumerate(two.colours[: self.points])}
            if len(place) == self.points:
                image = tuple(place.get(colour, -1) for colour in one.colours[: self.points])
                if self._is_automorphism(image):
                    return image
                continue
            split = next(colour for colour, size in enumerate(one.sizes) if size > 1)
            pivot = one.colours.index(split)
            twins = [vertex for vertex, colour in enumerate(two.colours) if colour == split]
            twins.sort(key=lambda vertex: vertex == pivot)  # popped last-in first: a fixed vertex is tried first
            stack.extend((one, two, pivot, twin) for twin in twins)
        return None

    def _is_automorphism(self, image: Permutation) -> bool:
        """True if this is a permutation of the points that keeps colours and edges, one of the others given."""
        self.refinement.left -= self.edges
        moved = [point for point, other in enumerate(image) if other != point]
        touched = {vertex for point in moved for vertex in (point, *self.neighbours[point])}
        whole = range(self.points)
        return sorted(image) == list(whole) and self._renamed(touched, image) == self._renamed(touched, whole)

    def _renamed(self, vertices: Iterable[int], names: Iterable[int]) -> Counter[tuple[int, int, int]]:
        """Some vertices under other names for the points, and no names for the other vertices.

        Each is given by its name, its colour and its neighbouring points; names are single bits of masks.
        """
        bits = [*(1 << name for name in names), *[0] * (len(self.neighbours) - self.points)]
        return Counter(
            (bits[vertex], self.colours[vertex], sum([bits[other] for other in self.neighbours[vertex]]))
            for vertex in vertices
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
