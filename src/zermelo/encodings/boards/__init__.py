"""Boards of formulas: how the cells of each time are written, and the play on them."""
