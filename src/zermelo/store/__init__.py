"""The memory of answers: facts about games in an SQLite file, shared by all games that are the same.

    game → canonical form → key ─┐
                    facts, origin ┴→ store → what is known

`canonical` finds the form, `Store` keeps facts under it. A fact is a win, or no win, of a player within a depth, with
how it was established; never an open question.
"""

from zermelo.store.cache_path import default_path
from zermelo.store.canonical import Canonical, canonical
from zermelo.store.fact import EDITION, Demand, Fact, Origin, StoredAnswer, StoredFact
from zermelo.store.store import Store

__all__ = [
    "EDITION",
    "Canonical",
    "Demand",
    "Fact",
    "Origin",
    "Store",
    "StoredAnswer",
    "StoredFact",
    "canonical",
    "default_path",
]
