"""A proof on paper: the strategy of the winner, saved, checked again, and browsed.

For everybody who does not believe a program. The checker knows the rules and nothing of the search; the plays below
show what the strategy answers to each reply.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import zermelo

if __name__ == "__main__":
    game = zermelo.load("3x3 w[b2]")  # Hex: White has the middle, Black is to move
    verdict = zermelo.solve(game)
    print(verdict.sentence())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "proof.json.gz")
        verdict.save(path)
        print(zermelo.check(path, game))
    place = verdict.strategy.browse()
    while place.moves:
        place = place.next(place.moves[0])  # the strategy's move, or the first reply of the other player
        print(place)
