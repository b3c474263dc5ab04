"""Twins in a coloured graph: points of one colour with the same neighbours, but for each other.

They change places freely, so neither the search for symmetries (:mod:`zermelo.model.automorphism`) nor that for
canonical numbers (:mod:`zermelo.store.labelling`) has to tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Twins(NamedTuple):
    """A point and its twins; all are neighbours of each other, or none are."""

    points: list[int]
    adjacent: bool


def twin_classes(neighbours: Sequence[Sequence[int]], colours: Sequence[int], points: int) -> list[Twins]:
    """The first so many vertices of a graph, with their twins, in the order of the first of each class.

    Parameters
    ----------
    neighbours, colours
        Of each vertex; neighbours are symmetric.
    points
        The number of vertices that are looked at.

    >>> twin_classes([(1, 3), (0, 2), (1, 3), (0, 2)], [0, 0, 0, 1], 4)
    [Twins(points=[0, 2], adjacent=False), Twins(points=[1], adjacent=False), Twins(points=[3], adjacent=False)]
    """
    classes: dict[tuple[int, bool, frozenset[int]], list[int]] = {}
    for point in range(points):
        around = frozenset(neighbours[point])
        classes.setdefault((colours[point], False, around), []).append(point)
        classes.setdefault((colours[point], True, around | {point}), []).append(point)
    found = [Twins(members, key[1]) for key, members in classes.items() if len(members) > 1]
    taken = {point for each in found for point in each.points}  # nobody has twins of both sorts
    return sorted([*found, *(Twins([point], False) for point in range(points) if point not in taken)])
