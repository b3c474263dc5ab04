"""Depth-first search and retrograde analysis of the native core against the plain oracles."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS
from tests.known_games import KNOWN, Known

from zermelo import _native
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.model import Game, Player, Position
from zermelo.search import Minimax, solve_exactly
from zermelo.search.depth_first import Options, decide, fastest, solve_all, symmetries
from zermelo.search.perft import native_rules

SWITCHES = [each.name for each in fields(Options)]


def _grid(rng: Random) -> Game:
    """Random rules on a small board, perhaps entered in the middle, perhaps with White as the opener."""
    while True:
        columns, rows = rng.choice([(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (2, 3), (3, 3)])
        rules = f"actions={rng.randint(1, 3)},goals={rng.randint(0, 3)}"
        opener = rng.choice(["", ",first=white"])
        try:
            game: Game = make(f"random-grid:seed={rng.randrange(10**9)},board={columns}x{rows},{rules}{opener}")
        except InputError:
            continue
        for _ in range(rng.choice((0, 0, 1, 2))):
            moves = game.moves(game.start)
            game = game.after([rng.choice(moves)]) if moves else game
        return game


ALL_KINDS: dict[str, Any] = {**KINDS, "grid": _grid}


def _options(rng: Random) -> Options:
    return Options(**{name: rng.random() < 0.7 for name in SWITCHES})


def _memory(rng: Random) -> float:
    """From a handful of entries to a megabyte."""
    return rng.choice((0.0, 0.0005, 0.01, 1.0))


@settings(max_examples=400)
@given(st.integers(0, 10**9), st.sampled_from(sorted(ALL_KINDS)))
def test_every_depth_is_answered_as_by_minimax(seed: int, kind: str) -> None:
    rng = Random(seed)
    game = ALL_KINDS[kind](rng)
    search, options, memory = Minimax(game, 30_000), _options(rng), _memory(rng)
    for depth in range(len(game.board) + 2):
        try:
            truth = search.within(game.start, depth)
        except LimitError:
            return
        found = decide(game, depth, memory_limit_mb=memory, options=options)
        assert found.answer is truth
        _check_first_move(game, search, depth, found.answer, found.first_move)


def _check_first_move(game: Game, search: Minimax, depth: int, wins: bool, first: Any) -> None:
    opens = game.goal_winner(game.start) is None and game.to_move(game.start) is Player.BLACK
    assert (first is not None) == (wins and opens)
    if first is not None:
        assert search.within(game.apply(game.start, first), depth - 1)


@settings(max_examples=400)
@given(st.integers(0, 10**9), st.sampled_from(sorted(ALL_KINDS)))
def test_both_searches_agree_with_the_plain_retrograde_analysis(seed: int, kind: str) -> None:
    rng = Random(seed)
    game = ALL_KINDS[kind](rng)
    try:
        truth = solve_exactly(game, 3_000)
    except LimitError:
        return
    solved = solve_all(game, memory_limit_mb=4)
    assert (solved.winner, solved.depth) == (truth.winner, truth.depth)
    assert solved.found.answer is (truth.winner is Player.BLACK)
    assert (solved.found.first_move is None) == (truth.first_move is None)
    if solved.found.first_move is not None:
        assert truth.depth is not None
        after = solve_exactly(game.at(game.apply(game.start, solved.found.first_move)))
        assert (after.winner, after.depth) == (truth.winner, truth.depth - 1)
    wins = truth.depth if truth.winner is Player.BLACK else None
    quick = fastest(game, 12, memory_limit_mb=_memory(rng), options=replace(_options(rng), deepening=True))
    assert quick.depth == (wins if wins is not None and wins <= 12 else None)
    assert quick.refuted >= (12 if quick.depth is None else quick.depth - 1)
    assert not (quick.for_ever and wins is not None)


@pytest.mark.parametrize("known", [each for each in KNOWN if each.winner == "black"], ids=lambda known: known.game)
def test_known_critical_depths(known: Known) -> None:
    assert known.depth is not None
    assert fastest(make(known.game), known.depth + 2).depth == known.depth


def test_a_play_that_nobody_can_end_is_told_from_a_long_one() -> None:
    game = make("evader-pursuer:4x4,evader=4-1,pursuer=1-2")
    assert solve_all(game).winner is Player.WHITE
    dual = make("evader-pursuer-dual:4x4,evader=4-1,pursuer=2-3")
    assert solve_all(dual)[:2] == (None, None) or solve_all(dual).winner is not None
    assert decide(dual, None).answer is decide(dual, 60).answer


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_alone_changes_no_answer(switch: str) -> None:
    options = Options(**{switch: False})
    for name, depth in (("domineering:4x4", 8), ("connect:3,board=4x4", 9), ("hex:3x3", 5)):
        assert decide(make(name), depth, options=options, memory_limit_mb=1).answer is True
        assert decide(make(name), depth - 1, options=options, memory_limit_mb=1).answer is False


def test_symmetries_of_a_square() -> None:
    assert len(symmetries(make("httt:tippy,board=4x4"))) == 7
    assert len(symmetries(make("hex:3x3"))) == 1


HARD = "breakthrough:5x5"


def test_limits_end_a_search() -> None:
    game = make(HARD)
    begin = time.monotonic()
    assert decide(game, 40, time_limit=0).reason == "time"
    assert solve_all(game, time_limit=0).found.reason == "time"
    assert decide(game, 40, time_limit=0.05, memory_limit_mb=1).reason == "time"
    assert time.monotonic() - begin < 3
    stopped = fastest(game, 40, node_limit=5_000)
    assert stopped.found.reason == "nodes"
    assert stopped.found.answer is None
    assert stopped.found.nodes <= 6_500
    assert 0 < stopped.refuted < 40
    full = solve_all(game, memory_limit_mb=1)
    assert full.found.reason == "memory"
    assert full.found.answer is None
    assert full.found.memory <= 2**20
    assert decide(make("hex:4x4"), 7, memory_limit_mb=1).memory < 2 * 2**20


def test_huge_depths_neither_overflow_nor_hang() -> None:
    dual = make("evader-pursuer-dual:4x4,evader=4-1,pursuer=2-3")
    found = decide(dual, 10**12, options=Options(deepening=False), time_limit=1, memory_limit_mb=1)
    assert found.answer is None
    assert found.reason in {"time", "memory"}


@pytest.mark.parametrize("search", [lambda game: decide(game, 40), lambda game: solve_all(game, memory_limit_mb=500)])
def test_an_interrupt_ends_a_search(search: Any) -> None:
    game = make(HARD)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search(game)
    timer.join()


def test_won_positions_need_no_search() -> None:
    game = make("hex:3x3")
    won = game.at(Position(game.board.mask(["b1", "b2", "a3"]), game.board.mask(["c2", "c3"]), 5))
    assert decide(won, 0).answer is True
    assert solve_all(won)[:2] == (Player.BLACK, 0)
    assert decide(game, -1).answer is False


@pytest.mark.parametrize("wrong", [[[0, 0, 1, 2]], [[0, 1, 2]], [[0, 1, 2, 4]], [3], 7])
def test_symmetries_must_be_permutations(wrong: Any) -> None:
    rules = native_rules(make("hex:2x2"))
    with pytest.raises((ValueError, TypeError)):
        _native.depth_first(rules, 0, 0, 0, 3, -1.0, 10, 10, wrong, **dict.fromkeys(SWITCHES[:1] + SWITCHES[2:], True))
