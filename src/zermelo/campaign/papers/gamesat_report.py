"""Items of this paper."""

from __future__ import annotations

from zermelo.campaign.papers.item import PaperItem

ITEMS: tuple[PaperItem, ...] = ()
