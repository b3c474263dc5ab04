"""Canonical labelling: numbers for the points of a coloured graph that do not depend on how it was given.

Colours are refined until vertices of one colour have equally coloured neighbours. Where points still share a colour,
each point of the smallest such class is singled out in turn, which makes a tree; its leaves number the points. Of all
leaves the one with the least *certificate*, the structure written in those numbers, is the canonical one. Branches
with a greater refinement than the best one are cut, and so are images under the automorphisms that equal certificates
reveal.

Twins, points with the same neighbours, are interchangeable: they are told apart beforehand, in any order.

The certificate determines the structure, so equal certificates prove structures isomorphic, whatever happens here. When
the budget runs out, the best leaf so far is taken: then isomorphic structures may get different certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

BUDGET = 1_500_000
"""Edges looked at, about 0.2 s, after which the search stops."""

_MIX, _MASK = 0x9E3779B97F4A7C15, 2**61 - 1
"""Neighbours' colours are summed up as well-spread numbers; a rare equal sum only refines less."""

_Signature = tuple[int, int]


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
        Edges to look at.

    >>> def written(labels):
    ...     return str(sorted(tuple(sorted(labels[end] for end in edge)) for edge in [(0, 2), (2, 1)]))
    >>> canonical_labelling([(2,), (2,), (0, 1)], [0, 0, 0], 3, written)
    Labelling(labels=(0, 2, 1), certificate='[(0, 1), (1, 2)]', orbits=(0, 0, 1), complete=True)
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
        self.round = len(neighbours) + sum(map(len, neighbours))
        self.left = budget
        self.complete = True
        self.best: tuple[list[int], list[int], str] | None = None
        """The path to the best leaf, its labels, its certificate."""
        self.traces: list[list[_Signature]] = []
        """The refinements on the way to the best leaf."""
        self.symmetries: list[tuple[int, ...]] = []

    def run(self, colours: Sequence[int]) -> Labelling:
        twins = self._twins(colours)
        ranked = [(colour, rank) for colour, (_, rank) in zip(colours, twins, strict=True)]
        names = {name: number for number, name in enumerate(sorted(set(ranked)))}
        start, _ = self._refined([names[each] for each in ranked])
        self._explore(start, [])
        assert self.best is not None
        _, labels, certificate = self.best
        root = _orbits(self.points, [*self.symmetries, tuple(first for first, _ in twins[: self.points])])
        least: dict[int, int] = {}
        for point in range(self.points):
            least[root[point]] = min(labels[point], least.get(root[point], labels[point]))
        return Labelling(
            tuple(labels), certificate, tuple(least[root[point]] for point in range(self.points)), self.complete
        )

    def _twins(self, colours: Sequence[int]) -> list[tuple[int, int]]:
        """For each vertex the first of its twins, adjacent to each other or not, and its rank among them."""
        classes: dict[tuple[int, bool, frozenset[int]], list[int]] = {}
        for point in range(self.points):
            around = frozenset(self.neighbours[point])
            classes.setdefault((colours[point], False, around), []).append(point)
            classes.setdefault((colours[point], True, around | {point}), []).append(point)
        found = [(vertex, 0) for vertex in range(len(self.neighbours))]
        for members in classes.values():
            if len(members) > 1:  # nobody has twins of both sorts
                for rank, point in enumerate(members):
                    found[point] = (members[0], rank)
        return found

    def _refined(self, colours: list[int]) -> tuple[list[int], list[_Signature]]:
        """The coarsest refinement in which equal colours have equally coloured neighbours, and what tells it apart."""
        count = len(set(colours))
        while True:
            self.left -= self.round
            weights = [(colour * colour + 1) * _MIX & _MASK for colour in colours]
            signatures = [
                (colour, sum([weights[other] for other in around]))
                for colour, around in zip(colours, self.neighbours, strict=True)
            ]
            trace = sorted(signatures)
            names = {signature: name for name, signature in enumerate(dict.fromkeys(trace))}
            colours = [names[signature] for signature in signatures]
            if len(names) == count or self.left <= 0:
                return colours, trace
            count = len(names)

    def _explore(self, colours: list[int], path: list[int]) -> int:
        """Search the tree below a node; returns the level to go back to, as a rule the one above."""
        classes: dict[int, list[int]] = {}
        for point in range(self.points):
            classes.setdefault(colours[point], []).append(point)
        shared = [(len(members), colour) for colour, members in classes.items() if len(members) > 1]
        if not shared or self.left <= 0:
            return self._leaf(colours, path)
        level, tried = len(path), list[int]()
        for point in classes[min(shared)[1]]:
            if tried:
                if self.left <= 0:
                    self.complete = False
                    break
                root = _orbits(self.points, [each for each in self.symmetries if all(each[p] == p for p in path)])
                if root[point] in {root[other] for other in tried}:
                    continue
            tried.append(point)
            marked = [2 * colour + (vertex == point) for vertex, colour in enumerate(colours)]
            child, trace = self._refined(marked)
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
        self.left -= self.round
        text = self.certificate(labels)
        if self.best is None or text < self.best[2]:
            self.best = (path, labels, text)
        elif text == self.best[2]:
            known, numbers, _ = self.best
            place = {number: point for point, number in enumerate(numbers)}
            self.symmetries.append(tuple(place[number] for number in labels))
            return next((k for k, (one, two) in enumerate(zip(path, known, strict=False)) if one != two), 0)
        return len(path) - 1


def _orbits(points: int, maps: Sequence[Sequence[int]]) -> list[int]:
    """For each point the representative of its orbit under some maps."""
    above = list(range(points))

    def root(point: int) -> int:
        while above[point] != point:
            above[point] = point = above[above[point]]
        return point

    for each in maps:
        for point in range(points):
            above[root(point)] = root(each[point])
    return [root(point) for point in range(points)]
