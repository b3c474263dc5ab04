"""SI, no board, path by iterative squaring.

Idea: the path of `zermelo.encodings.li` with `zermelo.encodings.stateless_board`.

Source: implicit-state-and-goals, appendix C.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 W^ℓ``, for each level ``∃ middle ∀ half ∃ x y``.

Size: ``d·lg`` variables and ``(3k + 2)·lg + k`` with k = ⌈log2 ℓ⌉ levels, as in Table 4 of the paper.
"""

from __future__ import annotations

from zermelo.encodings.implicit import Implicit, ImplicitBoard
from zermelo.encodings.li import goal_variables
from zermelo.encodings.moves import CellGame
from zermelo.encodings.pruning import Remains
from zermelo.encodings.stateless_board import StatelessBoard, board_variables
from zermelo.encodings.witness import squared, state_neighbours


def variables(cells: int, depth: int) -> int:
    """The exact number of variables of the circuit.

    >>> variables(361, 45)
    563
    """
    return board_variables(cells, depth) + goal_variables(cells, depth)


class SI(Implicit):
    """See the module."""

    name = "si"
    title = "no board, path by iterative squaring"
    source = "implicit-state-and-goals, appendix C"

    def formula(self, remains: Remains, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        board = StatelessBoard(remains)
        one, two = squared(board)
        board.close()
        board.state_won([one, two])
        state_neighbours(board, one, two, range(len(remains.cells)))
        return board
