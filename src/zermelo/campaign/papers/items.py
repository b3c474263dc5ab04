"""All items of all papers, by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from zermelo.campaign.papers import gamesat_report, grid_paper, gttt_paper, implicit_paper, pairing_paper
from zermelo.campaign.papers.item import PaperItem
from zermelo.errors import InputError

PAPERS = (pairing_paper, grid_paper, implicit_paper, gttt_paper, gamesat_report)

ITEMS: dict[str, PaperItem] = {item.name: item for paper in PAPERS for item in paper.ITEMS}
"""All items, paper after paper."""


def chosen(names: Iterable[str]) -> list[PaperItem]:
    """The items of some names, each once; the name of a paper means all of its items.

    Raises ``InputError``, with a name that is meant perhaps, for one that nothing has.

    >>> [item.name for item in chosen(["Pairing/Table-4"])]
    ['pairing/table-4']
    >>> chosen(["pairing/table-44"])
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: found 'pairing/table-44', expected an item ...; did you mean pairing/table-4?
    """
    found: dict[str, PaperItem] = {}
    for name in names:
        wanted = name.strip().lower().rstrip("/")
        some = {key: item for key, item in ITEMS.items() if wanted in {key, key.partition("/")[0]}}
        if not some:
            close = difflib.get_close_matches(wanted, [*ITEMS, *{key.partition("/")[0] for key in ITEMS}], 1, 0.5)
            advice = f"did you mean {close[0]}?" if close else "'zermelo reproduce --list' lists them"
            raise InputError("an item such as pairing/table-2, or a paper", found=repr(name[:60]), advice=advice)
        found |= some
    return list(found.values())
