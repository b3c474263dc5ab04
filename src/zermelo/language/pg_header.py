"""The sections that every dialect of ``.pg`` shares: cells, stones, times, turns, restriction of the first stone.

The depth of the game is the number of ``#times``, wherever they start: a file that begins in the middle of a play
counts from t4, say, and its three earlier moves are among the initial stones. A file without ``#times`` asks about no
depth. Black places the stones of ``#blackturns``, White all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.errors import InputError
from zermelo.language.pg_note import PgNote, board_of, read_note
from zermelo.language.pg_scan import PgRow, PgSections
from zermelo.model import Board, Player, Position, Turns, cells_of, mask_of

MAX_CELLS = 4096
MAX_TIMES = 9999
MAX_NAME = 100
_TIME = re.compile(r"t(0|[1-9][0-9]{0,7})")


@dataclass(frozen=True)
class Header:
    """The checked common sections."""

    names: tuple[str, ...]
    index: dict[str, int]
    start: Position
    turns: Turns
    depth: int | None
    first_moves: int | None
    note: PgNote
    notes: tuple[str, ...]

    def cell(self, sections: PgSections, row: PgRow, number: int, word: str) -> int:
        """The cell of a name.

        Parameters
        ----------
        sections
            The sections of the text.
        row, number
            The place of the name: its row, and the number of the word there, from 0.
        word
            The name.

        Raises ``InputError`` for a name that is no cell.
        """
        cell = self.index.get(word)
        if cell is None:
            raise unknown_cell(sections, row, number, self.names)
        return cell

    def row_mask(self, sections: PgSections, row: PgRow) -> int:
        """The mask of the cells of a row; InputError for a repeated cell."""
        words, index = row.words, self.index
        mask = 0
        for number, word in enumerate(words):
            cell = index.get(word)
            if cell is None:
                raise unknown_cell(sections, row, number, self.names)
            if mask >> cell & 1:
                raise sections.error(row, number, "every cell once in this line")
            mask |= 1 << cell
        return mask

    def board(self, sections: PgSections, kind: str) -> Board:
        """The board, its names read as ``kind`` unless the note of the file says otherwise."""
        board = board_of(self.names, self.note.board or kind)
        if board is not None:
            return board
        if self.note.board is not None:
            expected = f"cells that make a board={self.note.board}, or another board="
            raise sections.word_error("#version", "board=", expected)
        return Board.named(self.names)


def short(name: str) -> str:
    """The name of a cell, cut where it is long."""
    return name if len(name) <= 12 else name[:11] + "…"


def unknown_cell(sections: PgSections, row: PgRow, number: int, names: Iterable[str]) -> InputError:
    """The error at a word that should name a cell.

    Parameters
    ----------
    sections
        The sections of the text.
    row, number
        The place of the word: its row, and its number there, from 0.
    names
        Names that would be right; the message shows the first six.
    """
    few = [short(name) for name, _ in zip(names, range(6), strict=False)]
    return sections.error(row, number, f"a cell of #positions ({', '.join(few)}{', …' if len(few) > 5 else ''})")


def read_header(sections: PgSections, cells: tuple[str, ...] | None = None) -> Header:
    """The common sections of a text; ``InputError`` with line and column where one of them is wrong.

    Parameters
    ----------
    sections
        The sections of the text.
    cells
        The cells in the order that the game is to have; None: in that of the text.

    >>> from zermelo.language.source import Source
    >>> text = "#positions a1 a2 b1 b2\\n#blackinitials a1\\n#times t2 t3\\n#blackturns t3\\n#firstmoves b2"
    >>> header = read_header(PgSections(Source(None, text)))
    >>> header.start, header.depth, str(header.turns), header.first_moves
    (Position(black=1, white=0, ply=0), 2, 'White opens', 8)
    """
    names = _positions(sections) if cells is None else cells
    index = {name: cell for cell, name in enumerate(names)}
    note, notes = read_note(sections), []
    black, white = _stones(sections, names, index)
    turns, depth = _turns(sections, note)
    if depth is None:
        notes.append("no #times: the file asks about no depth")
    elif depth == 0:
        notes.append("#times is empty: the file asks about depth 0")
    first_moves = _first_moves(sections, names, index, black | white)
    if "#firstmoves" in sections and first_moves is None:
        notes.append("#firstmoves is empty: the first stone is not restricted")
    return Header(names, index, Position(black, white, note.ply or 0), turns, depth, first_moves, note, tuple(notes))


def _positions(sections: PgSections) -> tuple[str, ...]:
    if "#positions" not in sections:
        raise sections.missing("a section #positions with the names of the cells")
    names: dict[str, None] = {}
    for word, row, number in sections.words("#positions"):
        if word in names:
            raise sections.error(row, number, "every cell once in #positions")
        if len(word) > MAX_NAME:
            raise sections.error(row, number, f"names of at most {MAX_NAME} characters")
        if len(names) == MAX_CELLS:
            raise sections.error(row, number, f"at most {MAX_CELLS} cells")
        names[word] = None
    if not names:
        raise sections.key_error("#positions", "at least one cell below #positions")
    return tuple(names)


def _stones(sections: PgSections, names: tuple[str, ...], index: dict[str, int]) -> tuple[int, int]:
    colours: dict[int, str] = {}
    masks = {"#blackinitials": 0, "#whiteinitials": 0}
    for key in masks:
        for word, row, number in sections.words(key):
            if word not in index:
                raise unknown_cell(sections, row, number, names)
            cell = index[word]
            if cell in colours:
                twice = "every stone once" if colours[cell] == key else "stones of one colour on a cell"
                raise sections.error(row, number, twice, advice=f"{colours[cell]} holds it already")
            colours[cell] = key
            masks[key] |= 1 << cell
    return masks["#blackinitials"], masks["#whiteinitials"]


def _times(sections: PgSections) -> range:
    """The numbers of ``#times``."""
    first = after = None
    for word, row, number in sections.words("#times"):
        match = _TIME.fullmatch(word)
        if not match:
            raise sections.error(row, number, "a time such as t1")
        time = int(match[1])
        if after is not None and time != after:
            raise sections.error(row, number, f"t{after}: the times follow one another")
        if first is None:
            first = time
        after = time + 1
        if after - first > MAX_TIMES:
            raise sections.error(row, number, f"at most {MAX_TIMES} times")
    return range(0) if first is None or after is None else range(first, after)


