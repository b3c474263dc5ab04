"""The interface of all games: players, positions, and the plain rules by which a play runs.

The kinds of games (``grid``, ``positional``, ``connection``, ``clause_game``) implement one small interface, the
reference rule engine. It is written to be read, not to be fast: everything else in the package is compared with it.

Depth. A *move* is one turn of one player (in a game with several stones per move, each stone counts as a
move of its own). Black *wins within d* when he can force a win in at most d moves counted from the start
position, whoever opens. A player of a grid game who cannot move has lost (or won, where the rules say so);
finding that out takes the move that he cannot make, so Domineering on 2×2 is a win within 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, ClassVar, NamedTuple, Self

from zermelo.errors import IllegalMoveError, InputError, UnsupportedError
from zermelo.model.board import Board


class Player(Enum):
    """One of the two players.

    >>> Player("white") is Player.WHITE, str(Player.BLACK), Player.BLACK.other is Player.WHITE
    (True, 'Black', True)
    """

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.WHITE if self is Player.BLACK else Player.BLACK

    def __str__(self) -> str:
        return self.value.capitalize()


class Position(NamedTuple):
    """The stones of both colours as masks, and the number of moves made since ply 0 of the game.

    In Game-SAT the masks are no stones: see ``clause_game``.
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
    """A game in its start position.

    Games are immutable: a move gives another game. Moves have names, as in the game's file, and are values of the
    game's own kind inside the package; ``move_name`` and ``find_move`` translate.

    >>> import zermelo
    >>> game = zermelo.load("hex:2x2")
    >>> game
    <hex:2x2: connection game (Hex), maker-breaker, Black to move>
    >>> game.moves, str(game.to_move)
    (['a1', 'a2', 'b1', 'b2'], 'Black')
    >>> later = game.play("a2").play("b1")  # or game.after("a2 b1")
    >>> later.moves, str(later.to_move), len(game.moves)
    (['a1', 'b2'], 'Black', 4)

    Attributes
    ----------
    name
        The file's name, or the family expression.
    board
        The cells with their names and places.
    start
        The stones at the start, and the number of moves made before.
    depth
        The depth that the file asks about; None where it names none.

    Notes
    -----
    The rules are functions of a position: ``legal``, ``step``, ``mover``, ``winner``. Subclasses are
    frozen dataclasses with the attributes above.
    """

    name: str
    board: Board
    start: Position
    depth: int | None

    drawer: ClassVar[Callable[[Game], str] | None] = None
    """Draws a game as SVG. Pictures lie above games, so it is they who set it, see :mod:`zermelo.api`."""

    def __repr__(self) -> str:
        name = self.name if self.name.isprintable() else repr(self.name)
        return f"<{name}: {self.kind}, {self.turn_text}>"

    @property
    def moves(self) -> list[str]:
        """The names of the legal moves in the start position; empty when the play is over.

        >>> import zermelo
        >>> zermelo.load("hex:2x2").after("a1").moves
        ['a2', 'b1', 'b2']
        """
        return [self.move_name(move) for move in self.legal(self.start)]

    @property
    def to_move(self) -> Player:
        """The player who moves in the start position."""
        return self.mover(self.start)

    @property
    def turn_text(self) -> str:
        """The player to move in the start position in words, or that the play is over.

        >>> import zermelo
        >>> zermelo.load("nim:1").turn_text, zermelo.load("nim:1").after("take(1,1)").turn_text
        ('Black to move', 'the play is over')
        """
        return "the play is over" if self.is_over(self.start) else f"{self.called(self.to_move)} to move"

    def play(self, move: Any) -> Self:
        """The game after one move, a name or a value: ``after([move])``.

        Raises ``InputError`` for a name that is no move, ``IllegalMoveError`` for a move that is
        not legal.
        """
        return self.after([move])

    @property
    def size_text(self) -> str:
        """The size in words."""
        return self.board.size_text

    @property
    @abstractmethod
    def kind(self) -> str:
        """The kind of the game, in words for people."""

    @abstractmethod
    def player_at(self, ply: int) -> Player:
        """The player who makes the move when ``ply`` moves have been made."""

    @abstractmethod
    def legal(self, position: Position) -> list[Any]:
        """The legal moves in a position, in a fixed order; none when the play is over."""

    @abstractmethod
    def winner(self, position: Position) -> Player | None:
        """The player who has won in this position; None while nobody has, and in a draw."""

    def goal_winner(self, position: Position) -> Player | None:
        """The player who has won already, without anyone having to find out that he cannot move; None: nobody."""
        return self.winner(position)

    @abstractmethod
    def step(self, position: Position, move: Any) -> Position:
        """The position after a move that is known to be legal; :meth:`apply` makes sure."""

    @abstractmethod
    def move_name(self, move: Any) -> str:
        """A move as its file would name it."""

    @abstractmethod
    def parse_move(self, text: str, player: Player) -> Any:
        """The move of a player that a name means; ``InputError`` when the game has no such move."""

    @abstractmethod
    def swapped(self) -> Self:
        """The same game with the colours exchanged: White's questions asked for Black."""

    def with_mover(self, player: Player) -> Self:
        """The same position with this player to move: what the other opener would be in, at the start.

        Where turns are of several stones, the players change places in all of the turn order. Raises
        ``UnsupportedError`` for a game in which the position itself says who moves.

        >>> import zermelo
        >>> zermelo.load("domineering:2x2").with_mover(Player.WHITE).moves
        ['horizontal(1,1)', 'horizontal(1,2)']
        """
        return self if self.to_move is Player(player) else self._other_mover()

    def _other_mover(self) -> Self:
        """The same position with the other player to move."""
        raise UnsupportedError(
            "a game in which either player could move in the same position",
            found=f"{self.kind}, in which the position says who moves",
            source=self.name,
        )

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
        """The name of a player in this game, for people."""
        return str(player)

    @property
    def role_names(self) -> tuple[str, str] | None:
        """The names that the game's own rules give to Black and White; None where they are called just so."""
        return None

    @property
    def roles_text(self) -> str:
        """The role of each player in words; empty without `role_names`."""
        names = self.role_names
        return "" if names is None else f"Black is the role {names[0]}, White the role {names[1]}"

    def mover(self, position: Position) -> Player:
        """The player who moves in a position."""
        return self.player_at(position.ply)

    def is_over(self, position: Position) -> bool:
        """Tell whether the play has ended."""
        return self.winner(position) is not None or not self.legal(position)

    def apply(self, position: Position, move: Any) -> Position:
        """The position after a move; :class:`~zermelo.errors.IllegalMoveError` when it is not legal."""
        if move not in self.legal(position):
            legal = [self.move_name(m) for m in self.legal(position)]
            shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
            raise IllegalMoveError(
                f"a legal move of {self.called(self.mover(position))} ({shown or 'there is none: the play is over'})",
                found=self._spoken(move),
            )
        return self.step(position, move)

    def _spoken(self, move: Any) -> str:
        """A move by its name; what is none, as it is."""
        if isinstance(move, int) and not 0 <= move < len(self.board):
            return repr(move)
        try:
            return repr(self.move_name(move))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return repr(move)

    def spelled(self, text: str) -> str:
        """The name of a move as the game writes it: without blanks."""
        return "".join(text.split())

    def find_move(self, text: str, position: Position | None = None) -> Any:
        """The legal move of that name in a position (None: the start position).

        Spaces and capital letters do not matter. Where it is clear, the cells are enough, as people write them: ``b3``
        or ``(2,3)`` for the cell that is filled, ``a1-b2`` or ``a1xb2`` for a stone that moves, in Connect-4 the
        column; see :mod:`~zermelo.model.move_spelling`. Raises ``InputError``, with the moves that are meant or those
        that are legal, when it is not clear or there is no such move.

        >>> import zermelo
        >>> zermelo.load("hex:2x2").find_move(" B1 ")
        2
        """
        from zermelo.model import move_spelling  # which knows all kinds of games

        here = self.start if position is None else position
        plain = self.spelled(text)
        legal = {self.move_name(move): move for move in self.legal(here)}
        if plain in legal:
            return legal[plain]
        near = [name for name in legal if name.lower() == plain.lower()]
        if not near and plain.startswith("("):
            near = [name for name in legal if name.endswith(plain)]
        if not near:
            near = [self.move_name(move) for move in move_spelling.meant(self, here, plain)]
        if len(near) == 1:
            return legal[near[0]]
        shown = ", ".join((near or list(legal))[:8]) + (", …" if len(near or legal) > 8 else "")
        if near:
            raise InputError(f"one of {shown}", found=repr(plain))
        player = self.mover(here)
        if not legal or move_spelling.cells_in(self.board, plain.lower()) is None:
            plain = self.move_name(self.parse_move(plain, player))  # tells which names are no move of the game at all
        raise IllegalMoveError(
            f"a legal move of {self.called(player)} ({shown or 'none: the play is over'})", found=repr(plain)
        )

    def after(self, moves: str | Sequence[Any]) -> Self:
        """The game that is left after some moves; its depth shrinks with them.

        Parameters
        ----------
        moves
            Names separated by blanks (``"b2 c3"``), or a sequence of names or values of moves. Blanks in
            parentheses separate nothing: ``"(mark 1 2) noop"`` are two.

        Notes
        -----
        Raises ``InputError`` for a name that is no move, ``IllegalMoveError`` for a move that is
        not legal.

        Examples
        --------
        >>> import zermelo
        >>> zermelo.load("hex:3x3").after("b2 c3").start
        Position(black=16, white=256, ply=2)
        """
        if not isinstance(moves, str | Iterable):
            raise TypeError(f"after() takes moves, as a text or one by one, not {moves!r}")
        made = move_names(moves) if isinstance(moves, str) else moves
        position = self.start
        for move in made:
            meant = self.find_move(move, position) if isinstance(move, str) else move
            position = self.apply(position, meant)
        left = None if self.depth is None else max(0, self.depth - len(made))
        return self.at(position).with_depth(left)

    def draw(self, position: Position | None = None, marks: dict[int, str] | None = None) -> str:
        """A position (the start position when None) as text."""
        shown = self.start if position is None else position
        return self.board.draw(shown.black, shown.white, marks)

    def _repr_svg_(self) -> str | None:
        """The start position as a picture, for notebooks; None (then they print the text) where nothing draws."""
        draw = type(self).drawer
        return None if draw is None else draw(self)

    def move_cells(self, position: Position, move: Any) -> int:
        """The mask of the cells that a move changes in a position."""
        after = self.step(position, move)
        return (position.black ^ after.black) | (position.white ^ after.white)

    def _check_stones(self) -> None:
        black, white, ply = self.start
        if black & white:
            both = self.board.names(black & white)
            raise InputError("every cell to hold one stone at most", found=f"stones of both colours on {both[0]}")
        if (black | white) & ~self.board.full or ply < 0:
            raise InputError("stones on the board only", found="a stone off the board")


def move_names(text: str) -> list[str]:
    """The names of moves in a text, separated by blanks outside of parentheses.

    >>> move_names("b2 (2, 3) (mark 1 (cell 2))")
    ['b2', '(2, 3)', '(mark 1 (cell 2))']
    """
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter.isspace() and depth <= 0:
            found.append("")
        else:
            found[-1] += letter
    return [name for name in found if name]
