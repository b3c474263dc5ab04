"""Pruning: the part of a maker-breaker game that matters for a depth, found before encoding.

In a maker-breaker game an extra stone never harms its owner. So these steps change no answer:

*   A winning set with a white stone is dead; black stones in a winning set need not be placed any more.
*   A set that needs more stones than Black places within the depth is dropped, and so is one that contains another.
*   Cells in no remaining set are given to White; a stone placed there is a pass, and a pass never helps.
*   When η cells are left, the play is over after η moves: a larger depth is cut down to that, and the sets with it.

Connection games get the same treatment without listing paths (`zermelo.encodings.reduction.graphs`): a cell is given to
White when every path through it needs too many stones, or has a shortcut past it. For the transversal encoding the same
is done to White's graph, with White's stones and all cells given to her contracted.

Trap: what counts is the number of stones that *Black* still places within the depth, and so who opens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from zermelo.encodings.reduction.graphs import Graph, contract, minimal_paths, on_paths
from zermelo.encodings.reduction.timeline import (
    CellGame,
    allowed_first,
    choices_note,
    first_choices,
    open_mask,
    players,
    shortened,
)
from zermelo.encodings.reduction.winning_sets import residual_sets
from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Player, cells_of, mask_of
from zermelo.model.minimal_sets import by_size
from zermelo.wording import counted


@dataclass(frozen=True)
class PrunedGame:
    """A residual maker-breaker game, pruned for a depth, with its cells numbered 0 … η-1.

    Parameters
    ----------
    cells
        The cell of the game behind each number.
    players
        The players at the times 1, 2, …; the last is Black.
    allowed
        The numbers on which the first stone may be placed; any other first move is a pass.
    answer, why
        True if Black wins, False if not, and the reason; None when that is not clear yet.
    sets
        The minimal residual winning sets, smallest first; empty for a connection game.
    graph
        Black's pruned graph; None for a positional game.
    notes
        Simplifications made, in words.
    """

    cells: tuple[int, ...] = ()
    players: tuple[Player, ...] = ()
    allowed: frozenset[int] = frozenset()
    answer: bool | None = None
    why: str = ""
    sets: tuple[tuple[int, ...], ...] = ()
    graph: Graph | None = None
    notes: tuple[str, ...] = ()

    @property
    def stones(self) -> int:
        """The number of stones that Black places."""
        return self.players.count(Player.BLACK)


def prune(game: CellGame, depth: int, symmetry: bool = False) -> PrunedGame:
    """Prune a game with alternating turns; White's winning sets of a maker-maker game are ignored.

    Parameters
    ----------
    game, depth
        The game, and the number of moves from its start position.
    symmetry
        True to keep only one of the first moves that symmetries exchange.

    >>> prune(ConnectionGame.hex(3, 3), 4).why
    'Black has no path that needs at most 2 stones'
    >>> prune(ConnectionGame.hex(3, 3), 6).notes
    ("left out: White's last move",)
    """
    if isinstance(game, ConnectionGame):
        pruned = _prune_graph(game, depth)
    else:
        stones = players(game, min(depth, open_mask(game).bit_count())).count(Player.BLACK)
        live = residual_sets(game.black_sets, game.start.black, game.start.white, stones)
        pruned = _prune_sets(game, live, depth, "winning set")
    return _one_of_each_orbit(game, pruned) if symmetry else pruned


def _one_of_each_orbit(game: CellGame, pruned: PrunedGame) -> PrunedGame:
    """Allow one first move of each orbit; pruning treats all cells of an orbit alike."""
    if pruned.answer is not None:
        return pruned
    chosen = first_choices(game, symmetry=True)
    first = frozenset(number for number in pruned.allowed if chosen >> pruned.cells[number] & 1)
    before, after = (mask_of(pruned.cells[number] for number in each) for each in (pruned.allowed, first))
    return replace(pruned, allowed=first, notes=(*pruned.notes, *choices_note(after, before)))


def list_paths(game: ConnectionGame, depth: int, symmetry: bool = False) -> PrunedGame:
    """The pruned game with the minimal paths as winning sets.

    Parameters
    ----------
    game, depth, symmetry
        As in `prune`.

    Raises UnsupportedError when there are more than `zermelo.encodings.reduction.graphs.PATH_LIMIT` of them.
    """
    pruned = _prune_graph(game, depth)
    if pruned.graph is None:
        return pruned
    paths = minimal_paths(pruned.graph, pruned.stones)
    sets = sorted((mask_of(pruned.cells[number] for number in cells_of(path)) for path in paths), key=by_size)
    note = f"{counted(len(sets), 'minimal paths')} of at most {counted(pruned.stones, 'stones')} listed"
    pruned = _prune_sets(game, sets, depth, "path", note)
    return _one_of_each_orbit(game, pruned) if symmetry else pruned


def _prune_sets(game: CellGame, live: list[int], depth: int, what: str, *notes: str) -> PrunedGame:
    if live and not live[0]:
        return PrunedGame(answer=True, why="Black has completed a winning set already")

    def useful(stones: int) -> int:
        union = 0
        for mask in live:
            if mask.bit_count() > stones:
                break
            union |= mask
        return union

    pruned, _ = _fit(game, depth, useful, what, notes)
    if pruned.answer is not None:
        return pruned
    number = {cell: index for index, cell in enumerate(pruned.cells)}
    sets = [mask for mask in live if mask.bit_count() <= pruned.stones]
    return replace(pruned, sets=tuple(tuple(number[cell] for cell in cells_of(mask)) for mask in sets))


def _fit(
    game: CellGame, depth: int, useful: Callable[[int], int], what: str, notes: tuple[str, ...] = ()
) -> tuple[PrunedGame, int]:
    """Fit depth and cells to each other: the pruned game without sets, and the mask of its cells.

    ``useful`` gives the mask of the cells that matter when Black places so many stones. When the first move is
    restricted, a player may have to waste it, and the play takes one move more.
    """
    open_cells, allowed = open_mask(game), allowed_first(game)
    spare = int(allowed != open_cells)

    def cells_of_play(length: int) -> int:
        stones = players(game, length).count(Player.BLACK)
        return useful(stones) if stones else 0

    length, kept = shortened(min(depth, open_cells.bit_count()), cells_of_play, spare)
    order = players(game, length)
    stones = order.count(Player.BLACK)
    if not allowed or not kept:
        if not allowed:
            why = "there is no legal move"
        elif not stones:
            why = f"Black places no stone within {counted(depth, 'moves')}"
        else:
            why = f"Black has no {what} that needs at most {counted(stones, 'stones')}"
            if length < min(depth, open_cells.bit_count()):
                why += f" (all cells that matter are taken after {counted(length, 'moves')})"
        return PrunedGame(answer=False, why=why), 0
    cells = tuple(cells_of(kept))
    notes = (*_cell_notes(game, len(cells), what, stones), *_time_notes(game, depth, length, order), *notes)
    first = frozenset(number for number, cell in enumerate(cells) if allowed >> cell & 1)
    return PrunedGame(cells, order, first, notes=notes), kept


def _cell_notes(game: CellGame, kept: int, what: str, stones: int) -> Iterator[str]:
    occupied, cells = (game.start.black | game.start.white).bit_count(), len(game.board)
    if occupied:
        yield f"{counted(occupied, 'stones')} taken off the board, what they do kept"
    given = cells - occupied - kept
    if given:
        yield f"{counted(given, 'cells')} given to White: in no {what} of at most {counted(stones, 'stones')} to place"
    if cells != kept:
        yield f"{kept} of {cells} cells left"


def _time_notes(game: CellGame, depth: int, length: int, order: tuple[Player, ...]) -> Iterator[str]:
    if length < min(depth, open_mask(game).bit_count()):
        yield f"depth {depth} cut down to {length}: by then every cell that is left is taken"
    elif length < depth:
        yield f"depth {depth} cut down to {length}: by then the board is full"
    if len(order) < length:
        yield "left out: White's last move"


def _prune_graph(game: ConnectionGame, depth: int) -> PrunedGame:
    open_cells = open_mask(game)
    graph = None if game.joined else contract(game, game.source, game.target, game.start.black, open_cells)
    if graph is None:
        return PrunedGame(answer=True, why="Black has joined his borders already")
    pruned, kept = _fit(game, depth, lambda stones: on_paths(graph, stones, open_cells), "path")
    return replace(pruned, graph=graph.numbered(pruned.cells)) if kept else pruned


def white_graph(game: ConnectionGame, pruned: PrunedGame) -> Graph:
    """White's graph on the cells of the pruned game; her stones and cells given to her are contracted."""
    kept = mask_of(pruned.cells)
    white = open_mask(game) & ~kept | game.start.white
    graph = contract(game, game.white_source or 0, game.white_target or 0, white, kept)
    if graph is None:  # Black still has a path: the borders cannot be those of one board
        raise InputError("borders of White that are joined only when Black is cut off", source=game.name)
    return graph.numbered(pruned.cells)
