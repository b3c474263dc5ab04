"""LA, lifted board with all winning sets: `ListedGoal` on `LiftedBoard` with its one symbolic cell.

Source: implicit-state-and-goals, section 3.2, definition 5.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ ∀P ∃S``; Black places ℓ+1 stones.

Size: that of the board, and a gate for each winning set and for each cell that may be the i-th one of a set. The
paper's table counts ℓ·lg variables for the witness, which has ℓ+1 cells.
"""

from __future__ import annotations

from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.goals.witness_goals import ListedGoal
from zermelo.encodings.reduction.graphs import PATH_LIMIT


class LA(ListedGoal):
    """LA: see the module.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> LA(symmetry=False).encode(game, 3).formula
    <Circuit nodes=70 gates=50 blocks=5>
    """

    name = "la"
    title = f"lifted board, all winning sets (of a graph: its minimal paths, at most {PATH_LIMIT})"
    source = "implicit-state-and-goals, section 3.2"
    board_type = LiftedBoard
