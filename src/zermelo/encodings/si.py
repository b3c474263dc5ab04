"""SI, no board, path by iterative squaring.

Idea: the path of `zermelo.encodings.li` with `zermelo.encodings.stateless_board`.

Source: implicit-state-and-goals, appendix C.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 W^ℓ``, for each level ``∃ middle ∀ half ∃ x y``.

Size (see `sizes`): that of the board, and ``(3k + 2)·lg + k`` variables with k = ⌈log2 ℓ⌉ levels, as in Table 4 of the
paper.
"""

from __future__ import annotations

from zermelo.encodings.implicit import CircuitCounts, Implicit, ImplicitBoard
from zermelo.encodings.moves import CellGame
from zermelo.encodings.pruning import Graph, Remains
from zermelo.encodings.stateless_board import StatelessBoard, board_sizes
from zermelo.encodings.witness import squared, squared_sizes, state_neighbours, step_gates


def sizes(graph: Graph, depth: int) -> CircuitCounts:
    """The exact size; conditions as in `board_sizes`.

    >>> from zermelo.encodings.pruning import prune
    >>> from zermelo.encodings.witness import graph_of
    >>> from zermelo.model import ConnectionGame
    >>> sizes(graph_of(prune(ConnectionGame.hex(19, 19), 45)), 45)
    CircuitCounts(variables=563, gates=7365)
    """
    cells, stones = len(graph.neighbours), (depth + 1) // 2
    variables, gates = squared_sizes(graph, stones)
    return board_sizes(cells, depth, 2).plus(variables, gates + step_gates(graph, range(cells)))


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
