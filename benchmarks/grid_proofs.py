"""Grid games: seconds to decide, to prove out of the tables, and to check; entries and bytes of the file.

python benchmarks/grid_proofs.py [GAME ...]
"""

from __future__ import annotations

import argparse
import gzip
import io
import itertools
import time

from zermelo.families import make
from zermelo.model import GridGame, Player
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds, write_strategies
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from

GAMES = (
    "connect:4,board=4x4,rule=paper", "connect:4,board=5x4,rule=paper", "connect:4,board=5x5,rule=paper",
    "connect:4,board=6x5,rule=paper", "breakthrough:3x5",
    "breakthrough:4x5", "domineering:5x5", "domineering:6x6", "domineering:7x7", "knightthrough:3x5",
    "knightthrough:4x5",
)  # fmt: skip


def row(text: str) -> str:
    """One line of the table."""
    game = make(text)
    assert isinstance(game, GridGame)
    times = [time.perf_counter()]
    session = GridSession(game)
    wins = session.decide(Player.BLACK, None, Limits()).answer
    times.append(time.perf_counter())
    claim = Claim(Player.BLACK if wins else Player.WHITE, True)
    strategy = strategy_from(session, game, claim, Limits())
    times.append(time.perf_counter())
    result = checked(game, claim, strategy.symmetries, strategy)
    times.append(time.perf_counter())
    assert isinstance(result, Holds), result
    size = "-"
    if len(strategy) < 1_000_000:
        written = io.StringIO()
        write_strategies(written, game, [strategy])
        size = f"{len(gzip.compress(written.getvalue().encode())):,}"
    decide, prove, check = (after - before for before, after in itertools.pairwise(times))
    figures = f"{decide:8.3f} {prove:8.3f} {check:8.3f} {len(strategy):10,} {result.arguments:10,} {size:>12}"
    return f"{text:22} {claim.player.value:7} {figures}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, help="family expressions")
    games = parser.parse_args().games
    heads = {"decide s": 8, "prove s": 8, "check s": 8, "entries": 10, "arguments": 10, "bytes .gz": 12}
    print(f"{'game':22} {'wins':7}", *(f"{head:>{width}}" for head, width in heads.items()))
    for text in games:
        print(row(text), flush=True)


if __name__ == "__main__":
    main()
