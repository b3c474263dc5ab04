"""Strategies: proofs of verdicts that can be kept, checked and played.

    game, claim ── extract_search ─→ Strategy ⇄ file
                                        └────────→ check (by the rules alone) ─→ Holds, or Broken with the line of play

The names here are the data and the file, which know nothing of any search. The checker is
:func:`zermelo.strategy.check.check`; what extracts strategies is imported by its module, too.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.strategy.claim import Claim
    from zermelo.strategy.entry import Answers, Entry, Exchange, Links, Packing, Pairing, Race, Strategy
    from zermelo.strategy.file import StrategyFile, read_strategies, write_strategies
    from zermelo.strategy.result import Broken, Holds

_HOMES = {
    "result": ("Broken", "Holds"),
    "claim": ("Claim",),
    "entry": ("Answers", "Entry", "Exchange", "Links", "Packing", "Pairing", "Race", "Strategy"),
    "file": ("StrategyFile", "read_strategies", "write_strategies"),
}
"""The modules of the names, which are imported when they are asked for."""

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
    "read_strategies",
    "write_strategies",
]


def __getattr__(name: str) -> Any:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
