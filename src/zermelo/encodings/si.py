"""SI, no board, path by iterative squaring: `SquaringGoal` on `StatelessBoard`.

Source: implicit-state-and-goals, appendix C.

Quantifier blocks: ``∃M1 ∀M2 … ∃Md ∃W^0 W^ℓ``, for each level ``∃ middle ∀ half ∃ x y``.

Size: that of the board, and ``(3k + 2)·lg + k`` variables with k = ⌈log2 ℓ⌉ levels, as in Table 4 of the paper.
"""

from __future__ import annotations

from zermelo.encodings.boards.stateless_board import StatelessBoard
from zermelo.encodings.goals.witness_goals import SquaringGoal


class SI(SquaringGoal):
    """SI: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> SI(symmetry=False).encode(ConnectionGame.hex(3, 3), 5).formula
    <Circuit nodes=192 gates=151 blocks=7>
    """

    name = "si"
    title = "no board, path by iterative squaring"
    source = "implicit-state-and-goals, appendix C"
    board_type = StatelessBoard
