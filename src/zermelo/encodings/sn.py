"""SN, no board, path by neighbours: `NeighbourGoal` on `StatelessBoard`.

There is no symbolic cell at which the steps of the path could be checked, so the neighbours are written down for every
step.

Source: implicit-state-and-goals, section 4.4.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 … W^ℓ``; Black places ℓ+1 stones.

Size: that of the board with ``(ℓ+1)·lg`` variables for the path, and about 3η gates for each of its steps. The paper's
table counts ℓ·lg variables for the path, which has ℓ+1 cells.
"""

from __future__ import annotations

from zermelo.encodings.boards.stateless_board import StatelessBoard
from zermelo.encodings.goals.witness_goals import NeighbourGoal


class SN(NeighbourGoal):
    """SN: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> SN(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=200 gates=168 blocks=5>
    """

    name = "sn"
    title = "no board, path by neighbours (or shapes by orientation and place)"
    source = "implicit-state-and-goals, sections 4.4 and 6"
    board_type = StatelessBoard
