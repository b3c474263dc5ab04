"""Game-tree search without any QBF: the plain oracle, and the counting of plays."""

from zermelo.search.minimax import Minimax

__all__ = ["Minimax"]
