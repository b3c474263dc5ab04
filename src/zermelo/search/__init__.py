"""Game-tree search without any QBF: the native sessions, minimax by the plain rules, and the counting of plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.search.minimax import Minimax, is_small, search_within
    from zermelo.search.perft import native_perft, reference_perft

__all__ = [
    "Minimax",
    "is_small",
    "native_perft",
    "reference_perft",
    "search_within",
]


def __getattr__(name: str) -> object:
    """Import a name of this package when it is asked for: a search does not wait for minimax."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zermelo.search import minimax, perft

    return getattr(minimax if hasattr(minimax, name) else perft, name)
