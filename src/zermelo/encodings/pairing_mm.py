"""Pairing-MM: Pairing where White may win first, so that a false formula says that Black wins.

Idea: `zermelo.encodings.pairing` takes Black for a pure maker, whom White's own winning sets do not stop. Here White
also holds by having completed a winning set before Black has: she stops the clock then, and the frozen board shows it.
So the formula is, at complete k, exactly the complement of COR; true at any k, Black never wins.

Source: the dual of the corrective encoding, with the goal of pairing-encoding, section 5.

Quantifier blocks and clauses: those of Pairing, with the variables and clauses of the race (see
`zermelo.encodings.goals.pairing_goal`). Where no winning set of White counts there is no race, and the formula is
Pairing's.

Two cells. With at most two open cells, Black to move and White after him, White holds only if she has a pairing: a
winning set of Black that needs one stone only is completed at once, so that each needs both cells. With more open
cells it need not be so, because White's reply may win for her. A larger k is cut down to the first such time.

Size: that of Pairing; where there is a race ``1 + |W'|`` variables more and ``1
+ Σ|f|`` clauses, W' White's winning sets, and one for each winning set of Black that he can complete in time.
"""

from __future__ import annotations

from zermelo.encodings.base import Takes
from zermelo.encodings.pairing import PairingEncoding


class PairingMM(PairingEncoding):
    """Pairing where White may win first; the parameters are those of `zermelo.encodings.pairing.PairingEncoding`.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("race", Board.square(4, 1), Rule.MAKER_MAKER, (0b0011, 0b0101), (0b1100, 0b1010))
    >>> PairingMM().encode(game, 4).formula
    <QCNF variables=15 clauses=26 literals=60 blocks=2 universal=2 existential=13>
    """

    name = "pairing-mm"
    title = "pairing where White may win first: exact for maker-maker games"
    takes = Takes(positional=True, maker_maker=True, maker_breaker=False, any_turns=True)
    races = True
