"""LN, lifted board with neighbours: the path is found cell by cell, and each step is checked at the symbolic cell.

Idea: `zermelo.encodings.boards.lifted_board` keeps one symbolic cell P; one more number N, bound after it, is its
symbolic neighbour. Where P is a cell of the path, N is the next one. So the neighbours of the graph are written down
once, and not for every step. Cells of Γe are their own neighbours, so that shorter paths may stand still at the end.

Source: implicit-state-and-goals, section 4.3.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ ∀P ∃N S``; Black places ℓ+1 stones.

Goal: ``W^0 ∈ Γs``; ``W^ℓ ∈ Γe``; ``bin(P,v) → ⋁ bin(N,w)`` over the neighbours w of v; ``W^i = P → W^{i+1} = N``.

Positional games whose winning sets are all placements of some shapes get the goal of
`zermelo.encodings.goals.shape_witness` instead, with one number N for each relation between cells (*right* and *up* for
polyominoes).

Size: that of the board with ``(ℓ+1)·lg`` variables for the path, ``lg`` for N, and about 4η + ℓ(lg+2)
gates, where Table 4 of the paper, without XOR, has 4η + (4ℓ-2)lg + 2ℓ + 2. As clauses: the table in docs/encodings.md.
"""

from __future__ import annotations

from zermelo.encodings.boards.implicit import Implicit, ImplicitBoard
from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.goals.path_goals import (
    graph_of,
    state_borders,
    state_neighbours,
    state_steps,
)
from zermelo.encodings.goals.shape_witness import WitnessGoal
from zermelo.encodings.goals.shapes import OnShapes
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame


class LN(OnShapes, Implicit):
    """LN: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> LN(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=200 gates=148 blocks=7>
    """

    name = "ln"
    title = "lifted board, path by neighbours (or shapes by orientation and place)"
    source = "implicit-state-and-goals, sections 4.3 and 6"

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:
        board = LiftedBoard(pruned)
        if pruned.graph is None:
            WitnessGoal(game, board).state_lifted(board)
            return board
        path = board.witness(board.stones)
        board.close(beside=1)
        board.state_black(path)
        state_borders(board, path[0], path[-1])
        state_neighbours(board, board.place, board.beside[0], graph_of(pruned).target)
        state_steps(board, path)
        return board
