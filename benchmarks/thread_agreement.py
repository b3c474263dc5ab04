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
from random import Random

from common import ROOT, agree

sys.path.insert(0, str(ROOT))
from tests.search.test_threads import ASK, at_once


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seeds", default="0:1000", metavar="FROM:TO")
    parser.add_argument("--kinds", nargs="+", choices=ASK, default=list(ASK), metavar="KIND", help=", ".join(ASK))
    options = parser.parse_args()
    for kind in options.kinds:
        print(f"{kind}: ", end="")
        with at_once():
            agree(options.seeds, lambda seed, ask=ASK[kind]: ask(Random(seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
