"""What Game-SAT is played on: a CNF and the number of its variables."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from zermelo.errors import InputError
from zermelo.model import ClauseGame, Player


class Side(Enum):
    """The players: MAX wants the formula true at the end, MIN wants it false."""

    MAX = "max"
    MIN = "min"

    @property
    def other(self) -> Side:
        return Side.MIN if self is Side.MAX else Side.MAX

    @property
    def player(self) -> Player:
        """Who plays this side in a game of the model."""
        return Player.BLACK if self is Side.MAX else Player.WHITE

    @classmethod
    def of(cls, player: Player) -> Side:
        """The side of a player."""
        return cls.MAX if player is Player.BLACK else cls.MIN

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class CNF:
    """A formula in conjunctive normal form, as it was given.

    Parameters
    ----------
    variables
        Their number; they are 1, 2, …, and each is assigned once in the game, whether it occurs or not.
    clauses
        Tuples of literals, v or -v. An empty clause is false, an empty formula true; a clause with v and -v is true in
        the end, but its variables are still there to be played; a literal that stands twice counts once.

    Raises ``InputError`` for a literal that is 0 or beyond the variables.

    >>> CNF(2, ((1, 2), (-1, -2))).satisfied({1, -2})
    True
    """

    variables: int
    clauses: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if self.variables < 0:
            raise InputError("a number of variables", found=str(self.variables))
        for clause in self.clauses:
            for literal in clause:
                if not 1 <= abs(literal) <= self.variables:
                    raise InputError(f"a literal of a variable from 1 to {self.variables}", found=str(literal))

    def game(self, first: Side, name: str = "formula") -> ClauseGame:
        """The formula as a game of the model.

        >>> CNF(2, ((1, 2), (-1, -2))).game(Side.MIN).opener
        <Player.WHITE: 'white'>
        """
        return ClauseGame(name, self.variables, self.clauses, first.player)

    def satisfied(self, literals: set[int]) -> bool:
        """Whether each clause has one of the literals."""
        return all(any(literal in literals for literal in clause) for clause in self.clauses)
