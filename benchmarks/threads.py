"""One native search by one thread and by several: seconds, positions, and what the threads are worth.

    python benchmarks/threads.py [GAME...] [--threads N...] [--orders N] [--draws N] [--at-least SECONDS]
                                 [--limit SECONDS] [--memory MB] [--prove]

A game is named, with moves ("hex:8x8 after d4"), so that every first move is asked for ("hex:7x7 openings"), or so that
positions are drawn, as many as --draws says, each after so many random moves ("domineering:9x9 random 5"). With
--at-least those questions are left out that one thread answers sooner: a fair sample of long searches is left.

For each game and number of threads: the answer, wall-clock seconds, processor seconds of all threads, positions, how
many times as fast as one thread by the clock, and how many times that would be on a machine with nothing else to do.
The latter is the number of threads times the processor seconds of one over those of all: threads of a search never
wait for each other for long, so it says what is lost by positions that two look at, and by the shared tables.

Chance has a large part in what one search takes: with --orders N each question is asked N times, by as many orders of
moves that promise about the same (the switch `shuffle`), and seconds and positions are means. --prove writes the proof
out of the tables that the threads have left, and checks it by the rules. The last lines tell how many times as fast
several threads are in all questions that one thread has answered: by the sum of the seconds, and by the geometric mean.

The exit code is 1 when an answer is not that of one thread in the usual order, or a proof does not hold.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from statistics import geometric_mean, mean
from typing import NamedTuple

from common import above_zero, mistakes_told, table, whole

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.model.game import move_names
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from

GAMES = [
    "connect:4,board=6x7,rule=paper",
    "breakthrough:6x5 after forward(3,4) left-diagonal(4,2) left-diagonal(5,4) forward(1,2) forward(4,3)",
    "domineering:9x9 after vertical(2,1) horizontal(4,4) vertical(8,1)",
    "cram:7x7 after horizontal(2,2) horizontal(1,4) vertical(1,2) horizontal(2,1) horizontal(4,7)",
    "hex:8x8 after c5",
    "hex:8x8 after d2",
    "httt:snaky,board=9x9,mb after a1",
]
"""Questions of ten to forty seconds by one thread."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=GAMES, help="NAME [after MOVE... | openings | random MOVES]")
    parser.add_argument(
        "--threads", type=whole, nargs="+", default=[1, 2, 4], help="numbers of threads; one comes first"
    )
    parser.add_argument("--orders", type=whole, default=1, help="orders of moves by which each question is asked")
    parser.add_argument("--draws", type=whole, default=10, help="positions drawn of a game with random moves")
    parser.add_argument("--at-least", type=above_zero, default=0, help="seconds of one thread, or it is left out")
    parser.add_argument("--limit", type=above_zero, default=600, help="seconds of one question")
    parser.add_argument("--memory", type=above_zero, default=1000, help="megabytes of tables")
    parser.add_argument("--prove", action="store_true", help="write and check the proofs, too")
    options = parser.parse_args()
    with mistakes_told(parser):
        return run(options)


