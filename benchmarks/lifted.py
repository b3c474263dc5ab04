"""How long DepQBF takes for grid games in the lifted encoding, after Bloqqer, as in the paper.

Usage: ``python benchmarks/lifted.py [--limit SECONDS] [--paper] [--plain] [FOLDER]``. FOLDER holds the published BDDL
instances (``../shared/benchmarks/bddl`` beside the repository unless given); what is absent is skipped. One line per
question: the answer, wall-clock seconds of both, variables and clauses before Bloqqer, and whether the answer is the
published one. ``--paper`` numbers columns and rows from 1 as the paper does, ``--plain`` leaves out Bloqqer.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from zermelo.encodings.lifted import LiftedBDDL
from zermelo.families import make
from zermelo.formula import Circuit, tseitin
from zermelo.language import read_game
from zermelo.model import Game
from zermelo.preprocess import preprocessor
from zermelo.solvers import Answer, solver

BDDL = Path(__file__).resolve().parent.parent.parent / "shared" / "benchmarks" / "bddl"

# What table 2 says: files, or families where the board is not among the files; the depth; whether Black wins within it.
QUESTIONS = [
    ("domineering:3x3", 4, True),
    ("domineering/4x3_7.ig", 7, False),
    ("domineering/4x4_8.ig", 8, True),
    ("domineering/5x4_10.ig", 10, True),
    ("connect-c/3x3_3_connect2.ig", 3, True),
    ("connect:3,board=4x4", 9, True),
    ("connect-c/5x5_9_connect3.ig", 9, True),
    ("breakthrough:2x4", 13, False),
    ("breakthrough/2x5_17.ig", 17, False),
    ("breakthrough:2x4,first=white", 8, True),
    ("breakthrough-second-player/2x5_10.ig", 10, True),
    ("evader_pursuer/4x4_3_e-4-1_p-2-3.ig", 3, True),
    ("evader_pursuer/8x8_7_e-8-1_p-3-4.ig", 7, True),
    ("evader_pursuer_dual/4x4_2_e-4-1_p-1-2.ig", 2, True),
    ("evader_pursuer_dual/4x4_10_e-4-1_p-2-3.ig", 10, True),
    ("httt/4x4_5_tic.ig", 5, True),
    ("httt/4x4_7_elly.ig", 7, True),
    ("httt/3x3_9_fatty.ig", 9, False),
    ("httt/4x4_9_tippy.ig", 9, True),
]


def game_of(name: str, folder: Path) -> Game | None:
    """The game of a file or of a family; None when the file is absent."""
    if not name.endswith(".ig"):
        return make(name)
    return read_game(folder / name) if (folder / name).is_file() else None


def measure(name: str, depth: int, published: bool, args: argparse.Namespace) -> None:
    """One line for one question."""
    game = game_of(name, args.folder)
    if game is None:
        print(f"{name:45} is not here")
        return
    formula = LiftedBDDL(origin=1 if args.paper else 0).encode(game, depth).formula
    assert isinstance(formula, Circuit)
    qcnf, _ = tseitin(formula)
    simpler = preprocessor("none" if args.plain else "bloqqer").preprocess(qcnf, time_limit=args.limit)
    result = solver("depqbf").solve(simpler.formula, time_limit=args.limit)
    seconds = simpler.seconds + result.seconds
    answer, expected = result.answer, Answer.TRUE if published else Answer.FALSE
    judged = "" if answer is Answer.UNKNOWN else "as published" if answer is expected else "NOT AS PUBLISHED"
    sizes = f"{qcnf.num_variables:5} variables {qcnf.num_clauses:6} clauses"
    print(f"{name:45} {depth:3} {answer.value:8} {seconds:8.2f} s  {sizes}  {judged}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="DepQBF on lifted grid games")
    parser.add_argument("folder", nargs="?", type=Path, default=BDDL)
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--paper", action="store_true", help="number columns and rows from 1")
    parser.add_argument("--plain", action="store_true", help="do not preprocess")
    args = parser.parse_args()
    for name, depth, published in QUESTIONS:
        measure(name, depth, published, args)


if __name__ == "__main__":
    main()
