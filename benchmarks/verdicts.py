"""Published instances by every encoding, preprocessor and solver that fits, beside exhaustive search.

    python benchmarks/verdicts.py [FOLDER] [--pattern GLOB] [--limit SECONDS] [--search SECONDS]

One line per run: the verdict, the seconds of preprocessing and solving together. Runs that contradict each other, or
the plain rules, are marked and end the script with exit code 1. Default: the Hein puzzles on boards up to 5×5 at
depth ≤ 9.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from zermelo.encodings import fitting
from zermelo.errors import LimitError
from zermelo.language import read_game
from zermelo.model import Game
from zermelo.preprocess import PREPROCESSORS
from zermelo.search import Minimax
from zermelo.solvers import Answer
from zermelo.solvers import solver as named

DEFAULT = Path(__file__).resolve().parent.parent.parent / "shared" / "benchmarks"


def searched(game: Game, depth: int, seconds: float) -> bool | None:
    """What the plain rules say; None when it takes too long."""
    try:
        return Minimax(game, time_limit=seconds).within(game.start, depth)
    except LimitError:
        return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=DEFAULT)
    parser.add_argument("--pattern", default="hex-hein/*_[1-5]x[1-5]-0*.pg", help="files, as a glob inside the folder")
    parser.add_argument("--limit", type=float, default=60, help="seconds of one run")
    parser.add_argument("--search", type=float, default=60, help="seconds of exhaustive search; 0 for none")
    parser.add_argument("--plain", action="store_true", help="without preprocessors")
    options = parser.parse_args()
    files = sorted(path for path in options.folder.glob(options.pattern) if not path.name.startswith("domain"))
    if not files:
        print(f"no files {options.pattern} in {options.folder}", file=sys.stderr)
        return 2
    wrong = solved = runs = 0
    for path in files:
        game = read_game(path)
        if game.depth is None:
            continue
        truth = searched(game, game.depth, options.search) if options.search else None
        said = {} if truth is None else {"rules": truth}
        print(f"{path.parent.name}/{path.name} depth {game.depth}: exhaustive search says {truth}", flush=True)
        for encoding in fitting(game):
            encoded = encoding.encode(game, game.depth)
            if encoded.answer is not None:
                said[encoding.name] = encoded.answer
                print(f"  {encoding.name:5} decided while encoding: {encoded.answer}")
                continue
            qcnf, _ = encoded.clauses()
            for name, preprocessor in PREPROCESSORS.items():
                if options.plain and name != "none":
                    continue
                started = time.monotonic()
                done = preprocessor.preprocess(qcnf, time_limit=options.limit)
                spent = time.monotonic() - started
                for solver in map(named, ("depqbf", "caqe")):
                    result = solver.solve(
                        done.formula, time_limit=max(0.1, options.limit - spent), memory_limit_mb=8000
                    )
                    runs += 1
                    answer = result.reason if result.answer is Answer.UNKNOWN else result.answer is Answer.TRUE
                    if isinstance(answer, bool):
                        said[f"{encoding.name}+{name}+{solver.name}"] = answer
                        solved += 1
                    print(
                        f"  {encoding.name:5} {name:8} {solver.name:8} {answer!s:8} {spent + result.seconds:8.2f} s",
                        flush=True,
                    )
        if len(set(said.values())) > 1:
            wrong += 1
            print(f"  DISAGREEMENT: {said}")
    print(f"{len(files)} files, {runs} runs, {solved} solved, {wrong} files with a disagreement")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
