"""Game-tree search without any QBF: the plain oracles, and the counting of plays."""

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
