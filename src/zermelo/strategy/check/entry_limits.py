"""What every check of a strategy begins with: symmetries that are some, and entries as many as the limits allow."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from itertools import islice

from zermelo.errors import LimitError
from zermelo.model import Game, Position
from zermelo.model.automorphism import Permutation, products
from zermelo.model.symmetry import keeps_rules
from zermelo.strategy.entry import Entries, Entry

TWICE = "a position stands twice in the strategy"


def invalid_symmetry(game: Game, symmetries: Sequence[Permutation]) -> str | None:
    """Which permutation does not keep the rules, in words; None when all do.

    >>> from zermelo.families import make
    >>> invalid_symmetry(make("hex:2x2"), [(3, 2, 1, 0), (1, 0, 3, 2)])
    'symmetry 2 of the strategy is none of the game'
    """
    kept, known = list[Permutation](), set[Permutation]()
    for number, turn in enumerate(symmetries, 1):
        if turn in known:
            continue  # permutations that keep the rules do so one after the other
        if not keeps_rules(game, turn):
            return f"symmetry {number} of the strategy is none of the game"
        kept.append(turn)
        known = set(islice(products(kept), len(symmetries)))
    return None


def within_memory(count: int, memory_limit_mb: float | None, size: int) -> None:
    """Raise LimitError for more entries than the memory holds, of so many bytes each."""
    most = math.inf if memory_limit_mb is None else memory_limit_mb * 1e6 / size
    if count > most:
        raise LimitError("memory", f"more than {int(most)} positions; raise --memory-limit")


def within_limits(
    entries: Entries, deadline: float | None, memory_limit_mb: float | None, size: int
) -> Iterator[tuple[Position, Entry]]:
    """The entries, of so many bytes each; LimitError when they are too many, or by the clock too late.

    >>> list(within_limits([(Position(), Entry(0))] * 3, None, 0.001, 500))
    Traceback (most recent call last):
    zermelo.errors.LimitError: more than 2 positions; raise --memory-limit
    """
    for count, each in enumerate(entries, 1):
        within_memory(count, memory_limit_mb, size)
        if deadline is not None and count % 64 == 0 and time.monotonic() > deadline:
            raise LimitError("time", "out of time before the strategy was read")
        yield each
