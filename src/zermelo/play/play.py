"""A play: a game and the moves so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.model import Game, Player, Position

GOES_ROUND = 3
"""The number of times that a position must occur for a play to go round in circles."""


class Play:
    """A play of a game, by the plain rules.

    Parameters
    ----------
    game
        The game; the play begins in its start position.
    line
        Moves already made; :class:`~zermelo.errors.IllegalMoveError` when one is not legal.

    >>> from zermelo.families import make
    >>> session = Play(make("hex:2x2"))
    >>> session.make("b1"), session.make("a2"), session.make("b2")
    (2, 1, 3)
    >>> str(session.winner), session.names
    ('Black', ['b1', 'a2', 'b2'])
    >>> session.undo(2), session.names
    (2, ['b1'])
    """

    def __init__(self, game: Game, line: Sequence[Any] = ()) -> None:
        self.game = game
        self.line: list[Any] = []
        self.positions: list[Position] = [game.start]
        """The start position, and the one after each move."""
        for move in line:
            self.push(move)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def to_move(self) -> Player:
        return self.game.mover(self.position)

    @property
    def names(self) -> list[str]:
        """The moves so far, as the game's file names them."""
        return [self.game.move_name(move) for move in self.line]

    @property
    def legal(self) -> list[Any]:
        """The legal moves; none when the play is over."""
        return [] if self.winner is not None else self.game.legal(self.position)

    @property
    def winner(self) -> Player | None:
        return self.game.winner(self.position)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.position)

    @property
    def goes_round(self) -> bool:
        """True if the position occurs for the third time, with the same player to move."""
        return self.goes_round_since(0)

    def goes_round_since(self, since: int) -> bool:
        """The same of the positions after so many moves."""
        here = self.position
        alike = [each for each in self.positions[since:] if (each.black, each.white) == (here.black, here.white)]
        return sum(self.game.mover(each) is self.to_move for each in alike) >= GOES_ROUND

    def read(self, text: str) -> Any:
        """The legal move of a name, see :meth:`zermelo.model.Game.find_move`."""
        return self.game.find_move(text, self.position)

    def push(self, move: Any) -> None:
        """Make a move; IllegalMoveError when it is not legal."""
        self.positions.append(self.game.apply(self.position, move))
        self.line.append(move)

    def make(self, text: str) -> Any:
        """Make the move with a name, and return it."""
        move = self.read(text)
        self.push(move)
        return move

    def undo(self, moves: int = 1) -> int:
        """Take back at most ``count`` moves; the number taken back."""
        count = min(moves, len(self.line))
        if count:
            del self.line[-count:], self.positions[-count:]
        return count

    def result(self) -> str:
        """The result of the play in words; its length while it goes on."""
        if self.winner is not None:
            return f"{self.game.called(self.winner)} has won."
        return "The play is over: a draw." if self.is_over else f"{self.game.called(self.to_move)} is to move."
