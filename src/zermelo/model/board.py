"""A board: the named cells of a game, and where they lie.

The rules never look at the geometry; drawing, symmetries and the recognition of Hex boards do. A cell is
an ``int``, its index in :attr:`Board.cells`; a set of cells is an ``int`` too, the bit mask of their
indices. Sizes are columns × rows everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from zermelo.errors import InputError

_LETTER_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})")


class Layout(Enum):
    """The geometry of the cells: a rectangle of squares, a rhombus of hexagons, or no geometry at all."""

    SQUARE = "square"
    HEX = "hex"
    GRAPH = "graph"


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a mask, smallest first.

    >>> list(cells_of(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """The mask of some cells.

    >>> bin(mask_of([0, 1, 3]))
    '0b1011'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def column_letters(column: int) -> str:
    """The letters of a 1-based column: a … z, aa, ab, …

    >>> column_letters(1), column_letters(26), column_letters(27)
    ('a', 'z', 'aa')
    """
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


@dataclass(frozen=True)
class Board:
    """Cells with names and, where there is one, a place: ``(column, row)``, both from 1.

    Parameters
    ----------
    cells
        The names, unique; a cell is its index here.
    layout
        Squares, hexagons or a bare graph.
    columns, rows
        The size of the smallest rectangle that holds every cell; 0 for a graph.
    places
        For each cell its ``(column, row)``; empty for a graph. A board may have holes.
    row_one_on_top
        True if row 1 is drawn first (BDDL, Hex), False if last (``.pg`` files, where *up* leads to row 2).
    torus
        True if opposite edges are glued.

    >>> board = Board.square(3, 2)
    >>> board.cells
    ('a1', 'a2', 'b1', 'b2', 'c1', 'c2')
    >>> print(board.draw(black=board.mask(["a1", "c2"]), white=board.mask(["b1"])))
      a b c
    2 . . X
    1 X O .
    """

    cells: tuple[str, ...]
    layout: Layout = Layout.GRAPH
    columns: int = 0
    rows: int = 0
    places: tuple[tuple[int, int], ...] = ()
    row_one_on_top: bool = True
    torus: bool = False

    def __post_init__(self) -> None:
        if len(set(self.cells)) != len(self.cells):
            raise InputError("every cell named once", found="a cell name that stands twice")

    @classmethod
    def square(cls, columns: int, rows: int, *, torus: bool = False) -> Board:
        """A rectangle of squares named a1, a2, … as in ``.pg`` files, column by column.

        Parameters
        ----------
        columns, rows
            The size.
        torus
            True if opposite edges are glued.
        """
        places = tuple((x, y) for x in range(1, columns + 1) for y in range(1, rows + 1))
        names = tuple(f"{column_letters(x)}{y}" for x, y in places)
        return cls(names, Layout.SQUARE, columns, rows, places, row_one_on_top=False, torus=torus)

    @classmethod
    def grid(cls, columns: int, rows: int) -> Board:
        """A rectangle of squares named (1,1), (2,1), … as in BDDL, row by row, row 1 on top."""
        places = tuple((x, y) for y in range(1, rows + 1) for x in range(1, columns + 1))
        return cls(tuple(f"({x},{y})" for x, y in places), Layout.SQUARE, columns, rows, places)

    @classmethod
    def hex(cls, columns: int, rows: int) -> Board:
        """A rhombus of hexagons named a1, a2, …; (x, y) touches (x±1, y), (x, y±1), (x+1, y-1), (x-1, y+1)."""
        square = cls.square(columns, rows)
        return cls(square.cells, Layout.HEX, columns, rows, square.places)

    @classmethod
    def named(cls, cells: Iterable[str], layout: Layout = Layout.SQUARE) -> Board:
        """A board with the given cell names; names like ``c4`` give the places, any other name makes it a graph.

        >>> Board.named(["a1", "b1", "b3"]).layout, Board.named(["north", "south"]).layout
        (<Layout.SQUARE: 'square'>, <Layout.GRAPH: 'graph'>)
        """
        names = tuple(cells)
        matches = [_LETTER_NAME.fullmatch(name) for name in names]
        places = tuple((_column_number(m[1]), int(m[2])) for m in matches if m)
        if layout is Layout.GRAPH or len(places) < len(names) or not names:
            return cls(names)
        columns, rows = max(x for x, _ in places), max(y for _, y in places)
        return cls(names, layout, columns, rows, places, row_one_on_top=layout is Layout.HEX)

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def index(self) -> dict[str, int]:
        """The cell of each name."""
        return {name: cell for cell, name in enumerate(self.cells)}

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cell at each place."""
        return {place: cell for cell, place in enumerate(self.places)}

    @property
    def full(self) -> int:
        """The mask of all cells."""
        return (1 << len(self.cells)) - 1

    def cell(self, name: str) -> int:
        """The cell of a name; ``InputError`` for a name that the board does not have."""
        try:
            return self.index[name]
        except KeyError:
            few = ", ".join(self.cells[:6]) + (", …" if len(self.cells) > 6 else "")
            raise InputError(f"a cell of the board ({few})", found=repr(name)) from None

    def mask(self, names: Iterable[str]) -> int:
        """The mask of some named cells."""
        return mask_of(self.cell(name) for name in names)

    def names(self, mask: int) -> list[str]:
        """The names of the cells of a mask."""
        return [self.cells[cell] for cell in cells_of(mask)]

    def hex_neighbours(self, cell: int) -> int:
        """The mask of the cells that touch a cell of a Hex board."""
        x, y = self.places[cell]
        around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1))
        return mask_of(self.at[place] for place in around if place in self.at)

    def side(self, name: str) -> int:
        """The mask of a side of the rectangle: ``left``, ``right``, ``first`` (row 1) or ``last`` (the last row)."""
        axis, value = {"left": (0, 1), "right": (0, self.columns), "first": (1, 1), "last": (1, self.rows)}[name]
        return mask_of(cell for cell, place in enumerate(self.places) if place[axis] == value)

    @property
    def size_text(self) -> str:
        """The size in words: ``4x3 (columns x rows)``, or the number of cells of a graph."""
        if self.layout is Layout.GRAPH:
            return f"{len(self.cells)} cells"
        return f"{self.columns}x{self.rows} (columns x rows){', torus' if self.torus else ''}"

    def draw(self, black: int = 0, white: int = 0, marks: dict[int, str] | None = None) -> str:
        """The board as text: X black, O white, ``.`` open.

        Parameters
        ----------
        black, white
            The masks of the stones.
        marks
            For some cells a character to draw in place of the usual one.
        """

        def symbol(cell: int) -> str:
            bit = 1 << cell
            plain = "X" if black & bit else "O" if white & bit else "."
            return (marks or {}).get(cell, plain)

        if self.layout is Layout.GRAPH:
            stones = [f"{name}{symbol(cell)}" for cell, name in enumerate(self.cells)]
            wide = max((len(text) for text in stones), default=1) + 1
            each = max(1, 78 // wide)
            rows = ["".join(f"{text:{wide}}" for text in stones[k : k + each]) for k in range(0, len(stones), each)]
            return "\n".join(row.rstrip() for row in rows)
        letters = [self.column_title(x) for x in range(1, self.columns + 1)]
        wide = max(len(title) for title in letters)
        margin = len(str(self.rows))
        order = range(1, self.rows + 1) if self.row_one_on_top else range(self.rows, 0, -1)
        lines = [" " * margin + "".join(f" {title:>{wide}}" for title in letters)]
        for drawn, y in enumerate(order):
            shift = " " * (drawn + 1) if self.layout is Layout.HEX else ""
            cells = (self.at.get((x, y)) for x in range(1, self.columns + 1))
            body = "".join(f" {' ' if cell is None else symbol(cell):>{wide}}" for cell in cells)
            lines.append(f"{shift}{y:>{margin}}{body}".rstrip())
        return "\n".join(lines)

    def column_title(self, column: int) -> str:
        """The heading of a column: its letters, or its number where the cells are named by numbers."""
        return str(column) if self.cells and self.cells[0].startswith("(") else column_letters(column)
