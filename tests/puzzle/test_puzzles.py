"""Puzzles against minimax by the plain rules: one winning move, none faster, every stone needed, no two alike."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from tests.sizes import size

import zermelo
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.model import Game, Player, Position, PositionalGame, cells_of
from zermelo.model.move_spelling import short_names
from zermelo.puzzle import Difficulty, Puzzle, WantedPuzzles, judged, puzzles
from zermelo.puzzle.difficulty import measured
from zermelo.puzzle.generate_puzzles import random_position
from zermelo.puzzle.judge import JudgedPosition, decided_until, removable
from zermelo.puzzle.solution import Solution, solved
from zermelo.store import canonical

GAMES = [
    "hex:3x3",
    "hex:4x3",
    "ttt",
    "gomoku:3,board=4x3",
    "httt:el,board=3x3,mb",
    "gttt:el,p=2,q=1,board=3x3",
    "y:3",
    "connect:3,board=4x3",
    "domineering:4x3",
    "breakthrough:2x5",
    "clobber:3x3",
    "col:3x3",
    "misere-ttt",
]


@functools.cache
def _drawn(text: str) -> tuple[list[Puzzle], Iterator[Puzzle]]:
    return [], puzzles(make(text), WantedPuzzles(least=2, seed=1, attempts=400))


def some(text: str, count: int = 3) -> list[Puzzle]:
    """The first puzzles of a game, each made once for all tests."""
    made, more = _drawn(text)
    made += islice(more, max(0, count - len(made)))
    return made[:count]


class Oracle:
    """The wins of a player by the plain rules, all moves tried."""

    def __init__(self, game: Game, player: Player) -> None:
        self.game, self.player = game, player
        self.most = game.complete_depth() or 20
        self._known: dict[tuple[Position, int], bool] = {}

    def wins(self, position: Position, depth: int) -> bool:
        """Decide whether the player wins from a position within so many moves."""
        key = position, depth
        if key not in self._known:
            self._known[key] = self._decide(position, depth)
        return self._known[key]

    def _decide(self, position: Position, depth: int) -> bool:
        game = self.game
        reached = game.goal_winner(position)
        if reached is not None or depth <= 0:
            return reached is self.player
        moves = game.legal(position)
        if not moves:
            return game.winner(position) is self.player
        after = (self.wins(game.step(position, move), depth - 1) for move in moves)
        return any(after) if game.mover(position) is self.player else all(after)

    def winning(self) -> list[Any]:
        """The first moves that win."""
        start = self.game.start
        return [move for move in self.game.legal(start) if self.wins(self.game.step(start, move), self.most)]

    def length(self) -> int | None:
        """The least number of moves of a win."""
        return next((depth for depth in range(self.most + 1) if self.wins(self.game.start, depth)), None)


@pytest.mark.parametrize("text", GAMES)
def test_one_move_wins_and_none_is_shorter(text: str) -> None:
    found = some(text)
    assert found, "this game has puzzles"
    for puzzle in found:
        oracle = Oracle(puzzle.game, puzzle.game.to_move)
        assert oracle.length() == puzzle.moves
        assert oracle.winning() == [puzzle.game.find_move(puzzle.solution.move)]
        after = puzzle.game.play(puzzle.solution.move)
        assert oracle.wins(after.start, puzzle.moves - 1)


@pytest.mark.parametrize(
    "text", ["hex:3x3", "ttt", "httt:el,board=3x3,mb", "domineering:4x3", "clobber:3x3", "col:3x3"]
)
def test_every_stone_is_needed(text: str) -> None:
    """Without any one stone another set of moves wins, or in another time, or the play is over."""
    for puzzle in some(text):
        player = puzzle.position.player
        first = Oracle(puzzle.game, player).winning()
        for cell in cells_of(puzzle.game.start.black | puzzle.game.start.white):
            black, white, ply = puzzle.game.start
            try:
                less = puzzle.game.at(Position(black & ~(1 << cell), white & ~(1 << cell), ply))
            except InputError:  # somebody has won
                continue
            oracle = Oracle(less, player)
            over = less.is_over(less.start)
            assert over or (oracle.winning(), oracle.length()) != (first, puzzle.moves), puzzle.game.draw()


@pytest.mark.parametrize("text", GAMES)
def test_no_two_are_alike_and_a_seed_gives_the_same(text: str) -> None:
    keys = [canonical(puzzle.game).key for puzzle in some(text)]
    assert len(set(keys)) == len(keys)
    again = [
        puzzle.to_json() for puzzle in islice(puzzles(make(text), WantedPuzzles(least=2, seed=1, attempts=400)), 2)
    ]
    assert again == [puzzle.to_json() for puzzle in some(text)[:2]]


@pytest.mark.parametrize("text", GAMES)
def test_the_text_of_a_puzzle_is_the_position(text: str) -> None:
    for puzzle in some(text, 2):
        game = zermelo.load(puzzle.text)
        assert (game.to_move, game.depth) == (puzzle.position.player, None if puzzle.format == "hex" else puzzle.moves)
        assert sorted(game.moves) == sorted(puzzle.game.moves)
        found = judged(game.with_depth(None))
        assert list(found.winning) == [game.find_move(puzzle.solution.move)]
        assert found.length == puzzle.moves
        assert not removable(game) or found.is_puzzle()


@pytest.mark.parametrize("text", GAMES)
def test_the_solution_answers_every_reply(text: str) -> None:
    """The longest line is a play that wins in time, and each answer wins in time."""
    for puzzle in some(text, 2):
        game, solution = puzzle.game, puzzle.solution
        player = puzzle.position.player
        end = game.after(list(solution.line))
        assert end.is_over(end.start)
        assert end.winner(end.start) is player
        assert solution.length - 1 <= len(solution.line) <= solution.length  # a move that cannot be made counts
        later = game.play(solution.move)
        answered = [reply for each in solution.answers for reply in each.replies]
        assert len(answered) == len(set(answered))
        for each in solution.answers:
            for reply in each.replies:
                answered_by = later.play(reply).play(each.move)
                assert Oracle(answered_by, player).wins(answered_by.start, puzzle.moves - 3)


@pytest.mark.parametrize("text", [*GAMES, "breakthrough:3x5"])
def test_answers_are_named_as_after_each_reply(text: str) -> None:
    """The player has the move, the name is one that is written there, and of two answers no name is the same."""
    for puzzle in some(text, size(6, 3)):
        later, meant = puzzle.game.play(puzzle.solution.move), dict[str, Any]()
        for each in puzzle.solution.answers:
            for reply in each.replies:
                after = later.play(reply)
                assert after.to_move is puzzle.position.player
                move = after.find_move(each.move)
                assert each.move in (short_names(after, after.start)[move], after.move_name(move))
                assert meant.setdefault(each.move, move) == move


def test_answers_that_would_be_told_alike_have_their_full_names() -> None:
    """A column says all after each of two replies, and not the same."""
    found = judged(make("snort:3x3").after("a2"))
    told = solved(found, measured(found)).words()
    assert {"After b1: paint-bottom(2,_).", "After b3: paint-top(2,_)."} <= set(told)


def test_wanted_lengths_numbers_and_difficulties_are_kept() -> None:
    game = make("hex:4x4")
    found = list(islice(puzzles(game, WantedPuzzles(5, 7, solutions=2, difficulty=(0.2, 0.5), seed=3)), 4))
    assert len(found) == 4
    for puzzle in found:
        assert 5 <= puzzle.moves <= 7
        assert len(puzzle.position.winning) == 2
        assert 0.2 <= puzzle.difficulty.value <= 0.5
    with pytest.raises(InputError, match="a range of moves"):
        next(puzzles(game, WantedPuzzles(5, 3)))


def test_harder_measures_give_a_greater_difficulty() -> None:
    easy, hard = Difficulty(0.1, 0.1, 0.1, 0.1), Difficulty(0.9, 0.9, 0.9, 0.9)
    assert (easy.value, hard.value, easy.level, hard.level) == (0.1, 0.9, "easy", "hard")
    for puzzle in some("hex:4x3"):
        measures = puzzle.difficulty
        assert all(0 <= each <= 1 for each in (measures.length, measures.near_misses, measures.refutations))


def test_a_position_with_a_useless_stone_is_told() -> None:
    game = zermelo.load("3 b[a1] w[c1]")
    assert judged(game).is_puzzle()
    spoilt = judged(zermelo.load("4 b[a1 d4] w[a4 d1]"))
    assert not spoilt.is_puzzle()
    with pytest.raises(InputError, match="the play goes on"):
        judged(zermelo.load("2 b[a1 a2]"))


def test_a_time_limit_is_heard_within_a_position() -> None:
    """One position of a large board takes the search long: the time is over none the less."""
    began = time.monotonic()
    with decided_until(began + 0.2):
        assert next(puzzles(make("hex:11x11"), WantedPuzzles(), lambda: time.monotonic() > began + 0.2), None) is None
    with decided_until(began), pytest.raises(LimitError, match="time"):
        judged(make("hex:3x3"))
    assert judged(make("hex:3x3")).length == 5


@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_boards_of_few_cells(cells: int) -> None:
    """Positions at random there are, though no puzzle may be among them."""
    game = make(f"hex:{cells}x1")
    for seed in range(20):
        position = random_position(game, WantedPuzzles(), Random(seed))
        assert position is None or not position.is_over(position.start)


@pytest.mark.parametrize("moves", [["b2"], ["b2", "a1", "c3"], ["a1", "a2", "b1", "b2", "c2", "c1", "a3", "b3", "c3"]])
def test_stones_that_are_there_stay(moves: list[str]) -> None:
    """Random positions add stones to those of the start; on a full board there is no room."""
    game = make("ttt")
    start = game.start
    for name in moves:
        start = game.step(start, game.board.cell(name))
    found = [random_position(game.at(start), WantedPuzzles(), Random(seed)) for seed in range(20)]
    assert any(found) == (len(moves) < 9)
    for each in filter(None, found):
        assert not start.black & ~each.start.black
        assert not start.white & ~each.start.white


def test_first_stones_are_where_the_rules_say() -> None:
    """With the first move in the corner, all positions have a stone of Black there."""
    game = make("ttt")
    assert isinstance(game, PositionalGame)
    game = replace(game, first_moves=1)
    found = [each for seed in range(60) if (each := random_position(game, WantedPuzzles(), Random(seed)))]
    assert found
    assert all(each.start.black & 1 for each in found)


@pytest.mark.parametrize(("stones", "left"), [(0, 1), (1, 2), (2, 1), (3, 2)])
def test_the_task_says_how_many_stones_are_left(stones: int, left: int) -> None:
    """Of a turn of two stones, the first one of one stone."""
    game = make("gttt:tippy,p=2,q=1,board=4x4")
    start = game.start
    for cell in range(stones):
        start = game.step(start, cell)
    told = f"({left} stone{'s' * (left > 1)} left of this turn)"
    position = JudgedPosition(game.at(start), (), 5)
    assert told in Puzzle(position, Difficulty(0.5, 0.0, 0.0, None), Solution("a1", 5, (), ())).task
