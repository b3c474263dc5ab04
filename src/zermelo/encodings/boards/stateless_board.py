"""The stateless board of SA, SN and SI: moves only, no board at all.

Idea: Black's moves are legal when each differs from all moves before, and a cell is black when he has named it. White's
moves need no check.

Why White's moves need no check: compare with the play in which her choice is a pass where it is no cell, or not open.
Black's move must differ from all earlier numbers, hers included.

*   Her number is η or more: it equals no move of Black's, which is below η.
*   It is a cell that has been named before: Black may not name that cell again anyway.
*   It is an open cell: from now on Black may not name it, and the witness, being Black's moves, never holds it.
*   It is a first choice that is not allowed: a pass, and the cell stays open. So there, and only there, the comparison
    counts only if the choice is allowed; else White could take a cell that the rules deny her.

In each case Black may name just the cells that are open in the play. At time t at most t-1 < η of them are taken, so he
has one (for what makes that true see `zermelo.encodings.boards.implicit`). That White may pass changes no answer: a
pass never helps a breaker.

Source: implicit-state-and-goals, section 3.3, definition 8.

Quantifier blocks, Black opening: ``∃M1 ∀M2 … ∃Md ∃W``.

Matrix: ``M^t < η`` and ``M^t ≠ M^i`` for every time t of Black and every i < t; for every i of the witness ``⋁ W^i =
M^t`` over Black's times.

Size: ``d·lg`` variables and ``lg`` for each cell of the witness; a comparison of ``lg + 1`` gates
for each of the ``(d²-1)/4`` pairs of moves (Black opening) and of the ``(ℓ+1)·n`` pairs of a witness cell and one of n
stones. Table 4 of the paper counts two gates for each pair of bits, all d(d-1)/2 pairs of moves, and ℓ cells of the
witness.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from zermelo.encodings.boards.implicit import Bits, ImplicitBoard
from zermelo.formula import bits_equal
from zermelo.model import Player


class StatelessBoard(ImplicitBoard):
    """The board that is none."""

    def close(self, beside: int = 0) -> None:  # noqa: ARG002  # there is no symbolic cell
        """As :meth:`ImplicitBoard.close`."""
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
        """As :meth:`ImplicitBoard.state_black`."""
        circuit = self.circuit
        for cell in cells:
            named = [bits_equal(circuit, cell, move) for move in self.black_moves]
            self.state(circuit.or_((*named, self.is_initial(cell))))

    def state_path(self, path: Sequence[Bits], state_step: Callable[[Bits, Bits], None]) -> None:
        """As :meth:`ImplicitBoard.state_path`."""
        for one, two in pairwise(path):
            state_step(one, two)
