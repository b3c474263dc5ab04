"""Hex puzzles: positions in which exactly one move wins, and not at once.

For puzzle designers. Stones are placed at random, the first moves are decided, and what has one solution is written in
the format of ``.hex`` files.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import zermelo


def puzzles(size: int, moves: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """Positions after so many random moves with one winning move: the diagram, that move, the length of the win."""
    draw, empty = random.Random(seed), zermelo.load(f"hex:{size}x{size}")
    while True:
        game = empty
        for _ in range(moves):
            game = game.play(draw.choice(game.moves)) if game.moves else empty
        if len(game.moves) < size:
            continue
        verdict = zermelo.solve(game, first_moves=True)
        winning = [name for name, wins in (verdict.first_moves or {}).items() if wins]
        if len(winning) == 1 and (verdict.depth or 0) >= 5:
            yield game.draw(), winning[0], verdict.depth or 0


if __name__ == "__main__":
    for _, (diagram, solution, depth) in zip(range(2), puzzles(4, 4, seed=1), strict=False):
        print(f"Black to move wins within {depth}; the only move is {solution}.\n{diagram}\n")
