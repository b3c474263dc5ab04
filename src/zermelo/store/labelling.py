"""Canonical labelling: numbers for the points of a coloured graph that do not depend on how it was given.

Colours are refined (:mod:`zermelo.model.refinement`). Where points still share a colour, each point of the smallest
such class is singled out in turn, which makes a tree; its leaves number the points. Of all leaves the one with the
least *certificate*, the structure written in those numbers, is the canonical one. Branches with a greater refinement
than the best one are cut, and so are images under the automorphisms that equal certificates reveal.

Twins, points with the same neighbours, are interchangeable: they are told apart beforehand, in any order.

The certificate determines the structure, so equal certificates prove structures isomorphic, whatever happens here. When
the budget runs out, the best leaf so far is taken: then isomorphic structures may get different certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zermelo.model.orbits import Orbits
from zermelo.model.refinement import Colouring, Refinement
from zermelo.model.twins import twin_classes

BUDGET = 1_500_000
"""Vertices and edges looked at, less than a second, after which the search stops."""


class Labelling(NamedTuple):
    """The number of each point, the certificate, and for each point the least number in its orbit.

    Orbits are those of the automorphisms that were found: all of them, unless the budget ran out.
    """

    labels: tuple[int, ...]
    certificate: str
    orbits: tuple[int, ...]
    complete: bool


def canonical_labelling(
    neighbours: Sequence[Sequence[int]],
    colours: Sequence[int],
    points: int,
    certificate: Callable[[Sequence[int]], str],
    budget: int = BUDGET,
) -> Labelling:
    """Number the points 0 … points-1 of a coloured graph canonically.

    Parameters
    ----------
    neighbours, colours
        For each vertex its neighbours (symmetric) and its colour, which isomorphisms keep.
    points
        So many first vertices get numbers; the others (edges of a hypergraph, borders) only constrain.
    certificate
        Writes the whole structure in given numbers of the points.
    budget
        Vertices and edges to look at.

    >>> def written(labels):
    ...     return str(sorted(tuple(sorted(labels[end] for end in edge)) for edge in [(0, 2), (2, 1)]))
    >>> canonical_labelling([(2,), (2,), (0, 1)], [0, 0, 0], 3, written)
    Labelling(labels=(0, 1, 2), certificate='[(0, 2), (1, 2)]', orbits=(0, 0, 2), complete=True)
    """
    return _LabellingSearch(neighbours, points, certificate, budget).run(colours)


class _LabellingSearch:
    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        points: int,
        certificate: Callable[[Sequence[int]], str],
        budget: int,
    ) -> None:
        self.neighbours, self.points, self.certificate = neighbours, points, certificate
        self.edges = sum(map(len, neighbours))
        self.refinement = Refinement(neighbours, budget)
        self.complete = True
        self.best: tuple[list[int], list[int], str] | None = None
        """The path to the best leaf, its labels, its certificate."""
        self.traces: list[tuple[list[int], list[int]]] = []
        """The refinements on the way to the best leaf."""
        self.symmetries: list[tuple[int, ...]] = []

    def run(self, colours: Sequence[int]) -> Labelling:
        twins = self._twins(colours)
        ranked = [(colour, rank) for colour, (_, rank) in zip(colours, twins, strict=True)]
        names = {name: number for number, name in enumerate(sorted(set(ranked)))}
        self._explore(self.refinement.start([names[each] for each in ranked]), [])
        assert self.best is not None
        _, labels, certificate = self.best
        orbits = Orbits(self.points, [*self.symmetries, [first for first, _ in twins[: self.points]]])
        roots = [orbits.root(point) for point in range(self.points)]
        least: dict[int, int] = {}
        for root, label in zip(roots, labels, strict=True):
            least[root] = min(label, least.get(root, label))
        return Labelling(tuple(labels), certificate, tuple(least[root] for root in roots), self.complete)

    def _twins(self, colours: Sequence[int]) -> list[tuple[int, int]]:
        """For each vertex the first of its twins, adjacent to each other or not, and its rank among them."""
        found = [(vertex, 0) for vertex in range(len(self.neighbours))]
        for members, _ in twin_classes(self.neighbours, colours, self.points):
            for rank, point in enumerate(members):
                found[point] = (members[0], rank)
        return found

    def _explore(self, colouring: Colouring, path: list[int]) -> int:
        """Search the tree below a node; returns the level to go back to, as a rule the one above."""
        shared = colouring.shared(self.points)
        if not shared or self.refinement.left <= 0:
            return self._leaf(colouring.colours, path)
        level, tried = len(path), list[int]()
        orbits, joined = Orbits(self.points), 0
        _, smallest = min((len(members), colour) for colour, members in shared.items())
        for point in shared[smallest]:
            if tried:
                if self.refinement.left <= 0:
                    self.complete = False
                    break
                for each in self.symmetries[joined:]:
                    if all(each[earlier] == earlier for earlier in path):
                        orbits.join(each)
                joined = len(self.symmetries)
                if orbits.root(point) in {orbits.root(other) for other in tried}:
                    continue
            tried.append(point)
            child = self.refinement.singled_out(colouring, point)
            trace = child.trace
            if level < len(self.traces):
                if trace > self.traces[level]:
                    continue
                if trace < self.traces[level]:
                    del self.traces[level:]
                    self.best = None
            if level == len(self.traces):
                self.traces.append(trace)
            back = self._explore(child, [*path, point])
            if back < level:
                return back
        return level - 1

    def _leaf(self, colours: list[int], path: list[int]) -> int:
        order = sorted(range(self.points), key=lambda point: (colours[point], point))
        if len({colours[point] for point in order}) < self.points:
            self.complete = False
        labels = [0] * self.points
        for number, point in enumerate(order):
            labels[point] = number
        self.refinement.left -= self.edges
        text = self.certificate(labels)
        if self.best is None or text < self.best[2]:
            self.best = (path, labels, text)
        elif text == self.best[2]:
            known, numbers, _ = self.best
            place = {number: point for point, number in enumerate(numbers)}
            self.symmetries.append(tuple(place[number] for number in labels))
            return next((k for k, (one, two) in enumerate(zip(path, known, strict=False)) if one != two), 0)
        return len(path) - 1
