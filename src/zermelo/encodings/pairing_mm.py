"""Pairing-MM: Pairing for games in which White may win first, so that a false formula says that Black wins.

Idea: `zermelo.encodings.pairing` takes Black for a pure maker, whom White's own winning sets do not stop. Here White
also holds by having completed a winning set before Black has: she stops the clock then, and the frozen board shows it.
So the formula is, at complete k, exactly the complement of COR; true at any k, Black never wins.

Source: the dual of the corrective encoding, with the goal of pairing-encoding, section 5.

Quantifier blocks and clauses: those of Pairing, with the variables and clauses of the race (see
`zermelo.encodings.pairing_goal`). Where no winning set of White counts there is no race, and the formula is Pairing's.

Two cells. With at most two open cells, Black to move and White after him, White holds only if she has a pairing: a
winning set of Black that needs one stone only is completed at once, so that each needs both cells. With more open
cells it need not be so, because White's reply may win for her. A larger k is cut down to the first such time.

Size: see `zermelo.encodings.pairing.sizes`.
"""

from __future__ import annotations

from zermelo.encodings.base import Takes
from zermelo.encodings.pairing import Pairing


class PairingMM(Pairing):
    """See the module."""

    name = "pairing-mm"
    title = "pairing where White may win first: exact for maker-maker games"
    takes = Takes(positional=True, maker_maker=True, maker_breaker=False, any_turns=True)
    races = True
