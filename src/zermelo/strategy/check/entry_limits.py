"""Shared preconditions of the checkers: valid symmetries, and entries within the limits of time and memory."""

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

TWICE = "a position occurs twice in the strategy"


def invalid_symmetry(game: Game, symmetries: Sequence[Permutation]) -> str | None:
    """The error for a permutation that is not a symmetry of the game; None when all are symmetries.

    >>> from zermelo.families import make
    >>> invalid_symmetry(make("hex:2x2"), [(3, 2, 1, 0), (1, 0, 3, 2)])
    'permutation 2 is not a symmetry of this game'
    """
    kept, known = list[Permutation](), set[Permutation]()
    for number, turn in enumerate(symmetries, 1):
        if turn in known:
            continue  # a product of symmetries is a symmetry
        if not keeps_rules(game, turn):
            return f"permutation {number} is not a symmetry of this game"
        kept.append(turn)
        known = set(islice(products(kept), len(symmetries)))
    return None


def within_memory(count: int, memory_limit_mb: float | None, size: int) -> None:
    """Raise LimitError when ``count`` entries of ``size`` bytes each exceed the memory limit."""
    most = math.inf if memory_limit_mb is None else memory_limit_mb * 1e6 / size
    if count > most:
        raise LimitError("memory", f"more than {int(most)} positions; raise --memory-limit")


def within_limits(
    entries: Entries, deadline: float | None, memory_limit_mb: float | None, size: int
) -> Iterator[tuple[Position, Entry]]:
    """The entries, of ``size`` bytes each; LimitError when they exceed the memory limit or the deadline.

    >>> list(within_limits([(Position(), Entry(0))] * 3, None, 0.001, 500))
    Traceback (most recent call last):
    zermelo.errors.LimitError: more than 2 positions; raise --memory-limit
    """
    for count, each in enumerate(entries, 1):
        within_memory(count, memory_limit_mb, size)
        if deadline is not None and count % 64 == 0 and time.monotonic() > deadline:
            raise LimitError("time", "out of time before the strategy was read")
        yield each
