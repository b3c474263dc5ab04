"""Figure 2(a) of "Implicit State and Goals in QBF Encodings for Positional Games": Piet Hein's Hex puzzles.

    python benchmarks/hein.py                                            all encodings, 60 s each
    python benchmarks/hein.py --pattern 'hex-hein/*_[34]x[34]-*.pg'      the small boards
    python benchmarks/hein.py --ways et+bloqqer+caqe en+bloqqer+caqe     these only
    python benchmarks/hein.py --report                                   the tables again

Every encoding that takes Hex, by the solvers DepQBF and CAQE and by the pair of the paper, Bloqqer and CAQE, at the
depth of the file; and the default `solve`. The files are a part of the paper's 40, and the paper had 3 hours each: its
text says that ET alone solves them all, and which encoding does better than which. Solved counts are ours beside that.

The exit code is 1 when a run contradicts another or what the files say (of two depths of a puzzle, Black wins within
the larger one only; but not of hein_17_6x6, where he wins within neither). Ctrl-C prints the tables so far (exit
code 3).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from common import PUBLISHED, Claim, table
from papers import Cell, Tally, comparison, default_label, parser, perform
from published import PUZZLE, expected

from zermelo.encodings import fitting
from zermelo.language import read_game

TOOLS = ("depqbf", "caqe", "bloqqer+caqe")
PAPER = ("et", "en", "ea", "cor", "sn", "ln", "sa", "la")
"""The encodings of the figure; ET solves all 40 instances, the others fewer."""

BETTER: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("ln",), ("la",)),
    (("sn",), ("sa",)),
    (("en",), ("ea",)),
    (("et",), ("ea",)),
    (("sn",), ("ln",)),
    (("et", "en", "ea"), ("ln", "la", "sn", "sa")),
]
"""Each of the first solves at least what any of the second does, says the paper."""


def cells(args: argparse.Namespace) -> tuple[list[Cell], dict[str, list[Claim]]]:
    """All runs, small puzzles first, and what is known of the files."""
    facts, found, known = expected(), [], {}
    for path in sorted(args.folder.glob(args.pattern)):
        game = read_game(path)
        if game.depth is None:
            continue
        name = str(path.relative_to(args.folder))
        puzzle = PUZZLE.search(name)
        wins = None if puzzle is None else facts.get((puzzle[0], game.depth))
        known[str(path)] = [] if wins is None else [Claim(game.depth, wins, False, "the paper")]
        left = len(game.board) - (game.start.black | game.start.white).bit_count()
        ways = [f"{each.name}+{tools}" for each in fitting(game) for tools in TOOLS] if args.ways is None else args.ways
        rest = args.memory, args.jobs, args.check
        runs = [
            Cell(name, str(path), "within", game.depth, way, args.limit, *rest) for way in (default_label(args), *ways)
        ]
        found.append(((left * game.depth, name), runs))
    return [cell for _, runs in sorted(found, key=lambda each: each[0]) for cell in runs], known


def stem(way: str) -> str:
    """The encoding of a way."""
    return way.partition("+")[0]


def findings(solved: dict[str, int], files: int) -> Iterable[str]:
    """The claims of the paper in words, and whether they hold here; ``solved`` by encoding."""
    if "et" in solved:
        yield f"ET solves all: {'yes' if solved['et'] == files else 'NO'} ({solved['et']}/{files})"
    for better, worse in BETTER:
        if all(name in solved for name in better + worse):
            counts = [", ".join(f"{name.upper()} {solved[name]}" for name in names) for names in (better, worse)]
            holds = min(solved[name] for name in better) >= max(solved[name] for name in worse)
            yield f"{counts[0]}, not fewer than {counts[1]}: {'yes' if holds else 'NO'}"


def main() -> int:
    made = parser(__doc__, "hein", 60, None)
    made.add_argument("--folder", type=Path, default=PUBLISHED, help="where the published instances are")
    made.add_argument("--pattern", default="hex-hein/*.pg", help="files, as a glob inside the folder")
    args = made.parse_args()
    tried, known = cells(args)
    if not tried:
        print(f"no puzzles {args.pattern} in {args.folder}", file=sys.stderr)
        return 2
    runs, code = perform(tried, known, args)
    rows, best = [], dict[str, int]()
    files = len({cell.name for cell in tried})
    for way in dict.fromkeys(cell.way for cell in tried):
        counts = Tally.of(runs.of(cell for cell in tried if cell.way == way))
        paper = "–" if stem(way) not in PAPER or "bloqqer+caqe" not in way else "40/40" if stem(way) == "et" else "< 40"
        rows.append([way, f"{counts.solved}/{counts.tried}", counts.wins, counts.losses, counts.seconds, paper])
        if counts.tried == files:
            best[stem(way)] = max(best.get(stem(way), 0), counts.solved)
    print(f"\n{files} puzzles, {args.limit:g} s each; the paper 40 puzzles, 3 h each\n")
    print(table(["way", "solved", "wins", "losses", "seconds", "paper: solved"], rows))
    print("\n".join(["\nAs the paper finds, by the best way of each encoding:", *findings(best, files)]))
    print(f"\n{comparison(tried, runs)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
