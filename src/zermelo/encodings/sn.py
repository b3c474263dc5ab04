"""SN, no board, path by neighbours.

Idea: `zermelo.encodings.boards.stateless_board` speaks of moves only; there is no symbolic cell at which the steps of
the path could be checked, so the neighbours are written down for every step.

Source: implicit-state-and-goals, section 4.4.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ``; Black places ℓ+1 stones.

Goal: ``W^0 ∈ Γs``; ``W^ℓ ∈ Γe``; ``bin(W^i,v) → ⋁ bin(W^{i+1},w)`` over the neighbours w of v, to which v itself
belongs if it is in Γe.

Positional games whose winning sets are all placements of some shapes get the goal of
`zermelo.encodings.goals.shape_witness` instead.

Size: that of the board with ``(ℓ+1)·lg`` variables for the path, and about 3η gates for each of its
steps. The paper's table counts ℓ·lg variables for the path, which has ℓ+1 cells.
"""

from __future__ import annotations

from itertools import pairwise

from zermelo.encodings.boards.implicit import Implicit, ImplicitBoard
from zermelo.encodings.boards.stateless_board import StatelessBoard
from zermelo.encodings.goals.path_goals import graph_of, state_borders, state_neighbours
from zermelo.encodings.goals.shape_witness import WitnessGoal
from zermelo.encodings.goals.shapes import OnShapes
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame


class SN(OnShapes, Implicit):
    """SN: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> SN(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=200 gates=168 blocks=5>
    """

    name = "sn"
    title = "no board, path by neighbours (or shapes by orientation and place)"
    source = "implicit-state-and-goals, sections 4.4 and 6"

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:
        board = StatelessBoard(pruned)
        if pruned.graph is None:
            WitnessGoal(game, board).state(board)
            return board
        path = board.witness(board.stones)
        board.close()
        board.state_black(path)
        state_borders(board, path[0], path[-1])
        for one, two in pairwise(path):
            state_neighbours(board, one, two, graph_of(pruned).target)
        return board
