"""Many small games in one process: seconds of each answer beyond its search.

Usage: ``python benchmarks/library.py [--games N]``. Solves N (300) different small games, one after the other, in
this process, after one game of each kind, so that all is imported. Printed for each kind: games, and milliseconds of
processor time for each: reading and answering less the search; of that, what is neither proving nor checking.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator

import zermelo
from zermelo.families import fitting

FIRST = ("hex:2x2", "httt:domino,board=2x2", "domineering:2x2", "kayles:2", "random-grid:seed=999", "nim:1")
"""A game of each kind, solved before the clock starts."""


def games() -> Iterator[tuple[str, str, str]]:
    """Kinds, expressions, and moves that have been made."""
    shapes = [each.name for each in fitting(3, 3)]
    kinds: dict[str, list[tuple[str, str]]] = {
        "achievement": [(f"httt:{name},board=3x3,kind={kind}", "") for name in shapes for kind in ("mm", "mb")],
        "hex": [("hex:3x3", f"{one} {two}") for one, two in itertools.permutations(("a1", "a2", "b1", "b2", "c1"), 2)],
        "domineering": [(f"domineering:{size}", "") for size in ("1x4", "2x3", "3x2", "3x3", "4x3", "3x4", "4x2")],
        "kayles": [(f"kayles:{pins}", "") for pins in range(2, 14)],
        "clobber": [(f"clobber:{size}", "") for size in ("2x2", "3x2", "2x3", "4x2", "3x3", "5x1", "6x1")],
        "random positional": [(f"random-positional:seed={seed},cells=6", "") for seed in range(60)],
        "random hex": [(f"random-hex:seed={seed},cells=7", "") for seed in range(60)],
        "random grid": [(f"random-grid:seed={seed}", "") for seed in range(40)],
        "rule sheets": [(f"nim:{one},{two}", "") for one in range(1, 4) for two in range(1, 4)],
    }
    for kind, each in kinds.items():
        yield from ((kind, name, moves) for name, moves in each)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long small games take beyond their search.")
    parser.add_argument("--games", type=int, default=300)
    options = parser.parse_args()
    for name in FIRST:
        zermelo.solve(name)
    beyond: dict[str, list[float]] = {}
    setting: dict[str, list[float]] = {}
    for kind, name, moves in itertools.islice(games(), options.games):
        started = time.process_time()
        verdict = zermelo.solve(zermelo.load(name).after(moves))
        seconds = time.process_time() - started - verdict.search_seconds
        beyond.setdefault(kind, []).append(seconds)
        setting.setdefault(kind, []).append(seconds - verdict.prove_seconds - verdict.check_seconds)
    print(f"{'':18} games  beyond search  without proof and check")
    for kind, each in [*beyond.items(), ("all", list(itertools.chain(*beyond.values())))]:
        rest = setting[kind] if kind in setting else list(itertools.chain(*setting.values()))
        said = f"{1000 * sum(each) / len(each):10.2f} ms  {1000 * sum(rest) / len(rest):20.2f} ms"
        print(f"{kind:18} {len(each):5}  {said}")


if __name__ == "__main__":
    main()
