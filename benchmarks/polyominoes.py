"""Polyominoes that can be built on a small board: every free polyomino, normal board and torus, both rules.

    python benchmarks/polyominoes.py                                6x6, polyominoes of at most six cells, 60 s a game
    python benchmarks/polyominoes.py --size 5 --certify             with proofs, each checked
    python benchmarks/polyominoes.py --limit 3600 --memory 4000     what is open after a minute
    python benchmarks/polyominoes.py --results 6x6.jsonl --certify  kept game by game; the same again does what is open

A row is a board and a rule: how many polyominoes the first player can build, how many he cannot, those that are open by
name, how many were searched, processor seconds, positions, the slowest one. Those that he can build are listed below.
What a mere breaker stops is not built where both do, either, nor is anything that contains it: such games need no
search, unless --each asks for one. With --certify each verdict is proven and the proof checked by the independent
checker, which then counts in the seconds. The exit code is 1 when a proof is refused, 3 when a game is open.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from common import above_zero, mistakes_told, table, whole

from zermelo.errors import InputError, LimitError
from zermelo.families import fitting, make
from zermelo.families.polyomino import Polyomino
from zermelo.files import write_text
from zermelo.model import Player, PositionalGame
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds, StrategyFile, write_strategies
from zermelo.strategy.check.section import check_section
from zermelo.strategy.extract.from_search import strategy_from

HEAD = ["board", "rule", "wins", "not", "open", "searched", "CPU s", "positions", "slowest", "its s"]


def decided(name: str, args: argparse.Namespace) -> dict[str, Any]:
    """Decide a game, and prove it where that is asked for: winner (None: open), seconds, positions, proof."""
    game = make(name)
    assert isinstance(game, PositionalGame)
    since, session, limits = time.process_time(), PositionalSession(game), Limits(args.limit, args.memory)
    found = session.decide(Player.BLACK, None, limits)
    row: dict[str, Any] = {"game": name, "wins": found.answer, "nodes": found.nodes}
    if args.certify and found.answer is not None:
        claim = Claim(Player.BLACK, True) if found.answer else Claim(Player.WHITE, False)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "proof.strategy.gz"
            try:
                write_strategies(path, game, [strategy_from(session, game, claim, limits)])
                with StrategyFile(path) as file:
                    (result,) = (check_section(each, time_limit=args.limit) for each in file.sections())
                row["proof"] = "holds" if isinstance(result, Holds) else f"BROKEN: {result.why}"
                row["bytes"] = path.stat().st_size
            except LimitError as error:
                row["proof"] = f"open: {error}"
    return row | {"seconds": round(time.process_time() - since, 3)}


def known(path: Path | None) -> dict[str, dict[str, Any]]:
    """The games that are decided in a file of results, each a line; a last line that was cut off is taken away."""
    if path is None or not path.exists():
        return {}
    lines, _, rest = path.read_text().rpartition("\n")
    found = None
    with suppress(ValueError, KeyError, TypeError):
        rows = [json.loads(line) for line in lines.splitlines()]
        found = {row["game"]: row for row in rows if row["wins"] is not None}
    if found is None or not rest.startswith('{"game"'[: len(rest)]):
        raise InputError("results of this script", found="something else", source=str(path))
    if rest:
        write_text(path, [f"{lines}\n" if lines else ""])
    return found


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--size", type=whole, default=6, help="of the square board")
    made.add_argument("--cells", type=whole, default=6, help="of a polyomino at most")
    made.add_argument("--limit", type=above_zero, default=60, metavar="SECONDS", help="of a game")
    made.add_argument("--memory", type=above_zero, metavar="MB", help="of the tables")
    made.add_argument("--certify", action="store_true", help="prove each verdict, and check the proof")
    made.add_argument("--each", action="store_true", help="search each one; --certify does so, too")
    made.add_argument("--results", type=Path, metavar="FILE", help="keep what is decided there, and go on from there")
    args = made.parse_args()
    with mistakes_told(made):
        return run(args)


def run(args: argparse.Namespace) -> int:
    """All games; the exit code."""
    done = known(args.results)
    rows: list[list[object]] = []
    built, wrong = list[str](), list[str]()
    for board, kind in [(board, kind) for board in ("", ",torus") for kind in ("mb", "mm")]:
        if kind == "mb":
            stopped = list[Polyomino]()  # on this board, by a mere breaker
        wins, losses, left, nodes, searched, seconds, slowest = list[str](), 0, list[str](), 0, 0, 0.0, (0.0, "")
        for poly in fitting(args.size, args.size):
            if len(poly.cells) > args.cells:
                continue
            shape = poly.systematic_name or poly.name
            name = f"httt:{shape},board={args.size}x{args.size}{board},{kind}"
            row = done.get(name)
            if row is None or (args.certify and row.get("proof") != "holds"):
                if not (args.each or args.certify) and any(map(poly.contains, stopped)):
                    losses += 1
                    continue
                row = decided(name, args)
                searched += 1
                if args.results is not None:
                    with args.results.open("a") as file:
                        file.write(json.dumps(row) + "\n")
            nodes, seconds = nodes + row["nodes"], seconds + row["seconds"]
            slowest = max(slowest, (row["seconds"], shape))
            if row["wins"] is None:
                left.append(shape)
            elif row["wins"]:
                wins.append(shape)
            else:
                losses += 1
                if kind == "mb":
                    stopped.append(poly)
            if args.certify and row["wins"] is not None and row["proof"] != "holds":
                wrong.append(f"{name}: {row['proof']}")
        title = f"{args.size}x{args.size}{board.replace(',', ' ')}"
        counts = [len(wins), losses, " ".join(left) or "–", searched]
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
