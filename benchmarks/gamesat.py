"""What the Game-SAT solver decides, how fast; beside the figures of the report, and how that grows.

    python benchmarks/gamesat.py                         the sets of the report and larger ones
    python benchmarks/gamesat.py --only "40 variables"
    python benchmarks/gamesat.py --differential 20000    small formulas of all shapes against trying everything

Random formulas of the fixed clause model with half as many clauses as variables, three literals each. Seconds are CPU
seconds of one core; "wanted" are the targets, "report" the seconds of Zhao and Müller on a Pentium M of 1.6 GHz (their
formulas were other ones: see docs/gamesat.md).

The exit code is 1 when a set takes longer than wanted or is not solved, or the differential test finds a difference.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import NamedTuple

from common import table

from zermelo.gamesat import Side, Switches, decide
from zermelo.gamesat.generate import any_formula, formulas
from zermelo.gamesat.minimax import winner
from zermelo.gamesat.solver import NAMES, REPORT


class Part(NamedTuple):
    """Formulas with so many variables; per player, the seconds wanted and those of the report."""

    variables: int
    count: int
    wanted: dict[Side, float]
    reported: dict[Side, float]

    @property
    def title(self) -> str:
        return f"{self.variables} variables"


PARTS = [
    Part(40, 1000, {Side.MAX: 1, Side.MIN: 3}, {Side.MAX: 14, Side.MIN: 47}),
    Part(60, 100, {Side.MAX: 60, Side.MIN: 60}, {}),
    Part(80, 100, {}, {}),
    Part(100, 100, {}, {}),
    Part(120, 20, {}, {}),
]


def measured(part: Part, first: Side, args: argparse.Namespace) -> tuple[list[object], bool]:
    """The row of a part, and whether it is worse than wanted."""
    count = min(part.count, args.count or part.count)
    drawn = list(formulas(part.variables, part.variables // 2, 3, count, seed=args.seed))
    begun = time.process_time()
    found = [decide(formula, first, time_limit=args.limit) for formula in drawn]
    seconds = time.process_time() - begun
    won, unsolved = (sum(each.winner is side for each in found) for side in (Side.MAX, None))
    nodes = [each.nodes for each in found]
    wanted, reported = (f"{figures[first]:g}" if first in figures else "–" for figures in (part.wanted, part.reported))
    late = first in part.wanted and (seconds > part.wanted[first] or unsolved > 0)
    row = [part.title, first, count, won, unsolved, f"{seconds:.2f}", wanted, reported, sum(nodes) // count, max(nodes)]
    return [*row, f"{sum(nodes) / max(seconds, 1e-9) / 1000:.0f}"], late


def differential(count: int, most: int, seed: int) -> int:
    """Differences to minimax, on random formulas and random settings, both players first."""
    draw, wrong = random.Random(seed), 0
    for number in range(1, count + 1):
        formula = any_formula(most, draw)
        for first in Side:
            truth = winner(formula, first)
            drawn = [Switches(**{name: draw.random() < 0.5 for name in NAMES}) for _ in range(6)]
            for switches in (Switches(), REPORT, *drawn):
                found = decide(formula, first, switches=switches, table_mb=draw.choice((0, 0.001, 1))).winner
                if found is not truth:
                    print(f"DIFFERENT: {formula}, {first} first, {switches}: {found}, not {truth}")
                    wrong += 1
        if number % 1000 == 0:
            print(f"{number} formulas", file=sys.stderr)
    print(f"{count} formulas of at most {most} variables, both players first, 8 settings each: {wrong} differences")
    return wrong


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="of a formula")
    made.add_argument("--only", default="", metavar="TEXT", help="parts whose title holds this")
    made.add_argument("--count", type=int, metavar="N", help="at most so many formulas of each size")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--differential", type=int, metavar="N", help="so many small formulas against minimax instead")
    made.add_argument("--most", type=int, default=9, metavar="N", help="variables of these")
    args = made.parse_args()
    if args.differential:
        return int(differential(args.differential, args.most, args.seed) > 0)
    head = ["formulas", "first", "count", "MAX wins", "unsolved", "seconds", "wanted", "report", "positions", "most"]
    rows, code = [], 0
    for part in PARTS:
        if args.only in part.title:
            for first in Side:
                row, late = measured(part, first, args)
                rows.append(row)
                code |= late
    print(table([*head, "1000/s"], rows))
    return code


if __name__ == "__main__":
    sys.exit(main())
