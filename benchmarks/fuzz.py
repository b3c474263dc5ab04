"""Random, also hostile, calls of the native core and questions to the searches, without end.

    python benchmarks/fuzz.py --minutes 20              everything in turn, from a new seed
    python benchmarks/fuzz.py --only grid --seed 7      functions and searches whose name holds this

Each case is tried in a process of its own, which a crash may end. No crash, no hang beyond a limit, no error but those
that name what is wrong in one line, and no answer that the plain rules, other switches, other labels of the cells or
another depth contradict. A failure is shrunk and kept in tests/fuzz/failures, where the tests replay it for ever.

Counts go to standard output, at the end or when interrupted; the exit code is 1 when there was a failure. Under the
sanitizers: as .ci/sanitize starts the tests. Needs the test tools (``pip install -e .[test]``).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count
from random import Random

from common import ROOT, table

sys.path.insert(0, str(ROOT))
from tests.fuzz import campaign  # the tests are found only now
from tests.fuzz.worker import Worker

BATCH = 200
KINDS = ["answered", "refused", "open", "stopped", "wrong"]


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--minutes", type=float, default=1)
    made.add_argument("--seed", type=int, help="of the first batch; without it, another one each time")
    made.add_argument("--only", default="", metavar="TEXT", help="what is named so")
    args = made.parse_args()
    subjects = [name for name in campaign.SUBJECTS if args.only in name]
    if not subjects:
        made.error(f"--only: nothing is named {args.only!r}; there are {', '.join(campaign.SUBJECTS)}")
    begun, first = time.monotonic(), Random().randrange(10**6) if args.seed is None else args.seed
    counts: dict[str, Counter[str]] = {name: Counter() for name in subjects}
    kept, until = [], begun + 60 * args.minutes
    with Worker() as worker:
        try:
            for number in count(first):
                for name in subjects:
                    if time.monotonic() > until:
                        break
                    found = campaign.search(name, worker, number, BATCH, counts[name], until, note=True)
                    if found is not None:
                        kept.append(campaign.keep(*found))
                        print(f"WRONG {kept[-1].relative_to(ROOT)}\n{found[1]}", flush=True)
                else:
                    continue
                break
        except KeyboardInterrupt:
            print("interrupted")
    print(table(["", *KINDS], [[name, *(counts[name][kind] for kind in KINDS)] for name in subjects]))
    total = sum(sum(each.values()) for each in counts.values())
    minutes = (time.monotonic() - begun) / 60
    print(f"\n{total} cases in {minutes:.1f} minutes from seed {first}, {worker.crashes} crashes, {len(kept)} failures")
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())
