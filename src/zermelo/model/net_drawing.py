"""States of ground games as text: a board where the fluents name cells by coordinates, else the true fluents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from zermelo.model.board import cells_of

_FLUENT = re.compile(r"\(?([^\s()]+)\s+([^\s()]+)\s+([^\s()]+)(?:\s+([^\s()]+))?\)")

MOST_SIDE = 40
"""The most columns, and rows, that are drawn."""


class CellFluents(NamedTuple):
    """The fluents that name cells.

    Parameters
    ----------
    columns, rows
        The coordinates, in their order.
    cells
        For some fluents, by number: the place, as numbers of column and row, and the value, "" where there is none.
    blank
        The value that most cells can have and that is drawn as an open one; None where there is none.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[int, tuple[int, int, str]]
    blank: str | None


_BLANKS = ("b", "blank", "empty", "e", "none", "open", "nothing", "free", ".")


@lru_cache(maxsize=64)
def cell_fluents(fluents: tuple[str, ...]) -> CellFluents | None:
    """The fluents ``(NAME x y value)``, or ``(NAME x y)``, of the name that most of them have; None for no board.

    >>> found = cell_fluents(("(cell 1 a x)", "(cell 2 a x)", "(cell 1 b x)", "(control white)"))
    >>> found.columns, found.rows, found.cells[2]
    (('1', '2'), ('a', 'b'), (0, 1, 'x'))
    >>> cell_fluents(("(cell a 1 x)", "(cell a 2 x)", "(cell b 1 x)")).rows
    ('2', '1')
    """
    parts = {number: match.groups() for number, text in enumerate(fluents) if (match := _FLUENT.fullmatch(text))}
    if not parts:
        return None
    shape, most = Counter((name, value is None) for name, _, _, value in parts.values()).most_common(1)[0]
    chosen = {k: part for k, part in parts.items() if (part[0], part[3] is None) == shape}
    columns, rows = (tuple(sorted({part[axis] for part in chosen.values()}, key=_rank)) for axis in (1, 2))
    if all(map(str.isalpha, columns)) and all(map(str.isdecimal, rows)):
        rows = rows[::-1]  # as on a chess board, row 1 is the lowest
    small = 2 <= len(columns) <= MOST_SIDE and 1 <= len(rows) <= MOST_SIDE
    places = {part[1:3] for part in chosen.values()}
    if not small or 2 * most < len(fluents) or 2 * len(places) < len(columns) * len(rows):
        return None
    values = {part[3] or "" for part in chosen.values()}
    blank = next((each for each in _BLANKS if each in values), None) if len(values) > 1 else None
    cells = {k: (columns.index(part[1]), rows.index(part[2]), part[3] or "") for k, part in chosen.items()}
    return CellFluents(columns, rows, cells, blank)


def _rank(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isdecimal() else (1, len(text), text)


def drawn(fluents: Sequence[str], state: int) -> str:
    """A state as text.

    Parameters
    ----------
    fluents
        The names, as terms of KIF.
    state
        The mask of those that are true.

    >>> print(drawn(("(cell 1 1 x)", "(cell 2 1 x)", "(cell 1 1 b)", "(cell 2 1 b)", "(control white)"), 0b11001))
      1 2
    1 X .
    (control white)
    """
    board = cell_fluents(tuple(fluents))
    if board is None:
        return " ".join(fluents[k] for k in cells_of(state)) or "nothing holds"
    wide = max(len(name) for name in (*board.columns, *board.rows))
    shown: dict[tuple[int, int], str] = {}
    for k in cells_of(state):
        if k in board.cells:
            column, row, value = board.cells[k]
            letter = "." if value == board.blank else (value[:1].upper() or "#")
            shown[column, row] = letter if shown.get((column, row), ".") == "." else "?"
    lines = [" ".join([" " * wide, *(f"{name:>{wide}}" for name in board.columns)])]
    for row, name in enumerate(board.rows):
        words = [f"{shown.get((column, row), '.'):>{wide}}" for column in range(len(board.columns))]
        lines.append(" ".join([f"{name:>{wide}}", *words]))
    others = " ".join(fluents[k] for k in cells_of(state) if k not in board.cells)
    return "\n".join([*lines, others] if others else lines)
