"""The worth of each option of an encoding: the encoding by default, with one option turned, and as in its paper.

    python benchmarks/encodings.py --encoding cor                      one encoding, DepQBF, 20 s a run
    python benchmarks/encodings.py --solvers depqbf caqe --jobs 2      all encodings, both solvers
    python benchmarks/encodings.py --encoding en --preprocessor bloqqer --instances 12 --verbose

Same machine, same solver, same instances; the variants of one instance run one after the other, in an order that
rotates, so that a machine that slows down meanwhile is unfair to none. ``--jobs 1`` measures best.

Columns: instances that the variant solved, of those tried; the geometric mean of time(variant) / time(default) over
the instances that either solved, where a run that solved nothing counts with the limit, and every time with at least
`FLOOR` seconds (below 1: the variant is faster than the default, the option should be turned); instances on which the
variant was faster or slower by more than a quarter; the same means of the numbers of variables and clauses.
Truth values that differ are an error: exit code 1. Preprocessing counts as solving; encoding does not.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from math import exp, log
from typing import NamedTuple

from common import PUBLISHED, TRUTHS, Claim, Claims, Limits, build, claim, in_processes, solve, table, variants

from zermelo.encodings import ENCODINGS, encoding
from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import Game
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS

FLOOR = 0.02
CLEAR = 1.25

# A file of the published instances (left out where they are absent) or a family, and the depth.
INSTANCES = [
    *(("hex:3x3", depth) for depth in (5, 7)),
    *((f"hex-hein/hein_{name}.pg", int(name[-2:])) for name in ("04_3x3-05", "07_4x4-07", "07_4x4-09", "09_4x4-07")),
    *((f"hex-hein/hein_{name}.pg", int(name[-2:])) for name in ("12_4x4-05", "12_4x4-07", "13_5x5-07", "13_5x5-09")),
    *((f"hex-hein/hein_{name}.pg", int(name[-2:])) for name in ("19_5x5-09", "06_4x4-11", "10_5x5-11", "02_5x5-11")),
    ("hex:4x4", 7),
    ("httt:el,board=3x3", 5),
    ("httt:tippy,board=3x3", 9),
    ("httt:elly,board=3x3", 9),
    ("httt:fatty,board=3x3,first=white", 9),
    ("httt:tic,board=4x4", 5),
    ("httt:elly,board=4x4", 7),
    ("httt:knobby,board=4x4", 7),
    ("httt:tippy,board=4x4", 9),
    ("httt:fatty,board=4x4", 7),
    ("httt:skinny,board=4x4,torus", 7),
    ("httt:tippy,board=3x3,mb", 7),
    ("httt:fatty,board=3x3,mb", 9),
    ("httt:elly,board=4x4,mb", 7),
    ("httt:knobby,board=4x4,mb", 9),
    ("httt:tippy,board=4x4,torus,mb", 7),
    ("httt:skinny,board=4x4,mb", 9),
    *((f"httt:{shape},board=4x4", 16) for shape in ("tic", "el", "elly", "knobby", "tippy")),
    *((f"httt:{shape},board=4x4,torus", 16) for shape in ("tic", "el", "elly", "knobby", "tippy")),
    *((f"httt:{shape},board=4x4,mb", 16) for shape in ("tic", "elly", "knobby")),
    ("gttt:tic,p=2,q=1,board=4x4", 8),
    ("gttt:elly,p=2,q=1,board=4x4", 9),
    ("gttt:tippy,p=2,q=2,board=4x4,torus", 6),
    ("gttt:fatty,p=2,q=2,board=4x4", 8),
    ("bddl/domineering/2x5_6.ig", 6),
    ("bddl/domineering/4x3_7.ig", 7),
    ("bddl/domineering/5x2_6.ig", 6),
    ("bddl/domineering/5x3_8.ig", 8),
    ("bddl/connect-c/3x3_3_connect2.ig", 3),
    ("bddl/connect-c/4x4_3_connect2.ig", 3),
    ("bddl/evader_pursuer/4x4_3_e-4-1_p-2-3.ig", 3),
    ("bddl/evader_pursuer/8x8_7_e-8-1_p-3-4.ig", 7),
    ("bddl/hex/browne_5x5_07.pg", 7),
    ("bddl/hex/hein_12_4x4-07.pg", 7),
    ("bddl/httt/4x4_5_tic.ig", 5),
    ("bddl/httt/4x4_7_elly.ig", 7),
]


class Unit(NamedTuple):
    """An instance, an encoding with all its variants in the order of running, a solver."""

    instance: str
    depth: int
    encoding: str
    variants: tuple[str, ...]
    preprocessor: str
    solver: str
    limits: Limits


class Measured(NamedTuple):
    """One variant: true, false or why neither; what that says; seconds; variables and clauses (0: no formula)."""

    outcome: str
    seconds: float
    variables: int = 0
    clauses: int = 0
    says: Claim | None = None


def game_of(instance: str) -> Game | None:
    """The game, or None for a file that is not here."""
    if not instance.endswith((".pg", ".ig")):
        return make(instance)
    return read_game(PUBLISHED / instance) if (PUBLISHED / instance).is_file() else None


def run(unit: Unit) -> dict[str, Measured]:
    """All variants of one instance, one after the other."""
    game, found = game_of(unit.instance), {}
    assert game is not None
    for name in unit.variants:
        built = build(game, encoding(name), unit.depth, unit.limits)
        if built.encoded is None:
            found[name] = Measured(built.outcome, 0.0)
        elif built.qcnf is None:
            assert built.encoded.answer is not None
            says = claim(built.encoded, built.encoded.answer, f"{name} (decided while encoding)")
            found[name] = Measured("decided", 0.0, says=says)
        else:
            outcome, seconds = solve(built.qcnf, unit.preprocessor, [unit.solver], unit.limits)[unit.solver]
            says = claim(built.encoded, TRUTHS[outcome], f"{name}+{unit.solver}") if outcome in TRUTHS else None
            found[name] = Measured(outcome, seconds, built.qcnf.num_variables, built.qcnf.num_clauses, says)
    return found


def units(args: argparse.Namespace) -> list[Unit]:
    """Everything to measure, small games first."""
    games = [(game, name, depth) for name, depth in INSTANCES if (game := game_of(name)) is not None]
    if args.complete:
        games = [(game, name, depth) for game, name, depth in games if depth == game.complete_depth()]
    games.sort(key=lambda each: (len(each[0].board) * each[2], each[1]))
    found = []
    for name in args.encoding or ENCODINGS:
        chosen = encoding(name)
        labels = [each.label for each in variants(chosen)]
        fit = [(instance, depth) for game, instance, depth in games if chosen.lacks(game) is None]
        for number, (instance, depth) in enumerate(fit[: args.instances]):
            turn = number % len(labels)
            order = tuple(labels[turn:] + labels[:turn])
            limits = Limits(args.limit, args.memory)
            found += [Unit(instance, depth, chosen.label, order, args.preprocessor, by, limits) for by in args.solvers]
    return found


def mean(ratios: Iterable[float]) -> float | None:
    """The geometric mean; None of nothing."""
    logs = [log(ratio) for ratio in ratios]
    return exp(sum(logs) / len(logs)) if logs else None


def compare(results: list[dict[str, Measured]], default: str, variant: str, limit: float) -> list[object]:
    """One line: the variant beside the default, over all instances on which both had a formula."""
    pairs = [(each[default], each[variant]) for each in results if each[default].variables and each[variant].variables]

    def seconds(one: Measured) -> float:
        return max(FLOOR, one.seconds) if one.outcome in TRUTHS else limit

    solved = [(a, b) for a, b in pairs if a.outcome in TRUTHS or b.outcome in TRUTHS]
    ratios = [seconds(b) / seconds(a) for a, b in solved]
    means = [
        mean(ratios),
        mean(b.variables / a.variables for a, b in pairs),
        mean(b.clauses / a.clauses for a, b in pairs),
    ]
    time, variables, clauses = ("–" if each is None else f"{each:.2f}" for each in means)
    won = sum(b.outcome in TRUTHS for _, b in pairs)
    faster, slower = sum(ratio < 1 / CLEAR for ratio in ratios), sum(ratio > CLEAR for ratio in ratios)
    return [variant, f"{won}/{len(pairs)}", time, faster, slower, variables, clauses]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoding", nargs="+", default=[], help="one or more; by default all")
    parser.add_argument("--solvers", nargs="+", default=["depqbf"], choices=sorted(SOLVERS))
    parser.add_argument("--preprocessor", default="none", choices=sorted(PREPROCESSORS))
    parser.add_argument("--limit", type=float, default=20, metavar="SECONDS", help="of a run")
    parser.add_argument("--memory", type=int, default=3000, metavar="MB", help="of a run")
    parser.add_argument("--instances", type=int, metavar="N", help="only the N smallest that fit")
    parser.add_argument("--complete", action="store_true", help="only depths that no play exceeds")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="of the whole; what runs is finished")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="a line for each run")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    asked, claims, wrong = units(args), Claims(), 0
    results: dict[tuple[str, str], list[dict[str, Measured]]] = defaultdict(list)
    try:
        with closing(in_processes(run, asked, args.jobs, args.budget)) as ran:
            for unit, measured in ran:
                results[unit.encoding, unit.solver].append(measured)
                for name, one in measured.items():
                    if args.verbose:
                        sizes = f"{one.variables:7} variables {one.clauses:8} clauses"
                        what = f"{unit.instance:42} {unit.depth:2} {unit.solver:6} {name:32}"
                        print(f"{what} {one.outcome:9} {one.seconds:7.2f} s {sizes}", flush=True)
                    if one.says is not None and (old := claims.add(unit.instance, one.says)):
                        print(f"CONTRADICTION about {unit.instance}: {one.says}, but {old}", flush=True)
                        wrong += 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    head = ["variant", "solved", "time", "faster", "slower", "variables", "clauses"]
    for (name, solver), found in results.items():
        labels = [each.label for each in variants(encoding(name))]
        means = f"{args.preprocessor}+{solver}" if args.preprocessor != "none" else solver
        print(f"\n{name}, {means}, {args.limit:g} s, {len(found)} instances; ratios to {name}")
        print(table(head, [compare(found, labels[0], label, args.limit) for label in labels]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
