"""Seconds of an answer, of its proof and its check: the whole command beside the search in it.

    python benchmarks/answer.py                           about eighty games, from trivial to a minute of search
    python benchmarks/answer.py --only connect hex        games whose name holds one of these
    python benchmarks/answer.py --published               the published files, too, each with its own question
    python benchmarks/answer.py --certify DIR             proofs without a limit, written to files there
    python benchmarks/answer.py --json FILE               the rows as JSON lines, too

*search*, *prove*, *check*: seconds of the verdict. *whole*: of the command ``zermelo solve GAME --no-cache --json``,
process and all; *plain*: of the same with ``--no-check``; *ratio*: plain to search. *entries*: positions in the proofs.
The goal is plain <= 1.5 x search + 0.3 s, and a checked answer wherever the search takes at most ten seconds; the last
lines say which games miss it. The exit code is 1 when an answer is wrong: when two runs differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from common import PUBLISHED, game_files, table

GAMES = (
    "ttt", "ttt:first=white", "gomoku:3,board=4x3", "gomoku:4,board=4x4", "gomoku:4,board=5x5",
    "gomoku:4,board=6x6", "gomoku:4,board=7x7", "httt:el,board=3x3", "httt:elly,board=4x4", "httt:tippy,board=4x4",
    "httt:knobby,board=5x5", "httt:fatty,board=5x5", "httt:skinny,board=6x6", "httt:skinny,board=7x7",
    "httt:el,board=5x5,torus", "httt:tic,board=5x5,torus", "httt:snaky,board=7x7", "httt:snaky,board=8x8",
    "httt:snaky,board=7x9", "httt:elly,board=4x4,kind=mb", "httt:skinny,board=5x5,kind=mb",
    "httt:snaky,board=6x6,kind=mb", "gttt:tippy,p=2,q=1,board=3x3", "gttt:tippy,p=2,q=1,board=4x4",
    "gttt:el,p=2,q=2,board=4x4", "hex:2x2", "hex:3x3", "hex:4x4", "hex:4x5", "hex:5x5", "hex:5x5,first=white",
    "hex:6x6",
    "connect:3,board=3x3,rule=paper", "connect:3,board=4x4,rule=paper", "connect:4,board=4x4,rule=paper",
    "connect:4,board=5x4,rule=paper", "connect:4,board=4x5,rule=paper",
    "connect:4,board=5x5,rule=paper", "connect:4,board=6x5,rule=paper", "connect:4,board=5x6,rule=paper",
    "domineering:2x2", "domineering:3x3",
    "domineering:4x4", "domineering:5x5", "domineering:6x6", "domineering:7x6", "domineering:7x7", "breakthrough:2x4",
    "breakthrough:2x5", "breakthrough:3x4", "breakthrough:3x5", "breakthrough:4x4", "breakthrough:4x5",
    "breakthrough:3x6", "breakthrough:4x6", "breakthrough:5x5", "knightthrough:3x4", "knightthrough:3x5",
    "knightthrough:4x4", "knightthrough:4x5", "evader-pursuer:4x4,evader=4-1,pursuer=2-3",
    "evader-pursuer:6x6,evader=6-1,pursuer=2-3", "evader-pursuer:8x8,evader=8-1,pursuer=3-4",
    "evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2", "evader-pursuer-dual:8x8,evader=8-1,pursuer=3-4",
    *(f"random-grid:seed={seed}" for seed in range(6)), *(f"random-positional:seed={seed}" for seed in range(4)),
    *(f"random-hex:seed={seed}" for seed in range(3)),
)  # fmt: skip
"""By families; asked who wins."""


@dataclass
class Row:
    """The seconds and sizes of one game."""

    game: str
    answer: str
    search: float
    prove: float
    check: float
    whole: float
    plain: float
    entries: int | None
    size: int | None
    checked: bool

    @property
    def in_time(self) -> bool:
        """True if the answer without proof is there soon enough after the search."""
        return self.plain <= 1.5 * self.search + 0.3

    def cells(self) -> list[str]:
        """The row of the table."""
        ratio = f"{self.plain / self.search:.1f}" if self.search >= 0.05 else ""
        seconds = [f"{each:.3f}" for each in (self.search, self.plain, self.prove, self.check, self.whole)]
        counts = ["" if each is None else str(each) for each in (self.entries, self.size)]
        return [self.game, self.answer, *seconds[:2], ratio, *seconds[2:], *counts, "yes" if self.checked else "NO"]


def ask(game: str, limit: float, *options: str) -> tuple[dict[str, object], float]:
    """The JSON of an answer, and the seconds of the whole command."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "zermelo", "solve", game, "--no-cache", "--json", "--progress", "none", *options]
    done = subprocess.run([*command, "--time-limit", str(limit)], capture_output=True, text=True, check=False)
    spent = time.monotonic() - begun
    if done.returncode not in (0, 3):
        raise SystemExit(f"{game}: {done.stderr.strip()}")
    found: dict[str, object] = json.loads(done.stdout)
    return found, spent


