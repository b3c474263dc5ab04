"""The backward solution of endless grid games: positions, moves, processor seconds, positions a second, megabytes.

    python benchmarks/backward.py [GAME ...] [--limit SECONDS] [--memory MB] [--proof]

Without games: Evader-Pursuer, random rules, and stones that step and wait on boards of growing size. A game is an
expression of a family, or `waiting:COLUMNSxROWS,STONES` for the latter. One run answers for both players; "won by" says
how many of the positions each of them wins, "longest" the greatest distance of a win. With `--proof` one proof of each
outcome is written (of a draw Black's) and its notes are counted.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator

from zermelo.families import make
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, GridGame, Player, Position
from zermelo.search.backward import BackwardSession
from zermelo.search.session import Limits

GAMES = [
    "evader-pursuer:8x8,evader=8-1,pursuer=3-4",
    "evader-pursuer:20x20,evader=8-1,pursuer=3-4",
    "evader-pursuer-dual:12x12,evader=8-1,pursuer=3-4",
    "random-grid:seed=11,board=4x3,actions=3,goals=1,black=2,white=2",
    "random-grid:seed=23,board=4x3,actions=3,goals=1,black=2,white=2",
    "random-grid:seed=45,board=4x4,actions=2,goals=1,black=2,white=2",
    "breakthrough:3x6",
    "waiting:4x4,3",
    "waiting:7x7,2",
    "waiting:5x5,3",
    "waiting:6x6,3",
]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def waiting(columns: int, rows: int, stones: int) -> GridGame:
    """Stones of both players that step to open cells or wait; who gets his into one row has won."""

    def actions(colour: Colour) -> tuple[Action, ...]:
        walks = (
            Action(f"step-{number}", (at(colour), at(Colour.OPEN, *by)), (at(Colour.OPEN), at(colour, *by)))
            for number, by in enumerate(STEPS)
        )
        return (*walks, Action("wait", (at(colour),), (at(colour),)))

    cells = columns * rows
    black = sum(1 << (7 * stone) % cells for stone in range(stones))
    white = sum(1 << (7 * stone + 3) % cells for stone in range(stones))
    goals = ((tuple(at(colour, dx, 0) for dx in range(stones)),) for colour in (Colour.BLACK, Colour.WHITE))
    return GridGame(
        f"waiting:{columns}x{rows},{stones}",
        columns,
        rows,
        actions(Colour.BLACK),
        actions(Colour.WHITE),
        *goals,
        start=Position(black, white & ~black),
    )


def game_of(name: str) -> GridGame:
    """The game of an expression."""
    found = re.fullmatch(r"waiting:(\d+)x(\d+),(\d+)", name)
    game = waiting(*map(int, found.groups())) if found else make(name)
    assert isinstance(game, GridGame), name
    return game


def rows_of(options: argparse.Namespace) -> Iterator[str]:
    """One line for each game, as it is solved."""
    yield (
        f"{'game':64} {'positions':>11} {'moves':>12} {'seconds':>8} {'positions/s':>12} {'MB':>7} {'bytes each':>10}"
        f"  outcome"
    )
    for name in options.games or GAMES:
        game = game_of(name)
        session = BackwardSession(game)
        begun = time.process_time()
        result = session.decide(Player.BLACK, None, Limits(options.limit, options.memory))
        seconds = time.process_time() - begun
        found = session.statistics()
        count = found["positions"]
        speed, each = count / max(seconds, 1e-9), result.memory / max(count, 1)
        line = f"{name:64} {count:11,} {found['moves']:12,} {seconds:8.3f} {speed:12,.0f}"
        line += f" {result.memory / 1e6:7.1f} {each:10.1f}  "
        if result.reason is not None:
            yield line + result.reason
            continue
        settled = session.settled(game.start)
        line += "draw" if settled.winner is None else f"{settled.winner} in {settled.depth}"
        line += f"; won by Black {found['black_wins']:,}, by White {found['white_wins']:,}, longest {found['longest']}"
        if options.proof:
            begun = time.process_time()
            player, wins = settled.winner or Player.BLACK, settled.winner is not None
            notes = sum(1 for _ in session.prove(player, None, Limits(options.limit, options.memory), wins=wins).notes)
            line += f"; proof of {notes:,} notes in {time.process_time() - begun:.3f} s"
        yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="instead of those of the list")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="for each game (default: 120)")
    parser.add_argument("--memory", type=float, default=2500, metavar="MB", help="for each game (default: 2500)")
    parser.add_argument("--proof", action="store_true", help="write a proof, too")
    for row in rows_of(parser.parse_args()):
        print(row, flush=True)


if __name__ == "__main__":
    main()
