"""SA, no board, all winning sets.

Idea: `zermelo.encodings.stateless_board` speaks of moves only; the witness is one of the winning sets, listed, as in
`zermelo.encodings.la`.

Source: implicit-state-and-goals, section 3.3.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ``; Black places ℓ+1 stones.

Size (see `sizes`): that of the board, and the gates of `zermelo.encodings.la`.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.encodings.implicit import CircuitCounts, ImplicitBoard
from zermelo.encodings.la import LA
from zermelo.encodings.moves import CellGame
from zermelo.encodings.pruning import PATH_LIMIT, Remains
from zermelo.encodings.stateless_board import StatelessBoard, board_sizes
from zermelo.encodings.witness import listed, listed_gates


def sizes(cells: int, depth: int, sets: Sequence[Sequence[int]]) -> CircuitCounts:
    """The exact size; ``sets`` are the winning sets on the cells that are left. Conditions as in `board_sizes`.

    >>> sizes(3, 3, [(0, 1), (1, 2)])
    CircuitCounts(variables=10, gates=30)
    """
    stones = (depth + 1) // 2
    return board_sizes(cells, depth, stones).plus(0, listed_gates(sets, stones))


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
