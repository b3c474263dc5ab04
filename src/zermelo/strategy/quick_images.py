"""Canonical positions, found by the native core: for who writes strategies. Checkers find them by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo import _native
from zermelo.model import Game, Position
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions


class QuickImages(CanonicalPositions):
    """Canonical positions whose smallest image is found in the native core; parameters as there.

    >>> from zermelo.model import ConnectionGame
    >>> QuickImages(ConnectionGame.hex(2, 2), [(3, 2, 1, 0)]).smallest(Position(black=0b1000, ply=1))
    (Position(black=1, white=0, ply=0), 1)
    """

    def __init__(self, game: Game, symmetries: Sequence[Permutation]) -> None:
        super().__init__(game, symmetries)
        fits = 0 < len(game.board) <= _native.MAX_CELLS
        self._native = _native.SmallestImage(len(game.board), symmetries) if fits else None

    def smallest(self, position: Position) -> tuple[Position, int]:
        black, white, ply = self.form(position)
        if self._native is None or black & white:  # a form may have both on a cell, which no position has
            return super().smallest(position)
        black, white, number = self._native.find(black, white)
        return Position(black, white, ply), number
