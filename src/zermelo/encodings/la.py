"""LA, lifted board with all winning sets.

Idea: `zermelo.encodings.boards.lifted_board` keeps one symbolic cell; the witness is one of the winning sets, listed.
Smaller sets repeat their first cell. In a connection game the sets are its minimal paths.

Source: implicit-state-and-goals, section 3.2, definition 5.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ ∀P ∃S``; Black places ℓ+1 stones.

Goal: ``⋁_h ⋀_i bin(W^i, h_i)``.

Size: that of the board, and a gate for each winning set and for each cell that may be the i-th one of
a set. The paper's table counts ℓ·lg variables for the witness, which has ℓ+1 cells.
"""

from __future__ import annotations

from typing import ClassVar

from zermelo.encodings.base import Takes
from zermelo.encodings.boards.implicit import Implicit, ImplicitBoard
from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.goals.path_goals import listed
from zermelo.encodings.reduction.graphs import PATH_LIMIT
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame


class LA(Implicit):
    """LA: see the module.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> LA(symmetry=False).encode(game, 3).formula
    <Circuit nodes=70 gates=50 blocks=5>
    """

    name = "la"
    title = f"lifted board, all winning sets (of a graph: its minimal paths, at most {PATH_LIMIT})"
    source = "implicit-state-and-goals, section 3.2"
    takes = Takes(positional=True, connection=True)

    lists_paths = True
    board_type: ClassVar[type[ImplicitBoard]] = LiftedBoard

    def formula(self, pruned: PrunedGame, game: CellGame) -> ImplicitBoard:  # noqa: ARG002
        board = self.board_type(pruned)
        witness = board.witness(board.stones)
        board.close()
        board.state_black(witness)
        board.state(listed(board, witness))
        return board
