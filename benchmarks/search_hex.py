"""Native search of connection games: published puzzles and positions, and empty boards.

    python benchmarks/search_hex.py [FOLDER] [--limit SECONDS] [--without SWITCH ...] [--long]

One line per question: the answer, positions looked at, seconds, MB of the table in use. The Hein puzzles and the empty
boards are asked for every winning first move; the championship positions whether Black wins within their depth. With
--long also 7×7. With --without a component is turned off, for an ablation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from common import PUBLISHED, table

from zermelo.language import read_game
from zermelo.model import ConnectionGame, Player
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.session import Limits, Result
from zermelo.search.switches import ConnectionSwitches

Task = tuple[str, str, ConnectionGame, int | None, bool]


def tasks(folder: Path, long: bool) -> Iterator[Task]:
    """Group, name, game, depth, and whether every first move is asked for."""
    for pattern, every in (("hex-hein/*.pg", True), ("hex-diagrams/*.hex", True), ("hex-championship/*/*.pg", False)):
        for path in sorted(folder.glob(pattern)):
            game = read_game(path)
            assert isinstance(game, ConnectionGame)
            yield pattern.split("/")[0], path.stem, game, game.depth, every
    for size in (3, 4, 5, 6):
        yield f"empty {size}x{size}", "every opening", ConnectionGame.hex(size, size), None, True
    if long:
        yield "empty 7x7", "who wins", ConnectionGame.hex(7, 7), None, False
        yield "empty 7x7", "every opening", ConnectionGame.hex(7, 7), None, True


def first_moves(session: ConnectionSession, depth: int | None, limits: Limits) -> tuple[Result, list[bool | None]]:
    """The effort for all first moves, with the answer that they give, and the answer after each."""
    results = list(session.first_moves(Player.BLACK, depth, limits).values())
    moves = [each.answer for each in results]
    if not results:
        return session.decide(Player.BLACK, depth, limits), moves
    opens = session.game.mover(session.game.start) is Player.BLACK
    settles = (True in moves) if opens else (False in moves)
    answer = opens if settles else None if None in moves else not opens
    reason = next((each.reason for each in results if each.reason), None) if answer is None else None
    return replace(results[0], answer=answer, reason=reason), moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=PUBLISHED)
    parser.add_argument("--limit", type=float, default=60, help="seconds of one question")
    parser.add_argument("--without", nargs="*", default=[], help="components to turn off")
    parser.add_argument("--long", action="store_true", help="7x7 as well")
    options = parser.parse_args()
    switches = ConnectionSwitches(**dict.fromkeys(options.without, False))
    rows: list[tuple[object, ...]] = []
    sums: dict[str, float] = {}
    for group, name, game, depth, every in tasks(options.folder, options.long):
        session, limits = ConnectionSession(game, switches), Limits(options.limit)
        if every:
            found, moves = first_moves(session, depth, limits)
            wins = f"{sum(map(bool, moves))} of {len(moves)}" + (", rest open" if None in moves else "")
        else:
            found, wins = session.decide(Player.BLACK, depth, limits), ""
        sums[group] = sums.get(group, 0) + found.seconds
        answer = found.reason if found.answer is None else "wins" if found.answer else "does not win"
        memory = f"{found.memory / 1e6:.2f}"
        rows.append((group, name, depth or "", answer, wins, found.nodes, f"{found.seconds:.4f}", memory))
    print(table(("group", "question", "depth", "Black", "first moves", "positions", "seconds", "MB"), rows))
    print("\n".join(f"{group}: {seconds:.3f} s together" for group, seconds in sums.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
