"""LA, lifted board with all winning sets.

Idea: `zermelo.encodings.lifted_board` keeps one symbolic cell; the witness is one of the winning sets, listed. Smaller
sets repeat their first cell. In a connection game the sets are its minimal paths.

Source: implicit-state-and-goals, section 3.2, definition 5.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ ∀P ∃S``; Black places ℓ+1 stones.

Goal: ``⋁_h ⋀_i bin(W^i, h_i)``.

Size: the variables of the board and ``(ℓ+1)·lg`` (the paper's table counts ℓ·lg).
"""

from __future__ import annotations

from zermelo.encodings.base import Takes
from zermelo.encodings.implicit import Implicit, ImplicitBoard
from zermelo.encodings.lifted_board import LiftedBoard, board_variables
from zermelo.encodings.moves import CellGame
from zermelo.encodings.pruning import PATH_LIMIT, Remains, list_paths
from zermelo.encodings.witness import listed
from zermelo.formula import width_for
from zermelo.model import ConnectionGame


def variables(cells: int, depth: int) -> int:
    """The exact number of variables of the circuit.

    >>> variables(9, 5)
    48
    """
    return board_variables(cells, depth) + (depth + 1) // 2 * width_for(cells)


class LA(Implicit):
    """See the module."""

    name = "la"
    title = f"lifted board, all winning sets (of a graph: its minimal paths, at most {PATH_LIMIT})"
    source = "implicit-state-and-goals, section 3.2"
    takes = Takes(positional=True, connection=True)

    def prune(self, game: CellGame, depth: int) -> Remains:
        if isinstance(game, ConnectionGame):
            return list_paths(game, depth, self.symmetry)
        return super().prune(game, depth)

    def formula(self, remains: Remains, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        board = LiftedBoard(remains)
        witness = board.witness(board.stones)
        board.close()
        board.state_won(witness)
        board.state(listed(board, witness))
        return board
