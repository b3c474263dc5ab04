"""States of ground games as text: a board where the fluents name cells by coordinates, else the true fluents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from zermelo.model.board import cells_of

MOST_SIDE = 40
"""The most columns, and rows, that are drawn."""

MOST_ARGUMENTS = 4
"""Fluents with more arguments name no cells."""

_BLANKS = ("b", "blank", "empty", "e", "none", "open", "nothing", "free", ".")
CLOSED = frozenset({"gone", "blocked", "block", "wall", "burnt", "arrow", "hole", "dirty", "removed", "#"})
"""Values of cells that nobody can enter."""


SEVERAL = "?"
"""The sign of a cell with several values."""


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


class _Relation(NamedTuple):
    """The fluents of one name and number of arguments, with the two arguments that are coordinates."""

    name: str
    terms: dict[int, tuple[str, ...]]
    across: int
    down: int

    def columns(self) -> set[str]:
        return {term[self.across] for term in self.terms.values()}

    def rows(self) -> set[str]:
        return {term[self.down] for term in self.terms.values()}

    def value(self, term: tuple[str, ...]) -> str:
        """The arguments that are no coordinates."""
        return " ".join(each for k, each in enumerate(term) if k not in (self.across, self.down))


@lru_cache(maxsize=64)
def cell_fluents(fluents: tuple[str, ...]) -> CellFluents | None:
    """The fluents that name cells by two coordinates: ``(cell x y value)``, ``(at piece x y)``; None for no board.

    The name that most of them have makes the board; other names join it where all their coordinates are on it.

    >>> found = cell_fluents(("(cell 1 a x)", "(cell 2 a x)", "(cell 1 b x)", "(control white)"))
    >>> found.columns, found.rows, found.cells[2]
    (('1', '2'), ('a', 'b'), (0, 1, 'x'))
    >>> cell_fluents(("(cell a 1 x)", "(cell a 2 x)", "(cell b 1 x)")).rows
    ('2', '1')
    >>> cell_fluents(("(at black 1 1)", "(at black 2 1)", "(at white 1 1)", "(gone 2 1)")).cells[3]
    (1, 0, 'gone')
    """
    grouped: defaultdict[tuple[str, int], dict[int, tuple[str, ...]]] = defaultdict(dict)
    for number, text in enumerate(fluents):
        name, *words = text.strip("()").split()
        term = tuple(words)
        if 2 <= len(term) <= MOST_ARGUMENTS and not re.search(r"[()]", text[1:-1]):
            grouped[name, len(term)][number] = term
    if not grouped:
        return None
    relations = [_placed(name, terms) for (name, _), terms in grouped.items()]
    main = max(relations, key=lambda each: len(each.terms))
    columns, rows = (tuple(sorted(names, key=_rank)) for names in (main.columns(), main.rows()))
    if all(map(str.isalpha, columns)) and all(map(str.isdecimal, rows)):
        rows = rows[::-1]  # as on a chess board, row 1 is the lowest
    small = 2 <= len(columns) <= MOST_SIDE and 1 <= len(rows) <= MOST_SIDE
    places = {(term[main.across], term[main.down]) for term in main.terms.values()}
    values = {main.value(term) for term in main.terms.values()}
    wanted = 1.0 if values == {""} else 0.5  # without values, uneven heaps of things look like a board with holes
    if not small or 2 * len(main.terms) < len(fluents) or len(places) < wanted * len(columns) * len(rows):
        return None
    blank = next((each for each in _BLANKS if each in values), None) if len(values) > 1 else None
    cells = {}
    for each in relations:
        if each is main or (each.columns() <= set(columns) and each.rows() <= set(rows)):
            for k, term in each.terms.items():
                value = each.value(term) or ("" if each is main else each.name)
                cells[k] = columns.index(term[each.across]), rows.index(term[each.down]), value
    return CellFluents(columns, rows, cells, blank)


def _placed(name: str, terms: dict[int, tuple[str, ...]]) -> _Relation:
    """The first two arguments that look like coordinates, after one that is always the same; or the first two."""
    domains = [set(each) for each in zip(*terms.values(), strict=True)]
    likely = [k for k, domain in enumerate(domains) if _pattern(domain)]
    constant = len(likely) > 2 and len(domains[likely[0]]) == 1
    if constant and _pattern(domains[likely[1]]) == _pattern(domains[likely[2]]):
        likely = likely[1:]
    across, down = likely[:2] if len(likely) > 1 else (0, 1)
    return _Relation(name, terms, across, down)


def _pattern(names: Collection[str]) -> str:
    """The kind of coordinates: numbers, letters, or words that end in a number; empty for other names."""
    patterns = (r"\d+", r"[a-z]", r"[a-z]+_?\d+")
    return next((p for p in patterns if all(re.fullmatch(p, name, re.IGNORECASE) for name in names)), "")


def _rank(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isdecimal() else (1, len(text), text)


def drawn(fluents: Sequence[str], state: int) -> str:
    """A state as text. Facts of a cell with several values, which is ``?``, stand below the board.

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
            letter = "." if value == board.blank else "#" if value in CLOSED else (value[:1].upper() or "#")
            shown[column, row] = letter if shown.get((column, row), ".") == "." else SEVERAL
    lines = [" ".join([" " * wide, *(f"{name:>{wide}}" for name in board.columns)])]
    for row, name in enumerate(board.rows):
        words = [f"{shown.get((column, row), '.'):>{wide}}" for column in range(len(board.columns))]
        lines.append(" ".join([f"{name:>{wide}}", *words]))
    told = {k for k, (column, row, _) in board.cells.items() if shown.get((column, row)) != SEVERAL}
    others = " ".join(fluents[k] for k in cells_of(state) if k not in told)
    return "\n".join([*lines, others] if others else lines)
