"""Deciding connection games natively: Hex, and any graph with two borders.

A depth-first search in which every solved position returns the carrier of its proof (the cells the winner needs), so
that a move outside it is refuted at once; with virtual connections, useless and captured cells, and a table. A depth
becomes a number of Black's stones, which every rule respects. ``native/search/connection/search.hpp`` has the proofs.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import Board, ConnectionGame, Layout, Player
from zermelo.search.budget import Budget
from zermelo.search.checkpoint import kept, remarks
from zermelo.search.progress import Watch, teller
from zermelo.search.result import Found

TABLE_MB = 256
"""The size of the table by default, in megabytes; memory is taken as it fills."""


@dataclass(frozen=True)
class Switches:
    """What the search uses; each can be turned off, for comparison.

    Parameters
    ----------
    dead
        Cells on no chordless way between the borders are taken out (Hayward and van Rijswijck, Hex and
        combinatorics, 2006).
    captured
        Pairs of cells that a player owns, whoever begins there, are filled.
    must_play
        Moves outside the carrier of a refutation are refuted by it (Hayward et al., Solving 7×7 Hex, 2003).
    lean
        Cells that a proof does not need are taken out of its carrier.
    links
        Virtual connections by the and-rule and the or-rule (Anshelevich 2002).
    dual
        White's own connections, on Hex boards.
    table
        Solved positions are remembered.
    symmetry
        Positions that are images of each other count as one.
    rounds
        Every move gets a little work, then more; otherwise one after the other is decided to the end.
    order
        Cells with many ways through them first; otherwise in the order of the board.
    """

    dead: bool = True
    captured: bool = True
    must_play: bool = True
    lean: bool = True
    links: bool = True
    dual: bool = True
    table: bool = True
    symmetry: bool = True
    rounds: bool = True
    order: bool = True

    def off(self) -> list[str]:
        """The names of those that are turned off."""
        return [field.name for field in fields(self) if not getattr(self, field.name)]


def decide(
    game: ConnectionGame,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> Found:
    """Whether Black wins.

    Parameters
    ----------
    game
        The game; its own depth does not matter.
    depth
        In at most so many moves of both players together; None: at all.
    time_limit, memory_limit_mb, node_limit
        Seconds, MB of the table, and positions, after which it is given up; None for no limit (256 MB).
    switches
        What the search uses.
    checkpoint
        A file that the search begins with, where it is there, and writes now and then and at the end; it serves all
        questions about the game: see `zermelo.search.checkpoint`.
    watch
        Is told twice a second how far the search is.

    Raises ``InputError`` for a file that is no checkpoint of this game.

    >>> found = decide(ConnectionGame.hex(3, 3))
    >>> found.answer, found.first_move
    (True, 4)
    >>> decide(ConnectionGame.hex(3, 3), 3).answer
    False
    """
    return search(game, depth, time_limit, memory_limit_mb, node_limit, switches, checkpoint, watch, every=False).found


def first_moves(
    game: ConnectionGame,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> dict[int, bool | None]:
    """For each legal first move, of whoever opens, whether Black wins after it; None where a limit left it open.

    The parameters are those of :func:`decide`; the depth counts the first move.

    >>> game = ConnectionGame.hex(3, 3)
    >>> [game.board.cells[move] for move, wins in first_moves(game).items() if wins]
    ['a2', 'a3', 'b2', 'c1', 'c2']
    """
    return search(game, depth, time_limit, memory_limit_mb, node_limit, switches, checkpoint, watch, every=True).moves


class Searched(NamedTuple):
    """What was found, and for each legal first move whether Black wins after it, if that was asked for."""

    found: Found
    moves: dict[int, bool | None]


def search(
    game: ConnectionGame,
    depth: int | None,
    time_limit: float | None,
    memory_limit_mb: float | None,
    node_limit: int | None,
    switches: Switches,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
    *,
    every: bool,
) -> Searched:
    """Both at once: :func:`decide`, or with ``every`` :func:`first_moves` and its effort."""
    budget = Budget(time_limit, TABLE_MB if memory_limit_mb is None else memory_limit_mb, node_limit)
    legal = game.legal(game.start)
    if (winner := game.winner(game.start)) is not None:
        return Searched(Found(winner is Player.BLACK, seconds=budget.spent), {})
    cells = len(game.board)
    if cells > _native.MAX_CELLS:
        raise UnsupportedError(f"at most {_native.MAX_CELLS} cells", found=f"{cells} in {game.name}")
    if cells == 0 or not legal:
        return Searched(Found(answer=False, seconds=budget.spent), {})
    rules = rules_of(game)
    turns = rules[-1]
    with kept(checkpoint, game.name, rules) as keep:
        answer, reason, move, moves, nodes, memory, warning = _native.search_connection(
            *rules,
            first_cells(game),
            None if depth is None else sum(turns[: max(0, depth)]),
            every,
            budget.seconds,
            budget.nodes,
            budget.bytes,
            switches.off(),
            keep,
            teller(watch, depth=depth),
        )
    first = move if answer and move >= 0 else None
    found = Found(answer, reason or None, first, nodes, memory, budget.spent, remarks(warning))
    return Searched(found, {cell: moves[cell] for cell in legal})


Rules = tuple[
    int, tuple[int, ...], int, int, tuple[int | None, int | None] | None, list[list[int]], int, int, list[bool]
]


def rules_of(game: ConnectionGame) -> Rules:
    """A game as the core takes it, on which the meaning of its tables depends: as in `_native.search_connection`."""
    cells, start, hexes = len(game.board), game.start, is_plain_hex(game)
    return (
        cells,
        game.neighbours,
        game.source,
        game.target,
        (game.white_source, game.white_target) if hexes else None,
        [list(reversed(range(cells)))] if hexes else [],
        start.black,
        start.white,
        [game.player_at(start.ply + ply) is Player.BLACK for ply in range(cells + 1)],
    )


def first_cells(game: ConnectionGame) -> int | None:
    """The cells among which the first stone must be placed; None where all are allowed."""
    return game.first_moves if game.start.ply == 0 else None


def is_plain_hex(game: ConnectionGame) -> bool:
    """Whether this is Hex on a whole rhombus, with White's borders across Black's: then the Hex theorem holds."""
    board = game.board
    if board.layout is not Layout.HEX or board.places != Board.hex(board.columns, board.rows).places:
        return False
    ends, sides = [(board.side(a), board.side(b)) for a, b in (("first", "last"), ("left", "right"))]
    black, white = (game.source, game.target), (game.white_source, game.white_target)
    return (black, white) in ((ends, sides), (sides, ends)) and all(
        game.neighbours[cell] == board.hex_neighbours(cell) for cell in range(len(board))
    )
