"""EN, explicit board with neighbours: the path is found cell by cell.

Idea: `zermelo.encodings.boards.explicit` keeps the board; at the end ``p_v^i`` says that v is the cell number i of a
black path. Each step goes to some neighbour until the far border is reached; no path is ever listed, so the goal grows
with the board and not with the number of paths.

Source: implicit-state-and-goals, section 4.2.

Quantifier blocks: those of the board, with ``p_v^i``, 0 ≤ i ≤ ℓ, in the innermost one; Black places ℓ+1 stones.
Γs, Γe and E are the borders and edges of the graph after pruning.

Clauses: ``p_v^i → b_v^d``; ``⋁ p_v^0`` over Γs; ``p_v^i → ⋁ p_w^{i+1}`` over the neighbours w of v, for v not in Γe
and i < ℓ; ``¬p_v^ℓ`` for v not in Γe.

Size: that of the board, ``(ℓ+1)η`` variables and ``(ℓ+1)η + 1 + (η-|Γe|)ℓ + (η-|Γe|)`` clauses more.

Positional games whose winning sets are all placements of some shapes get the goal of
`zermelo.encodings.goals.shape_anchors.AnchorGoal` instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zermelo.encodings.base import Meanings, meanings
from zermelo.encodings.boards.explicit import Explicit, ExplicitBoard
from zermelo.encodings.goals.shape_anchors import AnchorGoal
from zermelo.encodings.goals.shapes import OnShapes, residual_shapes
from zermelo.encodings.reduction.graphs import Graph
from zermelo.encodings.reduction.timeline import CellGame


def _path_meanings(first: int, steps: int, cells: list[str]) -> Meanings:
    found: Meanings = {}
    for i in range(steps):
        start = first + i * len(cells)
        found |= meanings("path", i, range(start, start + len(cells)), cells)
    return found


class EN(OnShapes, Explicit):
    """EN: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> EN().encode(ConnectionGame.hex(3, 3), 5).formula
    <QCNF variables=101 clauses=201 literals=571 blocks=5 universal=8 existential=93>
    """

    name = "en"
    title = "explicit board, path by neighbours (or shapes by orientation and place)"
    source = "implicit-state-and-goals, sections 4.2 and 6"

    def write_goal(self, board: ExplicitBoard, game: CellGame) -> Callable[[list[str]], Meanings]:
        """As :meth:`Explicit.write_goal`."""
        if board.pruned.graph is not None:
            return _write_path(board, board.pruned.graph)
        return AnchorGoal(residual_shapes(game, board.pruned, board.cells), board.cells).write(board, game.board.cells)


def _write_path(board: ExplicitBoard, graph: Graph) -> Callable[[list[str]], Meanings]:
    black, add, cells = board.last_black, board.qcnf.data.extend, board.cells
    first = board.qcnf.exists(board.stones * cells).start
    target = set(graph.target)
    for i in range(board.stones):
        start = first + i * cells
        add([x for v in range(cells) for x in (-start - v, black[v], 0)])
    add((*(first + v for v in graph.source), 0))
    template: list[int] = []
    for v, around in enumerate(graph.neighbours):
        if v not in target:
            template += (-first - v, *(first + cells + w for w in around), 0)
    board.repeat(template, cells, board.stones - 1)
    end = first + (board.stones - 1) * cells
    for v in range(cells):
        if v not in target:
            add((-end - v, 0))
    return partial(_path_meanings, first, board.stones)
