"""Strategies: proofs of verdicts that can be kept, checked and played.

    game, claim ── extract_search ─→ Strategy ⇄ file
                                        └────────→ check (by the rules alone) ─→ Holds, or Broken with the line of play

The names here are the data, the file and the checker, which know nothing of any search. What extracts strategies is
imported by its module.
"""

from zermelo.strategy.check import Broken, Holds, check
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entry, Exchange, Links, Packing, Pairing, Strategy
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
    "Strategy",
    "StrategyFile",
    "check",
    "read_strategies",
    "write_strategies",
]
