"""Strategies extracted by native search and by formulas, side by side: seconds, positions, and formulas asked about.

    python benchmarks/extract.py                                  Hein's puzzles, polyominoes on 3x3 and 4x4
    python benchmarks/extract.py --sets poly3 --each              a line for every game
    python benchmarks/extract.py --encoding cor --solver depqbf   which formulas (default: the portfolio)

The games are those of `certify.py`: within how many moves Black wins, or that White holds, is told by the native
search. Every strategy is checked by the rules. *asked* counts the formulas, *solved* those that were not decided while
encoding, *moves tried* the moves that were asked about one by one. The exit code is 1 when a strategy does not hold or
formulas contradict the search, 3 when a limit left one open.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from certify import SETS, games
from common import PUBLISHED, table

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import Game, Player
from zermelo.questions import Options, telling_depths
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.solving.extract_formulas import Calls, FormulaOracle
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_oracle import extract_by
from zermelo.strategy.extract.from_search import extract
from zermelo.strategy.extract.oracle import Clock


@dataclass
class Row:
    """One game: its claim, seconds and positions by search and by formulas, and what was asked."""

    name: str
    claim: str
    outcome: str
    searched: float
    entries: int
    solved: float = 0.0
    positions: int = 0
    calls: Calls | None = None


def compared(game: Game, limit: float, options: Options) -> Row:
    """Both ways on one game."""
    session = session_for(game)
    most = game.complete_depth() if game.depth is None else game.depth
    assert most is not None
    asked = ((depth, session.decide(Player.BLACK, depth, Limits()).answer) for depth in telling_depths(game, most))
    won = next((depth for depth, wins in asked if wins), None)
    claim = Claim(Player.WHITE, False, game.depth) if won is None else Claim(Player.BLACK, True, won)
    begun = time.perf_counter()
    entries = len(extract(game, claim))
    row = Row(game.name, str(claim), "holds", time.perf_counter() - begun, entries)
    made: list[FormulaOracle] = []

    def ask(asked: Game, about: Claim, clock: Clock, memory: int | None) -> FormulaOracle:
        made.append(FormulaOracle(asked, about, clock, memory, options))
        return made[-1]

    begun = time.perf_counter()
    try:
        strategy = extract_by(ask, game, claim, time_limit=limit)
        result = checked(game, strategy.claim, strategy.symmetries, strategy)
        row.positions = len(strategy)
        row.outcome = "holds" if isinstance(result, Holds) else f"BROKEN: {result.why}"
    except LimitError as error:
        row.outcome = f"open: {error}"
    except DisagreementError as error:
        row.outcome = f"BROKEN: {error}"
    row.solved, row.calls = time.perf_counter() - begun, made[0].calls
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=["hein", "poly3", "poly4"], help="which games")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each strategy by formulas")
    parser.add_argument("--encoding", help="of the formulas")
    parser.add_argument("--solver", help="of the formulas")
    parser.add_argument("--preprocessor", default="auto", help="of the formulas")
    parser.add_argument("--folder", type=Path, default=PUBLISHED, help="where the published instances are")
    parser.add_argument("--each", action="store_true", help="a line for every game")
    args = parser.parse_args()
    options = Options(args.encoding, args.solver, args.preprocessor)
    totals, worst = [], 0
    for name in args.sets:
        rows = []
        for game in games(name, args.folder):
            row = compared(game, args.limit, options)
            rows.append(row)
            if row.outcome != "holds":
                worst = 1 if worst == 1 or row.outcome.startswith("BROKEN") else 3
            if args.each or row.outcome != "holds":
                searched = f"by search {row.searched:.2f} s, {row.entries} positions"
                print(f"{row.name}: {row.claim}: {row.outcome}; {searched}; by formulas {row.solved:.2f} s, ", end="")
                print(f"{row.positions} positions, {row.calls}", flush=True)
        held = [row for row in rows if row.outcome == "holds"]
        calls = [row.calls for row in held if row.calls is not None]
        totals.append(
            [
                name,
                f"{len(held)}/{len(rows)}",
                f"{sum(row.searched for row in held):.2f}",
                str(sum(row.entries for row in held)),
                f"{sum(row.solved for row in held):.2f}",
                str(sum(row.positions for row in held)),
                *(str(sum(getattr(each, field) for each in calls)) for field in ("formulas", "solved", "tried")),
            ]
        )
    heads = ["set", "hold", "search s", "positions", "formulas s", "positions", "asked", "solved", "moves tried"]
    print(table(heads, totals))
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(3)
