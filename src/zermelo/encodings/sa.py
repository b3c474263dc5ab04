"""SA, no board, all winning sets: `ListedGoal` on `StatelessBoard`, which speaks of moves only.

Source: implicit-state-and-goals, section 3.3.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ``; Black places ℓ+1 stones.

Size: that of the board, and the gates of `zermelo.encodings.la`.
"""

from __future__ import annotations

from zermelo.encodings.boards.stateless_board import StatelessBoard
from zermelo.encodings.goals.witness_goals import ListedGoal
from zermelo.encodings.reduction.graphs import PATH_LIMIT


class SA(ListedGoal):
    """SA: see the module.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> SA(symmetry=False).encode(game, 3).formula
    <Circuit nodes=44 gates=34 blocks=3>
    """

    name = "sa"
    title = f"no board, all winning sets (of a graph: its minimal paths, at most {PATH_LIMIT})"
    source = "implicit-state-and-goals, section 3.3"
    board_type = StatelessBoard
