"""The native search of grid games: published files, the tables of concise-grid-games, and larger boards.

    python benchmarks/search_grid.py [files] [tables] [large] [long] [rivals] [ablation] [--folder FOLDER]
        [--limit SECONDS] [--memory MB]

One line per question: the answer, positions, seconds, positions per second, megabytes of the table and bytes of it per
position. Default: files and tables.

`files` asks every published file at its depth. `tables` fills every cell of table 2 for games that are no positional
games, those that the paper could not fill too, with the paper's value (in the words of grid_paper.py) beside it.
`large` asks who wins on boards beyond the tables, and `long` on Connect-4's own board; `--limit` should grow with
them. `rivals` compiles hand-written solvers for one game each (benchmarks/rivals) with the flags of the core, and
compares processor seconds. `ablation` turns the parts of the search off one at a time.

The exit code is 1 when an answer contradicts the paper or a rival; such a line says so.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from grid_paper import NONE, WIN, Entry
from grid_paper import PARTS as PAPER

from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import GridGame
from zermelo.search.grid_search import Fastest, Solved, Switches, decide, fastest, solve_all
from zermelo.search.result import Found

PUBLISHED = Path(__file__).resolve().parent.parent.parent / "shared" / "benchmarks" / "bddl"
RIVALS = Path(__file__).resolve().parent / "rivals"
FLAGS = ["-O3", "-DNDEBUG", "-std=c++20"]
LARGE = [
    *[f"domineering:{size}" for size in ("7x7", "6x8", "8x6", "7x8", "8x7", "8x8")],
    *[f"connect:4,board={size}" for size in ("5x5", "6x5", "5x6", "6x6")],
    *[f"breakthrough:{size}" for size in ("4x4", "4x5", "5x4", "4x6", "5x5")],
]
LONG = ["connect:4,board=7x6"]
WHOLE = ["evader-pursuer:8x8,evader=8-1,pursuer=3-4", "breakthrough:3x5", "connect:4,board=4x4"]
RIVAL_BOARDS = {
    "domineering": ("domineering:{}", ("6x6", "7x7", "6x8", "7x8")),
    "connect4": ("connect:4,board={}", ("5x5", "5x6", "6x5", "6x6")),
}
ABLATION = [
    "domineering:7x7", "connect:4,board=5x6", "breakthrough:4x5", "breakthrough:3x6", "connect:3,board=6x6",
]  # fmt: skip
CONTRADICTION = "CONTRADICTS"


def _grid(name: str) -> GridGame:
    game = make(name)
    assert isinstance(game, GridGame)
    return game


def _costs(found: Found | Fastest | Solved) -> str:
    speed, share = found.nodes / max(found.seconds, 1e-9), found.memory / max(found.nodes, 1)
    return f"{found.nodes:>13,} {found.seconds:9.3f} s {speed / 1e6:6.2f} M/s {found.memory / 1e6:8.1f} MB" + (
        f" {share:5.0f} bytes each" if found.nodes > 10_000 else ""
    )


def _files(options: argparse.Namespace) -> Iterator[str]:
    for path in sorted(options.folder.glob("*/*.ig")):
        if path.name == "domain.ig":
            continue
        begun = time.perf_counter()
        game = read_game(path)
        if not isinstance(game, GridGame):
            continue
        reading = time.perf_counter() - begun
        found = decide(game, game.depth, time_limit=options.limit, memory_limit_mb=options.memory)
        name = f"{path.parent.name}/{path.stem}"
        said = f"within {game.depth!s:4} {found.reason or found.answer!s:6}"
        yield f"{name:48} {said} {_costs(found)}, read {reading:.3f} s"


def _beside(entry: Entry, found: Fastest) -> str:
    """The paper's cell, and whether ours contradicts it."""
    if entry.kind == WIN:
        wrong = found.depth != entry.depth if found.reason is None else (found.refuted or 0) >= entry.depth
    else:  # no win within that depth, or none at all
        wrong = found.depth is not None and (found.depth <= entry.depth or entry.kind == NONE)
    return f"{CONTRADICTION} the paper: {entry}" if wrong else f"the paper: {entry}"


