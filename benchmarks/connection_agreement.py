"""The connection search against exhaustive search on random small games, with any switches off, and small tables.

    python benchmarks/connection_agreement.py --seeds 0:100000     as many games; the last seed told now and then
    python benchmarks/connection_agreement.py --seeds 17:18        one game again
    python benchmarks/connection_agreement.py --proofs ...         with proofs, checked, and questions on one table

Random graphs and Hex boards of up to twelve cells, either mover, some with stones and unequal turns, connected or not;
every depth and none; the answer, a first move that wins, and the answer after every first move. Each game is asked with
another set of switches turned off and another limit of memory. A game on which the search is wrong ends the run with
its seed.

Needs the test tools (``pip install -e .[test]``) for the random games of the tests.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from common import ROOT, agree

sys.path.insert(0, str(ROOT))
from tests.encodings.games import connection, hex_board
from tests.search.test_connection import NAMES, check, late_hex, sparse_graph
from tests.search.test_connection_session import check_session

from zermelo.search.switches import ConnectionSwitches

KINDS = (connection, hex_board, late_hex, sparse_graph)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seeds", default="0:1000", metavar="FROM:TO")
    parser.add_argument("--proofs", action="store_true", help="sessions with proofs, in place of single questions")
    options = parser.parse_args()

    def ask(seed: int) -> None:
        rng = Random(seed)
        kind = rng.choice(KINDS)
        off = [name for name in NAMES if rng.random() < rng.choice((0, 0, 0.1, 0.5))]
        memory = rng.choice((None, None, 0, 0.001, 0.01, 1))
        switches = ConnectionSwitches(**dict.fromkeys(off, False))
        try:
            if options.proofs:
                check_session(rng, kind(rng), switches, memory)
            else:
                check(kind(rng), switches, memory)
        except BaseException as error:
            error.add_note(f"{kind.__name__}, without {off}, {memory} MB")
            raise

    agree(options.seeds, ask)
    return 0


if __name__ == "__main__":
    sys.exit(main())
