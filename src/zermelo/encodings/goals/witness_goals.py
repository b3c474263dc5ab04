"""The goals of the encodings without an explicit board: three goals on two boards make six encodings.

=========  ===============  =====================  ==========================
Board      `ListedGoal`     `NeighbourGoal`        `SquaringGoal`
=========  ===============  =====================  ==========================
lifted     LA               LN                     LI
none       SA               SN                     SI
=========  ===============  =====================  ==========================

*   `ListedGoal`, ``⋁_h ⋀_i bin(W^i, h_i)``: the witness W^0 … W^ℓ is one of the winning sets, listed. Smaller sets
    repeat their first cell. In a connection game the sets are its minimal paths.
*   `NeighbourGoal`: the witness is a path, ``W^0 ∈ Γs``, ``W^ℓ ∈ Γe``, and each cell is followed by a neighbour:
    ``bin(W^i,v) → ⋁ bin(W^{i+1},w)`` over the neighbours w of v. Cells of Γe are their own neighbours, so that shorter
    paths may stand still at the end. Positional games whose winning sets are all placements of some shapes get the goal
    of `zermelo.encodings.goals.shape_witness` instead.
*   `SquaringGoal`: there is a path of 2k steps from x to y if there is a middle such that, for either half, there is a
    path of k steps. So a path needs logarithmically many cells in the formula, at the price of two quantifier
    alternations for each halving. In the end two cells are left that must be black, and neighbours or the same.

Source: implicit-state-and-goals, definition 5, sections 4.3 and 4.4, appendix C.
"""

from __future__ import annotations

from zermelo.encodings.base import Takes
from zermelo.encodings.boards.implicit import Bits, Implicit, ImplicitBoard
from zermelo.encodings.goals.path_goals import graph_of, listed, squared, state_borders, state_neighbours
from zermelo.encodings.goals.shape_witness import WitnessGoal
from zermelo.encodings.goals.shapes import OnShapes
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame


class ListedGoal(Implicit):
    """The witness is one of the listed winning sets."""

    takes = Takes(positional=True, connection=True)
    lists_paths = True

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        """As :meth:`Implicit.formula`."""
        board = self.board_type(pruned)
        witness = board.witness(board.stones)
        board.close()
        board.state_black(witness)
        board.state(listed(board, witness))
        return board


class NeighbourGoal(OnShapes, Implicit):
    """The witness is a path, found cell by cell; or a shape."""

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:
        """As :meth:`Implicit.formula`."""
        board = self.board_type(pruned)
        if pruned.graph is None:
            WitnessGoal(game, board).state(board)
            return board
        path, stutter = board.witness(board.stones), graph_of(pruned).target

        def state_step(one: Bits, two: Bits) -> None:
            state_neighbours(board, one, two, stutter)

        board.close(beside=1)
        board.state_black(path)
        state_borders(board, path[0], path[-1])
        board.state_path(path, state_step)
        return board


class SquaringGoal(Implicit):
    """The witness is the last step of a path that is halved again and again."""

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        """As :meth:`Implicit.formula`."""
        board = self.board_type(pruned)
        one, two = squared(board)
        board.close()
        board.state_black([one, two])
        state_neighbours(board, one, two, range(len(pruned.cells)))
        return board
