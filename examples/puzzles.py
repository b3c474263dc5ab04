"""Hex puzzles: positions in which exactly one move wins, and not at once.

For puzzle designers. The library looks for positions with one solution and no needless stone, measures how hard they
are, and tells the solution; here the hardest of twenty are printed.
"""

from __future__ import annotations

from itertools import islice

import zermelo
from zermelo.puzzle import Puzzle, WantedPuzzles, puzzles


def hardest(game: str, number: int, tried: int = 20) -> list[Puzzle]:
    """The hardest of so many puzzles of a game, with wins in five moves or more."""
    found = islice(puzzles(zermelo.load(game), WantedPuzzles(least=5, seed=1)), tried)
    return sorted(found, key=lambda puzzle: puzzle.difficulty.value, reverse=True)[:number]


if __name__ == "__main__":
    for puzzle in hardest("hex:4x4", 2):
        print(f"{puzzle.task} ({puzzle.difficulty.level}, {puzzle.difficulty.value}).\n{puzzle.game.draw()}\n")
        print("\n".join(puzzle.solution.words()), end="\n\n")
