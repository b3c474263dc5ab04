"""How fast and how large: every published instance by every encoding that takes it.

Usage: ``python benchmarks/encode.py [FOLDER] [--limit SECONDS]``. FOLDER holds instances in sub-folders and defaults
to ``../shared/benchmarks`` beside the repository; nothing is measured where it is absent. One line per file and
encoding: variables and clauses (of a circuit: gates), seconds to encode, seconds to write the formula into a temporary
file. Every run on the 19×19 boards has a process of its own, and its peak memory (with the interpreter's) is told.

Marked SLOW: a Hein puzzle that is encoded in more than 50 ms; anything else that takes more than 3 s (``--limit``)
together with writing. Marked LARGE: a run of its own above 500 MB.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from zermelo.encodings import ENCODINGS, Encoding, fitting
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
APART = "hex-19x19-empty/"
HEIN_SECONDS = 0.05
MOST_MB = 500


def instances(folder: Path) -> Iterator[tuple[str, Game]]:
    """The files that are games by themselves."""
    for name in FOLDERS:
        for file in sorted(path for path in (folder / name).rglob("*") if path.suffix in SUFFIXES):
            try:
                yield str(file.relative_to(folder)), read_game(file)
            except ZermeloError as error:
                print(f"{file.name}: not read: {error}", file=sys.stderr)


def run(game: Game, encoding: Encoding, depth: int) -> tuple[str, float, float]:
    """What is told of one run, the seconds to encode, and the seconds to write."""
    start = time.perf_counter()
    try:
        encoded = encoding.encode(game, depth)
    except ZermeloError as error:
        return f"refused: {error}", time.perf_counter() - start, 0.0
    seconds, formula = time.perf_counter() - start, encoded.formula
    if formula is None:
        return f"{encoded.answer}: {encoded.why}", seconds, 0.0
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        if isinstance(formula, QCNF):
            write_qdimacs(formula, Path(folder, "formula.qdimacs"))
            sizes = f"{formula.num_variables:10} {formula.num_clauses:10}"
        else:
            write_qcir(formula, Path(folder, "formula.qcir"))
            sizes = f"{len(formula.prefix):10} {len(formula.gates):10}"
        return sizes, seconds, time.perf_counter() - start


def peak() -> float:
    """The peak memory of this process in MB; getrusage would count what the parent had before it started this."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def apart(file: Path, encoding: str) -> tuple[str, float, float, float]:
    """One run in a process of its own, and the peak memory of that."""
    command = [sys.executable, __file__, str(file), "--one", encoding]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    told, seconds, written, memory = json.loads(done.stdout)
    return told, seconds, written, memory


def measure(folder: Path, label: str, game: Game, most: float) -> int:
    """One line per encoding; how many are marked."""
    depth = game.depth if game.depth is not None else game.complete_depth()
    marked = 0
    for encoding in fitting(game) if depth is not None else ():
        assert depth is not None
        memory = 0.0
        if label.startswith(APART):
            told, seconds, written, memory = apart(folder / label, encoding.name)
        else:
            told, seconds, written = run(game, encoding, depth)
        slow = seconds > HEIN_SECONDS if label.startswith("hex-hein/") else seconds + written > most
        marks = "  SLOW" * slow + "  LARGE" * (memory > MOST_MB)
        size = f" {memory:6.0f} MB" if memory else ""
        print(
            f"{label:52} {encoding.name:5} {depth:5} {told:21} {seconds:9.4f} {written:9.4f}{size}{marks}", flush=True
        )
        marked += bool(marks)
    return marked


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT.parent / "shared" / "benchmarks")
    parser.add_argument("--limit", type=float, default=3.0, help="mark what takes longer than so many seconds")
    parser.add_argument("--one", metavar="ENCODING", help="the folder is a file: one run, printed as JSON")
    options = parser.parse_args()
    if options.one:
        game = read_game(options.folder)
        depth = game.depth if game.depth is not None else game.complete_depth()
        assert depth is not None
        print(json.dumps([*run(game, ENCODINGS[options.one], depth), peak()]))
        return
    if not options.folder.is_dir():
        print(f"no instances in {options.folder}: nothing measured")
        return
    print(f"{'file':52} {'enc.':5} {'depth':>5} {'variables':>10} {'clauses':>10} {'encode/s':>9} {'write/s':>9}")
    marked = sum(measure(options.folder, label, game, options.limit) for label, game in instances(options.folder))
    print(f"{marked} runs marked; peak memory of the others than 19x19: {peak():.0f} MB")


if __name__ == "__main__":
    main()
