"""A position in which all moves lose: what the other player has after each of them, proven and checked.

    python benchmarks/replies.py domineering:8x8 --after "vertical(2,1)" --folder DIR
    python benchmarks/replies.py domineering:9x9 --after "vertical(2,1)" --folder DIR --checkpoint d99 --jobs 2

So a game is proven whose proof would not fit into memory: one proof for each move of White, up to symmetry, that Black
wins; where Black is to move, that he does not. --checkpoint names a search of the position, as `zermelo solve GAME
--after ... --checkpoint FILE` leaves it; what it knows is not searched again, and the file stays as it is. A line for
each move: positions and seconds of the search, entries of the proof, seconds to write it and to check it, all of the
processor. The results stand in `replies.json` of the folder, and the same command goes on from there. The exit code is
1 when a move does not lose or a proof does not hold, 3 when moves are open: a limit has ended their search, or their
proof.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from common import above_zero, in_processes, mistakes_told, table, whole

from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.files import write_text
from zermelo.model import Player, first_move_orbits
from zermelo.model.game import move_names
from zermelo.questions import CheckpointFile
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from

WRONG = 1
OPEN = 3


@dataclass(frozen=True)
class Reply:
    """A move, and what was found after it.

    `holds` is None where limits ended the search or the proof; it is False where the move does not lose, and then there
    are no entries, or where the checker has refused the proof.
    """

    move: str
    holds: bool | None
    positions: int
    search_s: float
    entries: int = 0
    proof_s: float = 0
    check_s: float = 0


def decide(options: argparse.Namespace, move: str) -> Reply:
    """One move: searched, proven and checked, in this process."""
    before = make(options.game).after(options.after)
    black, game = before.mover(before.start) is Player.WHITE, before.after([move])
    own = options.folder / f"{move}.checkpoint"
    if options.checkpoint is not None and not own.exists():
        try:
            os.link(options.checkpoint, own)  # a search replaces its file, and never writes into it
        except OSError:  # on another disk
            shutil.copyfile(options.checkpoint, own.with_suffix(".copied")).replace(own)
    kept = CheckpointFile(own, options.keep)
    session = session_for(game, kept=lambda player: kept if player is Player.BLACK else None)
    limits, times = Limits(options.limit, options.memory), [time.process_time()]
    found = session.decide(Player.BLACK, None, limits)
    times.append(time.process_time())
    if found.answer is not black:
        return Reply(move, None if found.answer is None else False, found.nodes, *seconds(times))
    claim = Claim(Player.BLACK, True) if black else Claim(Player.WHITE, False)
    try:
        strategy = strategy_from(session, game, claim, limits)
        times.append(time.process_time())
        holds = isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)
        times.append(time.process_time())
    except (LimitError, MemoryError):
        return Reply(move, None, found.nodes, seconds(times)[0])
    search, proof, check = seconds(times)
    return Reply(move, holds, found.nodes, search, len(strategy), proof, check)


def seconds(times: list[float]) -> list[float]:
    """The seconds from each time to the next one."""
    return [round(after - before, 2) for before, after in pairwise(times)]


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("game", help="a game expression")
    made.add_argument("--after", type=move_names, default=[], metavar="MOVES", help="that lead to the position")
    made.add_argument("--folder", type=Path, required=True, help="of the results, and files of searches under way")
    made.add_argument("--checkpoint", type=Path, help="of a search of the position, for Black's wins")
    made.add_argument("--keep", type=above_zero, default=100, metavar="MB", help="of the files of searches under way")
    made.add_argument("--limit", type=above_zero, metavar="SECONDS", help="of one search")
    made.add_argument("--memory", type=whole, metavar="MB", help="of a search and a proof")
    made.add_argument("--jobs", type=whole, default=1, help="moves at a time")
    options = made.parse_args()
    with mistakes_told(made):
        return run(options)


def run(options: argparse.Namespace) -> int:
    """All moves that are not known yet; the exit code."""
    game = make(options.game).after(options.after)
    if options.checkpoint is not None and not options.checkpoint.is_file():
        raise InputError("the checkpoint of a search", found=str(options.checkpoint))
    options.folder.mkdir(parents=True, exist_ok=True)
    path, head = options.folder / "replies.json", {"game": options.game, "after": options.after}
    known = known_of(path, head) if path.exists() else []
    moves = [game.move_name(orbit[0]) for orbit in first_move_orbits(game)]
    left = [move for move in moves if move not in {each.move for each in known}]
    memory = 2 * (options.memory or 4000)  # of a process, which holds more than its tables
    for _, reply in in_processes(partial(decide, options), left, options.jobs, memory_mb=memory):
        print(json.dumps(asdict(reply)), flush=True)
        if reply.holds is not None:
            known.append(reply)
            replies = [asdict(each) for each in known]
            write_text(path, [json.dumps({**head, "replies": replies}, indent=1), "\n"])
            (options.folder / f"{reply.move}.checkpoint").unlink(missing_ok=True)
    rows = [list(asdict(reply).values()) for reply in known]
    print(table(list(Reply.__annotations__), rows))
    if refused := [each.move for each in known if not each.holds and each.entries]:
        print(f"wrong: the proofs after {', '.join(refused)} do not hold")
        return WRONG
    if others := [each.move for each in known if not each.holds]:
        print(f"not all moves lose: not {', '.join(others)}")
        return WRONG
    if len(known) < len(moves):
        print(f"{len(known)} of {len(moves)} moves lose, the others are open")
        return OPEN
    said = "Black wins" if game.mover(game.start) is Player.WHITE else "Black does not win"
    entries = sum(each.entries for each in known)
    print(f"all {len(moves)} moves lose, each by a proof that was checked ({entries} entries): {said}")
    return 0


def known_of(path: Path, head: dict[str, Any]) -> list[Reply]:
    """The results in a file, which must be about this position."""
    try:
        told = json.loads(path.read_text())
        known = [Reply(**each) for each in told.pop("replies")]
    except (ValueError, KeyError, TypeError, AttributeError):
        told = None
    if told != head:
        position = " ".join([head["game"], *(["after", *head["after"]] if head["after"] else [])])
        raise InputError(
            f"those of {position}; take another folder", found="results of another search", source=str(path)
        )
    return known


if __name__ == "__main__":
    sys.exit(main())
