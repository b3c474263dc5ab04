"""Puzzles at random: positions with one winning first move, no needless stone, no two alike.

Stones of placement games are strewn at random, in the numbers that the order of turns gives; positions of other games
come out of random plays, some moves before their end. Each is judged by the search; of what is left, stones that do
nothing are taken away, until none does. Positions that a symmetry or exchanged colours make the same are told apart by
their canonical form. Everything random comes from the seed, and nothing depends on time: the same seed gives the same
puzzles on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice, takewhile
from typing import Any

from zermelo.errors import InputError, LimitError
from zermelo.files import in_unicode
from zermelo.language import write_game
from zermelo.model import (
    ConnectionGame,
    Game,
    GridGame,
    NetGame,
    PlacementGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    cells_of,
)
from zermelo.puzzle.difficulty import Difficulty, measured
from zermelo.puzzle.judge import Decider, JudgedPosition, removable, without
from zermelo.puzzle.solution import Solution, solved, written
from zermelo.store import canonical
from zermelo.wording import counted

ATTEMPTS = 20_000
"""Positions that are tried for one puzzle before the search for it is given up."""

HARD = 200
"""Attempts as which a position counts that the search does not decide: it takes as long, and the next one will, too."""


@dataclass(frozen=True)
class WantedPuzzles:
    """The puzzles that are wanted.

    Parameters
    ----------
    least, most
        The length of the win, in moves of both players.
    solutions
        The number of first moves that win.
    difficulty
        The least and the greatest difficulty.
    seed
        The seed of everything random.
    attempts
        The number of positions tried for one puzzle before the search ends.
    """

    least: int = 3
    most: int = 15
    solutions: int = 1
    difficulty: tuple[float, float] = (0.0, 1.0)
    seed: int = 0
    attempts: int = ATTEMPTS


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with its solution.

    Parameters
    ----------
    position
        The position, judged.
    difficulty
        What it is measured by.
    solution
        How it is won.
    """

    position: JudgedPosition
    difficulty: Difficulty
    solution: Solution

    @property
    def game(self) -> Game:
        """The game at the position."""
        return self.position.game

    @property
    def moves(self) -> int:
        """The length of the win."""
        return self.solution.length

    @property
    def task(self) -> str:
        """The task in words."""
        game, number = self.game, self.moves
        player = game.to_move
        stones = ""
        if isinstance(game, PlacementGame) and not game.turns.alternating:
            turn = takewhile(lambda ply: game.player_at(ply) is player, count(game.start.ply))
            stones = f" ({counted(sum(1 for _ in islice(turn, len(game.board))), 'stones')} left of this turn)"
        return f"{game.called(player)} to move{stones} and win within {counted(number, 'moves')}"

    @property
    def format(self) -> str:
        """The language of files that can say the position."""
        game = self.game
        if isinstance(game, ConnectionGame) and game.is_hex and game.to_move is Player.BLACK:
            return "hex"
        usual = ((GridGame, "bddl"), (PlacementGame, "pg"), (NetGame, "gdl"))
        return next((form for kind, form in usual if isinstance(game, kind)), "graph")

    @property
    def text(self) -> str:
        """The text of a file with the position, and the length as its depth."""
        return write_game(self.game.with_depth(self.moves), self.format)

    def to_json(self) -> dict[str, Any]:
        """The puzzle as an object of JSON."""
        return {
            "game": self.text,
            "format": self.format,
            "moves": self.moves,
            "solution": self.solution.move,
            "difficulty": self.difficulty.value,
            "level": self.difficulty.level,
            "solutions": [written(self.game, move) for move in self.position.winning],
            "player": self.position.player.value,
            "line": list(self.solution.line),
            "measures": {
                "length": round(self.difficulty.length, 3),
                "near_misses": round(self.difficulty.near_misses, 3),
                "refutations": round(self.difficulty.refutations, 3),
                "surprise": None if self.difficulty.surprise is None else round(self.difficulty.surprise, 3),
            },
        }


