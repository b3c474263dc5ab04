"""The sizes of tests that look at many games: usual ones, and larger ones for ``make test-all``."""

from __future__ import annotations

import os

ALL = os.environ.get("ZERMELO_TESTS") == "all"
"""Set by ``make test-all``, which takes its time; the usual sizes end within ten minutes on two processors."""


def size(large: int, usual: int) -> int:
    """The number of games to look at."""
    return large if ALL else usual


def draws(large: int, usual: int) -> int:
    """The number of games that Hypothesis draws; fewer where each run draws the same ones, see ``conftest.py``."""
    return size(large, usual * 3 // 5 + 1 if "CI" in os.environ else usual)
