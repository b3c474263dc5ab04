"""Moves as people write them: ``4`` in Connect-4, ``b3`` for the cell that is entered, ``a1-b2``, ``a1xb2``.

Every game names its moves in one way; this module finds the legal moves that another text may mean. A text is read as
cells, and compared with the cells that each legal move changes, so it needs to know no game. Of several moves that fit
those are meant that the text says wholly (origin, target and all); what is left is for the caller to choose from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.model.board import Board, Layout, cells_of, column_letters
from zermelo.model.clause_game import ClauseGame
from zermelo.model.conditions import GridMove
from zermelo.model.game import Game, Position
from zermelo.model.grid import GridGame
from zermelo.model.net_drawing import cell_fluents
from zermelo.model.net_game import NetGame
from zermelo.model.state_game import StateGame

_BETWEEN = ("", "-", "\u2013", "x", "\u00d7", ":", "/", ">", "->", "\u2192", ",", ";", "to")
"""Signs between the cells of a move."""

_CALL = re.compile(r"([^\s()]+)\((.*)\)")


class _Change(NamedTuple):
    """The cells that a move changes: those that its player leaves, and those that are filled, in the move's order."""

    left: tuple[int, ...]
    filled: tuple[int, ...]

    def says(self, cells: tuple[int, ...]) -> int:
        """The rank at which a text of these cells means the move: 2 wholly, 1 in part, 0 not at all."""
        if not self.left:
            whole = self.filled
            if set(cells) == set(whole) and len(cells) == len(whole):
                return 2
            return int(len(cells) == 1 and cells[0] in whole)
        if cells == self.left + self.filled:
            return 2
        return int(bool(self.filled) and cells in (self.filled, self.filled[:1], self.left + self.filled[:1]))


def meant(game: Game, position: Position, text: str) -> list[Any]:
    """The legal moves that a text may mean, apart from their names; one where it is clear.

    Parameters
    ----------
    game, position
        The game, and the position in which the move is made.
    text
        The text without blanks.

    >>> from zermelo.families import make
    >>> pawns = make("breakthrough:3x5")
    >>> [pawns.move_name(move) for move in meant(pawns, pawns.start, "a4-b3")]
    ['right-diagonal(1,4)']
    >>> drop = make("connect:4,board=7x6")
    >>> [drop.move_name(move) for move in meant(drop, drop.start, "4")]
    ['occupy-bottom(4,_)']
    """
    plain = text.lower()
    legal = game.legal(position)
    if isinstance(game, StateGame):
        return _by_name(game, legal, plain)
    if isinstance(game, GridGame):
        actions = game.actions(game.mover(position))
        named = [move for move in legal if actions[move.action].name.lower() == plain]
        if named:
            return named
    if isinstance(game, ClauseGame) or not len(game.board):
        return []
    changes = {move: _change(game, position, move) for move in legal}
    column = _column(game.board, plain)
    if column is not None and _drops(game, changes):
        return [move for move, change in changes.items() if game.board.places[change.filled[0]][0] == column]
    cells = cells_in(game.board, plain)
    if cells is None:
        return []
    ranks = {move: change.says(cells) for move, change in changes.items()}
    best = max(ranks.values(), default=0)
    return [move for move, rank in ranks.items() if rank == best > 0]


def short_names(game: Game, position: Position) -> dict[Any, str]:
    """Every legal move as people write it where that is shorter than its name and means it alone; else its name.

    A column in Connect-4, ``b3`` for a stone that is put, ``a1-b2`` for one that goes, ``a1xb2`` if it takes another.
    `~zermelo.model.Game.find_move` reads all of them.

    Parameters
    ----------
    game, position
        The game, and the position in which the moves are made.

    >>> from zermelo.families import make
    >>> pawns, drop = make("breakthrough:2x4"), make("connect:4,board=7x6")
    >>> sorted(short_names(pawns, pawns.start).values())
    ['a3xb2', 'b3xa2']
    >>> list(short_names(drop, drop.start).values())
    ['1', '2', '3', '4', '5', '6', '7']
    """
    board, mover = game.board, game.mover(position)
    names = {move: game.move_name(move) for move in game.legal(position)}
    if not isinstance(game, GridGame) or board.layout is not Layout.SQUARE:
        return names
    changes = {move: _change(game, position, move) for move in names}
    if _drops(game, changes):
        return {move: str(board.places[change.filled[0]][0]) for move, change in changes.items()}
    known, written, meant_by = _names(board), dict[Any, str](), dict[Any, tuple[str, ...]]()
    for move, change in changes.items():
        cells = [f"{column_letters(x)}{y}" for x, y in map(board.places.__getitem__, change.left + change.filled)]
        takes = position.stones(mover.other) & ~game.step(position, move).stones(mover.other)
        if all(cell in known for cell in cells):
            written[move] = ("x" if takes and len(cells) == 2 else "-").join(cells)
            meant_by[move] = tuple(cells if change.left else sorted(cells))  # as `says`: filled cells in any order
    meanings = Counter(meant_by.values())
    taken = {name.lower() for name in names.values()} | {""}
    return names | {
        move: text
        for move, text in written.items()
        if meanings[meant_by[move]] == 1 and text not in taken and len(text) < len(names[move])
    }


