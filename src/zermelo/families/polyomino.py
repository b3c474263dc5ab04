"""Polyominoes: the shapes of Harary's Tic-Tac-Toe, by name and by coordinates.

A player achieves a polyomino by placing it in any of its rotations and reflections, so a shape here is a *free*
polyomino: all its orientations are one object, held in one canonical form. The shapes are generated, not listed; only
their names are a table.

Canonical order. A shape is written as the smallest (in the order of tuples) of its up to eight orientations, each
moved to the origin and its cells sorted; the shapes of n cells are numbered in the order of these forms:
``p6-01`` is the straight hexomino, ``p6-35`` the last one.

Names.
    1-4 cells   Harary's: elam, domino, tic, el, skinny, elly, knobby, fatty, tippy (aliases I3, V3, I4, L4, T4 …)
    5 cells     the letters F I L N P T U V W X Y Z
    6 cells     letter and number as in the Polyform Puzzler, ``I06`` … ``Z16``; ``I6`` is ``I06``; Snaky is ``N16``
    any         ``p5-07``, and coordinates: ``00101120`` or ``00-10-11-20`` (digit pairs, column and row)

Beware of one published file: ``test_5_5_Z.pg`` (5×5, "Z") holds the N pentomino, which some call S. Here Z is Z.

"Fits on the board" (pairing-encoding, section 6) means: with at most six cells, the bounding box goes into the board in
some orientation; the single cell counts. That gives the 24, 49 and 55 shapes behind the paper's 48, 98 and 110
instances on 3×3, 4×4 and 5×5; the torus instances are the same shapes again, although a torus has room for more.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from zermelo.errors import InputError
from zermelo.model import mask_of

Cell = tuple[int, int]
Shape = tuple[Cell, ...]

_NAMES = {  # the shapes of n cells in canonical order
    1: "elam",
    2: "domino",
    3: "tic el",
    4: "skinny elly knobby fatty tippy",
    5: "I L Y P U V T N F W Z X",
    6: "I06 L06 Y06 Y16 P06 U06 C06 V06 D06 T16 snaky O06 A06 R06 G06 J06 N06 H06 "
    "T06 S06 F36 W06 Z16 K06 Q06 F26 W26 M06 E06 F06 W16 F16 Z06 X06 X16",
}
_ALIASES = {
    "elam": "monomino single I1",
    "domino": "I2",
    "tic": "I3",
    "el": "L3 V3",
    "skinny": "I4",
    "elly": "L4 J4",
    "knobby": "T4",
    "tippy": "S4 Z4",
    "fatty": "O4 square",
    "N": "S5",
    "snaky": "N16",
}
LARGEST = 6


def _moved(cells: Iterable[Cell]) -> Shape:
    """The cells moved to the origin and sorted."""
    cells = list(cells)
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - low) for x, y in cells))


def _orientations(cells: Iterable[Cell]) -> list[Shape]:
    """The distinct rotations and reflections, smallest first."""
    turned, found = list(cells), set()
    for _ in range(4):
        turned = [(y, -x) for x, y in turned]
        found |= {_moved(turned), _moved((-x, y) for x, y in turned)}
    return sorted(found)


def _connected(cells: frozenset[Cell]) -> bool:
    reached: set[Cell] = set()
    frontier = {next(iter(cells))}
    while frontier:
        reached |= frontier
        frontier = {step for x, y in frontier for step in _around(x, y)} & cells - reached
    return len(reached) == len(cells)


def _around(x: int, y: int) -> tuple[Cell, ...]:
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


@dataclass(frozen=True, repr=False)
class Polyomino:
    """A free polyomino; equal to every rotation and reflection of itself.

    Parameters
    ----------
    cells
        Its cells in any orientation and place; kept in canonical form.

    Raises ``InputError`` for no cells at all and for cells that do not hang together edge to edge.

    >>> Polyomino(frozenset({(5, 5), (5, 6), (6, 6), (6, 7)}))
    shape('tippy')
    >>> print(shape("tippy"))
    XX.
    .XX
    >>> len(shape("tippy").orientations())
    4
    """

    cells: frozenset[Cell]

    def __post_init__(self) -> None:
        if not self.cells:
            raise InputError("a polyomino of at least one cell")
        if not _connected(self.cells):
            raise InputError("cells that hang together edge to edge", found="a shape in several pieces")
        object.__setattr__(self, "cells", frozenset(_orientations(self.cells)[0]))

    def __repr__(self) -> str:
        return f"shape({self.name!r})"

    def __str__(self) -> str:
        columns, rows = max(y for _, y in self.cells) + 1, max(x for x, _ in self.cells) + 1
        return "\n".join("".join("X" if (y, x) in self.cells else "." for x in range(columns)) for y in range(rows))

    def contains(self, other: Polyomino) -> bool:
        """Tell whether each placement of this one is one of another, and perhaps of more cells.

        Parameters
        ----------
        other
            The polyomino that is looked for, in any orientation.

        Whoever stops a polyomino, as a mere breaker, so stops all that contain it (Harary's way to the losers of his
        achievement games).

        >>> snaky, el = shape("snaky"), shape("el")
        >>> snaky.contains(el), el.contains(snaky), snaky.contains(shape("fatty"))
        (True, False, False)
        """
        return any(
            all((x + a - turned[0][0], y + b - turned[0][1]) in self.cells for a, b in turned)
            for turned in other.orientations()
            for x, y in self.cells
        )

    @property
    def name(self) -> str:
        """The usual name up to six cells, coordinates beyond; :func:`shape` takes either."""
        number = _numbers().get(self.form)
        if number is not None:
            return _names_of(len(self.cells))[number]
        return "".join(f"{x}{y}" for x, y in self.form)

    @property
    def form(self) -> Shape:
        """The cells in canonical order."""
        return tuple(sorted(self.cells))

    @property
    def systematic_name(self) -> str | None:
        """``p6-11`` and the like: cells, and the number in canonical order; None above six cells."""
        number = _numbers().get(self.form)
        return None if number is None else f"p{len(self.cells)}-{number + 1:02}"

    @property
    def box(self) -> tuple[int, int]:
        """The sides of the bounding box, the smaller first."""
        wide, high = max(x for x, _ in self.cells) + 1, max(y for _, y in self.cells) + 1
        return min(wide, high), max(wide, high)

    def orientations(self) -> list[Shape]:
        """The distinct rotations and reflections, each at the origin and sorted."""
        return _orientations(self.cells)

    def fits(self, columns: int, rows: int) -> bool:
        """True if the bounding box fits into a board in some orientation."""
        return self.box[0] <= min(columns, rows) and self.box[1] <= max(columns, rows)

    def placements(self, columns: int, rows: int, *, torus: bool = False) -> set[int]:
        """All placements on a board: masks over the cells of ``Board.square(columns, rows)``.

        On a torus the shape may wrap, but never onto itself: an orientation that would cover a cell twice is no
        placement.

        Parameters
        ----------
        columns, rows
            The size of the board.
        torus
            True to join opposite edges.

        >>> len(shape("tippy").placements(4, 4)), len(shape("tippy").placements(4, 4, torus=True))
        (24, 64)
        >>> shape("skinny").placements(3, 3, torus=True)
        set()
        """
        return pattern_masks(self.orientations(), columns, rows, torus=torus)


def pattern_masks(patterns: Iterable[Shape], columns: int, rows: int, *, torus: bool = False) -> set[int]:
    """All translations of some patterns on a board, as masks over ``Board.square(columns, rows)``.

    Parameters
    ----------
    patterns
        Cells as ``(column, row)`` from 0, moved to the origin; connected or not.
    columns, rows
        The size of the board.
    torus
        True to let patterns wrap over the edges; one that would cover a cell twice is left out.

    >>> sorted(pattern_masks([((0, 0), (1, 1))], 2, 2))
    [9]
    """
    found = set()
    for pattern in patterns:
        wide, high = max(x for x, _ in pattern) + 1, max(y for _, y in pattern) + 1
        if not torus:
            if wide > columns or high > rows:
                continue
            corner = mask_of(x * rows + y for x, y in pattern)  # a translation of the cells shifts their mask
            found |= {corner << x * rows + y for x in range(columns - wide + 1) for y in range(rows - high + 1)}
        elif len({(x % columns, y % rows) for x, y in pattern}) == len(pattern):
            for left in range(columns):
                for low in range(rows):
                    found.add(mask_of((x + left) % columns * rows + (y + low) % rows for x, y in pattern))
    return found


@cache
def free_polyominoes(cells: int) -> tuple[Polyomino, ...]:
    """All free polyominoes of 1 to 6 cells, in canonical order.

    >>> [len(free_polyominoes(n)) for n in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    if not 1 <= cells <= LARGEST:
        raise InputError(f"1 to {LARGEST} cells", found=str(cells))
    if cells == 1:
        return (Polyomino(frozenset({(0, 0)})),)
    grown = {
        _orientations([*smaller.cells, place])[0]
        for smaller in free_polyominoes(cells - 1)
        for x, y in smaller.cells
        for place in _around(x, y)
        if place not in smaller.cells
    }
    return tuple(Polyomino(frozenset(form)) for form in sorted(grown))


def fitting(columns: int, rows: int, max_cells: int = LARGEST) -> list[Polyomino]:
    """The polyominoes that fit on a board, by the convention of the paper (see the head of this module).

    Parameters
    ----------
    columns, rows
        The size of the board.
    max_cells
        Cells of the largest polyominoes, at most 6.

    >>> [len(fitting(n, n)) for n in (3, 4, 5)]
    [24, 49, 55]
    """
    return [poly for cells in range(1, max_cells + 1) for poly in free_polyominoes(cells) if poly.fits(columns, rows)]


@cache
def _names_of(cells: int) -> tuple[str, ...]:
    return tuple(_NAMES[cells].split())


@cache
def _numbers() -> dict[Shape, int]:
    """The number of each small shape in the canonical order of its size."""
    return {p.form: number for size in range(1, LARGEST + 1) for number, p in enumerate(free_polyominoes(size))}


@cache
def shape_names() -> dict[str, Polyomino]:
    """Every name and alias (not the systematic ones) with its shape."""
    found = {}
    for size in range(1, LARGEST + 1):
        for poly, name in zip(free_polyominoes(size), _names_of(size), strict=True):
            found[name] = poly
            for alias in _ALIASES.get(name, "").split():
                found[alias] = poly
            if size == LARGEST - 1:
                found[f"{name}5"] = poly
            elif name[1:] == "06":
                found[f"{name[0]}6"] = poly
    return found


@cache
def _lookup() -> dict[str, Polyomino]:
    every = {name.lower(): poly for name, poly in shape_names().items()}
    systematic = ((p.systematic_name, p) for size in range(1, LARGEST + 1) for p in free_polyominoes(size))
    return every | {name: poly for name, poly in systematic if name is not None}


def shape(name: str) -> Polyomino:
    """The polyomino of a name (see the head of this module) or of coordinates.

    Raises ``InputError`` with suggestions for an unknown name, a cell given twice, a shape in pieces.

    >>> shape("Snaky"), shape("p6-11"), shape("I6"), shape("00101120"), shape("00-10-11")
    (shape('snaky'), shape('snaky'), shape('I06'), shape('knobby'), shape('el'))
    """
    text = name.strip()
    known = _lookup().get(text.lower())
    if known is not None:
        return known
    if re.fullmatch(r"(?:[0-9][0-9]-?)*[0-9]+", text):
        return Polyomino(_coordinates(text))
    close = difflib.get_close_matches(text.lower()[:40], list(_lookup()), n=3)
    raise InputError(
        "a polyomino (a name such as tippy, snaky, W or F16, or cells such as 00101121)",
        found=repr(text if len(text) <= 40 else text[:40] + "…"),
        advice=f"did you mean {' or '.join(_spelled(guess) for guess in close)}?" if close else None,
    )


def _spelled(guess: str) -> str:
    return next((name for name in shape_names() if name.lower() == guess), guess)


def _coordinates(text: str) -> frozenset[Cell]:
    digits = text.replace("-", "")
    if len(digits) % 2:
        raise InputError("pairs of digits, column and row of each cell", found=f"{len(digits)} digits")
    if len(digits) > 200:
        raise InputError("at most 100 cells, the columns and rows 0 to 9", found=f"{len(digits) // 2} cells")
    cells = [(int(digits[k]), int(digits[k + 1])) for k in range(0, len(digits), 2)]
    if len(set(cells)) < len(cells):
        twice = next(cell for number, cell in enumerate(cells) if cell in cells[:number])
        raise InputError("every cell once", found=f"{twice[0]}{twice[1]} twice")
    return frozenset(cells)
