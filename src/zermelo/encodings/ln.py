"""LN, lifted board with neighbours: `NeighbourGoal` on `LiftedBoard`, steps at the symbolic cell.

Idea: one more number N, bound after the symbolic cell P, is its symbolic neighbour. Where P is a cell of the path, N is
the next one. So the neighbours of the graph are written down once, and not for every step.

Source: implicit-state-and-goals, section 4.3.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ ∀P ∃N S``; Black places ℓ+1 stones.

Goal: ``W^0 ∈ Γs``; ``W^ℓ ∈ Γe``; ``bin(P,v) → ⋁ bin(N,w)`` over the neighbours w of v; ``W^i = P → W^{i+1} = N``. With
shapes there is one number N for each relation between cells (*right* and *up* for polyominoes).

Size: that of the board with ``(ℓ+1)·lg`` variables for the path, ``lg`` for N, and about 4η + ℓ(lg+2) gates, where
Table 4 of the paper, without XOR, has 4η + (4ℓ-2)lg + 2ℓ + 2. As clauses: the table in docs/encodings.md.
"""

from __future__ import annotations

from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.goals.witness_goals import NeighbourGoal


class LN(NeighbourGoal):
    """LN: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> LN(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=200 gates=148 blocks=7>
    """

    name = "ln"
    title = "lifted board, path by neighbours (or shapes by orientation and place)"
    source = "implicit-state-and-goals, sections 4.3 and 6"
    board_type = LiftedBoard
