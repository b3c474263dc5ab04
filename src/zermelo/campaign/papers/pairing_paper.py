"""Tables 1 to 7 and figure 3 of "Quantified Boolean Solving for Achievement Games", the paper of the Pairing encoding.

Instances: every polyomino of at most six cells that fits on the board, on a normal board and on a torus: 48 on 3×3, 98
on 4×4 and 110 on 5×5. Who achieves it first wins, and the question is whether Black does.

Pairing by itself knows nothing of White's shapes: it is asked about the game in which White only breaks. By strategy
stealing Black wins the one if and only if he wins the other.
"""

from __future__ import annotations

from zermelo.campaign.papers.item import PaperItem
from zermelo.campaign.papers.pairing_duels import FIGURE_3, TABLE_6, TABLE_7
from zermelo.campaign.papers.pairing_sizes import TABLE_3, TABLE_4
from zermelo.campaign.papers.pairing_solving import TABLE_1, TABLE_2, TABLE_5

ITEMS: tuple[PaperItem, ...] = (TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5, TABLE_6, FIGURE_3, TABLE_7)
