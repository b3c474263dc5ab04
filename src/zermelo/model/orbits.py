"""Orbits of points under permutations that are found one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Orbits:
    """The orbits of some points under permutations, which are joined in one by one (a union-find).

    >>> orbits = Orbits(4)
    >>> orbits.join([0, 3, 2, 1])
    >>> [orbits.root(point) for point in range(4)]
    [0, 3, 2, 3]
    """

    def __init__(self, points: int, maps: Iterable[Sequence[int]] = ()) -> None:
        self._above = list(range(points))
        for each in maps:
            self.join(each)

    def join(self, image: Sequence[int]) -> None:
        """Join each point with its image."""
        for point in range(len(self._above)):
            self._above[self.root(point)] = self.root(image[point])

    def root(self, point: int) -> int:
        """The representative of the orbit of a point."""
        above = self._above
        while above[point] != point:
            above[point] = point = above[above[point]]
        return point
