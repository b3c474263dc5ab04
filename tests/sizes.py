"""The sizes of tests that look at many games: smaller where the machine is, never left out."""

from __future__ import annotations

import os

SMALL = os.environ.get("ZERMELO_TESTS") == "small"
"""Set by ``make test`` in continuous integration on fewer than four processors."""


def size(full: int, small: int) -> int:
    """The number of games to look at."""
    return small if SMALL else full
