"""Searches on several threads against exhaustive search, on random small games of every kind.

    python benchmarks/thread_agreement.py --seeds 0:100000                     as many of each kind; the count is told
    python benchmarks/thread_agreement.py --kinds positional --seeds 17:18     one game again

All threads begin at the first position, as small games are over before a second one begins. Switches, limits of memory
and the number of threads are drawn with the game; asked are answers, first moves and, of some positional games, proofs.
A game on which a search is wrong ends the run with its kind and seed.

Needs the test tools (``pip install -e .[test]``) for the random games of the tests.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from common import ROOT

sys.path.insert(0, str(ROOT))
from tests.search.test_threads import ASK, at_once


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seeds", default="0:1000", metavar="FROM:TO")
    parser.add_argument("--kinds", nargs="+", choices=ASK, default=list(ASK), metavar="KIND", help=", ".join(ASK))
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(":"))
    told = begun = time.monotonic()
    with at_once():
        for seed in range(first, last):
            for kind in options.kinds:
                try:
                    ASK[kind](Random(seed))
                except BaseException:
                    print(f"seed {seed}: {kind}", flush=True)
                    raise
            if time.monotonic() > told + 60:
                told = time.monotonic()
                print(f"{seed + 1 - first} seeds agree, {told - begun:.0f} s", flush=True)
    print(f"{last - first} seeds of {', '.join(options.kinds)} agree, {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
