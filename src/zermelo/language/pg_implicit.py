"""Polyominoes as relations between neighbours, the fourth dialect of ``.pg``.

Below ``#neighbours`` every cell has a line ``cell up right``, with ``na`` where the board ends. Below ``#blackgoal``
every line is one shape in one orientation::

    side(p0,p1) up(p2,p1) side(p2,p3)

``up(p,q)``: q is the upper neighbour of p; ``side(p,q)`` (or ``right(p,q)``): q is the right neighbour of p. The form
is that of implicit-state-and-goals, section 6. Here the shapes are laid on the board in every way, different p's on
different cells, and the game becomes one of winning sets. White has none, so it is maker-breaker.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from zermelo.language.pg_dialects import MAX_SET_BITS, positional
from zermelo.language.pg_header import Header
from zermelo.language.pg_scan import PgRow, PgSections
from zermelo.model import Board, Layout, PositionalGame, Rule
from zermelo.wording import counted

MAX_RELATIONS = 1000
_RELATION = re.compile(r"(up|side|right)\s*\(\s*([A-Za-z_]\w{0,30})\s*,\s*([A-Za-z_]\w{0,30})\s*\)\s*")


class _KnownPoint(NamedTuple):
    """Go from a known point up (0) or right (1), forwards or backwards, to a point; -1 stands for none."""

    known: int
    direction: int
    forward: bool
    point: int


def read_implicit(sections: PgSections, header: Header, name: str) -> PositionalGame:
    """The maker-breaker game of the shapes.

    Parameters
    ----------
    sections
        The sections of the text.
    header
        Its common sections, checked.
    name
        The name of the game.

    Raises ``InputError``, with line and column, where the text is wrong, and for too many relations or placements.
    """
    if header.note.rule is Rule.MAKER_MAKER:
        raise sections.key_error("#version", "rule=maker-breaker: White has no shapes in this dialect")
    if "#neighbours" not in sections:
        raise sections.missing("a section #neighbours with lines 'cell up right'")
    ahead = _relations(sections, header)
    back = tuple([-1] * len(header.names) for _ in range(2))
    for direction in range(2):
        for cell, other in enumerate(ahead[direction]):
            if other >= 0:
                back[direction][other] = cell
    if not sections.filled("#blackgoal"):
        raise sections.key_error("#blackgoal", "a shape below #blackgoal")
    sets, seen, relations = set[int](), set[tuple[_KnownPoint, ...]](), 0
    for row in sections.rows("#blackgoal"):
        steps = _shape(sections, row)
        relations += len(steps)
        if relations > MAX_RELATIONS:
            raise sections.error(row, 0, f"at most {MAX_RELATIONS} relations below #blackgoal")
        if tuple(steps) not in seen:
            seen.add(tuple(steps))
            sets.update(_placements(steps, (ahead, back), len(header.names)))
        if len(sets) * len(header.names) > MAX_SET_BITS:
            raise sections.error(row, 0, "fewer placements")
    board = header.board(sections, "square")
    if header.note.board is None:
        board = _laid_out(board, ahead)
    notes = [
        "read as .pg, polyominoes as relations between neighbours",
        f"read as {Rule.MAKER_BREAKER.value}, because this dialect gives White no winning sets",
        f"{counted(len(sections.rows('#blackgoal')), 'oriented shapes')}, {counted(len(sets), 'placements')}",
        *header.notes,
    ]
    rule, both = Rule.MAKER_BREAKER, (sets, set[int]())
    return positional(sections, header, name=name, board=board, rule=rule, sets=both, notes=notes)


def _relations(sections: PgSections, header: Header) -> tuple[list[int], list[int]]:
    """For each cell its upper and its right neighbour, -1 for none."""
    ahead = ([-1] * len(header.names), [-1] * len(header.names))
    lines: dict[int, int] = {}
    taken: tuple[dict[int, int], dict[int, int]] = ({}, {})
    if "na" in header.index:
        raise sections.key_error("#neighbours", "no cell named na, the word for no neighbour")
    for row in sections.rows("#neighbours"):
        words = row.words
        cell = header.cell(sections, row, 0, words[0])
        if cell in lines:
            raise sections.error(row, 0, "one line per cell", advice=f"line {lines[cell]} tells its neighbours")
        lines[cell] = row.line
        if len(words) != 3:
            raise sections.error(row, min(len(words), 3), "a line 'cell up right', with na for no neighbour")
        for direction, side in enumerate(("upper", "right")):
            word = words[direction + 1]
            if word == "na":
                continue
            other = header.cell(sections, row, direction + 1, word)
            if other == cell:
                raise sections.error(row, direction + 1, f"a {side} neighbour that is another cell")
            if other in taken[direction]:
                before = taken[direction][other]
                advice = f"line {before} says so of another cell"
                raise sections.error(row, direction + 1, f"the {side} neighbour of one cell only", advice=advice)
            taken[direction][other] = row.line
            ahead[direction][cell] = other
    for cell, name in enumerate(header.names):
        if cell not in lines:
            raise sections.key_error("#neighbours", f"a line for every cell; {name[:12]} has none")
    return ahead


def _shape(sections: PgSections, row: PgRow) -> list[_KnownPoint]:
    """The relations of a line in an order in which each starts from a point that is known already."""
    wanted: list[tuple[int, int, int]] = []
    points: dict[str, int] = {}
    text = row.text
    position = len(text) - len(text.lstrip())
    while position < len(text):
        match = _RELATION.match(text, position)
        if not match:
            expected = "a relation such as up(p0,p1), side(p0,p1) or right(p0,p1)"
            raise sections.source.error(row.line, row.column + position, expected, text[position:].split()[0])
        from_, to = (points.setdefault(match[k], len(points)) for k in (2, 3))
        if from_ == to:
            raise sections.source.error(row.line, row.column + position, "two different points", match[0].strip())
        wanted.append((0 if match[1] == "up" else 1, from_, to))
        if len(wanted) > MAX_RELATIONS:
            raise sections.error(row, 0, f"at most {MAX_RELATIONS} relations below #blackgoal")
        position = match.end()
    steps: list[_KnownPoint] = []
    known = {0}
    while wanted:
        later = []
        for direction, from_, to in wanted:
            if from_ in known:
                steps.append(_KnownPoint(from_, direction, True, to))
                known.add(to)
            elif to in known:
                steps.append(_KnownPoint(to, direction, False, from_))
                known.add(from_)
            else:
                later.append((direction, from_, to))
        if len(later) == len(wanted):
            raise sections.error(row, 0, "a connected shape: relations that link all its points")
        wanted = later
    return steps


def _placements(
    steps: list[_KnownPoint], moves: tuple[tuple[list[int], list[int]], tuple[list[int], ...]], cells: int
) -> set[int]:
    """The masks of the cells that a shape covers, for each cell of its first point."""
    ahead, back = moves
    found = set[int]()
    for first in range(cells):
        placed, mask = {0: first}, 1 << first
        for known, direction, forward, point in steps:
            cell = (ahead if forward else back)[direction][placed[known]]
            if point in placed:
                if placed[point] != cell:
                    break
            elif cell < 0 or mask >> cell & 1:
                break
            else:
                placed[point] = cell
                mask |= 1 << cell
        else:
            found.add(mask)
    return found


def _laid_out(board: Board, ahead: tuple[list[int], list[int]]) -> Board:
    """The board with the geometry that the relations agree with: squares, a torus, or none."""
    if board.layout is Layout.GRAPH:
        return board
    wraps = 0
    for direction, (right, up) in enumerate(((0, 1), (1, 0))):
        for cell, other in enumerate(ahead[direction]):
            x, y = board.places[cell]
            if other < 0:
                continue
            over = (x + right, y + up)
            wrap = (1, y) if right and x == board.columns else (x, 1) if up and y == board.rows else None
            if board.places[other] == wrap:
                wraps += 1
            elif board.places[other] != over:
                return Board.named(board.cells, Layout.GRAPH)
    whole = len(board) == board.columns * board.rows
    if whole and wraps == board.columns + board.rows:
        return Board(board.cells, board.layout, board.columns, board.rows, board.places, board.row_one_on_top, True)
    return board
