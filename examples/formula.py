"""One game in several encodings: how large do the formulas get, and what do they say?

For researchers of quantified Boolean formulas. Each encoding that takes the game writes its formula to a QDIMACS file;
the truth values are known from the native search, so that the files serve as benchmarks with answers.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import zermelo
from zermelo.encodings import Asks, fitting


def write_all(expression: str, depth: int, folder: Path) -> list[str]:
    """Write a formula per encoding, and tell the size and the truth value of each."""
    game = zermelo.load(expression)
    wins = zermelo.solve(game, depth=depth, method="search").answer
    lines = []
    for encoding in fitting(game):
        if encoding.asks is not Asks.BLACK_WINS:
            continue
        formula = zermelo.encode(game, depth, encoding.name)
        formula.write(folder / f"{encoding.name}.qdimacs")
        clauses, _ = formula.clauses()
        lines.append(f"{encoding.name:8} {clauses.sizes().variables:5} {clauses.sizes().clauses:6}  {wins}")
    return lines


if __name__ == "__main__":
    given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary:
        print("encoding vars  clauses  true?")
        print("\n".join(write_all("hex:3x3", 5, Path(given[0]) if given else Path(temporary))))
