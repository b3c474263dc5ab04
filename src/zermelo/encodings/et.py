"""ET, explicit board with the transversal game: Black has won when White cannot come through any more.

Idea: `zermelo.encodings.boards.explicit` keeps the board; on a Hex board Black has joined his borders exactly when
White can no longer join hers, even with every open cell (the Hex theorem). ``r_v`` says that White can reach v from
her first border through cells that are not black; that she cannot reach her second border needs no guess at all, and
one variable per cell, whatever the length of Black's path.

Source: implicit-state-and-goals, section 4.5.

Quantifier blocks: those of the board, with ``r_v`` in the innermost one. Γs, Γe and E (in both directions) are
White's borders and edges, after Black's cells are deleted and White's, with all cells given to her, contracted.

Clauses: ``¬b_v^d → r_v`` for v in Γs; ``r_v ∧ ¬b_w^d → r_w`` for (v,w) in E; ``¬r_v`` for v in Γe. For a cell v on
both borders they say that v must be black: the unit ``b_v^d`` stands for them.

Size: that of the board, η variables and ``|Γs \\ Γe| + |E| + |Γe|`` clauses more.
"""

from __future__ import annotations

from collections.abc import Callable

from zermelo.encodings.base import Meanings, Takes, meanings
from zermelo.encodings.boards.explicit import Explicit, ExplicitBoard
from zermelo.encodings.reduction.pruning import white_graph
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Game


class ET(Explicit):
    """ET: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> ET().encode(ConnectionGame.hex(3, 3), 5).formula
    <QCNF variables=83 clauses=193 literals=555 blocks=5 universal=8 existential=75>
    """

    name = "et"
    title = "explicit board, White's cells do not connect (Hex)"
    source = "implicit-state-and-goals, section 4.5"
    takes = Takes(connection=True)
    needs = "White's borders, which only a Hex board has"

    def lacks(self, game: Game) -> str | None:
        """As :meth:`Encoding.lacks`."""
        if isinstance(game, ConnectionGame) and (game.white_source is None or game.white_target is None):
            return f"needs {self.needs}"
        return super().lacks(game)

    def write_goal(self, board: ExplicitBoard, game: CellGame) -> Callable[[list[str]], Meanings]:
        """As :meth:`Explicit.write_goal`."""
        if not isinstance(game, ConnectionGame):
            raise InputError("a connection game")
        graph, black, add = white_graph(game, board.pruned), board.last_black, board.qcnf.data.extend
        reached = board.qcnf.exists(board.cells)
        source, target = set(graph.source), set(graph.target)
        for v in graph.source:
            if v not in target:
                add((black[v], reached[v], 0))
        for v, around in enumerate(graph.neighbours):
            add([x for w in around for x in (-reached[v], black[w], reached[w], 0)])
        for v in graph.target:
            add((black[v] if v in source else -reached[v], 0))
        return lambda cells: meanings("reached", None, reached, cells)
