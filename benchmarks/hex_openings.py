"""Every opening of an empty Hex board, each decided by itself and proven, the proof checked; to be stopped any time.

    python benchmarks/hex_openings.py 7                        who wins after each opening of 7×7, up to symmetry
    python benchmarks/hex_openings.py 8 --folder DIR           with checkpoints and results there: go on where it was
    python benchmarks/hex_openings.py 8 --folder DIR --keep 5  the same with checkpoints of 5 MB at most
    python benchmarks/hex_openings.py 8 --first 60 --limit 9e4 seconds of an opening in the first round, and in all

In rounds: every opening that is open gets some time, the next round four times as much; the centre comes first. A line
for each: who wins, positions and seconds of the search (of this run), of the proof and of its check, deductions.
Results stand in `hex-8x8.json` of the folder, the searches in `hex-8x8-d4.checkpoint` and the like, from which the
proofs can be had again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from common import above_zero, mistakes_told, whole

from zermelo.files import write_text
from zermelo.model import ConnectionGame, Player
from zermelo.questions import CheckpointFile
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from


def openings(size: int) -> list[int]:
    """One cell of each two that a half turn of the board exchanges, the centre first."""

    def off_centre(cell: int) -> tuple[int, int]:
        column, row = (2 * each - size + 1 for each in (cell % size, cell // size))
        return column * column + row * row + column * row, cell

    return sorted((cell for cell in range(size * size) if cell <= size * size - 1 - cell), key=off_centre)


def decide(
    empty: ConnectionGame, cell: int, seconds: float, megabytes: float, file: CheckpointFile | None
) -> dict | None:
    """One opening: who wins, with a proof that has been checked; None when time is up."""
    game = empty.after([cell])
    session = ConnectionSession(game, kept=lambda player: file if player is Player.BLACK else None)
    limits, begun = Limits(seconds, megabytes), time.process_time()
    found = session.decide(Player.BLACK, None, limits)
    if found.answer is None:
        return None
    searched = time.process_time()
    claim = Claim(Player.BLACK if found.answer else Player.WHITE, True, None)
    strategy = strategy_from(session, game, claim, Limits(megabytes=megabytes))
    proven = time.process_time()
    verdict = checked(game, strategy.claim, strategy.symmetries, strategy)
    assert isinstance(verdict, Holds), verdict
    return {
        "opening": empty.board.cells[cell],
        "winner": claim.player.name.lower(),
        "positions": found.nodes,
        "seconds": round(searched - begun, 2),
        "proof seconds": round(proven - searched, 2),
        "check seconds": round(time.process_time() - proven, 2),
        "deductions": len(strategy),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("size", type=whole)
    parser.add_argument("--folder", type=Path, help="for results and checkpoints")
    parser.add_argument("--first", type=above_zero, default=60, help="seconds of an opening in the first round")
    parser.add_argument("--limit", type=above_zero, default=3600, help="seconds of an opening at most, in one round")
    parser.add_argument("--memory", type=above_zero, default=1000, help="MB")
    parser.add_argument("--keep", type=above_zero, metavar="MB", help="of a checkpoint at most (default: no limit)")
    options = parser.parse_args()
    with mistakes_told(parser):
        return run(options)


def run(options: argparse.Namespace) -> int:
    """All openings, in rounds; the exit code."""
    name, empty = f"hex-{options.size}x{options.size}", ConnectionGame.hex(options.size, options.size)
    results, known = None, {}
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
        results = options.folder / f"{name}.json"
        if results.exists():
            known = {each["opening"]: each for each in json.loads(results.read_text())}
            print("\n".join(map(str, known.values())), flush=True)
    left = [cell for cell in openings(options.size) if empty.board.cells[cell] not in known]
    seconds = options.first
    while left and seconds <= options.limit:
        for cell in list(left):
            path = options.folder and options.folder / f"{name}-{empty.board.cells[cell]}.checkpoint"
            file = path and CheckpointFile(path, options.keep)
            found = decide(empty, cell, seconds, options.memory, file)
            if found is None:
                print(f"{empty.board.cells[cell]} is open after {seconds:g} s more", flush=True)
                continue
            left.remove(cell)
            known[found["opening"]] = found
            print(found, flush=True)
            if results is not None:
                write_text(results, [json.dumps(list(known.values()), indent=1), "\n"])
        seconds *= 4
    wins = sum(each["winner"] == "black" for each in known.values())
    print(f"{len(known)} openings are decided, {len(left)} open; {wins} win; each stands for its image, too")
    return 0


if __name__ == "__main__":
    sys.exit(main())
