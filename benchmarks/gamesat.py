"""The Game-SAT solver compared with other ways to the same answers, and how its effort grows.

    python benchmarks/gamesat.py                         seconds and positions, as formulas grow
    python benchmarks/gamesat.py --only "40 variables"
    python benchmarks/gamesat.py --differential 20000    small formulas of all shapes against trying everything
    python benchmarks/gamesat.py --strategies            the winners' strategies, checked, and how large they are
    python benchmarks/gamesat.py --engines               the searches that know nothing but the rules

Random formulas with half as many clauses as variables, three literals each. Seconds are CPU seconds of one core. The
tables and figures of the report: ``zermelo reproduce gamesat``.

The exit code is 1 when the differential test finds a difference, a strategy breaks, or two searches name different
winners.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import time
from typing import NamedTuple

from common import ROOT, table

from zermelo.gamesat import MAX, MIN, GameSatSwitches, decide, name_of
from zermelo.gamesat.engines import by_engine
from zermelo.gamesat.extract_strategy import extract_clauses
from zermelo.gamesat.generate import formulas
from zermelo.gamesat.solver import NAMES, REPORT
from zermelo.model import Player
from zermelo.search.table_session import ENGINES
from zermelo.strategy import Broken, write_strategies
from zermelo.strategy.check.plain import check

sys.path.insert(0, str(ROOT))
from tests.gamesat.formulas import any_formula  # the tests are found only now
from tests.gamesat.minimax import winner


class Part(NamedTuple):
    """So many formulas with so many variables."""

    variables: int
    count: int

    @property
    def title(self) -> str:
        return f"{self.variables} variables"


PARTS = [Part(40, 1000), Part(60, 100), Part(80, 100), Part(100, 100), Part(120, 20)]


def measured(part: Part, first: Player, args: argparse.Namespace) -> list[object]:
    """The row of a part."""
    count = min(part.count, args.count or part.count)
    drawn = list(formulas(part.variables, part.variables // 2, 3, count, seed=args.seed))
    begun = time.process_time()
    found = [decide(formula.opened_by(first), time_limit=args.limit) for formula in drawn]
    seconds = time.process_time() - begun
    won, unsolved = (sum(each.winner is side for each in found) for side in (MAX, None))
    nodes = [each.nodes for each in found]
    row = [part.title, name_of(first), count, won, unsolved, f"{seconds:.2f}", sum(nodes) // count, max(nodes)]
    return [*row, f"{sum(nodes) / max(seconds, 1e-9) / 1000:.0f}"]


def differential(count: int, most: int, seed: int) -> int:
    """Differences to minimax, on random formulas and random settings, both players first."""
    draw, wrong = random.Random(seed), 0
    for number in range(1, count + 1):
        formula = any_formula(most, draw)
        for first in (MAX, MIN):
            truth = winner(formula.opened_by(first))
            drawn = [GameSatSwitches(**{name: draw.random() < 0.5 for name in NAMES}) for _ in range(6)]
            for switches in (GameSatSwitches(), REPORT, *drawn):
                found = decide(formula.opened_by(first), switches=switches, table_mb=draw.choice((0, 0.001, 1))).winner
                if found is not truth:
                    print(f"DIFFERENT: {formula.opened_by(first)}, {switches}: {found}, not {truth}")
                    wrong += 1
        if number % 1000 == 0:
            print(f"{number} formulas", file=sys.stderr)
    print(f"{count} formulas of at most {most} variables, both players first, 8 settings each: {wrong} differences")
    return wrong


def strategies(part: Part, first: Player, args: argparse.Namespace) -> tuple[list[list[object]], bool]:
    """For either winner the sizes of the strategies of a part, and whether one of them broke."""
    count = min(part.count, args.count or part.count)
    found: dict[Player, list[tuple[float, ...]]] = {}
    broken = False
    for formula in formulas(part.variables, part.variables // 2, 3, count, seed=args.seed):
        winner = decide(formula.opened_by(first), time_limit=args.limit).winner
        if winner is None:
            continue
        game, text, begun = formula.opened_by(first), io.StringIO(), time.process_time()
        strategy = extract_clauses(game, winner, time_limit=args.limit)
        extracted = time.process_time()
        write_strategies(text, game, [strategy])
        result = check(game, strategy.claim, (), strategy)
        broken |= isinstance(result, Broken)
        size = len(text.getvalue().encode())
        row = (len(strategy), size, extracted - begun, result.seconds)
        found.setdefault(winner, []).append(row)
    rows: list[list[object]] = []
    for winner in (side for side in (MAX, MIN) if side in found):
        each = found[winner]
        columns = list(zip(*each, strict=True))
        cells: list[object] = [part.title, name_of(first), name_of(winner), len(each)]
        for column, form in zip(columns, ("{:.0f}", "{:.0f}", "{:.3f}", "{:.3f}"), strict=True):
            cells += [form.format(sum(column) / len(column)), form.format(max(column))]
        rows.append(cells)
    return rows, broken


def engines(variables: int, first: Player, args: argparse.Namespace) -> tuple[list[object], bool]:
    """Seconds and positions of each search for the same formulas, and whether they disagree."""
    drawn = list(formulas(variables, variables // 2, 3, args.count or 20, seed=args.seed))
    winners, cells = list[list[Player | None]](), list[object]()
    for engine in ("", *ENGINES):
        begun = time.process_time()
        if engine:
            found = [by_engine(formula.opened_by(first), engine, time_limit=args.limit) for formula in drawn]
        else:
            found = [decide(formula.opened_by(first), time_limit=args.limit) for formula in drawn]
        seconds = (time.process_time() - begun) / len(drawn)
        unsolved = sum(each.winner is None for each in found)
        winners.append([each.winner for each in found])
        nodes = sum(each.nodes for each in found) // len(drawn)
        cells += [f"{seconds:.5f}", nodes if not unsolved else f"{unsolved} open"]
    clash = any(len({each for each in same if each is not None}) > 1 for same in zip(*winners, strict=True))
    return [f"{variables} variables", name_of(first), len(drawn), *cells], clash


def tables(args: argparse.Namespace) -> int:
    """The table of strategies, or that of searches."""
    rows, code = list[list[object]](), False
    if args.strategies:
        head = ["formulas", "first", "winner", "count"]
        for part in PARTS:
            for first in (MAX, MIN) if args.only in part.title else ():
                more, broken = strategies(part, first, args)
                rows += more
                code |= broken
        wide = ("positions", "bytes", "seconds", "check")
        print(table([*head, *(cell for each in wide for cell in (each, "most"))], rows))
        return code
    head = ["formulas", "first", "count", "ours: seconds", "positions"]
    for variables in (8, 10, 12, 14):
        for first in (MAX, MIN) if args.only in f"{variables} variables" else ():
            row, clash = engines(variables, first, args)
            rows.append(row)
            code |= clash
    print(table([*head, *(cell for engine in ENGINES for cell in (f"{engine}: seconds", "positions"))], rows))
    return code


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="of a formula")
    made.add_argument("--only", default="", metavar="TEXT", help="parts whose title holds this")
    made.add_argument("--count", type=int, metavar="N", help="at most so many formulas of each size")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--differential", type=int, metavar="N", help="so many small formulas against minimax instead")
    made.add_argument("--most", type=int, default=9, metavar="N", help="variables of these")
    made.add_argument("--strategies", action="store_true", help="extract and check strategies instead")
    made.add_argument("--engines", action="store_true", help="compare the generic searches instead")
    args = made.parse_args()
    if args.strategies or args.engines:
        return tables(args)
    if args.differential:
        return int(differential(args.differential, args.most, args.seed) > 0)
    head = ["formulas", "first", "count", "MAX wins", "unsolved", "seconds", "positions", "most", "1000/s"]
    print(
        table(head, [measured(part, first, args) for part in PARTS if args.only in part.title for first in (MAX, MIN)])
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
