"""The lifted board of LA, LN and LI: one symbolic cell instead of a board.

Idea: whether moves are legal can be checked for every cell on its own. So one cell P is chosen universally after all
moves, and two variables for each time say whether it is occupied, and white. Under all values of P that is the whole
board, at the price of one more quantifier alternation.

Source: implicit-state-and-goals, section 3.2, definitions 5 to 7.

Quantifier blocks, Black opening: ``∃M1 ∀M2 … ∃Md ∃W ∀P ∃S1 … S(d+1)``, S^t = (o^t, w^t).

Matrix: ``¬o^1``, and ``¬w^1``, which only saves literals; at Black's times ``M^t < η``, ``P = M^t → ¬o^t ∧ o^{t+1} ∧
¬w^{t+1}`` and ``P ≠ M^t → S^{t+1} = S^t``; at White's times ``P = M^t ∧ ¬o^t → o^{t+1} ∧ w^{t+1}``, else ``S^{t+1} =
S^t``; for the witness ``⋁ P = W^i → o^{d+1} ∧ ¬w^{d+1}``.

Size: ``(d+1)·lg + 2(d+1)`` variables and ``lg`` for each cell of the witness; about ``d·(lg + 8)``
gates. Table 4 of the paper has 2d for the states of P, without that of the start, and leaves a constant c in its
``2d(lg + c)`` gates; it counts a comparison of two bits as two gates where a circuit with XOR needs one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from zermelo.encodings.boards.implicit import Bits, ImplicitBoard
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.formula import bits_equal
from zermelo.model import Player


class SymbolicState(NamedTuple):
    """State of the symbolic cell at a time."""

    occupied: int
    white: int


class LiftedBoard(ImplicitBoard):
    """The board; after `close` ``place`` is the symbolic cell and ``end`` its last state."""

    place: Bits
    end: SymbolicState

    def __init__(self, pruned: PrunedGame) -> None:
        super().__init__(pruned)
        self.beside: list[Bits] = []

    def close(self, beside: int = 0) -> None:
        """The rules, and so many vectors for cells beside the symbolic one, bound after it."""
        circuit, state = self.circuit, self.state
        self.place = circuit.forall(self.bits, "place")
        self.beside = self.witness(beside, "beside")
        states = [SymbolicState(*circuit.exists(2, f"state{time}")) for time in range(len(self.moves) + 1)]
        self.end = states[-1]
        self.state_bounds()
        state(-states[0].occupied)
        state(-states[0].white)
        for time, (player, vector) in enumerate(self.moves):
            before, after, here = states[time], states[time + 1], bits_equal(circuit, self.place, vector)
            stays = circuit.and_(circuit.equal(old, new) for old, new in zip(before, after, strict=True))
            if player is Player.BLACK:
                taken = circuit.and_((-before.occupied, after.occupied, -after.white))
            else:
                if time == 0 and self.restricted:
                    here = circuit.and_((here, self.first_is_allowed))
                here = circuit.and_((here, -before.occupied))
                taken = circuit.and_((after.occupied, after.white))
            state(circuit.implies(here, taken))
            state(circuit.or_((here, stays)))

    def state_black(self, cells: list[Bits]) -> None:
        """As :meth:`ImplicitBoard.state_black`."""
        circuit = self.circuit
        named = circuit.or_(bits_equal(circuit, self.place, cell) for cell in cells)
        state = self.end
        black = circuit.and_((state.occupied, -state.white))
        self.state(circuit.implies(named, circuit.or_((black, self.is_initial(self.place)))))

    def state_path(self, path: Sequence[Bits], state_step: Callable[[Bits, Bits], None]) -> None:
        """The steps are stated once, from the symbolic cell to the one beside it."""
        circuit, (beside,) = self.circuit, self.beside
        state_step(self.place, beside)
        for one, two in pairwise(path):
            self.state(circuit.implies(bits_equal(circuit, one, self.place), bits_equal(circuit, two, beside)))
