"""Strategies: proofs of verdicts that can be kept, checked and played.

    game, claim ── extract/ ─→ Strategy ⇄ file
                                        └────────→ check (by the rules alone) ─→ Holds, or Broken with the line of play

The names here are the data and the file format, which are independent of any search. The checker is
:func:`zermelo.strategy.check.plain.check`; the functions that extract strategies are imported from their modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.strategy.check.check_result import Broken, Holds
    from zermelo.strategy.claim import Claim
    from zermelo.strategy.entry import Answers, Entry, Exchange, Links, Packing, Pairing, Race, Strategy, Sum
    from zermelo.strategy.file import StrategyFile, read_strategies, write_strategies

__all__ = [
    "Answers",
    "Broken",
    "Claim",
    "Entry",
    "Exchange",
    "Holds",
    "Links",
    "Packing",
    "Pairing",
    "Race",
    "Strategy",
    "StrategyFile",
    "Sum",
    "read_strategies",
    "write_strategies",
]


def __getattr__(name: str) -> object:
    """A name of this package, imported on demand."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zermelo.strategy import claim, entry, file
    from zermelo.strategy.check import check_result

    homes = (claim, entry, file, check_result)
    return next(getattr(home, name) for home in homes if hasattr(home, name))
