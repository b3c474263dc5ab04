"""Boards that are not written down: all moves are numbers in binary, and the formula is a circuit.

Idea: neither the lifted nor the stateless encodings write the board down. They speak of the moves ``M^t`` (lg = ⌈log2
η⌉ bits each) and of a witness ``W^0 … W^ℓ``, cells in binary that Black names in the end and that must all be his: a
winning set, or a path. Subclasses say how to see that a cell is black (`LiftedBoard`, `StatelessBoard`), and what the
witness has to be (`zermelo.encodings.goals.path_goals`).

Source: implicit-state-and-goals, sections 3.2, 3.3, 4.3 and 4.4, after the pruning of section 4.1.

Black must name a cell of the board, and one that is open; White's choice of anything else is a pass, which never helps
a breaker. White's first choice where that is restricted counts only when it is allowed.

Trap: Black must always *have* an open cell. Where the first move is restricted a player may have to waste it on a
cell that pruning has taken away, so there can be one time more than there are cells; or none of the remaining cells
is allowed for Black's first move. Then one more cell is added for passing. It is black once it has been named, but no
goal gains by that: listed sets do not hold it; a path begins at the border and goes on to neighbours, of which this
cell is none; a relation between two cells of a shape holds of cells of the board only, and where a single cell is a
shape, every open cell is a winning set, and the play is not that long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar

from zermelo.encodings.base import Meaning, Meanings, Takes
from zermelo.encodings.boards.tables import cubes, holds
from zermelo.encodings.reduction.pruned_encoding import PrunedEncoding, Written
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.formula import Circuit, less_than_const, width_for
from zermelo.model import Player, mask_of

Bits = tuple[int, ...]


class ImplicitBoard(ABC):
    """A circuit that begins with the moves; its parts are collected and stand for their conjunction.

    Parameters
    ----------
    pruned
        The pruned game.

    Attributes
    ----------
    cells
        η, with the cell for passing where there is one.
    bits
        The number of bits that name a cell.
    stones
        The number of stones that Black places: the witness has as many cells at most.
    initial
        The number of black stones of the start position that may be part of the witness, numbered after the cells.
    moves
        Player and vector of each time.
    """

    def __init__(self, pruned: PrunedGame) -> None:
        self.pruned, self.circuit, self.parts = pruned, Circuit(), list[int]()
        passing = len(pruned.players) > len(pruned.cells) or not pruned.allowed
        self.cells = len(pruned.cells) + passing
        self.allowed = pruned.allowed | ({len(pruned.cells)} if passing else set())
        self.bits, self.stones, self.initial = width_for(self.cells), pruned.stones, 0
        self.moves: list[tuple[Player, Bits]] = []
        for time, player in enumerate(pruned.players, 1):
            bind = self.circuit.exists if player is Player.BLACK else self.circuit.forall
            self.moves.append((player, bind(self.bits, f"move{time}")))

    @cached_property
    def black_moves(self) -> list[Bits]:
        """Black's moves in order."""
        return [vector for player, vector in self.moves if player is Player.BLACK]

    @cached_property
    def first_is_allowed(self) -> int:
        """The first move is a cell of the board, and allowed."""
        first = self.moves[0][1]
        if len(self.allowed) == self.cells:
            return less_than_const(self.circuit, first, self.cells)
        allowed = mask_of(self.allowed)
        others = cubes((1 << (1 << len(first))) - 1 & ~allowed, allowed, len(first))
        return self.circuit.and_(-holds(self.circuit, first, cube) for cube in others)

    @property
    def restricted(self) -> bool:
        """Tell whether the first move must be one of some cells."""
        return len(self.allowed) < self.cells

    def meanings(self) -> Meanings:
        """The meanings of the bits of moves, and the mere names of the other variables."""
        found = {variable: Meaning(name) for variable, name in self.circuit.names.items()}
        for time, (_, vector) in enumerate(self.moves, 1):
            found |= {bit: Meaning("move", time, place, f"_{place}") for place, bit in enumerate(vector)}
        return found

    def state(self, literal: int) -> None:
        """Add a part of the conjunction."""
        self.parts.append(literal)

    def witness(self, count: int, name: str = "witness") -> list[Bits]:
        """New cells in the innermost existential block."""
        return [self.circuit.exists(self.bits, f"{name}{number}") for number in range(count)]

    def add_initial(self, count: int) -> None:
        """Give numbers to black stones of the start position; before the witness is bound."""
        self.initial, self.bits = count, width_for(self.cells + count)

    def is_initial(self, vector: Bits) -> int:
        """The number is that of a black stone of the start position."""
        first, last = (less_than_const(self.circuit, vector, self.cells + count) for count in (0, self.initial))
        return self.circuit.and_((-first, last))

    def state_bounds(self) -> None:
        """Black's moves are cells of the board, and the first move of the play is allowed if it is his."""
        for time, (player, vector) in enumerate(self.moves):
            if player is Player.BLACK:
                first = time == 0
                self.state(self.first_is_allowed if first else less_than_const(self.circuit, vector, self.cells))

    @abstractmethod
    def close(self, beside: int = 0) -> None:
        """Bind what is innermost and state the rules: to be called once, after all other quantifiers.

        A board with a symbolic cell binds so many vectors for cells ``beside`` it.
        """

    @abstractmethod
    def state_black(self, cells: list[Bits]) -> None:
        """State that all of these cells are black at the end; after `close`."""

    @abstractmethod
    def state_path(self, path: Sequence[Bits], state_step: Callable[[Bits, Bits], None]) -> None:
        """State that each cell of a path is followed by one to which ``state_step`` leads.

        The board has to be closed with one cell beside.
        """


class Implicit(PrunedEncoding):
    """An encoding without an explicit board: subclasses choose the board and state the goal."""

    takes = Takes(connection=True)
    board_type: ClassVar[type[ImplicitBoard]]
    """The board that states that moves are legal and cells black."""

    def write(self, pruned: PrunedGame, game: CellGame) -> Written:
        """As :meth:`PrunedEncoding.write`."""
        board = self.formula(pruned, game)
        board.circuit.output = board.circuit.and_(board.parts)
        return Written(board.circuit, board.moves[0][1], board.meanings)

    @abstractmethod
    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:
        """The board with all parts of the conjunction."""
