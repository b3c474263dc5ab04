"""The native search of grid games: published files, the tables of concise-grid-games, and larger boards.

    python benchmarks/search_grid.py [files] [tables] [large] [long] [ablation] [--folder FOLDER] [--limit SECONDS]
        [--memory MB]

One line per question: the answer, positions, seconds, positions per second, megabytes of the table and bytes of it per
position. Default: files and tables.

`files` asks every published file at its depth. `tables` fills every cell of table 2 for games that are no positional
games, those that the paper could not fill too, with the paper's value beside it.
`large` asks who wins on boards beyond the tables, and `long` on Connect-4's own board; `--limit` should grow with
them. `ablation` turns the parts of the search off one at a time. (Beside programs made for one game: peers.py.)

The exit code is 1 when an answer contradicts the paper; such a line says so.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

from zermelo.campaign.papers.grid_depths import ENTRIES, NONE, WIN, GridEntry
from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import GridGame, Player
from zermelo.search.backward import BackwardSession
from zermelo.search.grid_session import ALL, GridSession
from zermelo.search.session import Limits, Result, Session
from zermelo.search.switches import GridSwitches

PUBLISHED = Path(__file__).resolve().parent.parent.parent / "shared" / "benchmarks" / "bddl"
LARGE = [
    *[f"domineering:{size}" for size in ("7x7", "6x8", "8x6", "7x8", "8x7", "8x8", "8x9", "9x8", "10x7")],
    *[f"cram:{size}" for size in ("5x5", "6x7", "3x9", "3x11", "3x13", "5x7")],
    "kayles:300",
    *[f"connect:4,board={size},rule=paper" for size in ("5x5", "6x5", "5x6", "6x6")],
    *[f"breakthrough:{size}" for size in ("4x4", "4x5", "5x4", "4x6", "5x5")],
    *["konane:6x5", "konane:6x6", "clobber:5x4", "clobber:2x11", "amazons:4x5", "amazons:5x4", "col:5x5", "snort:5x5"],
]
LONG = [
    *["connect:4,board=7x6", "connect:4,board=7x6,rule=paper", "domineering:9x9", "breakthrough:6x5"],
    *["clobber:5x5", "clobber:4x6"],
]
WHOLE = ["evader-pursuer:8x8,evader=8-1,pursuer=3-4", "breakthrough:3x5", "connect:4,board=4x4,rule=paper"]
ABLATION = [
    "domineering:7x7", "connect:4,board=5x6,rule=paper", "breakthrough:4x5", "breakthrough:3x6",
    "connect:3,board=6x6,rule=paper", "cram:3x7", "konane:6x5", "amazons:4x4",
]  # fmt: skip
CONTRADICTION = "CONTRADICTS"


def _grid(name: str) -> GridGame:
    game = make(name)
    assert isinstance(game, GridGame)
    return game


def _session(game: GridGame, switches: GridSwitches = ALL) -> GridSession:
    return GridSession(game, switches, endless=partial(BackwardSession, game))


def _decided(game: GridGame, options: argparse.Namespace, depth: int | None = None, **how: GridSwitches) -> Result:
    return _session(game, **how).decide(Player.BLACK, depth, Limits(options.limit, options.memory))


@dataclass
class Fastest:
    """The critical depth of Black: the least depth within which he wins.

    ``depth`` is None when he does not win or the ``reason`` says why it is open; ``refuted`` is the largest depth
    within which he is known not to win, None for all.
    """

    depth: int | None = None
    refuted: int | None = 0
    reason: str | None = None
    nodes: int = 0
    memory: int = 0
    seconds: float = 0.0


def _fastest(game: GridGame, options: argparse.Namespace) -> Fastest:
    """By deeper and deeper questions to one session; where plays may never end, backwards."""
    session: Session = _session(game)
    if game.complete_depth() is None:
        session = BackwardSession(game)
    found, begun = Fastest(), time.perf_counter()
    while found.depth is None and found.refuted is not None and found.reason is None:
        left = max(0.0, options.limit - (time.perf_counter() - begun))
        depth = None if game.complete_depth() is None else found.refuted + 1
        result = session.decide(Player.BLACK, depth, Limits(left, options.memory))
        found.nodes, found.memory = found.nodes + result.nodes, max(found.memory, result.memory)
        found.reason = result.reason
        if result.answer:
            found.depth = result.depth
        elif result.answer is False:
            found.refuted = result.depth
    found.seconds = time.perf_counter() - begun
    return found


def _costs(found: Result | Fastest) -> str:
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
        found = _decided(game, options, game.depth)
        name = f"{path.parent.name}/{path.stem}"
        said = f"within {game.depth!s:4} {found.reason or found.answer!s:6}"
        yield f"{name:48} {said} {_costs(found)}, read {reading:.3f} s"


def _beside(entry: GridEntry, found: Fastest) -> str:
    """The paper's cell, and whether ours contradicts it."""
    if entry.kind == WIN:
        wrong = found.depth != entry.depth if found.reason is None else (found.refuted or 0) >= entry.depth
    else:  # no win within that depth, or none at all
        wrong = found.depth is not None and (found.depth <= entry.depth or entry.kind == NONE)
    return f"{CONTRADICTION} the paper: {entry}" if wrong else f"the paper: {entry}"


def _tables(options: argparse.Namespace) -> Iterator[str]:
    for entry in ENTRIES:
        game = make(entry.game)
        if not isinstance(game, GridGame):
            continue
        found = _fastest(game, options)
        outcome = f"not within {found.refuted}, {found.reason}" if found.reason else f"critical depth {found.depth}"
        if found.reason is None and found.depth is None:
            outcome = "Black never wins"
        yield f"{entry.game:48} {outcome:20} {_costs(found)}  {_beside(entry, found)}"


def _boards(names: list[str], options: argparse.Namespace) -> Iterator[str]:
    for name in names:
        found = _decided(_grid(name), options)
        said = found.reason or ("Black wins" if found.answer else "Black does not win")
        yield f"{name:48} {said:20} {_costs(found)}"


def _large(options: argparse.Namespace) -> Iterator[str]:
    yield from _boards(LARGE, options)
    for name in WHOLE:
        game = _grid(name)
        session = BackwardSession(game)
        found = session.decide(Player.BLACK, None, Limits(options.limit, options.memory))
        said, of_all = found.reason or "", ""
        if found.reason is None:
            settled, counts = session.settled(game.start), session.statistics()
            said = "nobody wins" if settled.winner is None else f"{settled.winner.value} in {settled.depth}"
            of_all = f", won by Black {counts['black_wins']:,}, by White {counts['white_wins']:,}"
            of_all += f", longest {counts['longest']}"
        yield f"{name:48} {said:20} {_costs(found)}{of_all}"


def _long(options: argparse.Namespace) -> Iterator[str]:
    yield from _boards(LONG, options)


def _ablation(options: argparse.Namespace) -> Iterator[str]:
    for name in ABLATION:
        game = _grid(name)
        for changed in [None, *[field.name for field in fields(GridSwitches)]]:
            switches = ALL if changed is None else GridSwitches(**{changed: not getattr(ALL, changed)})
            what = "as it is" if changed is None else f"{changed} {'on' if getattr(switches, changed) else 'off'}"
            found = _decided(game, options, switches=switches)
            yield f"{name:28} {what:20} {found.reason or found.answer!s:6} {_costs(found)}"


PARTS = {
    "files": _files, "tables": _tables, "large": _large, "long": _long, "ablation": _ablation,
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
