"""Tables 1 to 7 and figure 3 of "Quantified Boolean Solving for Achievement Games", the paper of the Pairing encoding.

Instances: every polyomino of at most six cells that fits on the board, on a normal board and on a torus: 48 on 3×3, 98
on 4×4 and 110 on 5×5. Who achieves it first wins, and the question is whether Black does.

Pairing by itself knows nothing of White's shapes: it is asked about the game in which White only breaks. By strategy
stealing Black wins the one if and only if he wins the other.
"""

from __future__ import annotations

from zermelo.campaign.papers.item import PaperItem
from zermelo.campaign.papers.pairing_sizes import SIZE_ITEMS

ITEMS: tuple[PaperItem, ...] = (*SIZE_ITEMS,)
