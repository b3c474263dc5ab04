"""What an encoding is, and what it returns.

An encoding turns *game + depth* into a closed QBF that is true exactly when Black wins within that many moves of the
start position. White's questions are Black's questions on the game with the colours exchanged. What could be decided
while encoding (a position already won, no winning set left) is answered without a formula.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.formula import QCNF, Circuit, tseitin
from zermelo.model import Game

Assignment = Mapping[int, bool]


def no_first_move(values: Assignment) -> None:
    """The way back of a formula whose outermost block holds no move."""


@dataclass(frozen=True)
class Encoded:
    """A formula with the way back to the game.

    Parameters
    ----------
    encoding, depth
        What was asked of which encoding.
    formula
        Clauses or a circuit; None when ``answer`` is known already.
    answer, why
        The truth value found while encoding, and how; None when a solver is needed.
    first_move
        Reads the move of the player who opens off the values of the outermost block (variables of ``formula``); None
        where they name no legal move.
    notes
        What was simplified before encoding, in words: printed for people.
    names
        Builds the name of each variable for annotated output.
    """

    encoding: str
    depth: int
    formula: QCNF | Circuit | None
    answer: bool | None = None
    why: str = ""
    first_move: Callable[[Assignment], Any] = no_first_move
    notes: tuple[str, ...] = ()
    names: Callable[[], dict[int, str]] = field(default=dict)

    def clauses(self) -> tuple[QCNF, dict[int, int]]:
        """The formula as clauses, and for each of its variables that may be read back the variable of the clauses.

        What was answered while encoding becomes the empty matrix (true) or the empty clause (false).
        """
        if isinstance(self.formula, Circuit):
            return tseitin(self.formula)
        if self.formula is not None:
            return self.formula, {variable: variable for variable in self.formula.prefix.variables}
        qcnf = QCNF()
        if not self.answer:
            qcnf.add()
        return qcnf, {}


class Encoding(ABC):
    """An encoding: a name, what it takes, and how it writes the formula."""

    name: str
    title: str
    source: str

    @abstractmethod
    def lacks(self, game: Game) -> str | None:
        """Why this encoding cannot take a game, in a few words; None when it can."""

    @abstractmethod
    def encode(self, game: Game, depth: int) -> Encoded:
        """The formula for "Black wins within ``depth`` moves"; the game is one that :meth:`lacks` nothing."""
