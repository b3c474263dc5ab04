"""Game-tree search without any QBF: the native sessions, the plain oracles, and the counting of plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.search.exhaustive import POSITIONS, SECONDS, Searched, is_small, search_within
    from zermelo.search.minimax import Minimax
    from zermelo.search.perft import Perft, native_perft, reference_perft
    from zermelo.search.retrograde import Exact, solve_exactly

__all__ = [
    "POSITIONS",
    "SECONDS",
    "Exact",
    "Minimax",
    "Perft",
    "Searched",
    "is_small",
    "native_perft",
    "reference_perft",
    "search_within",
    "solve_exactly",
]


def __getattr__(name: str) -> object:
    """Import a name of this package when it is asked for: a search does not wait for the oracles."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zermelo.search import exhaustive, minimax, perft, retrograde

    homes = (exhaustive, minimax, perft, retrograde)
    return next(getattr(home, name) for home in homes if hasattr(home, name))