def cells_in(board: Board, text: str) -> tuple[int, ...] | None:
    """The cells that a text names, in its order; None where it is no row of cells.

    A cell has the name that the board gives it, and on a board with columns and rows two others: ``b3`` and ``(2,3)``,
    with or without parentheses. Between cells there may be ``-``, ``x`` and the like, or nothing.

    >>> board = Board.square(3, 3)
    >>> cells_in(board, "a1xb2") == cells_in(board, "(1,1)-(2,2)") == cells_in(board, "a1b2") == (0, 4)
    True
    """
    names = _names(board)
    longest = max(map(len, names), default=0)
    known: dict[int, tuple[int, ...] | None] = {len(text): ()}
    for at in reversed(range(len(text))):  # the cells of each rest of the text: from the end, so nothing is tried twice
        known[at] = None
        signs = [0] if at == 0 else [len(sign) for sign in _BETWEEN if text.startswith(sign, at)]
        for start, end in ((at + sign, end) for sign in signs for end in range(at + sign + longest, at + sign, -1)):
            after = known.get(end)
            if after is not None and text[start:end] in names:
                known[at] = (names[text[start:end]], *after)
                break
    return known[0] or None


def _names(board: Board) -> dict[str, int]:
    """All names of the cells, in lower case; names that two cells would share are left out."""
    found: dict[str, int] = {}
    twice = set[str]()
    for cell, name in enumerate(board.cells):
        for each in {name.lower(), *_other_names(board, cell)}:
            if found.setdefault(each, cell) != cell:
                twice.add(each)
    own = {name: cell for cell, name in enumerate(board.cells)}
    return {name: cell for name, cell in found.items() if name not in twice or own.get(name) == cell}


def _other_names(board: Board, cell: int) -> Iterator[str]:
    if board.layout is Layout.GRAPH or not board.places:
        return
    x, y = board.places[cell]
    yield f"{column_letters(x)}{y}"
    yield f"({x},{y})"
    yield f"{x},{y}"
    if board.rows == 1:
        yield str(x)


def _column(board: Board, text: str) -> int | None:
    """The column that a number, or letters, name."""
    if board.layout is not Layout.SQUARE or board.rows < 2:
        return None
    return next((x for x in range(1, board.columns + 1) if text in (str(x), column_letters(x))), None)


def _drops(game: Game, changes: dict[Any, _Change]) -> bool:
    """Tell whether a column says all: every move fills one cell, no two of them in one column."""
    if not isinstance(game, GridGame) or any(change.left or len(change.filled) != 1 for change in changes.values()):
        return False
    columns = [game.board.places[change.filled[0]][0] for change in changes.values()]
    return len(set(columns)) == len(columns)


def _change(game: Game, position: Position, move: Any) -> _Change:
    after = game.step(position, move)
    mover = game.mover(position)
    own, later = position.stones(mover), after.stones(mover)
    filled = (after.black & ~position.black) | (after.white & ~position.white)
    order = list(cells_of(filled))
    if isinstance(game, GridGame):
        order = [cell for cell in dict.fromkeys(_effects(game, move)) if filled >> cell & 1]
    return _Change(tuple(cells_of(own & ~later)), tuple(order))


def _effects(game: GridGame, move: GridMove) -> Iterator[int]:
    """The cells of an action's effect, in its order."""
    for part in game.actions(move.player)[move.action].effect:
        yield game.cell_at(part.x.value(move.x, game.columns), part.y.value(move.y, game.rows))


def _by_name(game: StateGame, legal: list[Any], text: str) -> list[Any]:
    """Moves on states by what stands in the parentheses of their names: ``a2``, ``1,2`` or ``1-2`` for ``put(1,2)``."""
    board = isinstance(game, NetGame) and cell_fluents(game.net.fluents) is not None
    found = []
    for move in legal:
        match = _CALL.fullmatch(game.move_name(move).lower())
        if match is not None and text in _arguments(match[2], board=board):
            found.append(move)
    return found


def _arguments(inner: str, *, board: bool) -> set[str]:
    """The ways to write the arguments of a move, as text.

    >>> sorted(_arguments("1,2", board=True))
    ['1,2', '1-2', 'a2']
    """
    found = {inner, inner.replace(",", "-")}
    words = inner.split(",")
    if board and len(words) % 2 == 0 and all(re.fullmatch(r"[1-9][0-9]?", word) for word in words):
        cells = [f"{column_letters(int(x))}{y}" for x, y in zip(words[::2], words[1::2], strict=True)]
        found |= {sign.join(cells) for sign in ("", "-", "/")}
    return found
