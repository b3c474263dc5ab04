"""What SA, SN and SI share: no board at all.

Idea: Black's moves are legal when each differs from all moves before, and a cell is black when he has named it. White's
moves need no check: when she names a cell of Black's, or none, Black could not have named it later anyway, and for her
it is a pass.

Source: implicit-state-and-goals, section 3.3, definition 8.

Quantifier blocks, Black opening: ``∃M1 ∀M2 … ∃Md ∃W``.

Matrix: ``M^t < η`` and ``M^t ≠ M^i`` for every time t of Black and every i < t; for every i of the witness ``⋁ W^i =
M^t`` over Black's times.

Size: ``d·lg`` variables, and those of the goal.
"""

from __future__ import annotations

from zermelo.encodings.implicit import Bits, ImplicitBoard
from zermelo.formula import bits_equal, width_for
from zermelo.model import Player


def board_variables(cells: int, depth: int) -> int:
    """The variables of the moves.

    >>> board_variables(361, 45)
    405
    """
    return depth * width_for(cells)


class StatelessBoard(ImplicitBoard):
    """The board that is none."""

    def close(self) -> None:
        circuit, state = self.circuit, self.state
        self.state_bounds()
        for time, (player, vector) in enumerate(self.moves):
            if player is not Player.BLACK:
                continue
            for earlier, (other, taken) in enumerate(self.moves[:time]):
                same = bits_equal(circuit, vector, taken)
                if earlier == 0 and other is Player.WHITE and self.restricted:
                    same = circuit.and_((same, self.first_is_allowed))
                state(-same)

    def state_black(self, cells: list[Bits]) -> None:
        circuit = self.circuit
        for cell in cells:
            named = [bits_equal(circuit, cell, move) for move in self.black_moves]
            self.state(circuit.or_((*named, self.is_initial(cell))))
