"""Strategy files that were tampered with, by the hundred thousand: no false claim holds, and both checkers agree.

Proofs of random small games of all kinds are changed as data (entries, positions, moves, ranks, arguments, deductions,
symmetries, the claim, the game) and as text, and checked in the native core and by the plain rules. Whatever "holds"
must be so by a plain oracle, and what cannot be read is told with its line (`tests/strategy/forging.py`).

A failure is a line with the command that makes the same file again; ``--only N --show`` prints it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from common import ROOT, table

sys.path.insert(0, str(ROOT))
from tests.strategy.cases import KINDS, entries_of, random_case  # the tests are found only now
from tests.strategy.forging import FINE, judged, random_forgery

FILES_A_GAME = 40
SHOWN = 600
"""Characters of a failure."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, help="of the campaign; without, until the files or Ctrl-C")
    parser.add_argument("--files", type=int, help="so many in all")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; each has a game of each kind")
    parser.add_argument("--only", type=int, metavar="N", help="this one of the files of the first game")
    parser.add_argument("--show", action="store_true", help="print the files")
    args = parser.parse_args()

    words = {kind: Counter[str]() for kind in args.kinds}
    changes, entries, games, spent = Counter[tuple[str, str]](), Counter[str](), Counter[str](), Counter[str]()
    started, left = time.monotonic(), args.files
    numbers = range(FILES_A_GAME) if args.only is None else range(args.only, args.only + 1)
    if args.only is not None:
        left = len(args.kinds)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "forged.strategy"
        try:
            for seed, kind in ((seed, kind) for seed in count(args.seed) for kind in args.kinds):
                if left == 0 or (args.seconds is not None and time.monotonic() - started > args.seconds):
                    break
                begun = time.monotonic()
                case = random_case(kind, seed)
                games[kind] += 1
                entries.update(entries_of(case))
                for number in numbers if left is None else numbers[:left]:
                    left = None if left is None else left - 1
                    forgery = random_forgery(case, Random(f"{kind} {seed} {number}"))
                    path.write_bytes(forgery.data)
                    if args.show:
                        print(f"\n{kind} {seed} {number}: {', '.join(forgery.changes)} in a proof that {forgery.claim}")
                        print(forgery.data.decode(errors="replace"))
                    found = judged(path)
                    words[kind][found.word] += 1
                    changes.update((change, found.word) for change in forgery.changes)
                    if found.failed:
                        again = f"python benchmarks/forged.py --kinds {kind} --seed {seed} --only {number} --show"
                        what = f"{found.word}: {found.why[:SHOWN]}"
                        print(f"FAILURE {', '.join(forgery.changes)}: {what}\n  {again}", flush=True)
                spent[kind] += round(1000 * (time.monotonic() - begun))
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
    bad = {kind: sum(number for word, number in found.items() if word not in FINE) for kind, found in words.items()}
    rows = [
        [kind, games[kind], found.total(), *(found[word] for word in FINE), bad[kind], spent[kind] / 1000]
        for kind, found in words.items()
    ]
    print(table(["kind", "games", "files", *FINE, "failures", "seconds"], rows))
    names = sorted({change for change, _ in changes})
    print("\n" + table(["change", *FINE], [[name, *(changes[name, word] for word in FINE)] for name in names]))
    print("\n" + table(["entries", "in proofs"], [[name, number] for name, number in entries.most_common()]))
    print(f"\n{sum(found.total() for found in words.values())} files, {sum(bad.values())} failures")
    return 1 if any(bad.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
