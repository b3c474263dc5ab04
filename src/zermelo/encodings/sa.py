"""SA, no board, all winning sets.

Idea: `zermelo.encodings.stateless_board` speaks of moves only; the witness is one of the winning sets, listed, as in
`zermelo.encodings.la`.

Source: implicit-state-and-goals, section 3.3.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ``; Black places ℓ+1 stones.

Size: ``d·lg + (ℓ+1)·lg`` variables (the paper's table counts ℓ·lg for the witness).
"""

from __future__ import annotations

from zermelo.encodings.implicit import ImplicitBoard
from zermelo.encodings.la import LA
from zermelo.encodings.moves import CellGame
from zermelo.encodings.pruning import PATH_LIMIT, Remains
from zermelo.encodings.stateless_board import StatelessBoard, board_variables
from zermelo.encodings.witness import listed
from zermelo.formula import width_for


def variables(cells: int, depth: int) -> int:
    """The exact number of variables of the circuit.

    >>> variables(9, 5)
    32
    """
    return board_variables(cells, depth) + (depth + 1) // 2 * width_for(cells)


class SA(LA):
    """See the module."""

    name = "sa"
    title = f"no board, all winning sets (of a graph: its minimal paths, at most {PATH_LIMIT})"
    source = "implicit-state-and-goals, section 3.3"

    def formula(self, remains: Remains, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        board = StatelessBoard(remains)
        witness = board.witness(board.stones)
        board.close()
        board.state_won(witness)
        board.state(listed(board, witness))
        return board
