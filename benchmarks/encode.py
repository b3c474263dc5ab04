"""Speed and size: every published instance by every encoding that takes it.

Usage: ``python benchmarks/encode.py [FOLDER] [--only hein|others] [--limit SECONDS]``. FOLDER holds instances in
sub-folders and defaults to ``../shared/benchmarks`` beside the repository; nothing is measured where it is absent.

Two tables, where "encode" goes from the game to the formula, "clauses" from there to the matrix, "write" to a file:

- the Hein puzzles (as graphs, as winning sets, and as diagrams at both depths), all in this process, a line per
  encoding: all of them together should take less than 10 s;
- all others, a line per file and encoding: SLOW above 3 s (``--limit``).

The exit code is 1 when anything is marked. The empty 19×19 boards are those of ``zermelo reproduce implicit/table-2``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from common import PUBLISHED, game_files

from zermelo.encodings import ENCODINGS, Encoding, fitting
from zermelo.errors import ZermeloError
from zermelo.formula import write_qdimacs
from zermelo.language import read_game
from zermelo.model import Game

OTHERS = ("hex-championship", "gttt-3x3", "gttt-4x4", "milestones")
HEIN_SECONDS = 10


@dataclass
class Run:
    """One formula: its size, or why there is none; seconds."""

    variables: int = 0
    clauses: int = 0
    why: str = ""
    encode: float = 0.0
    translate: float = 0.0
    write: float = 0.0

    @property
    def seconds(self) -> float:
        """All together."""
        return self.encode + self.translate + self.write


def run(game: Game, encoding: Encoding, depth: int, write: bool = True) -> Run:
    """Encode, translate to clauses and write the file."""
    done, start = Run(), time.perf_counter()
    try:
        encoded = encoding.encode(game, depth)
    except ZermeloError as error:
        done.encode, done.why = time.perf_counter() - start, f"refused: {error}"
        return done
    done.encode = time.perf_counter() - start
    if encoded.formula is None:
        done.why = f"{encoded.answer}: {encoded.why}"
        return done
    start = time.perf_counter()
    qcnf, _ = encoded.clauses()
    done.translate = time.perf_counter() - start
    done.variables, done.clauses = qcnf.num_variables, qcnf.num_clauses
    if write:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            write_qdimacs(qcnf, Path(folder, "formula.qdimacs"))
            done.write = time.perf_counter() - start
    return done


def peak() -> float:
    """The peak memory of this process in MB; getrusage would count what the parent had before it started this."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def instances(folder: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, Game]]:
    """The files in these folders that are games by themselves."""
    for name in names:
        for file in game_files(folder / name):
            yield file, read_game(file)


def question(game: Game) -> int | None:
    """The depth that the file names, or the one that no play exceeds."""
    return game.depth if game.depth is not None else game.complete_depth()


def hein(folder: Path) -> bool:
    """A line per encoding, and the sum; whether that was marked."""
    cases, depths = list[tuple[Game, int]](), defaultdict[str, list[int]](list)
    for file, game in instances(folder, ("hex-hein", "hex-hein-winning-sets")):
        assert game.depth is not None
        cases.append((game, game.depth))
        if file.parent.name == "hex-hein":
            depths[file.stem.rpartition("-")[0]].append(game.depth)
    for file, game in instances(folder, ("hex-diagrams",)):
        cases.extend((game, depth) for depth in depths[file.stem])
    print(f"{len(cases)} Hein puzzles{'runs':>12} {'encode/s':>9} {'clauses/s':>9} {'slowest':>9} {'clauses':>9}")
    total = 0.0
    for name, encoding in ENCODINGS.items():
        runs = [run(game, encoding, depth, write=False) for game, depth in cases if encoding.lacks(game) is None]
        if runs:
            encode, translate = sum(each.encode for each in runs), sum(each.translate for each in runs)
            slowest, largest = max(each.seconds for each in runs), max(each.clauses for each in runs)
            print(f"{name:15} {len(runs):11} {encode:9.3f} {translate:9.3f} {slowest:9.3f} {largest:9}", flush=True)
            total += encode + translate
    slow = total > HEIN_SECONDS
    print(f"{'together':15} {total:21.3f}{'  SLOW' * slow}\n")
    return slow


def others(folder: Path, limit: float) -> bool:
    """A line per file and encoding; whether any was marked."""
    marked = False
    print(f"{'file':70} {'':5} {'depth':>5} {'variables':>10} {'clauses':>10} {'encode/s':>9} {'clauses/s':>9} write/s")
    for file, game in instances(folder, OTHERS):
        depth = question(game)
        for encoding in fitting(game) if depth is not None else ():
            assert depth is not None
            done = run(game, encoding, depth)
            slow = done.seconds > limit
            marked = marked or slow
            size = done.why[:21] if done.why else f"{done.variables:10} {done.clauses:10}"
            print(f"{file.relative_to(folder)!s:70} {encoding.name:5} {depth:5} {size:21} ", end="")
            print(
                f"{done.encode:9.4f} {done.translate:9.4f} {done.write:7.4f}{'  SLOW' * slow}",
                flush=True,
            )
    print(f"peak memory of this process: {peak():.0f} MB")
    return marked


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, default=PUBLISHED)
    parser.add_argument("--only", choices=("hein", "others"), help="one of the tables")
    parser.add_argument("--limit", type=float, default=3.0, help="mark what takes longer than so many seconds")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"no instances in {options.folder}: nothing measured")
        return 0
    tables = {"hein": hein, "others": lambda folder: others(folder, options.limit)}
    marked = [table(options.folder) for name, table in tables.items() if options.only in (None, name)]
    return int(any(marked))


if __name__ == "__main__":
    sys.exit(main())
