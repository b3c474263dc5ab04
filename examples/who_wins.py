"""A table of small Hex boards for a lecture: who wins, how fast, and by which first moves.

For teachers. Every line is proven: a strategy was found, and every reply was played against it by the rules.
"""

from __future__ import annotations

import zermelo


def line(size: int) -> str:
    """The answer on one board: the winner, the length of the game, and the first moves that win."""
    game = zermelo.load(f"hex:{size}x{size}")
    verdict = zermelo.solve(game, kind="fastest", first_moves=True)
    assert verdict.checked
    winning = [name for name, wins in (verdict.first_moves or {}).items() if wins]
    return f"{size}x{size}: Black wins within {verdict.depth} moves, fastest by {' '.join(winning)}"


if __name__ == "__main__":
    for size in (2, 3, 4):
        print(line(size))
