"""Every verdict of the small benchmarks as a strategy: extracted, written, read and checked; with times and sizes.

    python benchmarks/certify.py                          Hein's puzzles, the 256 polyominoes, Snaky on 8x8
    python benchmarks/certify.py --sets hein poly3        some of them
    python benchmarks/certify.py --limit 60 --keep DIR    seconds for each strategy, and where the files go

*hein*: Piet Hein's Hex puzzles in the published files that Black wins within their depth; *hein-held*: the others,
where White holds for so long.
*poly3*, *poly4*, *poly5*: all polyominoes of at most six cells that fit on 3x3, 4x4, 5x5, maker-maker, on a normal
board and on a torus. *snaky*: Snaky on 8x8, where White holds. Who wins is told by the native search; the checker
shares nothing with it. Seconds are those of the processor. The exit code is 1 when a strategy does not hold, 3 when a
limit left one open.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from common import PUBLISHED, table

from zermelo.errors import LimitError
from zermelo.families import fitting, make
from zermelo.language import read_game
from zermelo.model import ConnectionGame, Game, Player
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds, StrategyFile, write_strategies
from zermelo.strategy.check.section import check_section
from zermelo.strategy.extract.from_search import extract, strategy_from

SETS = ("hein", "poly3", "poly4", "poly5", "snaky", "hein-held")


def games(name: str, published: Path) -> Iterator[Game]:
    """The games of a set."""
    if name.startswith("hein"):
        for path in sorted(published.glob("hex-hein/*.pg")):
            game = read_game(path)
            if session_for(game).decide(Player.BLACK, game.depth, Limits()).answer is (name == "hein"):
                yield game
    elif name == "snaky":
        yield make("httt:snaky,board=8x8")
    else:
        size = int(name[-1])
        for shape in fitting(size, size):
            for torus in ("", ",torus"):
                yield make(f"httt:{shape.systematic_name},board={size}x{size}{torus}")


@dataclass
class Row:
    """The cost of a strategy: seconds to decide, extract, check, check plainly; positions, replies, bytes."""

    name: str
    claim: str
    outcome: str
    decided: float = 0.0
    extracted: float = 0.0
    checked: float = 0.0
    pure: float = 0.0
    positions: int = 0
    replies: int = 0
    size: int = 0


def certified(game: Game, limit: float, folder: Path, *, pure: bool) -> Row:
    """Decide a game, extract, write, read, check."""
    session = session_for(game)
    begun = time.process_time()
    wins = session.decide(Player.BLACK, game.depth, Limits(limit)).answer
    decided = time.process_time() - begun
    if wins is None:
        return Row(game.name, "who wins?", "open", decided)
    claim = Claim(Player.BLACK, True, game.depth) if wins else Claim(Player.WHITE, False, game.depth)
    path = folder / (game.name.replace(":", "_").replace(",", "_") + ".strategy.gz")
    begun = time.process_time()
    try:
        joins = isinstance(game, ConnectionGame)
        found = extract(game, claim, time_limit=limit) if joins else strategy_from(session, game, claim, Limits(limit))
        write_strategies(path, game, [found])
        seconds = time.process_time() - begun
        row = Row(game.name, str(claim), "holds", decided, seconds, size=path.stat().st_size)
        for slow in (False, True) if pure else (False,):
            begun = time.process_time()
            with StrategyFile(path) as file:
                (result,) = (check_section(each, pure=slow, time_limit=limit) for each in file.sections())
            seconds = time.process_time() - begun
            row.checked, row.pure = (row.checked, seconds) if slow else (seconds, 0.0)
            if not isinstance(result, Holds):
                row.outcome = f"BROKEN: {result.why}"
                return row
            row.positions, row.replies = result.positions, result.replies
    except LimitError as error:
        return Row(game.name, str(claim), f"open: {error}", decided, time.process_time() - begun)
    return row


def total(name: str, rows: list[Row]) -> list[str]:
    """The line of a set: how many strategies hold, and what these took together; the largest file."""
    held = [row for row in rows if row.outcome == "holds"]
    times = (f"{sum(getattr(row, each) for row in held):.2f}" for each in ("decided", "extracted", "checked", "pure"))
    counts = (str(sum(getattr(row, each) for row in held)) for each in ("positions", "replies", "size"))
    return [name, f"{len(held)}/{len(rows)}", *times, *counts, str(max((row.size for row in held), default=0))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sets", nargs="+", choices=SETS, default=SETS[:-1], help="which games (default: all but hein-held)"
    )
    parser.add_argument("--limit", type=float, default=600, help="seconds for each strategy")
    parser.add_argument("--pure", action="store_true", help="check by the plain rules, too")
    parser.add_argument("--folder", type=Path, default=PUBLISHED, help="where the published instances are")
    parser.add_argument("--keep", type=Path, help="a folder for the files (default: they are deleted)")
    parser.add_argument("--each", action="store_true", help="a line for every game")
    args = parser.parse_args()
    totals, polyominoes, worst = list[list[str]](), list[Row](), 0
    with nullcontext(args.keep) if args.keep else tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        folder.mkdir(parents=True, exist_ok=True)
        for name in args.sets:
            rows = []
            for game in games(name, args.folder):
                row = certified(game, args.limit, folder, pure=args.pure)
                rows.append(row)
                if row.outcome != "holds":
                    worst = max(worst, 1 if row.outcome.startswith("BROKEN") else 0) or 3
                if args.each or row.outcome != "holds":
                    times = f"{row.extracted:.2f} s, checked in {row.checked:.2f} s"
                    counts = f"{row.positions} positions, {row.replies} replies, {row.size} bytes"
                    print(f"{row.name}: {row.claim}: {row.outcome}; {times}; {counts}", flush=True)
            totals.append(total(name, rows))
            polyominoes += rows if name.startswith("poly") else []
    if len(polyominoes) > len(rows):
        totals.append(total("all poly", polyominoes))
    heads = ["set", "hold", "decide s", "extract s", "check s", "pure s", "positions", "replies", "bytes", "largest"]
    print(table(heads, totals))
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(3)
