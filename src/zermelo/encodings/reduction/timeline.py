"""Times, players and first moves, to be settled before the first variable of a game on cells.

An encoding unrolls a play of d moves. Which times are Black's follows from the turn order and from the number of
moves made before the start position. Times that cannot matter are left out: those after the board is full, and moves
of White after Black's last one (Black has won by then, or he will not). A restriction of the first move holds at
ply 0 only, and on either player; it is a rule of the game, not a hint, unless a symmetry says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.encodings.base import Assignment, Encoding, require
from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Game, Player, PositionalGame, first_move_orbits, mask_of

CellGame = PositionalGame | ConnectionGame
"""The games in which a move puts a stone on an open cell."""


def cell_game(encoding: Encoding, game: Game, depth: int) -> CellGame:
    """The game, known to be one on cells that the encoding takes.

    Parameters
    ----------
    encoding, game, depth
        As in `require`.

    Raises what `require` raises, and InputError when the game is not on cells.
    """
    require(encoding, game, depth)
    if not isinstance(game, CellGame):
        raise InputError("a game on winning sets or a graph", found=game.kind)
    return game


def open_mask(game: CellGame) -> int:
    """The mask of the open cells of the start position."""
    return game.board.full & ~(game.start.black | game.start.white)


def allowed_first(game: CellGame) -> int:
    """The mask of the cells on which the first stone may be placed, if the play is not over."""
    allowed = open_mask(game)
    return allowed if game.first_moves is None or game.start.ply > 0 else allowed & game.first_moves


def first_choices(game: CellGame, symmetry: bool) -> int:
    """The mask of the first cells worth a look: all allowed ones, or with ``symmetry`` one of each orbit.

    >>> game = ConnectionGame.hex(2, 2)
    >>> first_choices(game, symmetry=False), first_choices(game, symmetry=True)
    (15, 3)
    """
    allowed = allowed_first(game)
    return mask_of(orbit[0] for orbit in first_move_orbits(game)) & allowed if symmetry and allowed else allowed


def choices_note(chosen: int, allowed: int) -> list[str]:
    """A note on the first moves chosen, if symmetries forbid some."""
    if chosen == allowed:
        return []
    return [f"first move: {chosen.bit_count()} of {allowed.bit_count()} cells, one of each orbit of symmetries"]


def players(game: CellGame, depth: int) -> tuple[Player, ...]:
    """The players at the times 1 … depth, without the moves of White after Black's last one.

    >>> [str(player) for player in players(ConnectionGame.hex(2, 2), 4)]
    ['Black', 'White', 'Black']
    """
    order = [game.player_at(game.start.ply + time) for time in range(depth)]
    while order and order[-1] is Player.WHITE:
        order.pop()
    return tuple(order)


def shortened(length: int, useful: Callable[[int], int], spare: int = 0) -> tuple[int, int]:
    """Fit the length of a play and the cells worth a move to each other, to a fixpoint.

    In a shorter play the players place fewer stones, with which fewer cells matter; and a play is over when the cells
    that matter are taken.

    Parameters
    ----------
    length
        The most moves of the play.
    useful
        The mask of the cells that matter in a play of so many moves; 0 where it is decided.
    spare
        The number of moves that may have to be wasted on other cells.

    Returns
    -------
    tuple[int, int]
        The length, and the mask of the cells that matter in so many moves.

    >>> shortened(9, lambda moves: (1 << (moves + 5) // 2) - 1)
    (5, 31)
    """
    while True:
        kept = useful(length)
        if not kept or kept.bit_count() + spare >= length:
            return length, kept
        length = kept.bit_count() + spare


@dataclass(frozen=True)
class BitMove:
    """Reads a move that stands in binary, least significant bit first.

    Parameters
    ----------
    bits
        The variables.
    cells
        The cell of the game that each value means.
    allowed
        The mask of the cells that are legal.
    otherwise
        A legal cell for a value that means none. There the player passes, or lets his opponent choose for him, and
        succeeds all the same, so that any legal stone would do.
    """

    bits: Sequence[int]
    cells: Sequence[int]
    allowed: int
    otherwise: int

    def __call__(self, values: Assignment) -> int | None:
        """The cell; None when a bit has no value.

        >>> read = BitMove([7, 8], [10, 11, 12], 1 << 10 | 1 << 12, 10)
        >>> read({7: False, 8: True}), read({7: True, 8: False}), read({7: True, 8: True}), read({7: True})
        (12, 10, 10, None)
        """
        if any(bit not in values for bit in self.bits):
            return None
        number = sum(1 << place for place, bit in enumerate(self.bits) if values[bit])
        if number < len(self.cells) and self.allowed >> self.cells[number] & 1:
            return self.cells[number]
        return self.otherwise


@dataclass(frozen=True)
class HotMove:
    """Reads a move that has one variable per cell: the cell of the variable that is true.

    ``otherwise`` where none is.
    """

    first: int
    cells: Sequence[int]
    otherwise: int | None = None

    def __call__(self, values: Assignment) -> int | None:
        """The cell; None when none is known to be true.

        >>> read = HotMove(3, [10, 11], 10)
        >>> read({3: False, 4: True}), read({3: False, 4: False}), read({})
        (11, 10, None)
        """
        numbers = range(self.first, self.first + len(self.cells))
        hot = (cell for number, cell in zip(numbers, self.cells, strict=True) if values.get(number, False))
        return next(hot, self.otherwise if all(number in values for number in numbers) else None)


def lowest(mask: int) -> int:
    """The smallest cell of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1
