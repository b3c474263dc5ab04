"""How a player keeps the other one from completing a winning set, for ever: a strategy, written down by the search.

The maker-breaker search, without a bound on the depth and with one stone each in turn. What it finds in a maker-breaker
game is right in a maker-maker game, too: there the breaker has winning sets besides, which only help her.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from zermelo import _native
from zermelo.errors import LimitError, UnsupportedError
from zermelo.model import Player, PositionalGame
from zermelo.search.native import Budget
from zermelo.search.positional import CELLS, Switches, geometry


class Note(NamedTuple):
    """What the breaker does in a position in which the maker is to move, as :mod:`zermelo.strategy.breaking` has it."""

    maker: int
    breaker: int
    kind: str
    """A "pairing", an "exchange" or "answers"."""
    pairs: tuple[tuple[int, int], ...]


class Holding:
    """A search with its table, which is asked once for the whole strategy.

    Parameters
    ----------
    game
        A positional game on at most 256 cells.
    breaker
        Who is to keep the other player from completing a winning set.
    time_limit, memory_limit_mb
        Seconds from now on, and megabytes of the table.

    Raises :class:`~zermelo.errors.UnsupportedError` for a larger board.

    >>> from zermelo.families import make
    >>> game = make("ttt")
    >>> Holding(game, Player.WHITE).notes(()) is None  # as a mere breaker she is lost
    True
    >>> Holding(game.after([1]), Player.WHITE).notes(())[0]
    4
    """

    def __init__(
        self,
        game: PositionalGame,
        breaker: Player,
        time_limit: float | None = None,
        memory_limit_mb: float | None = None,
    ) -> None:
        if not 0 < len(game.board) <= CELLS:
            raise UnsupportedError(f"1 to {CELLS} cells for this search", found=f"{len(game.board)} in {game.name}")
        budget = Budget(time_limit, memory_limit_mb, None)
        self._game, self._breaker, start = game, breaker, game.start
        mine, theirs = start.stones(breaker), start.stones(breaker.other)
        lines = [mask & ~theirs for mask in game.winning_sets(breaker.other) if not mask & mine]
        self._native = _native.Holder(
            len(game.board),
            lines,
            geometry(game),
            asdict(Switches()),
            budget.bytes,
            budget.seconds,
        )

    def notes(self, permutations: Sequence[tuple[int, ...]]) -> tuple[int | None, list[Note]] | None:
        """How the breaker holds from the start position on: her first move where it is her turn, and all that follows.

        ``permutations``: a group of them without the identity, whose images stand once. None when she does not hold.
        """
        game, start = self._game, self._game.start
        sets, black = game.winning_sets(self._breaker.other), self._breaker is Player.WHITE
        maker, breaker = start.stones(self._breaker.other), start.stones(self._breaker)
        turn = game.to_move(start) is not self._breaker
        reason, lost, move, notes = self._native.write(list(sets), maker, breaker, turn, permutations, black)
        if reason:
            raise LimitError(reason, f"the search ended without an answer ({reason})")
        return None if lost else (move if move >= 0 else None, [Note(*note) for note in notes])
