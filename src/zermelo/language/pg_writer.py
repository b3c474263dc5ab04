"""Games written as ``.pg``, in a canonical form: the same game always gives the same text.

A positional game becomes winning sets, a connection game on a whole Hex board a raw board, any other connection game a
contracted graph. Reading the text gives an equal game, except for its name and notes. Two things that no rule uses may
change: a geometry that the names of the cells do not tell is lost, and White's two borders may trade places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zermelo.errors import UnsupportedError
from zermelo.language.pg_dialects import MAX_SET_BITS, touches_as_hex, white_borders
from zermelo.language.pg_header import MAX_CELLS, MAX_NAME, MAX_TIMES
from zermelo.language.pg_note import BOARDS, PgNote, board_of
from zermelo.language.pg_scan import MAX_ROWS
from zermelo.language.source import quote
from zermelo.model import Board, ConnectionGame, Game, Layout, Player, PositionalGame, Rule, Turns, cells_of

_NAME = re.compile(r"[^\s#%][^\s%]*")
_DRAWN = 26  # boards with more columns or rows are not drawn in the comment


def write_pg(game: Game) -> str:
    """The text of a positional or connection game.

    Parameters
    ----------
    game
        A :class:`~zermelo.model.PositionalGame` or :class:`~zermelo.model.ConnectionGame`.

    Raises ``UnsupportedError`` for any other game, and for what no ``.pg`` file can say: an empty winning set, a
    first stone without a cell to go to, names of cells with spaces, more than 4096 cells.

    >>> print(write_pg(ConnectionGame.hex(2, 1).with_depth(1)))
    % connection game (Hex), maker-breaker: 2x1 (columns x rows)
    %
    %    a b
    %   1 . .
    #times
    t1
    #blackturns
    t1
    #positions
    a1 b1
    #neighbours
    a1 b1
    b1 a1
    #startboarder
    a1 b1
    #endboarder
    a1 b1
    <BLANKLINE>
    """
    if isinstance(game, PositionalGame):
        lines = _positional(game)
    elif isinstance(game, ConnectionGame):
        lines = _connection(game)
    else:
        raise UnsupportedError("a positional or connection game for .pg", found=game.kind, advice="write it as bddl")
    return "\n".join(lines) + "\n"


def _positional(game: PositionalGame) -> Iterator[str]:
    if 0 in (*game.black_sets, *game.white_sets):
        raise UnsupportedError("no empty winning set: a line of a .pg file holds one cell at least")
    count = len(game.black_sets) + len(game.white_sets)
    if count > MAX_ROWS // 2 or count * len(game.board) > MAX_SET_BITS:
        raise UnsupportedError("a game with fewer winning sets for .pg", found=f"{count} of them")
    by_keys = Rule.MAKER_MAKER if game.white_sets else Rule.MAKER_BREAKER
    state_rule = game.rule is not by_keys or not count
    yield from _head(game, "square", game.rule if state_rule else None)
    yield "#blackwins"
    yield from (" ".join(game.board.names(mask)) for mask in game.black_sets)
    if game.white_sets:
        yield "#whitewins"
        yield from (" ".join(game.board.names(mask)) for mask in game.white_sets)


def _connection(game: ConnectionGame) -> Iterator[str]:
    board, white = game.board, (game.white_source, game.white_target)
    derived = white_borders(board, game.neighbours, game.source, game.target) or (None, None)
    touch = touches_as_hex(board.cells, game.neighbours)
    named = touch and board_of(board.cells, "hex") == board
    raw = named and not game.joined and derived != (None, None) != white
    if set(white) != (set(derived) if raw else {None}):
        expected = "a Hex board on which each player joins two opposite sides, or no borders of White"
        raise UnsupportedError(expected, found="other borders of White")
    if raw:
        yield from _head(game, "hex", None)
        yield "#neighbours"
        for name, around in zip(board.cells, game.neighbours, strict=True):
            yield " ".join([name, *board.names(around)])
        yield from ("#startboarder", " ".join(board.names(game.source)))
        yield from ("#endboarder", " ".join(board.names(game.target)))
        return
    source, target = _node_names(board)
    yield from _head(game, "graph", None)
    yield "#edges"
    for cell, around in enumerate(game.neighbours):
        yield from (f"{board.cells[cell]} {board.cells[other]}" for other in cells_of(around >> cell << cell))
    yield from (f"{source} {name}" for name in board.names(game.source))
    yield from (f"{target} {name}" for name in board.names(game.target))
    if game.joined:
        yield f"{source} {target}"
    yield from ("#source", source, "#target", target)


def _node_names(board: Board) -> tuple[str, str]:
    """Names for the two borders that are names of no cell."""
    source, target = "s", "t"
    while source in board.index or target in board.index:
        source, target = source + "_", target + "_"
    return source, target


def _head(game: PositionalGame | ConnectionGame, default: str, rule: Rule | None) -> Iterator[str]:
    """The comment and the sections that every dialect has; ``default`` is how its reader takes the names."""
    board, start = game.board, game.start
    for name in board.cells:
        if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
            expected = f"cell names of at most {MAX_NAME} characters without spaces, % and a leading #"
            raise UnsupportedError(expected, found=quote(name))
    if not 1 <= len(board) <= MAX_CELLS:
        raise UnsupportedError(f"1 to {MAX_CELLS} cells for .pg", found=f"{len(board)} cells")
    if game.first_moves is not None and not game.first_moves & ~(start.black | start.white):
        raise UnsupportedError("an open cell for the first stone", found="first moves without one")
    yield f"% {game.kind}: {board.size_text}"
    if board.layout is not Layout.GRAPH and max(board.columns, board.rows) <= _DRAWN:
        yield "%"
        yield from (f"%  {line}".rstrip() for line in game.draw().splitlines())
    players = _players(game)
    turns = None if start.ply == 0 and game.turns == Turns.of(players) else game.turns
    if turns is not None and turns.listed is not None and not 1 <= len(turns.listed) <= 10_000:
        raise UnsupportedError("turns listed for 1 to 10000 stones", found=f"{len(turns.listed)} of them")
    if turns is not None and max(turns.opening, turns.stones, start.ply) > MAX_TIMES:
        raise UnsupportedError(f"at most {MAX_TIMES} stones in a turn, and before the start position")
    note = PgNote(rule, turns, start.ply or None, _board_kind(board, default))
    if str(note):
        yield from ("#version", f"zermelo {note}")
    if game.depth is not None:
        times = [f"t{start.ply + number}" for number in range(1, len(players) + 1)]
        black = [time for time, player in zip(times, players, strict=True) if player is Player.BLACK]
        yield from _section("#times", times)
        yield from _section("#blackturns", black)
    yield from _section("#positions", board.cells)
    if start.black or start.white:
        yield from _section("#blackinitials", board.names(start.black))
        yield from _section("#whiteinitials", board.names(start.white))
    if game.first_moves is not None:
        yield from _section("#firstmoves", board.names(game.first_moves))


def _players(game: PositionalGame | ConnectionGame) -> list[Player]:
    """The players of the moves up to the game's depth."""
    if game.depth is None:
        return []
    if not 0 <= game.depth <= MAX_TIMES:
        raise UnsupportedError(f"a depth of 0 to {MAX_TIMES} for .pg", found=str(game.depth))
    return [game.player_at(game.start.ply + number) for number in range(game.depth)]


def _board_kind(board: Board, default: str) -> str | None:
    """The way to read the names that gives this board; None when the dialect reads them so by default."""
    kinds = [default, *(kind for kind in BOARDS if kind != default)]
    fits = {kind: board_of(board.cells, kind) for kind in kinds}
    first = fits[default] or Board.named(board.cells)
    kind = next((kind for kind in kinds if (fits[kind] or first) == board), "graph")
    return None if first == (fits[kind] or first) else kind


def _section(key: str, words: Iterable[str]) -> Iterator[str]:
    yield key
    line = " ".join(words)
    if line:
        yield line
