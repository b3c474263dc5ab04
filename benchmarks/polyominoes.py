"""Polyominoes that can be built on a small board: every free polyomino, normal board and torus, both rules.

    python benchmarks/polyominoes.py                                6x6, polyominoes of at most six cells, 60 s a game
    python benchmarks/polyominoes.py --size 5 --certify             with proofs, each checked
    python benchmarks/polyominoes.py --limit 3600 --memory 4000     what is open after a minute

A row is a board and a rule: how many polyominoes the first player can build, how many he cannot, those that are open by
name, processor seconds, positions, the slowest one. Those that he can build are listed below. With --certify each
verdict is proven and the proof checked by the independent checker, which then counts in the seconds. The exit code is 1
when a proof is refused, 3 when a game is open.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from certify import certified
from common import table

from zermelo.families import fitting, make
from zermelo.model import Player, PositionalGame
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits

HEAD = ["board", "rule", "wins", "not", "open", "CPU s", "positions", "slowest", "its s"]


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--size", type=int, default=6, help="of the square board")
    made.add_argument("--cells", type=int, default=6, help="of a polyomino at most")
    made.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="of a game")
    made.add_argument("--memory", type=float, metavar="MB", help="of the tables")
    made.add_argument("--certify", action="store_true", help="prove each verdict, and check the proof")
    args = made.parse_args()
    rows: list[list[object]] = []
    built, wrong = list[str](), list[str]()
    for board, kind in [(board, kind) for board in ("", ",torus") for kind in ("mb", "mm")]:
        wins, losses, left, nodes, slowest = list[str](), 0, list[str](), 0, (0.0, "")
        begun = time.process_time()
        for poly in fitting(args.size, args.size):
            if len(poly.cells) > args.cells:
                continue
            shape, since = poly.systematic_name or poly.name, time.process_time()
            name = f"httt:{shape},board={args.size}x{args.size}{board},{kind}"
            game = make(name)
            assert isinstance(game, PositionalGame)
            found = PositionalSession(game).decide(Player.BLACK, None, Limits(args.limit, args.memory))
            nodes += found.nodes
            slowest = max(slowest, (time.process_time() - since, shape))
            if found.answer is None:
                left.append(shape)
                continue
            if found.answer:
                wins.append(shape)
            else:
                losses += 1
            if args.certify:
                with tempfile.TemporaryDirectory() as folder:
                    outcome = certified(game, args.limit, Path(folder), pure=False).outcome
                if outcome != "holds":
                    wrong.append(f"{name}: {outcome}")
        seconds = time.process_time() - begun
        title = f"{args.size}x{args.size}{board.replace(',', ' ')}"
        counts = [len(wins), losses, " ".join(left) or "–"]
        rows.append([title, kind, *counts, f"{seconds:.1f}", nodes, slowest[1], f"{slowest[0]:.1f}"])
        built.append(f"{title}, {kind}: {' '.join(wins)}")
        print(f"{title}, {kind}: {seconds:.1f} s", file=sys.stderr)
    print(table(HEAD, rows))
    print("\n".join(built))
    for each in wrong:
        print(f"not certified: {each}")
    open_ = any(row[4] != "–" for row in rows)
    return 1 if wrong else 3 if open_ else 0


if __name__ == "__main__":
    sys.exit(main())
