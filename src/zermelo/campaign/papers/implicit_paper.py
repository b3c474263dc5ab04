"""Tables 1 to 4 and figures 2 to 5 of "Implicit State and Goals in QBF Encodings for Positional Games"."""

from __future__ import annotations

from zermelo.campaign.papers.implicit_figures import FIGURES
from zermelo.campaign.papers.implicit_tables import TABLES
from zermelo.campaign.papers.item import PaperItem

ITEMS: tuple[PaperItem, ...] = (*TABLES, *FIGURES)
