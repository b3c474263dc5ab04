"""Does Snaky win? The attack on larger and larger boards, on 9x9 over many sessions.

    python benchmarks/snaky.py                                                    7x7, 8x8, 7x9, 8x9; an hour each
    python benchmarks/snaky.py --board 9x9 --checkpoint snaky-9x9 --hours 100     and the same again to go on
    python benchmarks/snaky.py --board 9x9 --checkpoint snaky-9x9 --jobs 4        by four threads

Snaky is the hexomino of which nobody knows whether the first player can build it on a large enough board; up to 9x9 he
cannot (proofs/snaky-9x9).
A board is attacked in two steps: can White, who only breaks, stop Black? Then nobody wins. If not, can Black win
before White, who builds too? The row of a board says how far the search is:

    answer       "no win": White can stop Black; "Black wins"; else why it is open
    step         breaking, or the depth up to which Black builds
    first moves  how many of them are settled, up to symmetry: refuted, or no better than others. The search of the
                 first one is the longest, what it finds refutes most of the others
    nodes, s     positions looked at and seconds, in this session and in all that the checkpoint knows of
    kn/s         thousands of positions per second, in this session
    table        how full it is. A full table forgets what took the least work: it is time for --memory

With --checkpoint the tables are kept on Ctrl-C, at the end of the hours, and every half minute or so; with --keep MB in
no more than so many megabytes, what took the most work. The exit code is 1 when an answer is not what is known, 3 when
the last board is open.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

from common import table

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Player, PositionalGame, first_move_orbits
from zermelo.questions import CheckpointFile
from zermelo.search.checkpoint import read
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Progress, scaled
from zermelo.search.session import Limits, Result

BOARDS = ("7x7", "8x8", "7x9", "8x9")
LOST = ("7x7", "8x8", "7x9", "8x9", "9x9")
"""Boards on which Black is known not to win; smaller boards follow."""

COLUMNS = ["board", "answer", "step", "first moves", "nodes", "s", "all nodes", "all s", "kn/s", "table", "MB"]


class Attack:
    """The attack on one board, and how far it is."""

    def __init__(self, board: str, args: argparse.Namespace) -> None:
        game = make(f"httt:snaky,board={board},{args.kind}")
        assert isinstance(game, PositionalGame)
        self.board, self.game, self.args = board, game, args
        self.orbits = first_move_orbits(game)
        self.last: Progress | None = None
        self.spoken = time.monotonic()
        self.found = Result(None, reason="interrupted")

    def run(self) -> None:
        """Search; an interrupt passes on when what is known has been kept."""
        args = self.args
        limits = Limits(3600 * args.hours, args.memory, args.nodes, threads=args.jobs)
        session = PositionalSession(self.game, kept=lambda _: args.kept)
        self.found = session.decide(Player.BLACK, None, limits, self.hear)

    def hear(self, far: Progress) -> None:
        """Remember how far it is, and say so now and then."""
        self.last = far
        if time.monotonic() - self.spoken >= self.args.every:
            self.spoken = time.monotonic()
            trying = "" if far.move is None else f", trying {self.game.move_name(far.move)}"
            print(f"{self.board}: {far.seconds:.0f} s, {far}{trying}, settled {self.settled}", file=sys.stderr)

    @property
    def settled(self) -> str:
        """First moves, up to symmetry: what holds of one holds of its images."""
        if self.found.answer is False:
            return f"{len(self.orbits)} of {len(self.orbits)}"
        if self.last is None or not self.last.left:
            return "–"
        left = set(self.last.left)
        return f"{sum(any(move not in left for move in orbit) for orbit in self.orbits)} of {len(self.orbits)}"

    @property
    def row(self) -> list[object]:
        """The row of the table."""
        found, last, path = self.found, self.last, self.args.checkpoint
        answer = {True: "Black wins", False: "no win", None: f"open ({found.reason})"}[found.answer]
        step = "–" if found.answer is not None else "breaking" if last is None or last.depth is None else last.depth
        nodes, seconds = found.nodes, found.seconds
        if found.reason == "interrupted" and last is not None:
            nodes, seconds = last.nodes, last.seconds
        saved = read(path) if path is not None and path.exists() else None
        every = ["–", "–"] if saved is None else [scaled(saved.nodes), f"{saved.seconds:.0f}"]
        rate = f"{nodes / seconds / 1000:.1f}" if seconds else "–"
        load = "–" if last is None else f"{last.load:.0%}"
        memory = found.memory or (0 if last is None else last.memory)
        session = [scaled(nodes), f"{seconds:.2f}"]
        return [self.board, answer, step, self.settled, *session, *every, rate, load, f"{memory / 1e6:.0f}"]


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--board", action="append", metavar="SIZE", help=f"columns x rows (default: {', '.join(BOARDS)})")
    made.add_argument("--kind", choices=("mm", "mb"), default="mm", help="mb: the first step alone")
    made.add_argument("--hours", type=float, default=1.0, help="for each board, in this session")
    made.add_argument("--memory", type=float, metavar="MB", help="of the tables")
    made.add_argument("--nodes", type=int, help="positions for each board, in this session")
    made.add_argument("--jobs", "-j", type=int, default=1, metavar="N", help="threads, which share the tables")
    made.add_argument("--checkpoint", type=Path, metavar="FILE", help="go on from there, and keep what is found there")
    made.add_argument("--keep", type=float, metavar="MB", help="of that file at most (default: no limit)")
    made.add_argument("--every", type=float, default=30.0, metavar="SECONDS", help="between two lines on progress")
    args = made.parse_args()
    if args.jobs < 1:
        made.error("--jobs: expected at least 1")
    boards = args.board or list(BOARDS)
    if args.checkpoint is not None and len(boards) > 1:
        made.error("--checkpoint is for one board: name it with --board")
    if args.keep is not None and args.checkpoint is None:
        made.error("--keep is for a --checkpoint")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    attacks: list[Attack] = []
    try:
        args.kept = None if args.checkpoint is None else CheckpointFile(args.checkpoint, args.keep)
        for board in boards:
            attacks.append(Attack(board, args))
            attacks[-1].run()
    except InputError as error:
        print(f"snaky.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    print(table(COLUMNS, [attack.row for attack in attacks]))
    for attack in attacks:
        for note in attack.found.notes:
            print(f"{attack.board}: {note}")
    wrong = [attack.board for attack in attacks if attack.found.answer and attack.board in LOST]
    if wrong:
        print(f"wrong: Black is known not to win on {', '.join(wrong)}")
        return 1
    open_ = attacks[-1].found.answer is None
    if open_ and args.checkpoint is not None and args.checkpoint.exists():
        print(f"{args.checkpoint} holds what was found: the same command goes on from there")
    return 3 if open_ else 0


if __name__ == "__main__":
    sys.exit(main())
