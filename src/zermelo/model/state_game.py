"""Games of which nothing is known but their rules: no board, no stones, positions that are mere states.

Game graphs and the games of other programs are such games. A position is a number (``Position.black``; ``white`` is 0),
and it determines all that may follow; ``ply`` only counts the moves made. What differs from the other kinds of games:

- the player to move depends on the position, and may move several times in a row;
- a move may end the play in favour of the other player, or in a draw;
- nobody loses by having no move: a position without moves is an end, and says who has won.

So a depth is a number of moves, and no move more for finding out that a player cannot move.
"""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from typing import Any

from zermelo.errors import InputError, UnsupportedError
from zermelo.model.board import Board
from zermelo.model.game import Game, Player, Position

NO_BOARD = Board(())
"""The board of games that have none."""


class StateGame(Game):
    """A game on states. Subclasses say how states and moves are written in files.

    Moves are whole numbers within the package. :mod:`~zermelo.model.graph_game` is the simplest subclass.
    """

    board: Board = NO_BOARD

    @abstractmethod
    def mover(self, position: Position) -> Player:
        """The player who moves in a position; Black where the play is over."""

    def player_at(self, ply: int) -> Player:  # noqa: ARG002 (nobody knows)
        raise UnsupportedError("a game in which the number of moves made tells who moves", found=self.name)

    @abstractmethod
    def form(self) -> dict[str, Any]:
        """The rules and the start position as JSON, with a key ``kind``; equal forms mean the same game."""

    def position_form(self, position: Position) -> Any:
        """A position in a file, as JSON: the same for the same state, whatever the number of moves made."""
        return position.black

    def position_of(self, form: Any) -> Position:
        """The position of a form, with 0 moves made; ``InputError``, without a place, for anything else."""
        return Position(whole(form, "the number of a position"))

    def move_form(self, position: Position, move: int) -> Any:  # noqa: ARG002 (it may need the position)
        """A move in a file, as JSON."""
        return move

    def move_of(self, position: Position, form: Any) -> int:  # noqa: ARG002 (it may need the position)
        """The move of a form in a position, legal or not; ``InputError``, without a place, for anything else."""
        return whole(form, "the number of a move")

    def move_cells(self, position: Position, move: Any) -> int:  # noqa: ARG002 (there are no cells)
        """No cells."""
        return 0


def whole(value: Any, wanted: str, below: int = 1 << 62) -> int:
    """A whole number from 0 on, out of JSON.

    >>> whole(3, "the number of a node")
    3
    """
    if type(value) is not int or not 0 <= value < below:
        raise InputError(wanted, found=repr(value)[:60])
    return value


def name_of_form(value: Any) -> str:
    """A name, out of JSON: text without line breaks and other control characters, which a terminal would obey.

    >>> name_of_form("north-west")
    'north-west'
    """
    if not isinstance(value, str) or any(unicodedata.category(each) in {"Cc", "Zl", "Zp"} for each in value):
        raise InputError("a name", found=repr(value)[:60])
    return value
