"""The game that a formula is about, settled before its first variable: times, players, and the residual game."""
