"""Harary's animals: which polyominoes can the first player build on a small board?

For combinatorial game theorists. Maker wants a copy of the animal in any orientation, Breaker wants none. A "no" is
proven, too: Breaker's strategy is checked in the same way.
"""

from __future__ import annotations

import zermelo

ANIMALS = ("domino", "el", "tic", "tippy", "elly", "fatty")


def outcome(animal: str, columns: int, rows: int) -> str:
    """The answer for one animal on one board, in one line."""
    verdict = zermelo.solve(f"httt:{animal},board={columns}x{rows},kind=mb")
    if verdict.outcome == "black":
        return f"{animal}: a winner on {columns}x{rows}, within {verdict.won_depth} moves"
    return f"{animal}: a loser on {columns}x{rows}"


if __name__ == "__main__":
    for animal in ANIMALS:
        print(outcome(animal, 4, 4))
