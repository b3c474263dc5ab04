"""The cost of a proof: DepQBF without and with a trace, sizes of the trace and its core, seconds of all stages.

    python benchmarks/proofs.py                              the tables of docs/proofs.md
    python benchmarks/proofs.py --limit 20 hex:3x3@5 ttt@7:cor
                                                             formulas of one's own: GAME@DEPTH:ENCODING
    python benchmarks/proofs.py --strategies hex:3x3@5       questions of one's own: GAME@DEPTH
    python benchmarks/proofs.py --prover qute                the first table by Qute

The second table asks whether Black wins within a depth, and proves the answer by the usual formula and by that of the
negated game: one is true, one false, and the false one gives the strategy. The same strategy is also asked for position
by position: of formulas (*re-solving*, see `extract.py`), and of the native search. Puzzles without files are left out.

The exit code is 1 when a proof contradicts the answer without one, or a strategy is refused; 3 when a limit left
something open.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from common import PUBLISHED, table

from zermelo.encodings import encode
from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import Game, Player
from zermelo.proofs import Certificate, Prover, certify
from zermelo.solvers import Answer, solver
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.qute import Qute
from zermelo.solving.extract_formulas import extract_by_formulas
from zermelo.strategy import Claim, Holds, Strategy
from zermelo.strategy.check.plain import check
from zermelo.strategy.extract.from_proof import encoding_for, extract_from_proof
from zermelo.strategy.extract.from_search import extract

PROVERS: dict[str, Prover] = {"depqbf": DepQBF(), "qute": Qute()}

TASKS = (
    "hex:3x3@5",
    "hex:3x3@7",
    "hex:3x3@7:sn",
    "hex:4x4@7",
    "ttt@5",
    "ttt@7",
    "httt:tic,board=3x3@5",
    "httt:el,board=3x3@5",
    "httt:elly,board=4x4@7",
    "hex:3x3@7:neg",
    "httt:elly,board=4x4@7:neg",
)
HEADER = ("formula", "clauses", "truth", "plain", "traced", "MB", "steps", "core", "rules")
STAGES = ("check", "extract", "verify")

QUESTIONS = (
    "hex:3x3@5",
    "hex:3x3@7",
    "hex:4x4@7",
    "hex:4x4@9",
    "hein_04_3x3-05.pg@5",
    "hein_12_4x4-07.pg@7",
    "hein_07_4x4-09.pg@9",
    "hein_09_4x4-07.pg@7",
    "hein_13_5x5-09.pg@9",
    "ttt@9",
    "httt:el,board=3x3@5",
    "httt:elly,board=4x4@7",
    "httt:tippy,board=4x4@7",
    "domineering:3x3@6",
    "domineering:4x4@7",
    "domineering:4x4@8",
    "connect:3,board=4x4,rule=paper@6",
    "connect:3,board=4x4,rule=paper@9",
    "breakthrough:2x5@8",
)
WAYS = ("usual", "clauses", "core", "rules", "s", "negated: clauses", "core", "rules", "s")
FULL = ("question", "Black wins", "plain", *WAYS, "entries", "by proof", "re-solving", "by search")
"""Of the entries, those of each way."""


def measured(task: str, limit: float, prover: str) -> tuple[list[str], list[str], int]:
    """A row of the table, what is to be said about it, and the exit code."""
    game, _, rest = task.rpartition("@")
    depth, _, encoding = rest.partition(":")
    formula, _ = encode(make(game), int(depth), encoding or "cor").clauses()
    begun = time.perf_counter()
    answer = solver(prover).solve(formula, time_limit=limit).answer
    row = [task, str(formula.num_clauses), answer.value, f"{time.perf_counter() - begun:.2f}"]
    try:
        found = certify(formula, time_limit=limit, solver=PROVERS[prover])
    except (LimitError, DisagreementError) as error:
        row += ["–"] * (len(HEADER + STAGES) - len(row))
        return row, [f"{task}: {error}"], 3 if isinstance(error, LimitError) else 1
    row += [f"{found.seconds['solve']:.2f}", f"{found.size / 2**20:.2f}", str(found.steps), str(found.core)]
    row += [str(found.functions.num_rules), *(f"{found.seconds[stage]:.2f}" for stage in STAGES)]
    if answer is Answer.UNKNOWN:
        return row, [f"{task}: {'true' if found.truth else 'false'} by the proof, open without one"], 3
    if found.truth is not (answer is Answer.TRUE):
        return row, [f"{task}: WRONG, the proof says the contrary"], 1
    return row, [], 0


def game_of(name: str) -> Game | None:
    """The game of a name; None where it is a puzzle whose file is not here."""
    if not name.endswith(".pg"):
        return make(name)
    path = PUBLISHED / "hex-hein" / name
    return read_game(path) if path.is_file() else None


def compared(question: str, limit: float) -> tuple[list[str], list[str], int]:
    """A row of the second table, what is to be said about it, and the exit code."""
    name, _, depth = question.rpartition("@")
    game = game_of(name)
    if game is None:
        return [], [f"{question}: no such file"], 0
    row, said, code = [question.replace(".pg", "")], list[str](), 0
    claims = Claim(Player.WHITE, False, int(depth)), Claim(Player.BLACK, True, int(depth))
    usual, negated = (replace(encoding_for(game, claim), symmetry=True) for claim in claims)
    formulas = [each.encode(game, int(depth)).clauses()[0] for each in (usual, negated)]
    begun = time.perf_counter()
    answer = solver("depqbf").solve(formulas[0], time_limit=limit).answer
    plain = time.perf_counter() - begun
    row += [{Answer.TRUE: "yes", Answer.FALSE: "no"}.get(answer, "open"), f"{plain:.2f}", usual.name]
    for formula, truth in zip(formulas, (True, False), strict=True):
        row.append(str(formula.num_clauses))
        try:
            found: Certificate = certify(formula, time_limit=limit)
        except LimitError as error:
            row += ["–"] * 3
            said.append(f"{question}: {error}")
            continue
        row += [str(found.core), str(found.functions.num_rules), f"{sum(found.seconds.values()):.2f}"]
        if answer is not Answer.UNKNOWN and (found.truth is truth) is not (answer is Answer.TRUE):
            said.append(f"{question}: WRONG, the proof says the contrary")
            code = 1
    if answer is Answer.UNKNOWN:
        return [*row, *["–"] * 4], said, 3
    claim, entries = claims[answer is Answer.TRUE], list[str]()
    ways: list[Callable[..., Strategy]] = [extract_from_proof, extract_by_formulas, extract]
    for way in ways:
        begun = time.perf_counter()
        try:
            strategy = way(game, claim, time_limit=limit)
        except (LimitError, UnsupportedError) as error:
            said.append(f"{question}: {error}")
            row.append("–")
            entries.append("–")
            code = code or 3
            continue
        row.append(f"{time.perf_counter() - begun:.2f}")
        entries.append(str(len(strategy)))
        if not isinstance(check(game, strategy.claim, strategy.symmetries, strategy), Holds):
            said.append(f"{question}: WRONG, the checker refuses the strategy")
            code = 1
    return [*row[:-3], "/".join(entries), *row[-3:]], said, code


def main() -> int:
    """Measure, print, and tell by the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", metavar="GAME@DEPTH:ENCODING")
    parser.add_argument("--strategies", nargs="*", metavar="GAME@DEPTH", help="questions for the second table")
    parser.add_argument("--prover", choices=PROVERS, default="depqbf", help="who writes the proofs of the first table")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each formula, each way")
    parser.add_argument("--markdown", action="store_true", help="tables for the documentation")
    options = parser.parse_args()
    everything = not options.tasks and options.strategies is None
    questions = QUESTIONS if everything and options.prover == "depqbf" else options.strategies or ()
    codes = set[int]()
    for head, tasks, row_of in (
        (HEADER + STAGES, TASKS if everything else options.tasks, partial(measured, prover=options.prover)),
        (FULL, questions, compared),
    ):
        results = [row_of(task, options.limit) for task in tasks]
        if results:
            print(table(head, [row for row, _, _ in results if row], markdown=options.markdown))
            for _, said, code in results:
                print(*said, sep="\n", end="\n" * bool(said))
                codes.add(code)
    return 1 if 1 in codes else max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
