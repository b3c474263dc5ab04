"""LI, lifted board with iterative squaring: `SquaringGoal` on `LiftedBoard`.

Source: implicit-state-and-goals, appendix C (iterative squaring, as known from bounded model checking).

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 W^ℓ``, for each level ``∃ middle ∀ half ∃ x y``, then ``∀P ∃S``.

Goal: ``W^0 ∈ Γs``; ``W^ℓ ∈ Γe``; at each level ``half = 0 → (x,y) = (start, middle)`` and ``half = 1 → (x,y) =
(middle, end)``; at the last one ``bin(x,v) → bin(y,v) ∨ ⋁ bin(y,w)`` over the neighbours w of v.

Size: that of the board, and ``(3k + 2)·lg + k`` variables with k = ⌈log2 ℓ⌉ levels, as in Table 4 of the paper.
"""

from __future__ import annotations

from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.goals.witness_goals import SquaringGoal


class LI(SquaringGoal):
    """LI: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> LI(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=212 gates=155 blocks=9>
    """

    name = "li"
    title = "lifted board, path by iterative squaring"
    source = "implicit-state-and-goals, appendix C"
    board_type = LiftedBoard
