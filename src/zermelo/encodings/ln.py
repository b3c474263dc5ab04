"""LN, lifted board with neighbours: the path is found cell by cell, and each step is checked at the symbolic cell.

Idea: `zermelo.encodings.lifted_board` keeps one symbolic cell P; one more number N, bound after it, is its symbolic
neighbour. Where P is a cell of the path, N is the next one. So the neighbours of the graph are written down once, and
not for every step. Cells of Γe are their own neighbours, so that shorter paths may stand still at the end.

Source: implicit-state-and-goals, section 4.3.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ ∀P ∃N S``; Black places ℓ+1 stones.

Goal: ``W^0 ∈ Γs``; ``W^ℓ ∈ Γe``; ``bin(P,v) → ⋁ bin(N,w)`` over the neighbours w of v; ``W^i = P → W^{i+1} = N``.

Positional games whose winning sets are all placements of some shapes get the goal of `zermelo.encodings.shape_witness`
instead, with one number N for each relation between cells (*right* and *up* for polyominoes).

Size: the variables of the board, ``(ℓ+1)·lg`` for the path and ``lg`` for N. Empty 19×19 Hex as clauses: see the table
in docs/encodings.md.
"""

from __future__ import annotations

from zermelo.encodings.base import Takes
from zermelo.encodings.implicit import Implicit, ImplicitBoard
from zermelo.encodings.lifted_board import LiftedBoard, board_variables
from zermelo.encodings.moves import CellGame
from zermelo.encodings.pruning import Remains
from zermelo.encodings.shape_witness import WitnessGoal
from zermelo.encodings.shapes import NEEDS, lacks_shapes
from zermelo.encodings.witness import graph_of, state_borders, state_neighbours, state_steps
from zermelo.formula import width_for
from zermelo.model import Game


def variables(cells: int, depth: int) -> int:
    """The exact number of variables of the circuit.

    >>> variables(361, 45)
    722
    """
    return board_variables(cells, depth) + ((depth + 1) // 2 + 1) * width_for(cells)


class LN(Implicit):
    """See the module."""

    name = "ln"
    title = "lifted board, path by neighbours (or shapes by orientation and place)"
    source = "implicit-state-and-goals, sections 4.3 and 6"
    takes = Takes(positional=True, connection=True)
    needs = f"of positional games {NEEDS}"

    def lacks(self, game: Game) -> str | None:
        return super().lacks(game) or lacks_shapes(game)

    def formula(self, remains: Remains, game: CellGame) -> ImplicitBoard:
        board = LiftedBoard(remains)
        if remains.graph is None:
            WitnessGoal(game, board).state_lifted(board)
            return board
        path = board.witness(board.stones)
        board.close(beside=1)
        board.state_won(path)
        state_borders(board, path[0], path[-1])
        state_neighbours(board, board.place, board.beside[0], graph_of(remains).target)
        state_steps(board, path)
        return board
