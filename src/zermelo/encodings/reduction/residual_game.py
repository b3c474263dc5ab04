"""The residual game of a play that is unrolled move by move: cells, players, winning sets.

The residual of a winning set, its cells without stones of its owner, counts if no stone of the other player is in the
set, if no other residual is a part of it, and if its owner places so many stones at all.

Cells that are then in no winning set can be left out. In a positional game a stone more never harms its owner: whatever
he does without it he can do with it. So nobody gains by passing, and to place a stone on such a cell is to pass;
whoever has a better cell loses nothing by taking it. The play then ends when those cells are full. This
holds for maker-maker games as well as for maker-breaker games, and for any order of turns. Only where the first
move is confined to such cells, so that it must be wasted, one of them stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.encodings.reduction.pruning import list_paths
from zermelo.encodings.reduction.timeline import (
    CellGame,
    allowed_first,
    choices_note,
    first_choices,
    open_mask,
)
from zermelo.encodings.reduction.winning_sets import residual_sets
from zermelo.model import ConnectionGame, Player, cells_of, mask_of
from zermelo.wording import counted

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ResidualGame:
    """The residual game to be encoded.

    Parameters
    ----------
    cells
        The cell of the game behind each number 0 … N-1.
    order
        The players at the times 1 … d.
    allowed
        The mask of the cells of the game on which the first stone is to be placed; at least one of ``cells``.
    legal
        The mask of those on which it may be placed: ``allowed``, and what symmetries exchange for it.
    black_sets, white_sets
        The residual winning sets that matter, as tuples of numbers.
    notes
        Simplifications made, in words.
    """

    cells: tuple[int, ...]
    order: tuple[Player, ...]
    allowed: int
    legal: int
    black_sets: Sets
    white_sets: Sets
    notes: tuple[str, ...]

    @property
    def forbidden(self) -> int:
        """The number of the cells that are not allowed."""
        return (mask_of(self.cells) & ~self.allowed).bit_count()


class OrderedSets(NamedTuple):
    """The residual winning sets of both players, as masks, the smallest first."""

    black: list[int]
    white: list[int]

    def completable(self, order: Sequence[Player]) -> OrderedSets:
        """The sets that their owners can complete with the stones that they place in a play of that order."""
        return OrderedSets(small(self.black, order.count(Player.BLACK)), small(self.white, order.count(Player.WHITE)))

    def cells(self, game: CellGame, order: Sequence[Player], live: bool) -> int:
        """The mask of the cells that matter in a play; 0 where Black can complete no winning set.

        Parameters
        ----------
        game
            The game of these sets.
        order
            The players of the play.
        live
            As in `cells_to_use`.
        """
        black, white = self.completable(order)
        return cells_to_use(game, [*black, *white], live) if black else 0


def residual_sets_within(game: CellGame, depth: int) -> OrderedSets | tuple[bool, str]:
    """The residual winning sets, of as many cells as their owner places stones within the depth.

    Of a connection game, its minimal paths. Or whether Black wins within the depth, and why, when that is clear.
    UnsupportedError when there are too many paths.

    >>> residual_sets_within(ConnectionGame.hex(2, 2), 3)
    OrderedSets(black=[3, 6, 12], white=[])
    >>> residual_sets_within(ConnectionGame.hex(2, 2), 2)
    (False, 'Black has no path that needs at most 1 stone')
    """
    if isinstance(game, ConnectionGame):
        pruned = list_paths(game, depth)
        if pruned.answer is not None:
            return pruned.answer, pruned.why
        black, white = [mask_of(pruned.cells[number] for number in cells) for cells in pruned.sets], list[int]()
    else:
        winner = game.winner(game.start)
        if winner is not None:
            return winner is Player.BLACK, f"{winner} has won in the start position already"
        order = [game.player_at(game.start.ply + time) for time in range(min(depth, open_mask(game).bit_count()))]
        stones = game.start
        black = residual_sets(game.black_sets, stones.black, stones.white, order.count(Player.BLACK))
        white = residual_sets(game.white_sets, stones.white, stones.black, order.count(Player.WHITE))
    if not allowed_first(game):
        return False, "there is no legal move"
    return OrderedSets(black, white)


def cells_to_use(game: CellGame, sets: Iterable[int], live: bool) -> int:
    """The mask of the cells worth a move; one cell more where none of them is allowed for the first.

    Parameters
    ----------
    game
        The game, for its open cells.
    sets
        The residual winning sets that matter, as masks.
    live
        True for the cells of these sets only, False for all open cells.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pair", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011,))
    >>> cells_to_use(game, game.black_sets, live=True), cells_to_use(game, game.black_sets, live=False)
    (3, 15)
    """
    if not live:
        return open_mask(game)
    kept, allowed = 0, allowed_first(game)
    for mask in sets:
        kept |= mask
    return kept if kept & allowed else kept | allowed & -allowed


def small(sets: Iterable[int], stones: int) -> list[int]:
    """The sets that need at most so many stones."""
    return [mask for mask in sets if mask.bit_count() <= stones]


def make_residual(
    game: CellGame,
    kept: int,
    order: Sequence[Player],
    black: Sequence[int],
    white: Sequence[int],
    *,
    symmetry: bool,
    notes: Iterable[str],
) -> ResidualGame:
    """The residual game on some cells, with the first move confined to them.

    Parameters
    ----------
    game
        The game.
    kept
        The mask of the cells.
    order
        The players of the play.
    black, white
        The residual winning sets of each player, as masks of cells that are kept.
    symmetry
        True to keep only one of the first moves that symmetries exchange.
    notes
        Further notes, put between those on cells and the one on the first move.
    """
    cells = tuple(cells_of(kept))
    number = {cell: index for index, cell in enumerate(cells)}
    chosen, allowed = first_choices(game, symmetry) & kept, allowed_first(game) & kept

    def numbered(sets: Sequence[int]) -> Sets:
        return tuple(tuple(number[cell] for cell in cells_of(mask)) for mask in sets)

    told = (*_about_cells(game, kept), *notes, *(choices_note(chosen, allowed) if order else []))
    return ResidualGame(cells, tuple(order), chosen, allowed, numbered(black), numbered(white), told)


def _about_cells(game: CellGame, kept: int) -> Iterator[str]:
    occupied, given = (game.start.black | game.start.white).bit_count(), (open_mask(game) & ~kept).bit_count()
    if occupied:
        yield f"{counted(occupied, 'stones')} taken off the board, what they do kept"
    if given:
        yield f"{counted(given, 'cells')} left out: in no winning set, a stone there is a pass"


def about_sets(game: CellGame, black: Sequence[int], white: Sequence[int] | None, asked: str) -> Iterator[str]:
    """Notes on the residual winning sets.

    Parameters
    ----------
    game
        The game.
    black, white
        The sets of each player that are left; None where White's are not looked at.
    asked
        The thing that some sets are too large for, in words.
    """
    if isinstance(game, ConnectionGame):
        yield f"winning sets: {counted(len(black), 'minimal paths')}"
        return
    gone = len(game.black_sets) - len(black), 0 if white is None else len(game.white_sets) - len(white)
    if any(gone):
        yield (
            f"winning sets left out because dead, too large for {asked} or not minimal: {gone[0]} of Black,"
            f" {gone[1]} of White"
        )
