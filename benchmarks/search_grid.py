"""The native search of grid games: published files, the tables of concise-grid-games, and larger boards.

    python benchmarks/search_grid.py [files] [tables] [large] [ablation] [--folder FOLDER]
        [--limit SECONDS] [--memory MB]

One line per question: the answer, positions, seconds, positions per second, megabytes of the table and bytes of it per
position. `tables` fills every cell of table 2, those that the paper could not fill too. Default: files and tables.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import GridGame
from zermelo.search.found import Found
from zermelo.search.grid import Fastest, Switches, decide, fastest, solve_all

PUBLISHED = Path(__file__).resolve().parent.parent.parent / "shared" / "benchmarks" / "bddl"
DOMINEERING = [f"domineering:{columns}x{rows}" for rows in range(2, 7) for columns in range(2, 7)]
BREAKTHROUGH = [f"breakthrough:{columns}x{rows}" for columns in (2, 3) for rows in (4, 5, 6)]
CONNECT = [f"connect:{c},board={n}x{n}" for c in (2, 3, 4) for n in range(max(2, c), 7)]
PURSUIT = [("4x4", "4-1", "1-2"), ("4x4", "4-1", "2-3"), ("8x8", "8-1", "2-3"), ("8x8", "8-1", "3-4")]
LARGE = [
    *[f"domineering:{size}" for size in ("7x7", "6x8", "8x6", "7x8", "8x7", "8x8")],
    *[f"connect:4,board={size}" for size in ("5x5", "6x5", "5x6", "6x6")],
    *[f"breakthrough:{size}" for size in ("4x4", "4x5", "5x4", "4x6", "5x5")],
]
ABLATION = ["domineering:6x6", "connect:4,board=5x5", "breakthrough:4x5", "breakthrough:3x6", "connect:3,board=6x6"]


def _costs(found: Found | Fastest) -> str:
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


def _tables(options: argparse.Namespace) -> Iterator[str]:
    pursuit = [
        f"evader-pursuer{dual}:{board},evader={evader},pursuer={pursuer}"
        for dual in ("", "-dual")
        for board, evader, pursuer in PURSUIT
    ]
    second = [f"{name},first=white" for name in BREAKTHROUGH]
    for name in [*BREAKTHROUGH, *second, *CONNECT, *DOMINEERING, *pursuit]:
        game = make(name)
        assert isinstance(game, GridGame)
        found = fastest(game, time_limit=options.limit, memory_limit_mb=options.memory)
        outcome = f"not within {found.refuted}, {found.reason}" if found.reason else f"critical depth {found.depth}"
        if found.reason is None and found.depth is None:
            outcome = "Black never wins"
        yield f"{name:48} {outcome:20} {_costs(found)}"


def _large(options: argparse.Namespace) -> Iterator[str]:
    for name in LARGE:
        game = make(name)
        assert isinstance(game, GridGame)
        found = decide(game, time_limit=options.limit, memory_limit_mb=options.memory)
        said = found.reason or ("Black wins" if found.answer else "White wins")
        yield f"{name:48} {said:20} {_costs(found)}"
    for name in ("evader-pursuer:8x8,evader=8-1,pursuer=3-4", "breakthrough:3x5", "connect:4,board=4x4"):
        game = make(name)
        assert isinstance(game, GridGame)
        solved = solve_all(game, time_limit=options.limit, memory_limit_mb=options.memory)
        share = solved.memory / max(1, solved.positions)
        yield (
            f"{name:48} all {solved.positions:,} positions: winner {solved.winner}, depth {solved.depth}, longest "
            f"{solved.longest}, Black {solved.black_wins:,}, White {solved.white_wins:,}; {solved.seconds:.3f} s, "
            f"{solved.memory / 1e6:.1f} MB, {share:.0f} bytes each"
        )


def _ablation(options: argparse.Namespace) -> Iterator[str]:
    default = Switches()
    for name in ABLATION:
        game = make(name)
        assert isinstance(game, GridGame)
        for changed in [None, *[field.name for field in fields(Switches)]]:
            switches = default if changed is None else Switches(**{changed: not getattr(default, changed)})
            what = "as it is" if changed is None else f"{changed} {'on' if getattr(switches, changed) else 'off'}"
            found = decide(game, time_limit=options.limit, memory_limit_mb=options.memory, switches=switches)
            yield f"{name:28} {what:20} {found.reason or found.answer!s:6} {_costs(found)}"


PARTS = {"files": _files, "tables": _tables, "large": _large, "ablation": _ablation}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to run: files and tables by default")
    parser.add_argument("--folder", type=Path, default=PUBLISHED, help="where the published files are")
    parser.add_argument("--limit", type=float, default=60, help="seconds of one question")
    parser.add_argument("--memory", type=float, default=2000, help="megabytes of tables")
    options = parser.parse_args()
    for part in options.parts or ["files", "tables"]:
        begun = time.perf_counter()
        for line in PARTS[part](options):
            print(line, flush=True)
        print(f"{part}: {time.perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
