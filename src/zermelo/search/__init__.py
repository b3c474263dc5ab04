"""Game-tree search without any QBF: the native sessions, the plain oracles, and the counting of plays."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.search.exhaustive import POSITIONS, SECONDS, Searched, is_small, search_within
    from zermelo.search.minimax import Minimax
    from zermelo.search.perft import Perft, native_perft, reference_perft
    from zermelo.search.retrograde import Exact, solve_exactly

_HOMES = {
    "exhaustive": ("POSITIONS", "SECONDS", "Searched", "is_small", "search_within"),
    "minimax": ("Minimax",),
    "perft": ("Perft", "native_perft", "reference_perft"),
    "retrograde": ("Exact", "solve_exactly"),
}
"""The modules of the names, which are imported when they are asked for."""

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


def __getattr__(name: str) -> Any:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
