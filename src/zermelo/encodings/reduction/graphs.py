"""The graph of a connection game with stones on it: contracted, pruned, its minimal paths listed.

White cells are deleted; a chain of black stones is contracted, so that the open cells around it touch each other, and
reach the border that the chain reaches. A cell matters when some path through it needs few enough stones, and cannot
do without it: a cell whose neighbours touch each other already has a shortcut past it. A path without such shortcuts is
exactly a minimal winning set.

Source: implicit-state-and-goals, section 4.1.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.errors import UnsupportedError
from zermelo.model import ConnectionGame, cells_of, mask_of

PATH_LIMIT = 200_000
"""The most minimal paths of a connection game that are listed."""


class Graph(NamedTuple):
    """A graph on the cells 0 … η-1 with two borders, as sorted tuples."""

    neighbours: tuple[tuple[int, ...], ...]
    source: tuple[int, ...]
    target: tuple[int, ...]


class Contracted(NamedTuple):
    """A graph on some cells of the game, given as masks."""

    neighbours: dict[int, int]
    source: int
    target: int

    def numbered(self, cells: tuple[int, ...]) -> Graph:
        """The part on these cells, which get the numbers 0, 1, …"""
        number = {cell: index for index, cell in enumerate(cells)}
        kept = mask_of(cells)

        def inner(mask: int) -> tuple[int, ...]:
            return tuple(number[cell] for cell in cells_of(mask & kept))

        return Graph(tuple(inner(self.neighbours[cell]) for cell in cells), inner(self.source), inner(self.target))


def contract(game: ConnectionGame, source: int, target: int, stones: int, kept: int) -> Contracted | None:
    """The graph on some cells, in which paths may run through stones for nothing.

    None when the stones alone join the borders.

    Parameters
    ----------
    game
        The game, for the neighbours of its cells.
    source, target
        The masks of the cells at the two borders.
    stones
        The mask of the stones.
    kept
        The mask of the cells of the graph; none has a stone.
    """
    around_of = game.neighbours
    neighbours = {cell: around_of[cell] & kept for cell in cells_of(kept)}
    left, start, end = stones, source & kept, target & kept
    while left:
        chain = game.reach(left & -left, stones)
        left &= ~chain
        if chain & source and chain & target:
            return None
        around = 0
        for cell in cells_of(chain):
            around |= around_of[cell]
        around &= kept
        if chain & source:
            start |= around
        if chain & target:
            end |= around
        for cell in cells_of(around):
            neighbours[cell] |= around & ~(1 << cell)
    return Contracted(neighbours, start, end)


def _distances(graph: Contracted, border: int, kept: int) -> dict[int, int]:
    """The number of stones that a path from the border to each cell takes, that cell included."""
    distance, steps, reached, frontier = dict[int, int](), 0, 0, border & kept
    while frontier:
        steps += 1
        reached |= frontier
        around = 0
        for cell in cells_of(frontier):
            distance[cell] = steps
            around |= graph.neighbours[cell]
        frontier = around & kept & ~reached
    return distance


def _has_shortcut(graph: Contracted, cell: int, kept: int) -> bool:
    """Tell whether every path through the cell can do without it."""
    around, source, target = graph.neighbours[cell] & kept, graph.source, graph.target
    at_source, at_target = source >> cell & 1, target >> cell & 1
    if at_source and at_target:
        return False
    if at_source:
        return around & ~source == 0
    if at_target:
        return around & ~target == 0
    for other in cells_of(around):
        touches = graph.neighbours[other] | 1 << other
        if source >> other & 1:
            touches |= source
        if target >> other & 1:
            touches |= target
        if around & ~touches:
            return False
    return True


def on_paths(graph: Contracted, stones: int, kept: int) -> int:
    """The cells that may lie on a minimal path of at most so many stones, to a fixpoint.

    Parameters
    ----------
    graph
        The graph, contracted.
    stones
        The most cells of a path.
    kept
        The mask of the cells to begin with.
    """
    while True:
        before, after = _distances(graph, graph.source, kept), _distances(graph, graph.target, kept)
        far = stones + 2
        useful = mask_of(
            cell
            for cell in cells_of(kept)
            if before.get(cell, far) + after.get(cell, far) - 1 <= stones and not _has_shortcut(graph, cell, kept)
        )
        if useful == kept:
            return kept
        kept = useful


def minimal_paths(graph: Graph, stones: int, limit: int = PATH_LIMIT) -> list[int]:
    """The paths from source to target that no edge shortens, as masks.

    Parameters
    ----------
    graph
        The graph.
    stones
        The most cells of a path.
    limit
        The most paths.

    Raises UnsupportedError when there are more than ``limit``, or when finding them takes too many steps.

    >>> minimal_paths(Graph(((1, 2), (0, 2), (0, 1)), (0,), (2,)), 3)
    [5]
    """
    neighbours = [mask_of(around) for around in graph.neighbours]
    source, target = mask_of(graph.source), mask_of(graph.target)
    whole = Contracted(dict(enumerate(neighbours)), source, target)
    distance = _distances(whole, target, (1 << len(neighbours)) - 1)
    paths: list[int] = []
    steps = 0
    stack = [(1 << cell, cell, 1, source) for cell in graph.source if distance.get(cell, stones + 1) <= stones]
    while stack:
        path, last, length, closed = stack.pop()
        steps += 1
        if target >> last & 1:
            paths.append(path)
        else:
            around = neighbours[last]
            beyond = closed | around
            stack.extend(
                (path | 1 << cell, cell, length + 1, beyond)
                for cell in cells_of(around & ~closed)
                if length + distance.get(cell, stones) <= stones
            )
        if len(paths) > limit or steps > 4 * limit:
            kind, most = ("minimal", limit) if len(paths) > limit else ("partial", 4 * limit)
            advice = "ask whether Black wins, by an encoding that lists none ('en', or 'et' on a Hex board)"
            raise UnsupportedError(f"at most {most}", found=f"more than {most} {kind} paths", advice=advice)
    return paths