def told(found: dict[str, object]) -> str:
    """The answer in a word."""
    if found["reason"]:
        return f"open ({found['reason']})"
    answer = found["outcome"] or ("yes" if found["answer"] else "no")
    depth = found["won_depth"] if answer in ("black", "yes") else None
    return f"{answer}" + ("" if depth is None else f" in {depth}")


def measure(game: str, limit: float, folder: Path | None) -> Row:
    """One game: without proof, and with it."""
    plain, spent = ask(game, limit, "--no-check")
    name = "".join(letter if letter.isalnum() else "-" for letter in Path(game).name)
    certify = [] if folder is None else ["--certify", str(folder / f"{name}.strategy.gz")]
    found, whole = ask(game, limit, *certify)
    proof = found["proof"]
    proof = proof if isinstance(proof, dict) else {}
    if (
        (plain["outcome"], plain["answer"]) != (found["outcome"], found["answer"])
        and not plain["reason"]
        and not found["reason"]
    ):
        print(f"{game}: {told(plain)} and {told(found)}: two runs differ", file=sys.stderr)
        raise SystemExit(1)
    seconds = [float(str(found[name])) for name in ("search_seconds", "prove_seconds", "check_seconds")]
    return Row(
        game, told(found), *seconds, whole, spent, proof.get("positions"), proof.get("bytes"), bool(found["checked"])
    )  # fmt: skip


def games(published: bool, only: Sequence[str]) -> Iterator[str]:
    """Names of games, and paths."""
    files = [str(path) for path in game_files(PUBLISHED) if "19x19" not in str(path)] if published else []
    for game in (*GAMES, *files):
        if not only or any(each in game for each in only):
            yield game


def main() -> None:
    """Measure, print, and say what misses the goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT")
    parser.add_argument("--published", action="store_true")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS")
    parser.add_argument("--certify", type=Path, metavar="DIR")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.certify is not None:
        options.certify.mkdir(parents=True, exist_ok=True)
    rows = []
    for game in games(options.published, options.only):
        rows.append(measure(game, options.limit, options.certify))
        print(f"{len(rows)} {rows[-1].game}: {rows[-1].answer}", file=sys.stderr)
        if options.json is not None:
            with options.json.open("a") as file:
                file.write(json.dumps(asdict(rows[-1])) + "\n")
    heads = ["game", "answer", "search", "plain", "ratio", "prove", "check", "whole", "entries", "bytes", "checked"]
    print(table(heads, [row.cells() for row in rows]))
    late = [row.game for row in rows if not row.in_time]
    unchecked = [row.game for row in rows if not row.checked and not row.answer.startswith("open") and row.search <= 10]
    print(f"\n{len(rows)} games; later than 1.5 x search + 0.3 s: {' '.join(late) or 'none'}")
    print(f"decided within ten seconds and not checked: {' '.join(unchecked) or 'none'}")


if __name__ == "__main__":
    main()
