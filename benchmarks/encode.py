"""How fast and how large: every published instance by every encoding that takes it.

Usage: ``python benchmarks/encode.py [FOLDER] [--limit SECONDS]``. FOLDER holds instances in sub-folders and defaults
to ``../shared/benchmarks`` beside the repository; nothing is measured where it is absent. One line per file and
encoding: variables and clauses (of a circuit: gates), seconds to encode, seconds to write the file; at the end the
peak memory.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from zermelo.encodings import fitting
from zermelo.errors import ZermeloError
from zermelo.formula import QCNF, write_qcir, write_qdimacs
from zermelo.language import read_game
from zermelo.model import Game

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = {".pg", ".hex", ".ig"}
FOLDERS = (
    "hex-hein",
    "hex-hein-winning-sets",
    "hex-19x19-empty",
    "hex-championship",
    "gttt-3x3",
    "gttt-4x4",
    "milestones",
)


def instances(folder: Path) -> Iterator[tuple[str, Game]]:
    """The files that are games by themselves."""
    for name in FOLDERS:
        for file in sorted(path for path in (folder / name).rglob("*") if path.suffix in SUFFIXES):
            try:
                yield str(file.relative_to(folder)), read_game(file)
            except ZermeloError as error:
                print(f"{file.name}: not read: {error}", file=sys.stderr)


def measure(label: str, game: Game, most: float) -> None:
    """One line per encoding."""
    depth = game.depth if game.depth is not None else game.complete_depth()
    if depth is None:
        return
    for encoding in fitting(game):
        start = time.perf_counter()
        try:
            encoded = encoding.encode(game, depth)
        except ZermeloError as error:
            print(f"{label:52} {encoding.name:5} {depth:5}  refused after {time.perf_counter() - start:.2f} s: {error}")
            continue
        seconds, formula = time.perf_counter() - start, encoded.formula
        if formula is None:
            print(f"{label:52} {encoding.name:5} {depth:5}  {encoded.answer}: {encoded.why}")
            continue
        start = time.perf_counter()
        if isinstance(formula, QCNF):
            write_qdimacs(formula, os.devnull)
            sizes = f"{formula.num_variables:10} {formula.num_clauses:10}"
        else:
            write_qcir(formula, os.devnull)
            sizes = f"{len(formula.prefix):10} {len(formula.gates):10}"
        written = time.perf_counter() - start
        slow = "  SLOW" if seconds + written > most else ""
        print(f"{label:52} {encoding.name:5} {depth:5} {sizes} {seconds:9.4f} {written:9.4f}{slow}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT.parent / "shared" / "benchmarks")
    parser.add_argument("--limit", type=float, default=3.0, help="mark what takes longer than so many seconds")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"no instances in {options.folder}: nothing measured")
        return
    print(f"{'file':52} {'enc.':5} {'depth':>5} {'variables':>10} {'clauses':>10} {'encode/s':>9} {'write/s':>9}")
    for label, game in instances(options.folder):
        measure(label, game, options.limit)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
