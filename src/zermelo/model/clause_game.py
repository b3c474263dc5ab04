"""Game-SAT: two players in turn give any variable of a formula in clauses a value, until all of them have one.

MAX wants the formula true, MIN wants it false. Here **Black is MAX and White is MIN**, a cell is a variable, and the
masks of a position are values: ``black`` are the variables given true, ``white`` those given false, *by whomever*. So
these masks are no player's stones: what holds for stones (more of one's own never harm, colours can be exchanged) does
not hold here. A move is a literal, ``v`` or ``-v`` with v from 1: the one that it makes true.

Nothing can happen any more when a clause has all of its literals false (MIN has won) or when every clause has a true
one (MAX has won), for values are never taken back. There the play ends, though variables may be left; at the latest
when all have a value, so there is no draw. The winner is the same as by the values at the end, but a depth counts the
moves until the formula is settled.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report" (University of Alberta), section 1.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.model.board import Board, Layout, cells_of
from zermelo.model.game import Game, Player, Position
from zermelo.wording import counted

_LITERAL = re.compile(r"[+-]?x?[0-9]{1,9}")


class Clause(NamedTuple):
    """The variables of a clause as masks: ``positive`` occur without a sign, ``negative`` with one."""

    positive: int
    negative: int

    @property
    def variables(self) -> int:
        return self.positive | self.negative

    def literals(self) -> Iterator[int]:
        """The literals, smallest variable first."""
        for cell in cells_of(self.variables):
            yield cell + 1 if self.positive >> cell & 1 else -(cell + 1)


@dataclass(frozen=True, repr=False)
class ClauseGame(Game):
    """Game-SAT on a formula.

    Parameters
    ----------
    variables
        Their number; they are 1, 2, …
    formula
        Tuples of literals. A clause with v and -v is true in the end and is left out of :attr:`clauses`; what stands
        twice counts once.
    opener
        The player who moves first.

    Raises ``InputError`` for a literal that is 0 or beyond the variables.

    >>> game = ClauseGame("xor", 2, ((1, 2), (-1, -2)))
    >>> after = game.apply(game.start, 1)
    >>> game.legal(after), game.winner(game.apply(after, 2)), game.called(Player.WHITE)
    ([2, -2], <Player.WHITE: 'white'>, 'MIN')
    """

    name: str
    variables: int
    formula: tuple[tuple[int, ...], ...]
    opener: Player = Player.BLACK
    start: Position = Position()
    depth: int | None = None
    board: Board = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for clause in self.formula:
            for literal in clause:
                if not 1 <= abs(literal) <= self.variables:
                    raise InputError(f"a literal of a variable from 1 to {self.variables}", found=str(literal))
        names = tuple(f"x{variable}" for variable in range(1, self.variables + 1))
        object.__setattr__(self, "board", Board(names, Layout.GRAPH))
        self._check_stones()

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses that play can decide, each once."""
        found = dict[Clause, None]()
        for literals in self.formula:
            positive, negative = (sum({1 << abs(x) - 1 for x in literals if (x > 0) is sign}) for sign in (True, False))
            if not positive & negative:
                found[Clause(positive, negative)] = None
        return tuple(found)

    @property
    def kind(self) -> str:
        return "Game-SAT, Black is MAX, White is MIN"

    @property
    def size_text(self) -> str:
        return f"{counted(self.variables, 'variables')}, {counted(len(self.formula), 'clauses')}"

    def called(self, player: Player) -> str:
        return "MAX" if player is Player.BLACK else "MIN"

    def player_at(self, ply: int) -> Player:
        return self.opener if ply % 2 == 0 else self.opener.other

    def legal(self, position: Position) -> list[int]:
        if self.winner(position) is not None:
            return []
        unassigned = self.board.full & ~(position.black | position.white)
        return [literal for cell in cells_of(unassigned) for literal in (cell + 1, -cell - 1)]

    def winner(self, position: Position) -> Player | None:
        """MIN with a clause that is false, MAX with all clauses true."""
        true, false, _ = position
        satisfied = True
        for positive, negative in self.clauses:
            if positive & true or negative & false:
                continue
            if not positive & ~false and not negative & ~true:
                return Player.WHITE
            satisfied = False
        return Player.BLACK if satisfied else None

    def step(self, position: Position, move: int) -> Position:
        bit = 1 << abs(move) - 1
        if move > 0:
            return Position(position.black | bit, position.white, position.ply + 1)
        return Position(position.black, position.white | bit, position.ply + 1)

    def move_name(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str, player: Player) -> int:  # noqa: ARG002 (both make the same moves)
        """The literal that a name means; ``x3`` and ``+3`` are 3.

        >>> ClauseGame("one", 1, ((1,),)).parse_move("-x1", Player.WHITE)
        -1
        """
        found = int(text.replace("x", "")) if _LITERAL.fullmatch(text) else 0
        if not 1 <= abs(found) <= self.variables:
            raise InputError(f"a literal, such as 3 or -3, of a variable from 1 to {self.variables}", found=repr(text))
        return found

    def swapped(self) -> ClauseGame:
        raise InputError("a game whose players can change places", found="Game-SAT")

    def _other_mover(self) -> ClauseGame:
        return replace(self, opener=self.opener.other)

    def complete_depth(self) -> int:
        return self.variables - (self.start.black | self.start.white).bit_count()

    def at(self, position: Position) -> ClauseGame:
        return replace(self, start=position)

    def opened_by(self, player: Player) -> ClauseGame:
        """The same formula with another first player."""
        return replace(self, opener=player)

    def with_depth(self, depth: int | None) -> ClauseGame:
        return replace(self, depth=depth)

    def draw(self, position: Position | None = None, marks: dict[int, str] | None = None, width: int = 80) -> str:
        """The clauses, ``[3]`` a true literal and ``(3)`` a false one, and the unassigned variables.

        Parameters
        ----------
        position
            The values given so far; None: those of the start position.
        marks
            For some variables, as cells from 0, a text to put behind their numbers.
        width
            The number of characters that a line may have.

        >>> game = ClauseGame("small", 4, ((1, 2), (-1, -2, 3), (1, 4)))
        >>> print(game.draw(game.step(game.start, 1), {1: "*"}))
        [1] 2          (-1) -2 3      [1] 4
        Left: 2* 3 4
        """
        true, false, _ = self.start if position is None else position
        shown, widest = list[str](), 0
        for clause in self.clauses:
            words = []
            for literal in clause.literals():
                bit = 1 << abs(literal) - 1
                given = bit & (true if literal > 0 else false), bit & (false if literal > 0 else true)
                words.append(f"[{literal}]" if given[0] else f"({literal})" if given[1] else str(literal))
            shown.append(" ".join(words) or "()")
            widest = max(widest, len(" ".join(f"({literal})" for literal in clause.literals())))
        wide = widest + 2
        each = max(1, (width + 1) // wide)
        rows = ["".join(f"{text:{wide}}" for text in shown[k : k + each]) for k in range(0, len(shown), each)]
        left = [f"{cell + 1}{(marks or {}).get(cell, '')}" for cell in cells_of(self.board.full & ~(true | false))]
        line = textwrap.wrap("Left: " + (" ".join(left) or "none"), max(20, width - 1), subsequent_indent="  ")
        return "\n".join([row.rstrip() for row in rows] + line)
