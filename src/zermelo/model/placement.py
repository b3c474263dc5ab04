"""Games of placing stones: the players put stones on open cells, one at a time, and no stone ever moves.

This is what positional games and connection games share; they differ in who has won. The order of the players is
that of :class:`~zermelo.model.turns.Turns`, and the first stone may be confined to some of the cells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from zermelo.errors import InputError
from zermelo.model.board import cells_of
from zermelo.model.game import Game, Player, Position
from zermelo.model.turns import Turns


class PlacementGame(Game):
    """A game in which a move is a stone on an open cell, given by the index of the cell.

    Subclasses are frozen dataclasses that have these fields too, and say who has won.

    Parameters
    ----------
    turns
        The order in which stones are placed.
    first_moves
        Mask of the cells among which the stone of ply 0 must be placed; None for all. Files use this to break symmetry.
        One of them is open, if any cell is.
    """

    turns: Turns
    first_moves: int | None

    def _check_stones(self) -> None:
        super()._check_stones()
        left = self._open(self.start)
        if self.first_moves is not None and self.start.ply == 0 and left and not self.first_moves & left:
            raise InputError("an open cell among the first moves", found="none")

    def player_at(self, ply: int) -> Player:
        return self.turns.player_at(ply)

    def legal(self, position: Position) -> list[int]:
        if self.winner(position) is not None:
            return []
        cells = self._open(position)
        if self.first_moves is not None and position.ply == 0:
            cells &= self.first_moves
        return list(cells_of(cells))

    def step(self, position: Position, move: int) -> Position:
        if self.player_at(position.ply) is Player.BLACK:
            return Position(position.black | 1 << move, position.white, position.ply + 1)
        return Position(position.black, position.white | 1 << move, position.ply + 1)

    def move_name(self, move: int) -> str:
        return self.board.cells[move]

    def parse_move(self, text: str, player: Player) -> int:  # noqa: ARG002 (either player names cells)
        return self.board.cell(text.strip())

    def _other_mover(self) -> Self:
        return replace(self, turns=self.turns.swapped())  # type: ignore[type-var]

    def complete_depth(self) -> int:
        return self._open(self.start).bit_count()

    def alternating_from(self) -> int:
        """The ply, from 0 at the start, from which on the players place one stone each in turn, on any open cell.

        Looked for as far as there are cells on the board.

        >>> from zermelo.families import make
        >>> make("hex:3x3").alternating_from(), make("gomoku:3,board=3x3,p=2,q=1").alternating_from()
        (0, 8)
        """
        return max(self._turns_alternate_from(), int(self.is_restricted))

    @property
    def alternates(self) -> bool:
        """True if the players place one stone each in turn; where the first one may be does not matter."""
        return self._turns_alternate_from() == 0

    @property
    def is_restricted(self) -> bool:
        """True if the next stone is the first one, and the rules say where it may be."""
        return self.start.ply == 0 and self.first_moves is not None

    def _turns_alternate_from(self) -> int:
        first, ply = self.start.ply, len(self.board)
        while ply and self.player_at(first + ply - 1) is not self.player_at(first + ply):
            ply -= 1
        return ply

    def at(self, position: Position) -> Self:
        first_moves = None if position.ply else self.first_moves  # it is about the stone of ply 0 only
        return replace(self, start=position, first_moves=first_moves)  # type: ignore[type-var]

    def with_depth(self, depth: int | None) -> Self:
        return replace(self, depth=depth)  # type: ignore[type-var]

    def _open(self, position: Position) -> int:
        return self.board.full & ~(position.black | position.white)
