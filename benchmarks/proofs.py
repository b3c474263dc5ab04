"""What a proof costs: DepQBF without and with a trace, the size of the trace and its core, and the time for all stages.

    python benchmarks/proofs.py                              the table of docs/proofs.md
    python benchmarks/proofs.py --limit 20 hex:3x3@5 ttt@7:cor
                                                             formulas of one's own: GAME@DEPTH:ENCODING

The exit code is 1 when a proof contradicts the answer without one, 3 when a limit left something open.
"""

from __future__ import annotations

import argparse
import sys
import time

from common import table

from zermelo.encodings import encode
from zermelo.errors import DisagreementError, LimitError
from zermelo.families import make
from zermelo.proofs import certify
from zermelo.solvers import Answer, solver

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
)
HEADER = ("formula", "clauses", "truth", "plain", "traced", "MB", "steps", "core", "rules")
STAGES = ("check", "extract", "verify")


def measured(task: str, limit: float) -> tuple[list[str], str, int]:
    """A row of the table, what is to be said about it, and the exit code."""
    game, _, rest = task.rpartition("@")
    depth, _, encoding = rest.partition(":")
    formula, _ = encode(make(game), int(depth), encoding or "cor").clauses()
    begun = time.perf_counter()
    answer = solver("depqbf").solve(formula, time_limit=limit).answer
    row = [task, str(formula.num_clauses), answer.value, f"{time.perf_counter() - begun:.2f}"]
    try:
        found = certify(formula, time_limit=limit)
    except (LimitError, DisagreementError) as error:
        row += ["–"] * (len(HEADER + STAGES) - len(row))
        return row, f"{task}: {error}", 3 if isinstance(error, LimitError) else 1
    row += [f"{found.seconds['solve']:.2f}", f"{found.size / 2**20:.2f}", str(found.steps), str(found.core)]
    row += [str(found.functions.num_rules), *(f"{found.seconds[stage]:.2f}" for stage in STAGES)]
    if answer is Answer.UNKNOWN:
        return row, f"{task}: {'true' if found.truth else 'false'} by the proof, open without one", 3
    if found.truth is not (answer is Answer.TRUE):
        return row, f"{task}: WRONG, the proof says the contrary", 1
    return row, "", 0


def main() -> int:
    """Measure, print, and tell by the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", default=TASKS, metavar="GAME@DEPTH:ENCODING")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each formula, each way")
    parser.add_argument("--markdown", action="store_true", help="a table for the documentation")
    options = parser.parse_args()
    results = [measured(task, options.limit) for task in options.tasks]
    print(table(HEADER + STAGES, [row for row, _, _ in results], markdown=options.markdown))
    for said in filter(None, (said for _, said, _ in results)):
        print(said)
    codes = {code for _, _, code in results}
    return 1 if 1 in codes else max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