def puzzles(game: Game, wanted: WantedPuzzles, stop: Callable[[], bool] = lambda: False) -> Iterator[Puzzle]:
    """Puzzles of a game, one after another, until so many attempts in a row bring none.

    Parameters
    ----------
    game
        The game at its start, mostly an empty board; stones that are there already stay, but for needless ones.
    wanted
        What they must be like.
    stop
        Asked before each attempt; True ends the search.

    >>> from zermelo.families import make
    >>> found = next(puzzles(make("hex:3x3"), WantedPuzzles(least=5, seed=1)))
    >>> found.moves, found.solution.move in found.game.moves
    (5, True)
    """
    if wanted.least > wanted.most or wanted.least < 1 or wanted.solutions < 1:
        raise InputError("a range of moves from 1, and a solution or more", found=f"{wanted.least}-{wanted.most}")
    draw = random.Random(f"{wanted.seed} {in_unicode(game.name)}")
    seen, tried = set[str](), 0
    while tried < wanted.attempts and not stop():
        tried += 1
        try:
            found = _attempt(game, wanted, draw, seen)
        except LimitError:  # too hard for the search: no puzzle for people
            tried += HARD - 1
            continue
        if found is not None:
            tried = 0
            yield found


def _attempt(game: Game, wanted: WantedPuzzles, draw: random.Random, seen: set[str]) -> Puzzle | None:
    """A random position, if it is a puzzle that is wanted and was not seen."""
    start = random_position(game, wanted, draw)
    if start is None:
        return None
    player, ask = start.to_move, Decider(start)
    if not ask.wins(player, wanted.most) or ask.wins(player, wanted.least - 1):
        return None
    winning = ask.winning(player)
    length = ask.length(player, wanted.most) if len(winning) == wanted.solutions else None
    if length is None:
        return None
    position = bare(JudgedPosition(start, winning, length), draw)
    key = canonical(position.game).key
    if key in seen:
        return None
    seen.add(key)
    difficulty = measured(position)
    if not wanted.difficulty[0] <= difficulty.value <= wanted.difficulty[1]:
        return None
    return Puzzle(position, difficulty, solved(position, difficulty))


def bare(position: JudgedPosition, draw: random.Random) -> JudgedPosition:
    """A position without stones that do nothing; its solutions and its length stay.

    Stones are tried in random order, again and again until each of them is needed.
    """
    while True:
        cells = removable(position.game)
        draw.shuffle(cells)
        less = next((found for cell in cells if (found := without(position, cell)) is not None), None)
        if less is None:
            return position
        position = less


def random_position(game: Game, wanted: WantedPuzzles, draw: random.Random) -> Game | None:
    """A position of a game at random; None where the play is over there."""
    found = _strewn(game, draw) if isinstance(game, PlacementGame) else _played(game, wanted, draw)
    return None if found is None or found.is_over(found.start) else found


def _strewn(game: PlacementGame, draw: random.Random) -> Game | None:
    """Stones on random open cells, in the numbers that the order of turns gives; makers of maker-breaker games move."""
    start = game.start
    free = list(cells_of(game.board.full & ~(start.black | start.white)))
    least = max(0, min(2, len(free) - 1))
    number = draw.randint(least, max(1, least, (11 * len(free)) // 20))
    breaker = isinstance(game, ConnectionGame) or (isinstance(game, PositionalGame) and game.rule is Rule.MAKER_BREAKER)
    while breaker and game.player_at(start.ply + number) is not Player.BLACK:
        number += 1
    if number >= len(free):
        return None
    drawn = draw.sample(free, number)
    if drawn and drawn[0] not in game.legal(start):  # the first stone may be restricted
        return None
    stones = {player: start.stones(player) for player in Player}
    for ply, cell in enumerate(drawn, start.ply):
        stones[game.player_at(ply)] |= 1 << cell
    at = Position(stones[Player.BLACK], stones[Player.WHITE], start.ply + number)
    return game.at(at) if game.winner(at) is None else None


def _played(game: Game, wanted: WantedPuzzles, draw: random.Random) -> Game | None:
    """A position of a random play, so many moves before its end that a win of the wanted length has room."""
    line = [game.start]
    while len(line) <= MOST_PLIES and (legal := game.legal(line[-1])):
        line.append(game.step(line[-1], draw.choice(legal)))
    last = len(line) - 2  # before the last move
    if last < 0:
        return None
    return game.at(line[draw.randint(max(0, last - wanted.most), last)])


MOST_PLIES = 200
"""The longest random play."""
