"""The ladder of opponents: each level against the one before, and a level against the search that plays live.

Usage: ``python benchmarks/ladder.py [--games N] [--levels 2-10] [--against-search 8] [--seconds 0.3] [--boards ...]
[--opening N] [--results FILE]``. Plays begin after N moves by chance, 4 if left out, that leave neither player much
better off, as a tree search sees it, each such opening with both players on either side: no two plays are the same, and
where who opens nearly always wins, as in Gomoku, the better player could not show it otherwise.

``--results FILE`` keeps each play as a line of JSON. Those in the file already are not played again, so that a run that
was stopped goes on, and several at a time with boards or levels of their own may share a file; ``--table`` plays
nothing and prints what the file holds.

Sides alternate; the seeds of both players differ from game to game, and so do the games; a draw counts half.
Printed as a table of Markdown for each pair and each board: points of the first player of the pair with the Wilson
interval of 95 %, and milliseconds of processor time for a move of his and of the other's: the search counts by the
clock, so on a busy machine it has less than its seconds. Plays of more than 400 moves are draws.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.play.evaluation import Evaluator
from zermelo.play.levels import LevelOpponent, level_named
from zermelo.play.native_opponent import native_opponent
from zermelo.play.opponents import Opponent, SearchOpponent
from zermelo.play.play import Play

BOARDS = ("connect:4,board=7x6", "hex:11x11", "breakthrough:8x8", "gomoku:5,board=15x15")
OPENING = 4
"""Moves by chance before each play, if not told."""

LONGEST = 400
JUDGED, EVEN = 3_000, (0.42, 0.58)
"""Playouts about an opening, and the values of those that are played."""

TRIES = 1000
"""Openings by chance that are looked at for an even one."""

WILSON = 1.96
"""The quantile of the normal distribution for 95 %."""

Maker = Callable[[Game, int], Opponent]
"""Makes an opponent of a seed."""


@dataclass
class Score:
    """Points of the first player of a pair, games, and what the moves of both took."""

    points: float = 0.0
    games: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)

    def interval(self) -> tuple[float, float]:
        """The Wilson interval of his share of the points."""
        count, share, square = self.games, self.points / self.games, WILSON**2
        middle = share + square / (2 * count)
        wide = WILSON * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
        return (middle - wide) / (1 + square / count), (middle + wide) / (1 + square / count)

    def told(self) -> str:
        """A cell of the table."""
        low, high = self.interval()
        return f"{self.points:g}/{self.games} ({100 * low:.0f}-{100 * high:.0f} %)"

    def add(self, other: Score) -> None:
        """Count another score as well."""
        self.points += other.points
        self.games += other.games
        self.seconds = self.seconds[0] + other.seconds[0], self.seconds[1] + other.seconds[1]
        self.moves = self.moves[0] + other.moves[0], self.moves[1] + other.moves[1]

    def times(self) -> str:
        """Milliseconds for a move of each."""
        each = (1000 * time / max(1, count) for time, count in zip(self.seconds, self.moves, strict=True))
        return " / ".join(f"{one:.0f}" for one in each) + " ms"


@cache
def opening(game: Game, moves: int, seed: int) -> list[Any]:
    """So many moves by chance after which the tree search gives both players a chance."""
    chance, tree = random.Random(seed), native_opponent(game)
    if not moves or tree is None:
        return []
    for _ in range(TRIES):
        session = Play(game)
        while len(session.line) < moves and not session.is_over:
            session.push(chance.choice(session.legal))
        if session.is_over:
            continue
        found = tree.tried(session.position, playouts=JUDGED, seconds=60, seed=seed)
        best = max(found, key=lambda each: each.visits)
        if not best.ended and EVEN[0] <= best.value <= EVEN[1]:
            return session.line
    sys.exit(
        f"ladder.py: found no even opening of {moves} moves of {game.name} in {TRIES} tries; expected a larger board"
    )


def one_game(game: Game, first: Maker, second: Maker, number: int, moves: int = 0) -> Score:
    """One game of the first player against the second, who open in turn, after so many moves by chance."""
    players = first(game, 2 * number), second(game, 2 * number + 1)
    mine = Player.BLACK if number % 2 == 0 else Player.WHITE
    session, seconds, made = Play(game, opening(game, moves, number // 2)), [0.0, 0.0], [0, 0]
    while not session.is_over and len(session.line) < LONGEST:
        started = time.process_time()
        who = 0 if session.to_move is mine else 1
        session.push(players[who].choose(session).move)
        seconds[who] += time.process_time() - started
        made[who] += 1
    points = 0.5 if session.winner is None else float(session.winner is mine)
    return Score(points, 1, (seconds[0], seconds[1]), (made[0], made[1]))


class Results:
    """The plays that were made, in a file of JSON lines where one is wanted.

    Parameters
    ----------
    path
        The file; None keeps nothing.
    opening
        Moves by chance before each play: only such plays are read.
    """

    def __init__(self, path: Path | None, opening: int) -> None:
        self._path, self._opening = path, opening
        self._known = dict[tuple[str, str, int], Score]()
        for line in path.read_text().splitlines() if path is not None and path.exists() else ():
            play = json.loads(line)
            if play["opening"] == opening:
                score = Score(play["points"], 1, tuple(play["seconds"]), tuple(play["moves"]))
                self._known[play["pair"], play["board"], play["number"]] = score

    def known(self, pair: str, board: str, number: int) -> Score | None:
        """A play that was made before."""
        return self._known.get((pair, board, number))

    def keep(self, pair: str, board: str, number: int, score: Score) -> None:
        """Write a play down."""
        if self._path is None:
            return
        play = {"pair": pair, "board": board, "number": number, "opening": self._opening, "points": score.points}
        with self._path.open("a") as file:
            file.write(json.dumps(play | {"seconds": score.seconds, "moves": score.moves}) + "\n")


def level(name: str, seconds: float) -> Maker:
    """The opponents of a level."""
    return lambda game, seed: LevelOpponent(game, level_named(name), seconds, seed)


def pairs(options: argparse.Namespace) -> dict[str, tuple[Maker, Maker]]:
    """The pairs that play, by what they are called."""
    found = dict[str, tuple[Maker, Maker]]()
    low, _, high = options.levels.partition("-")
    if options.levels != "none":
        for number in range(max(2, int(low)), int(high or low) + 1):
            both = level(str(number), options.longest), level(str(number - 1), options.longest)
            found[f"{number} against {number - 1}"] = both
    for name in options.against_search:

        def search(game: Game, seed: int) -> Opponent:
            return SearchOpponent(Evaluator(game, options.seconds), seed)

        found[f"{name} against the search, {options.seconds:g} s"] = level(name, options.longest), search
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Each level of play against the one before, and against the search.")
    parser.add_argument("--games", type=int, default=100, help="Games of each pair on each board.")
    parser.add_argument("--levels", default="2-10", help="Levels that play the one before: 2-10, 5, or none.")
    parser.add_argument("--against-search", nargs="*", default=["8"], help="Levels that play the search.")
    parser.add_argument("--seconds", type=float, default=0.3, help="Seconds of the search for a move.")
    parser.add_argument("--longest", type=float, default=20.0, help="Seconds for a move of a level at most.")
    parser.add_argument("--opening", type=int, default=OPENING, help="Moves by chance before each play.")
    parser.add_argument("--results", type=Path, help="A file of JSON lines, one a play: read first, and written.")
    parser.add_argument("--table", action="store_true", help="Play nothing, print what the file of results holds.")
    parser.add_argument("--boards", nargs="+", default=list(BOARDS))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    results = Results(options.results, options.opening)
    print(f"| | {' | '.join(options.boards)} | all |")
    print("|---|" + "---|" * (len(options.boards) + 1))
    for name, (first, second) in pairs(options).items():
        total, cells = Score(), []
        for board in options.boards:
            game, score = make(board), Score()
            for number in range(2 * options.games * options.seed, (2 * options.seed + 1) * options.games):
                play = results.known(name, board, number)
                if play is None and not options.table:
                    play = one_game(game, first, second, number, options.opening)
                    results.keep(name, board, number, play)
                score.add(play or Score())
            total.add(score)
            cells.append(f"{score.told()}, {score.times()}" if score.games else "")
        print(f"| {name} | {' | '.join(cells)} | {total.told() if total.games else ''} |", flush=True)


if __name__ == "__main__":
    main()
