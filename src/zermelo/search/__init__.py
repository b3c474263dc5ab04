"""Game-tree search without any QBF: the plain oracles, and the counting of plays."""

from zermelo.search.minimax import Minimax
from zermelo.search.perft import Perft, native_perft, reference_perft
from zermelo.search.retrograde import Exact, solve_exactly

__all__ = ["Exact", "Minimax", "Perft", "native_perft", "reference_perft", "solve_exactly"]
