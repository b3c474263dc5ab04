"""The general searches beside programs made for one game, in one run: processor seconds, and their ratio.

    python benchmarks/peers.py [domineering] [connect4] [breakthrough] [hex] [--limit SECONDS] [--memory MB] [--long]

Domineering, Connect-4 (a full board is a loss of the player to move) and Breakthrough: solvers written by hand for one
game each (benchmarks/rivals), compiled here with the flags of the core, on every board that takes some time; with
--long also the largest that they can do. Ours are searches of a process that is up, as theirs are; ratios of both
times say more than the times themselves on a busy machine. The goal is 1.2 times theirs on every board.

Hex: every opening decided, beside the seconds that a specialised Hex solver (Benzene) took for it on another machine,
with its start; measured once, and given here.

The exit code is 1 when an answer contradicts a rival, or a known fact about Hex; such a line says so.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from common import above_zero, table

from zermelo.families import make
from zermelo.model import ConnectionGame, GridGame, Player
from zermelo.search.backward import BackwardSession
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.grid_session import ALL, GridSession
from zermelo.search.session import Limits, Result

RIVALS = Path(__file__).resolve().parent / "rivals"
FLAGS = ["-O3", "-DNDEBUG", "-std=c++20"]
BOARDS = {
    "domineering": ("domineering:{}", ("6x6", "6x7", "7x6", "7x7", "6x8", "8x6", "7x8"), ("8x7", "8x8")),
    "connect4": ("connect:4,board={},rule=paper", ("5x4", "4x5", "5x5", "4x6", "6x5", "5x6"), ("6x6",)),
    "breakthrough": (
        "breakthrough:{}",
        ("4x4", "3x5", "4x5", "5x4", "3x6", "8x4", "10x4"),
        ("5x5", "4x6", "12x4", "2x12"),
    ),
}
PEERS = [*BOARDS, "hex"]
HEX = {5: (13, 0.49), 6: (24, 1.8), 7: (27, 72.4)}
"""Of the size: how many openings win (known by brute force), and the seconds of the specialised solver."""
CONTRADICTION = "CONTRADICTS"
RUNS = 5
"""Of either on a board that takes less than a second."""

Row = tuple[str, str, int, str, str, str]


def by_hand(rival: str, options: argparse.Namespace) -> Iterator[Row]:
    """A line for each board: ours and the rival's."""
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        sys.exit("peers.py: found no C++ compiler, expected c++, or the one that CXX names")
    pattern, boards, larger = BOARDS[rival]
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / rival)
        subprocess.run([compiler, *FLAGS, "-o", program, str(RIVALS / f"{rival}.cpp")], check=True)
        for board in (*boards, *(larger if options.long else ())):
            game = make(pattern.format(board))
            assert isinstance(game, GridGame)
            found, ours = searched(game, options)
            winner, seconds = beside([program, *board.split("x")], options.limit)
            said = found.reason or ("black" if found.answer else "white")
            ratio = "open" if winner is None or found.answer is None else f"{ours / max(seconds, 1e-3):.2f}"
            if winner is not None and found.answer is not None and winner != said:
                ratio = f"{CONTRADICTION}: {winner}"
            yield game.name, said, found.nodes, f"{ours:.3f}", f"{seconds:.3f}", ratio


def searched(game: GridGame, options: argparse.Namespace) -> tuple[Result, float]:
    """Our answer, and the processor seconds: the least of some sessions where one takes less than a second."""
    times: list[float] = []
    while not times or (times[0] < 1 and len(times) < RUNS):
        session, begun = GridSession(game, ALL, endless=partial(BackwardSession, game)), time.process_time()
        found = session.decide(Player.BLACK, None, Limits(options.limit, options.memory))
        times.append(time.process_time() - begun)
    return found, min(times)


def beside(command: list[str], limit: float) -> tuple[str | None, float]:
    """The winner by a rival, None when time is up, and its processor seconds without the table that it sets up.

    Setting up takes longer than most boards, so both are the least of some runs.
    """
    empty = [command[0], *{"domineering": "11", "connect4": "44", "breakthrough": "24"}[Path(command[0]).name]]
    try:
        runs = [_run(command, limit)]
        if runs[0][1] < 1:
            runs += [_run(command, limit) for _ in range(RUNS - 1)]
    except subprocess.TimeoutExpired:
        return None, limit
    start = min(_run(empty, limit)[1] for _ in range(RUNS))
    return runs[0][0], max(0.0, min(seconds for _, seconds in runs) - start)


def _run(command: list[str], limit: float) -> tuple[str, float]:
    """The winner that a rival prints, and its processor seconds."""
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit)
    winner, _, seconds = done.stdout.split()
    return winner, float(seconds)


def of_hex(options: argparse.Namespace) -> Iterator[Row]:
    """A line for each size: every opening, by one search."""
    for size, (wins, theirs) in HEX.items():
        if size == 7 and not options.long:
            continue
        session, begun = ConnectionSession(ConnectionGame.hex(size, size)), time.process_time()
        moves = session.first_moves(Player.BLACK, None, Limits(options.limit, options.memory))
        ours, nodes = time.process_time() - begun, max(each.nodes for each in moves.values())
        won, done = sum(bool(each.answer) for each in moves.values()), not any(each.reason for each in moves.values())
        ratio = "open" if not done else f"{ours / theirs:.2f}"
        if done and won != wins:
            ratio = f"{CONTRADICTION}: {wins} win"
        yield f"hex {size}x{size}, every opening", f"{won} win", nodes, f"{ours:.3f}", f"{theirs}", ratio


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("peers", nargs="*", metavar="PEER", help=f"of {', '.join(PEERS)} (default: all)")
    parser.add_argument("--limit", type=above_zero, default=60, help="seconds of one search")
    parser.add_argument("--memory", type=above_zero, default=2000, help="megabytes of our tables")
    parser.add_argument("--long", action="store_true", help="the largest boards, too")
    options = parser.parse_args()
    if strangers := [peer for peer in options.peers if peer not in PEERS]:
        parser.error(f"expected one of {', '.join(PEERS)}, found {strangers[0]!r}")
    rows: list[Row] = []
    for peer in options.peers or PEERS:
        rows += of_hex(options) if peer == "hex" else by_hand(peer, options)
    print(table(("game", "winner", "positions", "seconds", "peer's", "ratio"), rows))
    return int(any(CONTRADICTION in row[-1] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