def _turns(sections: PgSections, note: PgNote) -> tuple[Turns, int | None]:
    times = _times(sections)
    black = set[int]()
    for word, row, number in sections.words("#blackturns"):
        match = _TIME.fullmatch(word)
        if not match or int(match[1]) not in times:
            shown = f"t{times.start} to t{times.stop - 1}" if times else "there is none"
            raise sections.error(row, number, f"one of the #times ({shown})")
        if int(match[1]) in black:
            raise sections.error(row, number, "every time once in #blackturns")
        black.add(int(match[1]))
    if times and "#blackturns" not in sections:
        raise sections.missing("a section #blackturns, which tells who moves at the #times")
    players = [Player.BLACK if time in black else Player.WHITE for time in times]
    turns = note.turns
    if turns is None:
        turns = Turns.of(players)
    elif players != [turns.player_at((note.ply or 0) + number) for number in range(len(players))]:
        raise sections.key_error("#blackturns", "#blackturns that agree with turns= in #version")
    return turns, len(times) if "#times" in sections else None


def _first_moves(sections: PgSections, names: tuple[str, ...], index: dict[str, int], stones: int) -> int | None:
    cells = set[int]()
    for word, row, number in sections.words("#firstmoves"):
        if word not in index:
            raise unknown_cell(sections, row, number, names)
        if index[word] in cells:
            raise sections.error(row, number, "every cell once in #firstmoves")
        cells.add(index[word])
    if not cells:
        return None
    if all(stones >> cell & 1 for cell in cells):
        raise sections.key_error("#firstmoves", "an open cell among the first moves")
    return mask_of(cells)


def first_move_note(first_moves: int, board: Board, start: Position) -> str:
    """The note about a restriction of the first stone.

    Parameters
    ----------
    first_moves
        The mask of the cells that are allowed.
    board
        The board of the game.
    start
        The stones at the start; only open cells are counted.
    """
    open_cells = board.full & ~(start.black | start.white)
    kept = first_moves & open_cells
    few = list(cells_of(kept))
    shown = f" ({', '.join(board.cells[cell] for cell in few)})" if len(few) <= 6 else ""
    return f"#firstmoves: the first stone may go to {len(few)} of {open_cells.bit_count()} open cells{shown}"
