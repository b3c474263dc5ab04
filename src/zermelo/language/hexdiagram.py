"""Hex positions as diagrams, the ``.hex`` files: a size, then stones.

::

    % a comment, to the end of the line
    5x4
    b[a1] w[b3]
    w[c2 d2]

``5x4`` is columns × rows, ``5`` alone is 5x5. ``b[…]`` are black stones and ``w[…]`` white ones, on any lines. Black
joins row 1 to the last row, White the left to the right side; Black opens. A diagram asks about no depth.
"""

from __future__ import annotations

import re
from pathlib import Path

from zermelo.errors import UnsupportedError
from zermelo.language.pg_header import MAX_CELLS
from zermelo.language.source import Source, normal
from zermelo.model import Board, ConnectionGame, Game, Player, Position

# A run of comments, or a word; in brackets it may have blanks.
_PIECE = re.compile(r"%[^\n]*+(?:\s*+%[^\n]*+)*+|(?:\[[^\[\]%]*+\]|[^\s%])+")
_SIZE = re.compile(r"([0-9]{1,6})(?:[x×]([0-9]{1,6}))?")
_STONE = re.compile(r"([bw])\[([^\[\]]*)\]")
_LOOKS = re.compile(r"[0-9]{1,6}(?:[x×][0-9]{1,6})?[ \t]*(?:$|%|[bw]\[)", re.MULTILINE)


def is_hex_diagram(text: str) -> bool:
    """True if a text begins like a diagram: with a size, alone or before a stone.

    >>> is_hex_diagram("%a puzzle%\\n4\\nb[a1]"), is_hex_diagram("#positions a1")
    (True, False)
    """
    first = next((piece.start() for piece in _PIECE.finditer(text) if piece[0][0] != "%"), len(text))
    return _LOOKS.match(text, first) is not None


def read_hex_text(text: str, source: str | None = None) -> ConnectionGame:
    """The Hex position of a diagram.

    Parameters
    ----------
    text
        The whole text.
    source
        The name that errors give it; its last part becomes the name of the game.

    Raises ``InputError`` with line and column for a size of no cells or more than 4096, for anything that is no stone,
    for a cell off the board and for a second stone on a cell.

    >>> print(read_hex_text("3  w[b1] b[a1] w[c2]").draw())
      a b c
     1 X O .
      2 . . O
       3 . . .
    >>> read_hex_text("3\\nb[d1]", "demo.hex")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: demo.hex:2:3: found 'd1', expected a cell of the board 3x3 (a1 to c3)
    """
    place = Source(source, normal(text))
    pieces = (match for match in _PIECE.finditer(place.text) if match[0][0] != "%")
    first = next(pieces, None)
    size = _SIZE.fullmatch(first[0]) if first else None
    if not first or not size:
        start, found = (first.start(), first[0]) if first else (len(place.text), "")
        raise place.error_at(start, "a size such as 5 or 5x4 (columns x rows)", found)
    columns, rows = int(size[1]), int(size[2] or size[1])
    if not 1 <= columns * rows <= MAX_CELLS:
        raise place.error_at(first.start(), f"1 to {MAX_CELLS} cells", first[0])
    board = Board.hex(columns, rows)
    expected = f"a cell of the board {columns}x{rows} (a1 to {board.cells[-1]})"
    stones = {"b": 0, "w": 0}
    for piece in pieces:
        at = piece.start()
        while at < piece.end():
            stone = _STONE.match(place.text, at, piece.end())
            if not stone:
                raise place.error_at(at, "a stone such as b[a1] or w[a1]", place.text[at : piece.end()])
            words = list(re.finditer(r"[^\s,]+", stone[2]))
            if not words:
                raise place.error_at(stone.end() - 1, expected, "]")
            for word in words:
                name, start = word[0], stone.start(2) + word.start()
                bit = 1 << board.index.get(name, len(board))
                if name not in board.index:
                    raise place.error_at(start, expected, name)
                if (stones["b"] | stones["w"]) & bit:
                    raise place.error_at(start, "at most one stone on a cell", name)
                stones[stone[1]] |= bit
            at = stone.end()
    name = (Path(source).name if source else "") or "a Hex diagram"
    return ConnectionGame.hex(columns, rows, name, Position(stones["b"], stones["w"]))


def write_hex(game: Game) -> str:
    """The diagram of a Hex position; reading it gives the same game except name, notes, depth and order of cells.

    A depth is told in a comment only: a diagram shows a position, and whoever asks about it says how deep.

    Of the start position the stones are told, and no earlier moves.

    Raises ``UnsupportedError`` for anything but a whole Hex board on which Black is to move, the players place one
    stone in turn on any open cell, and Black joins row 1 to the last row.

    >>> print(write_hex(ConnectionGame.hex(3, 2, start=Position(black=0b1, white=0b1000))))
    3x2
    b[a1]
    w[b2]
    <BLANKLINE>
    """
    if not isinstance(game, ConnectionGame) or not game.is_hex:
        raise UnsupportedError("a Hex board for a .hex diagram", found=game.kind)
    board, start = game.board, game.start
    if game.joined or _shape(game) != _shape(ConnectionGame.hex(board.columns, board.rows)):
        expected = "a Hex board on which Black joins row 1 to the last row for a .hex diagram"
        raise UnsupportedError(expected, found="other cells or borders", advice="write it as pg")
    if not game.turns.alternating or game.mover(start) is not Player.BLACK:
        expected = "Black to move, then White and Black in turn, for a .hex diagram"
        found = "White to move" if game.turns.alternating else str(game.turns)
        raise UnsupportedError(expected, found=found, advice="write it as pg")
    if game.first_moves is not None and start.ply == 0:
        raise UnsupportedError("no restriction of the first stone for a .hex diagram", advice="write it as pg")
    square = board.columns == board.rows
    lines = [f"{board.columns}" if square else f"{board.columns}x{board.rows}"]
    if game.depth is not None:
        lines.append(f"% depth {game.depth}")
    lines += [f"b[{name}]" for name in board.names(game.start.black)]
    lines += [f"w[{name}]" for name in board.names(game.start.white)]
    return "\n".join(lines) + "\n"


def _shape(game: ConnectionGame) -> tuple[dict[str, frozenset[str]], list[frozenset[str]]]:
    """Neighbours and borders by the names of the cells, whatever their order."""

    def named(mask: int | None) -> frozenset[str]:
        return frozenset(game.board.names(mask or 0))

    touching = {name: named(around) for name, around in zip(game.board.cells, game.neighbours, strict=True)}
    return touching, [named(mask) for mask in (game.source, game.target, game.white_source, game.white_target)]