def run(options: argparse.Namespace) -> int:
    """A row for each game and number of threads; the exit code."""
    rows: list[tuple[object, ...]] = []
    together: dict[int, list[tuple[float, float]]] = defaultdict(list)
    wrong = 0
    try:
        for name, game, openings in questions(options):
            alone: list[Asked] = []
            for threads in sorted({1, *options.threads}):
                asked = [ask(game, openings, seed, threads, options) for seed in range(options.orders)]
                alone = alone or asked
                seconds, before = (mean(each.seconds for each in some) for some in (asked, alone))
                if before < options.at_least:
                    break
                known = {each.answer for each in [*alone, *asked]} - {None}
                differs = len(known) > 1
                proven = {each.proven for each in asked}
                wrong += differs or "FALSE" in proven
                processor = mean(each.processor for each in asked)
                idle = threads * mean(each.processor for each in alone) / max(processor, 1e-9)
                open_ones = any(each.answer is None for each in asked)
                text = said(None if open_ones else asked[0].answer) + " DIFFERS" * differs
                counts = sorted(each.positions for each in asked)
                spread = f" ({counts[0]} to {counts[-1]})" if len(counts) > 1 else ""
                figures = (
                    f"{seconds:.2f}",
                    f"{processor:.2f}",
                    f"{mean(counts):.0f}{spread}",
                    f"{before / max(seconds, 1e-9):.2f}",
                    f"{idle:.2f}",
                )
                rows.append((name, threads, text, *figures, " ".join(sorted(proven))))
                if threads > 1 and all(each.answer is not None for each in alone):
                    together[threads].append((before, max(seconds, 1e-9)))
    finally:
        head = ("game", "threads", "Black wins", "seconds", "processor", "positions", "faster", "when idle", "proof")
        if rows:
            print(table(head, rows))
        for threads, pairs in together.items():
            before, seconds = (sum(each) for each in zip(*pairs, strict=True))
            ratios = geometric_mean(one / several for one, several in pairs)
            figures = f"{before / seconds:.2f} in all, {ratios:.2f} in the mean"
            print(f"{threads} threads, {len(pairs)} questions: {figures}")
    if not rows:
        print("No question has been asked that takes one thread so long.")
    return 1 if wrong else 0


def questions(options: argparse.Namespace) -> Iterator[tuple[str, Game, bool]]:
    """Of each question its name, the game, and whether each first move is asked for."""
    for name in options.games:
        first, *words = move_names(name) or [name]
        game = make(first)
        match words:
            case []:
                yield name, game, False
            case ["openings"]:
                yield name, game, True
            case ["after", *moves]:
                yield name, game.after(moves), False
            case ["random", count] if count.isdecimal():
                for seed in range(options.draws):
                    moves = drawn(game, int(count), seed)
                    yield " ".join((first, "after", *moves)), game.after(moves), False
            case _:
                raise InputError("NAME, NAME after MOVE..., NAME openings or NAME random MOVES", found=repr(name))


def drawn(game: Game, count: int, seed: int) -> list[str]:
    """Moves drawn from the start on: so many, or fewer where the play ends before."""
    luck, moves = random.Random(seed), list[str]()
    while len(moves) < count and (legal := (later := game.after(moves)).legal(later.start)):
        moves.append(game.move_name(luck.choice(legal)))
    return moves


def said(answer: bool | tuple[bool, ...] | None) -> str:
    """An answer, or the answers after all first moves, for the table."""
    if answer is None:
        return "open"
    return str(answer) if isinstance(answer, bool) else f"{sum(answer)} of {len(answer)}"


class Asked(NamedTuple):
    """The answer to a question, and what it took; `processor`: seconds of all threads; `proven`: how its proof held."""

    answer: bool | tuple[bool, ...] | None
    seconds: float
    processor: float
    positions: int
    proven: str


def ask(game: Game, openings: bool, seed: int, threads: int, options: argparse.Namespace) -> Asked:
    """Ask whether Black wins, or wins after each first move, in the order of moves of this seed."""
    session = session_for(game, switches={"shuffle": seed})
    limits = Limits(options.limit, options.memory, threads=threads)
    begun, processor = time.perf_counter(), time.process_time()
    if openings:
        results = list(session.first_moves(Player.BLACK, None, limits).values())
        answers = [each.answer for each in results]
        known = [answer for answer in answers if answer is not None]
        answer = tuple(known) if len(known) == len(answers) else None
        positions = max(each.nodes for each in results)
    else:
        found = session.decide(Player.BLACK, None, limits)
        answer, positions = found.answer, found.nodes
    wall, spent = time.perf_counter() - begun, time.process_time() - processor
    proven = ""
    if options.prove and isinstance(answer, bool):
        claim = Claim(Player.BLACK, True) if answer else Claim(Player.WHITE, False)
        strategy = strategy_from(session, game, claim, Limits(options.limit, options.memory))
        proven = "holds" if isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds) else "FALSE"
    return Asked(answer, wall, spent, positions, proven)


if __name__ == "__main__":
    sys.exit(main())
