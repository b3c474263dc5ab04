"""LI, lifted board with iterative squaring: the path is halved again and again, and only its last piece is looked at.

Idea: there is a path from x to y of 2k steps if there is a middle such that, whichever half is asked for, there is a
path of k steps; so a path needs logarithmically many cells in the formula, at the price of two quantifier
alternations for each halving. In the end two cells are left that must be neighbours or the same, and both black.

Source: implicit-state-and-goals, appendix C (iterative squaring, as known from bounded model checking).

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 W^ℓ``, for each level ``∃ middle ∀ half ∃ x y``, then ``∀P ∃S``.

Goal: ``W^0 ∈ Γs``; ``W^ℓ ∈ Γe``; at each level ``half = 0 → (x,y) = (start, middle)`` and ``half = 1 → (x,y) =
(middle, end)``; at the last one ``bin(x,v) → bin(y,v) ∨ ⋁ bin(y,w)`` over the neighbours w of v.

Size: that of the board, and ``(3k + 2)·lg + k`` variables with k = ⌈log2 ℓ⌉ levels, as in Table 4 of the
paper.
"""

from __future__ import annotations

from typing import ClassVar

from zermelo.encodings.boards.implicit import Implicit, ImplicitBoard
from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.goals.path_goals import squared, state_neighbours
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame


class LI(Implicit):
    """LI: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> LI(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=212 gates=155 blocks=9>
    """

    name = "li"
    title = "lifted board, path by iterative squaring"
    source = "implicit-state-and-goals, appendix C"

    board_type: ClassVar[type[ImplicitBoard]] = LiftedBoard

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        board = self.board_type(pruned)
        one, two = squared(board)
        board.close()
        board.state_black([one, two])
        state_neighbours(board, one, two, range(len(pruned.cells)))
        return board
