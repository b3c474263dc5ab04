"""What every game is: players, positions, and the plain rules by which a play runs.

The kinds of games (:mod:`~zermelo.model.grid`, :mod:`~zermelo.model.positional`, :mod:`~zermelo.model.connection`,
:mod:`~zermelo.model.clause_game`) implement one small interface, the reference rule engine. It is written to be read,
not to be fast: everything else in the package is compared with it.

Depth. A *move* is one turn of one player (in a game with several stones per move, each stone counts as a
move of its own). Black *wins within d* when he can force a win in at most d moves counted from the start
position, whoever opens. A player of a grid game who cannot move has lost; finding that out takes the
move that he cannot make, so Domineering on 2×2 is a win within 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from importlib import import_module
from typing import Any, NamedTuple, Self

from zermelo.errors import IllegalMoveError, InputError
from zermelo.model.board import Board


class Player(Enum):
    """One of the two players."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Player:
        return Player.WHITE if self is Player.BLACK else Player.BLACK

    def __str__(self) -> str:
        return self.value.capitalize()


class Position(NamedTuple):
    """The stones of both colours as masks, and the number of moves made since ply 0 of the game.

    In Game-SAT the masks are no stones: see :mod:`~zermelo.model.clause_game`.
    """

    black: int = 0
    white: int = 0
    ply: int = 0

    def stones(self, player: Player) -> int:
        return self.black if player is Player.BLACK else self.white

    def swapped(self) -> Position:
        """The same position with the colours exchanged."""
        return Position(self.white, self.black, self.ply)


class Game(ABC):
    """A game, its start position, and the depth that its file asks about (None: no depth of its own).

    A move is a hashable value of the game's own kind; :meth:`move_name` and :meth:`parse_move` translate.
    Subclasses are frozen dataclasses with the fields below.
    """

    name: str
    board: Board
    start: Position
    depth: int | None

    @property
    @abstractmethod
    def kind(self) -> str:
        """What the game is, in words for people."""

    @abstractmethod
    def player_at(self, ply: int) -> Player:
        """Who makes the move when ``ply`` moves have been made."""

    @abstractmethod
    def moves(self, position: Position) -> list[Any]:
        """The legal moves of the player to move, in a fixed order; none when the play is over."""

    @abstractmethod
    def winner(self, position: Position) -> Player | None:
        """Who has won in this position: None while nobody has, and in a draw."""

    def goal_winner(self, position: Position) -> Player | None:
        """Who has won already, without anyone having to find out that he cannot move."""
        return self.winner(position)

    @abstractmethod
    def play(self, position: Position, move: Any) -> Position:
        """The position after a move that is known to be legal."""

    @abstractmethod
    def move_name(self, move: Any) -> str:
        """A move as its file would name it."""

    @abstractmethod
    def parse_move(self, text: str, player: Player) -> Any:
        """The move of a player that a name means; ``InputError`` when the game has no such move."""

    @abstractmethod
    def swapped(self) -> Self:
        """The same game with the colours exchanged: White's questions asked for Black."""

    @abstractmethod
    def complete_depth(self) -> int | None:
        """A depth that no play from the start position can exceed, or None when none is known."""

    @abstractmethod
    def at(self, position: Position) -> Self:
        """The same game started in another position (the depth stays as it is)."""

    @abstractmethod
    def with_depth(self, depth: int | None) -> Self:
        """The same game with another depth of its own."""

    def called(self, player: Player) -> str:
        """What people call a player in this game."""
        return str(player)

    def to_move(self, position: Position) -> Player:
        """Who moves in a position."""
        return self.player_at(position.ply)

    def is_over(self, position: Position) -> bool:
        """Whether the play has ended."""
        return self.winner(position) is not None or not self.moves(position)

    def apply(self, position: Position, move: Any) -> Position:
        """The position after a move; :class:`~zermelo.errors.IllegalMoveError` when it is not legal."""
        if move not in self.moves(position):
            legal = [self.move_name(m) for m in self.moves(position)]
            shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
            raise IllegalMoveError(
                f"a legal move of {self.called(self.to_move(position))} ({shown or 'there is none: the play is over'})",
                found=repr(self.move_name(move)),
            )
        return self.play(position, move)

    def after(self, moves: Sequence[Any]) -> Self:
        """The game that is left when these moves have been made; its depth shrinks with them."""
        position = self.start
        for move in moves:
            position = self.apply(position, move)
        left = None if self.depth is None else max(0, self.depth - len(moves))
        return self.at(position).with_depth(left)

    def draw(self, position: Position | None = None, marks: dict[int, str] | None = None) -> str:
        """A position (the start position when None) as text."""
        shown = self.start if position is None else position
        return self.board.draw(shown.black, shown.white, marks)

    def _repr_svg_(self) -> str:
        """The start position as a picture, for notebooks. Pictures know games, not the other way round: by name."""
        pictures: Any = import_module("zermelo.picture.svg")
        return str(pictures.svg(pictures.Picture(self)))

    def move_cells(self, position: Position, move: Any) -> int:
        """The mask of the cells that a move changes in a position."""
        after = self.play(position, move)
        return (position.black ^ after.black) | (position.white ^ after.white)

    def _check_stones(self) -> None:
        black, white, ply = self.start
        if black & white:
            both = self.board.names(black & white)
            raise InputError("every cell to hold one stone at most", found=f"stones of both colours on {both[0]}")
        if (black | white) & ~self.board.full or ply < 0:
            raise InputError("stones on the board only", found="a stone off the board")
