"""EA, explicit board with all winning sets: one variable for each way to win.

Idea: `zermelo.encodings.boards.explicit` keeps the board; at the end Black points to a winning set and all of its cells
are his. Where winning sets are few this is the best goal of all; in Hex they are paths, whose number explodes, and
EA then serves for comparison: it lists the minimal paths, up to a limit.

Source: implicit-state-and-goals, section 3.1.

Quantifier blocks: those of the board, with ``h_e`` for every winning set e in the innermost one.

Clauses: ``⋁ h_e``; ``h_e → b_v^d`` for v in e.

Size: that of the board, ``|W|`` variables and ``1 + Σ|e|`` clauses more.
"""

from __future__ import annotations

from collections.abc import Callable

from zermelo.encodings.base import Meanings, numbered
from zermelo.encodings.boards.explicit import Explicit, ExplicitBoard
from zermelo.encodings.reduction.graphs import PATH_LIMIT
from zermelo.encodings.reduction.timeline import CellGame


class EA(Explicit):
    """EA: see the module.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> EA().encode(game, 3).formula
    <QCNF variables=20 clauses=27 literals=65 blocks=3 universal=2 existential=18>
    """

    name = "ea"
    lists_paths = True
    title = f"explicit board, all winning sets (of a graph: its minimal paths, at most {PATH_LIMIT})"

    def write_goal(self, board: ExplicitBoard, game: CellGame) -> Callable[[list[str]], Meanings]:  # noqa: ARG002
        """As :meth:`Explicit.write_goal`."""
        sets, black, add = board.pruned.sets, board.last_black, board.qcnf.data.extend
        won = board.qcnf.exists(len(sets))
        add((*won, 0))
        for variable, cells in zip(won, sets, strict=True):
            for v in cells:
                add((-variable, black[v], 0))
        return lambda _: numbered("won", won)