def _tables(options: argparse.Namespace) -> Iterator[str]:
    for entry in [entry for entries in PAPER.values() for entry in entries]:
        game = make(entry.game)
        if not isinstance(game, GridGame):
            continue
        found = fastest(game, time_limit=options.limit, memory_limit_mb=options.memory)
        outcome = f"not within {found.refuted}, {found.reason}" if found.reason else f"critical depth {found.depth}"
        if found.reason is None and found.depth is None:
            outcome = "Black never wins"
        yield f"{entry.game:48} {outcome:20} {_costs(found)}  {_beside(entry, found)}"


def _decided(names: list[str], options: argparse.Namespace) -> Iterator[str]:
    for name in names:
        found = decide(_grid(name), time_limit=options.limit, memory_limit_mb=options.memory)
        said = found.reason or ("Black wins" if found.answer else "Black does not win")
        yield f"{name:48} {said:20} {_costs(found)}"


def _large(options: argparse.Namespace) -> Iterator[str]:
    yield from _decided(LARGE, options)
    for name in WHOLE:
        solved = solve_all(_grid(name), time_limit=options.limit, memory_limit_mb=options.memory)
        said = solved.reason or ("nobody wins" if solved.winner is None else f"{solved.winner.value} in {solved.depth}")
        of_all = f", won by Black {solved.black_wins:,}, by White {solved.white_wins:,}, longest {solved.longest}"
        yield f"{name:48} {said:20} {_costs(solved)}{of_all if solved.positions else ''}"


def _long(options: argparse.Namespace) -> Iterator[str]:
    yield from _decided(LONG, options)


def _rivals(options: argparse.Namespace) -> Iterator[str]:
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        yield "rivals: no C++ compiler (c++, or the one that CXX names)"
        return
    with tempfile.TemporaryDirectory() as folder:
        for rival, (pattern, boards) in RIVAL_BOARDS.items():
            program = str(Path(folder) / rival)
            subprocess.run([compiler, *FLAGS, "-o", program, str(RIVALS / f"{rival}.cpp")], check=True)
            for board in boards:
                name, begun = pattern.format(board), time.process_time()
                found = decide(_grid(name), time_limit=options.limit, memory_limit_mb=options.memory)
                ours = time.process_time() - begun
                yield f"{name:28} {_against([program, *board.split('x')], found, ours, options.limit)}"


def _against(command: list[str], found: Found, ours: float, limit: float) -> str:
    """Our search beside a program that prints the winner, positions and processor seconds."""
    us = f"{found.reason or found.answer!s:6} {found.nodes:>13,} {ours:9.3f} s"
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"{us}; by hand: no answer in {limit:g} s"
    winner, nodes, seconds = done.stdout.split()
    wrong = found.answer is not None and found.answer != (winner == "black")
    ratio = f"{ours / max(float(seconds), 1e-3):.2f} times as long" if found.answer is not None else "no answer of ours"
    note = f"{CONTRADICTION}: {winner} wins" if wrong else ratio
    return f"{us}; by hand {int(nodes):>13,} {float(seconds):9.3f} s; {note}"


def _ablation(options: argparse.Namespace) -> Iterator[str]:
    default = Switches()
    for name in ABLATION:
        game = _grid(name)
        for changed in [None, *[field.name for field in fields(Switches)]]:
            switches = default if changed is None else Switches(**{changed: not getattr(default, changed)})
            what = "as it is" if changed is None else f"{changed} {'on' if getattr(switches, changed) else 'off'}"
            found = decide(game, time_limit=options.limit, memory_limit_mb=options.memory, switches=switches)
            yield f"{name:28} {what:20} {found.reason or found.answer!s:6} {_costs(found)}"


PARTS = {
    "files": _files, "tables": _tables, "large": _large, "long": _long, "rivals": _rivals, "ablation": _ablation,
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to run: files and tables by default")
    parser.add_argument("--folder", type=Path, default=PUBLISHED, help="where the published files are")
    parser.add_argument("--limit", type=float, default=60, help="seconds of one question")
    parser.add_argument("--memory", type=float, default=2000, help="megabytes of tables")
    options = parser.parse_args()
    contradictions = 0
    for part in options.parts or ["files", "tables"]:
        begun = time.perf_counter()
        for line in PARTS[part](options):
            contradictions += CONTRADICTION in line
            print(line, flush=True)
        print(f"{part}: {time.perf_counter() - begun:.1f} s", flush=True)
    if contradictions:
        print(f"{contradictions} contradictions")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
