"""Results of a check: a strategy holds, or it breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.model import Position
from zermelo.strategy.claim import Claim


@dataclass(frozen=True)
class Holds:
    """The strategy proves its claim.

    Parameters
    ----------
    claim
        The claim that is proven.
    positions
        Entries that the strategy can meet; each was checked once.
    replies
        Moves of the opponent that were played.
    arguments
        Those of them that are arguments, not moves.
    longest
        Moves of the longest line of play up to its end or to an argument; None when plays can go on for ever.
    unused
        Entries that the strategy cannot meet.
    seconds
        Wall-clock time.
    derived
        The strategy is a derivation: its ``positions`` are facts, its ``replies`` the references among them.
    """

    claim: Claim
    positions: int
    replies: int
    arguments: int
    longest: int | None
    unused: int = 0
    seconds: float = 0.0
    derived: bool = False

    @property
    def counted(self) -> tuple[str, str]:
        """The words for ``positions`` and ``replies``."""
        return ("facts", "references") if self.derived else ("positions", "replies")


@dataclass(frozen=True)
class Broken:
    """The strategy does not prove its claim: ``why`` is the reason, after the moves of ``line``."""

    claim: Claim
    why: str
    line: tuple[Any, ...] = ()
    position: Position | None = None
    seconds: float = 0.0


CheckResult = Holds | Broken
