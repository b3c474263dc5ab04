"""Answers, speed, nodes and memory of the native searches, beside known results.

    python benchmarks/search.py                          all parts, 60 s a game
    python benchmarks/search.py --only snaky --limit 600
    python benchmarks/search.py --only 5x5 --ablation    with each switch turned off in turn

Positional games: polyomino achievement as in "Quantified Boolean Solving for Achievement Games" (every polyomino of at
most six cells that fits, on normal boards and tori), maker-maker and maker-breaker, and Snaky on larger boards. Seconds
and nodes are summed up over the games of a row, memory is the most that one of them took.

The exit code is 1 when there are more winners or losers than are known.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, replace
from typing import NamedTuple

from common import table

from zermelo.families import fitting, make
from zermelo.model import Player, PositionalGame
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.search.switches import PositionalSwitches as Switches


class Part(NamedTuple):
    """Games whose results belong together; ``wins`` and ``losses`` are what is known, ``target`` the seconds wanted."""

    title: str
    names: list[str]
    wins: int
    losses: int
    target: float | None


def polyominoes(size: int, boards: tuple[str, ...], kind: str) -> list[str]:
    """All polyominoes that fit, on boards of this size."""
    shapes = [poly.systematic_name or poly.name for poly in fitting(size, size)]
    return [f"httt:{shape},board={size}x{size}{board},{kind}" for board in boards for shape in shapes]


def parts() -> list[Part]:
    """Everything that is measured."""
    both, found = ("", ",torus"), []
    for kind in ("mm", "mb"):
        found += [
            Part(f"3x3 and torus, {kind}", polyominoes(3, both, kind), 8, 40, 0.2),
            Part(f"4x4 and torus, {kind}", polyominoes(4, both, kind), 14, 84, 0.2),
            Part(f"5x5, {kind}", polyominoes(5, ("",), kind), 8, 47, 0.1),
            Part(f"5x5 torus, {kind}", polyominoes(5, (",torus",), kind), 15, 40, 10 if kind == "mm" else 3),
        ]
        for board, target in (("7x7", 0.01), ("8x8", 1), ("7x9", 5), ("8x9", None)):
            found.append(Part(f"snaky {board}, {kind}", [f"httt:snaky,board={board},{kind}"], 0, 1, target))
    return found


def measured(part: Part, switches: Switches, args: argparse.Namespace) -> tuple[list[object], bool]:
    """The row of a part, and whether it contradicts what is known."""
    answers: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    seconds, nodes, memory = 0.0, 0, 0
    for name in part.names:
        game = make(name)
        assert isinstance(game, PositionalGame)
        session = PositionalSession(game, switches=switches)
        found = session.decide(Player.BLACK, None, Limits(args.limit, args.memory))
        answers[found.answer] += 1
        seconds, nodes, memory = seconds + found.seconds, nodes + found.nodes, max(memory, found.memory)
    wrong = answers[True] > part.wins or answers[False] > part.losses
    rate = f"{nodes / seconds / 1000:.0f}" if seconds else "–"
    counts = [answers[True], answers[False], answers[None]]
    target = "–" if part.target is None else f"{part.target:g}"
    return [part.title, *counts, f"{seconds:.3f}", target, nodes, rate, f"{memory / 1e6:.1f}"], wrong


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="of a game")
    made.add_argument("--memory", type=float, metavar="MB", help="of the tables")
    made.add_argument("--only", default="", metavar="TEXT", help="parts whose title holds this")
    made.add_argument("--ablation", action="store_true", help="with each switch turned off in turn")
    args = made.parse_args()
    ways = {"": Switches()}
    if args.ablation:
        ways |= {
            f"without {each.name}": replace(Switches(), **{each.name: type(each.default)(0)})
            for each in fields(Switches)
            if each.default
        }
    head = ["games", "wins", "losses", "open", "seconds", "wanted", "nodes", "1000/s", "MB"]
    code = 0
    for way, switches in ways.items():
        rows = []
        for part in parts():
            if args.only in part.title:
                row, wrong = measured(part, switches, args)
                rows.append(row)
                code |= wrong
                print(f"{part.title} {way}: {row[4]} s", file=sys.stderr)
        print(f"\n{way}\n\n{table(head, rows)}" if way else f"\n{table(head, rows)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
