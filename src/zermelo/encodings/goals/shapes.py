"""Shapes: winning sets that are all placements of a few patterns on a rectangular board.

In Harary's Tic-Tac-Toe, tic-tac-toe or Gomoku nobody lists winning sets: the shapes are given, and every way to lay
them on the board wins. A goal can say just that (implicit-state-and-goals, section 6): guess an orientation and where
one cell lies; the other cells follow by the relations *right* and *up* along a spanning tree of the shape.

Here the shapes are found in the winning sets themselves, whatever file or family they come from: the sets fall into
classes of translates, and each class must hold every translate that lies on the board. On a torus translates wrap
around. What is a torus is told by the sets, too: when they are closed under wrapping translations there are never more
classes that way. Orientations are treated as different shapes; so are reflections.

Steps other than right and up are allowed: those that join the cells of a diagonal, or the parts of a shape in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from zermelo.encodings.base import Encoding, Takes
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.errors import InputError
from zermelo.model import Board, Game, PositionalGame, cells_of, mask_of

NEEDS = "winning sets that are all placements of some shapes on a rectangular board"
STARTS = 16
"""The most cells of a shape that are tried as the root of its tree."""

Offset = tuple[int, int]


class Link(NamedTuple):
    """A step from a cell of a shape to another; cells by their number in the shape.

    Parameters
    ----------
    source, target
        Two cells.
    step
        Columns to the right and rows up from the first to the second: (1,0) is *right*, (0,1) *up*.
    """

    source: int
    target: int
    step: Offset


@dataclass(frozen=True)
class Shapes:
    """All placements of some shapes on a board.

    Parameters
    ----------
    board
        The cells with their places.
    wraps
        True if placements wrap around the edges, as on a torus.
    placements
        For each shape its placements as masks.
    """

    board: Board
    wraps: bool
    placements: tuple[tuple[int, ...], ...]

    def reached(self, cell: int, step: Offset) -> int | None:
        """The cell that a step leads to; None off the board.

        >>> shapes = Shapes(Board.square(3, 3), False, ())
        >>> shapes.reached(0, (1, 0)), shapes.reached(0, (-1, 0))
        (3, None)
        """
        (x, y), (right, up) = self.board.places[cell], step
        place = (x + right, y + up)
        return self.board.at.get(_wrapped(self.board, place) if self.wraps else place)

    def step(self, source: int, target: int) -> Offset:
        """The shortest step from a cell to another."""
        (x, y), (to_x, to_y) = self.board.places[source], self.board.places[target]
        return self._shortest((to_x - x, to_y - y))

    def _shortest(self, step: Offset) -> Offset:
        if not self.wraps:
            return step
        right, up = (
            (part + (size - 1) // 2) % size - (size - 1) // 2
            for part, size in zip(step, (self.board.columns, self.board.rows), strict=True)
        )
        return right, up

    def forward(self, link: Link) -> Link:
        """The same relation, read from left to right or from below: *left* from i to j is *right* from j to i."""
        back = self._shortest((-link.step[0], -link.step[1]))
        return Link(link.target, link.source, back) if back > link.step else link


def _wrapped(board: Board, place: tuple[int, int]) -> tuple[int, int]:
    x, y = place
    return (x - 1) % board.columns + 1, (y - 1) % board.rows + 1


def shapes_of(game: Game) -> Shapes | None:
    """The shapes whose placements are Black's winning sets; None when there are no such shapes.

    The empty set, with which Black has won before he starts, is left out.

    >>> from zermelo.families import make
    >>> shapes = shapes_of(make("httt:tippy,board=4x4,kind=mb"))
    >>> [len(each) for each in shapes.placements], shapes.wraps
    ([6, 6, 6, 6], False)
    """
    return _recognised(game.board, game.black_sets) if isinstance(game, PositionalGame) else None


def lacks_shapes(game: Game) -> str | None:
    """The reason why a positional game has no goal made of shapes, in a few words; None when it has one."""
    return f"needs {NEEDS}" if isinstance(game, PositionalGame) and shapes_of(game) is None else None


@lru_cache(maxsize=16)
def _recognised(board: Board, sets: tuple[int, ...]) -> Shapes | None:
    if len(board) != board.columns * board.rows:
        return None
    for wraps in (True, False):
        left, found = {mask for mask in sets if mask}, []
        for mask in sets:
            if mask in left:
                placements = {*_translates(board, mask, wraps)}
                if not placements <= left:
                    break
                left -= placements
                found.append(tuple(sorted(placements)))
        if not left:
            return Shapes(board, wraps, tuple(found))
    return None


def _translates(board: Board, mask: int, wraps: bool) -> Iterator[int]:
    places = [board.places[cell] for cell in cells_of(mask)]
    columns, rows = ({place[axis] for place in places} for axis in range(2))
    if wraps:
        for right in range(board.columns):
            for up in range(board.rows):
                yield mask_of(board.at[_wrapped(board, (x + right, y + up))] for x, y in places)
    else:
        for right in range(1 - min(columns), board.columns - max(columns) + 1):
            for up in range(1 - min(rows), board.rows - max(rows) + 1):
                yield mask_of(board.at[x + right, y + up] for x, y in places)


class OnShapes(Encoding):
    """An encoding of connection games, and of positional games on shapes.

    The winning sets of the latter are all placements of some shapes.
    """

    takes = Takes(positional=True, connection=True)
    needs = f"of positional games {NEEDS}"

    def lacks(self, game: Game) -> str | None:
        """As :meth:`Encoding.lacks`."""
        return super().lacks(game) or lacks_shapes(game)


class ResidualShapes(NamedTuple):
    """The shapes that Black can still complete, on numbered cells.

    Parameters
    ----------
    shapes
        The shapes of the game.
    numbers
        The number of each cell: of the open cells of the pruned game, and of the black stones that placements use.
    size
        Numbers are smaller than this; some may mean no cell.
    kinds
        For each shape with a placement that is left, the cells of one of its placements.
    """

    shapes: Shapes
    numbers: dict[int, int]
    size: int
    kinds: tuple[tuple[int, ...], ...]

    def table(self, step: Offset) -> list[int | None]:
        """For each number the number of the cell that a step leads to; None where there is none."""
        table: list[int | None] = [None] * self.size
        for cell, number in self.numbers.items():
            reached = self.shapes.reached(cell, step)
            if reached is not None:
                table[number] = self.numbers.get(reached)
        return table


def residual_shapes(game: CellGame, pruned: PrunedGame, cells: int) -> ResidualShapes:
    """The shapes that Black can still complete with the stones and cells that pruning leaves him.

    Parameters
    ----------
    game, pruned
        The game, and what pruning has made of it: its cells keep their numbers.
    cells
        The first number for black stones of the start position; at least the number of cells.

    Raises InputError when the winning sets are no placements of shapes.
    """
    shapes = shapes_of(game)
    if shapes is None:
        raise InputError(NEEDS)
    black, stones = game.start.black, pruned.stones
    usable = mask_of(pruned.cells) | black
    kinds, used = [], 0
    for placements in shapes.placements:
        left = [mask for mask in placements if not mask & ~usable and (mask & ~black).bit_count() <= stones]
        if left:
            kinds.append(tuple(cells_of(left[0])))
        for mask in left:
            used |= mask & black
    numbers = {cell: number for number, cell in enumerate(pruned.cells)}
    numbers |= {cell: number for number, cell in enumerate(cells_of(used), cells)}
    return ResidualShapes(shapes, numbers, cells + used.bit_count(), tuple(kinds))


def spanning_trees(residual: ResidualShapes) -> list[tuple[Link, ...]]:
    """For each shape the links of a tree through its cells, from the root on.

    Each link leads to the next cell in number. Steps are as short as can be, links start from as late a cell as can
    be, and many shapes share many links.

    >>> from zermelo.encodings.reduction.pruning import prune
    >>> from zermelo.families import make
    >>> game = make("httt:tic,board=3x3,kind=mb")
    >>> for tree in spanning_trees(residual_shapes(game, prune(game, 9), 9)):
    ...     print(*(tuple(link) for link in tree))
    (0, 1, (0, -1)) (1, 2, (0, -1))
    (0, 1, (-1, 0)) (1, 2, (-1, 0))
    """
    used = set[Link]()
    trees = []
    for cells in residual.kinds:
        candidates = [_tree(residual.shapes, cells, start, used) for start in cells[:STARTS]]
        trees.append(min(candidates, key=lambda tree: _cost(tree, used)))
        used.update(trees[-1])
    return trees


def _cost(tree: tuple[Link, ...], used: set[Link]) -> tuple[int, int, tuple[Link, ...]]:
    """New links first, then how far they reach back."""
    return len(set(tree) - used), sum(link.target - link.source for link in tree), tree


def _tree(shapes: Shapes, cells: Sequence[int], start: int, used: set[Link]) -> tuple[Link, ...]:
    """Prim's algorithm from a cell."""

    def preference(length: int, source: int, step: Offset) -> tuple[int, int, bool, Offset]:
        return length, source, Link(-source, len(links) + 1, step) not in used, step

    nearest: dict[int, tuple[int, int, Offset]] = dict.fromkeys(cells, (len(shapes.board) + 1, 0, (0, 0)))
    links: list[Link] = []
    added = start
    while True:
        del nearest[added]
        for cell, best in nearest.items():
            right, up = step = shapes.step(added, cell)
            nearest[cell] = min(best, (abs(right) + abs(up), -len(links), step))
        if not nearest:
            return tuple(links)
        added = min(nearest, key=lambda cell: preference(*nearest[cell]))
        links.append(Link(-nearest[added][1], len(links) + 1, nearest[added][2]))


def anchored(residual: ResidualShapes) -> list[tuple[Offset, ...]]:
    """For each shape the steps from one of its cells, the anchor, to the others; shapes share many steps."""

    def from_each(cells: Sequence[int]) -> list[tuple[Offset, ...]]:
        return [tuple(residual.shapes.step(anchor, cell) for cell in cells if cell != anchor) for anchor in cells]

    def completed(first: tuple[Offset, ...]) -> list[tuple[Offset, ...]]:
        used, chosen = set(first), [first]
        for cells in residual.kinds[1:]:
            chosen.append(min(from_each(cells), key=lambda steps: sum(step not in used for step in steps)))
            used.update(chosen[-1])
        return chosen

    starts = from_each(residual.kinds[0])[:STARTS]
    return min(map(completed, starts), key=lambda chosen: len(set().union(*chosen)))
