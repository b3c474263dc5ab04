"""What a native search found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Found:
    """What a native search says of "Black wins", within a depth or at all.

    Parameters
    ----------
    answer
        Whether Black wins; None when a limit ended the search.
    reason
        Why it is open: "time", "memory", "nodes", "interrupted"; None when it is answered.
    first_move
        A first move of Black that wins so; None when he does not open, has won already, or does not win.
    nodes
        Positions looked at.
    memory
        Bytes of the tables at most.
    seconds
        Wall-clock time.
    notes
        What else there is to say: a checkpoint that could not be written.
    """

    answer: bool | None
    reason: str | None = None
    first_move: Any = None
    nodes: int = 0
    memory: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
