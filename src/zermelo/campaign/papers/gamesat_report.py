"""The six tables and figures of Zhao and Müller, "Game-SAT: A Preliminary Report".

The report draws formulas in which "all variables must occur", and does not say how it brings that about. Three models
are tried side by side: see `zermelo.gamesat.generate`.
"""

from __future__ import annotations

from zermelo.campaign.papers.gamesat_figures import FIGURE_ITEMS
from zermelo.campaign.papers.gamesat_tables import TABLE_ITEMS
from zermelo.campaign.papers.item import PaperItem

ITEMS: tuple[PaperItem, ...] = (*TABLE_ITEMS, *FIGURE_ITEMS)
