"""The worth of the options of the lifted encoding: grid games with each option on and off.

Usage: ``python benchmarks/lifted.py [--limit SECONDS] [--way WAY]... [--most DEPTH] [FOLDER]``. FOLDER holds the
published BDDL instances (``../shared/benchmarks/bddl`` beside the repository unless given); absent ones are skipped. A
WAY is a solver, or a preprocessor and a solver: ``depqbf``, ``bloqqer+depqbf``, ``bloqqer+caqe`` (all three unless
given). ``--most`` leaves out deeper questions.

One line per question, variant and way: the answer, processor seconds of the tools, variables and clauses, and whether
the answer is the published one. Then a table with a row per variant: the geometric mean of its seconds and of its
clauses in relation to the default, over the questions that one of the two solves and that take a tenth of a second,
where an unsolved one counts with the limit; and how many it solves.
"""

from __future__ import annotations

import argparse
import math
import resource
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from common import PUBLISHED, TRUTHS, Limits, build, solve, table, variants

from zermelo.encodings.lifted import LiftedBDDL
from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import Game

# What table 2 says: files, or families where the board is not among the files; the depth; whether Black wins within it.
QUESTIONS = [
    ("domineering:3x3", 4, True),
    ("domineering/4x3_7.ig", 7, False),
    ("domineering/4x4_8.ig", 8, True),
    ("domineering/5x4_10.ig", 10, True),
    ("connect-c/3x3_3_connect2.ig", 3, True),
    ("connect:3,board=4x4,rule=paper", 9, True),
    ("connect-c/5x5_9_connect3.ig", 9, True),
    ("breakthrough:2x4", 13, False),
    ("breakthrough/2x5_17.ig", 17, False),
    ("breakthrough:2x4,first=white", 8, True),
    ("breakthrough-second-player/2x5_10.ig", 10, True),
    ("evader_pursuer/4x4_3_e-4-1_p-2-3.ig", 3, True),
    ("evader_pursuer/8x8_7_e-8-1_p-3-4.ig", 7, True),
    ("evader_pursuer_dual/4x4_2_e-4-1_p-1-2.ig", 2, True),
    ("evader_pursuer_dual/4x4_10_e-4-1_p-2-3.ig", 10, False),
    ("httt/4x4_5_tic.ig", 5, True),
    ("httt/4x4_7_elly.ig", 7, True),
    ("httt/3x3_9_fatty.ig", 9, False),
    ("httt/4x4_9_tippy.ig", 9, True),
]
WAYS = ("depqbf", "bloqqer+depqbf", "bloqqer+caqe")
SHORT = 0.1
"""Seconds below which a run says nothing."""


class Run(NamedTuple):
    """True if the question was answered; the seconds it took (the limit if it was not), and the clauses."""

    solved: bool
    seconds: float
    clauses: int


Runs = dict[tuple[str, str], dict[tuple[str, int], Run]]
"""By variant and way, the runs of the questions."""


def game_of(name: str, folder: Path) -> Game | None:
    """The game of a file or of a family; None when the file is absent."""
    if not name.endswith(".ig"):
        return make(name)
    return read_game(folder / name) if (folder / name).is_file() else None


def measure(name: str, depth: int, published: bool, args: argparse.Namespace, runs: Runs) -> None:
    """All variants and ways on one question."""
    game = game_of(name, args.folder)
    if game is None:
        print(f"{name:42} is not here")
        return
    limits = Limits(seconds=args.limit)
    for variant in variants(LiftedBDDL()):
        qcnf = build(game, variant, depth, limits).qcnf
        if qcnf is None:
            continue
        for way in args.ways:
            simplify, _, solver = way.rpartition("+")
            before = tool_seconds()
            outcome = solve(qcnf, simplify or "none", [solver], limits)[solver].outcome
            seconds, said = tool_seconds() - before, TRUTHS.get(outcome)
            run = Run(said is not None, args.limit if said is None else seconds, qcnf.num_clauses)
            runs[variant.label, way][name, depth] = run
            judged = "" if said is None else "as published" if said is published else "NOT AS PUBLISHED"
            sizes = f"{qcnf.num_variables:5} variables {qcnf.num_clauses:6} clauses"
            print(
                f"{name:42} {depth:3} {way:14} {outcome:7} {seconds:7.2f} s  {sizes}  {judged:12}  {variant.label}",
                flush=True,
            )


def tool_seconds() -> float:
    """Processor seconds of all tools so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ratio(runs: dict[tuple[str, int], Run], to: dict[tuple[str, int], Run]) -> str:
    """The geometric mean of the seconds in relation to others, of how many questions, and how many are solved."""
    both = [(runs[question], to[question]) for question in runs.keys() & to.keys()]
    told = [(a, b) for a, b in both if (a.solved or b.solved) and max(a.seconds, b.seconds) >= SHORT]
    solved = f"{sum(a.solved for a, _ in both)}/{len(both)}"
    if not told:
        return f"– (0), {solved}"
    return f"{mean([max(a.seconds, 0.01) / max(b.seconds, 0.01) for a, b in told]):.2f} ({len(told)}), {solved}"


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def main() -> None:
    parser = argparse.ArgumentParser(description="options of the lifted encoding of grid games")
    parser.add_argument("folder", nargs="?", type=Path, default=PUBLISHED / "bddl")
    parser.add_argument("--limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--way", action="append", dest="ways", choices=WAYS)
    parser.add_argument("--most", type=int, default=99, metavar="DEPTH")
    args = parser.parse_args()
    args.ways = args.ways or list(WAYS)
    runs: Runs = defaultdict(dict)
    for name, depth, published in QUESTIONS:
        if depth <= args.most:
            measure(name, depth, published, args, runs)
    base, rows = LiftedBDDL().label, []
    for label in dict.fromkeys(label for label, _ in runs):
        some = runs[label, args.ways[0]]
        clauses = mean([run.clauses / runs[base, args.ways[0]][question].clauses for question, run in some.items()])
        rows.append([label, f"{clauses:.2f}", *(ratio(runs[label, way], runs[base, way]) for way in args.ways)])
    print(table(["variant", "clauses", *args.ways], rows))


if __name__ == "__main__":
    main()
