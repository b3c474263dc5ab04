"""The game of a formula, settled before its first variable: times, players, and the residual game."""
