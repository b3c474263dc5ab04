"""The generic engines (depth-first, df-pn, proof numbers best first, retrograde) against the plain oracles."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS as CELL_KINDS
from tests.known_games import KNOWN, Known
from tests.oracles.retrograde import solve_exactly
from tests.search import asking
from tests.search.asking import black
from tests.search.asking import generic as decide
from tests.search.grid_games import KINDS as GRID_KINDS
from tests.search.grid_games import random_game
from tests.sizes import draws

from zermelo import _native
from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import Game, GridGame, Player, Position
from zermelo.model.native_rules import native_rules
from zermelo.search import Minimax
from zermelo.search.backward import BackwardSession
from zermelo.search.engines import session_for
from zermelo.search.generic_session import GenericSession, symmetries
from zermelo.search.session import Limits, breaks
from zermelo.search.switches import GenericSwitches as Switches
from zermelo.search.table_session import ENGINES

NAMES = [each.name for each in fields(Switches) if each.type == "bool"]
KINDS = [*CELL_KINDS, *GRID_KINDS]


def built(kind: str, seed: int) -> Game:
    return CELL_KINDS[kind](Random(seed)) if kind in CELL_KINDS else random_game(kind, seed)


def switches(rng: Random) -> Switches:
    return Switches(**{name: rng.random() < 0.6 for name in NAMES}, shuffle=rng.choice((0, 1, 99)))


def memory(rng: Random) -> float:
    """From a handful of entries to a megabyte."""
    return rng.choice((0.0, 0.0005, 0.01, 1.0))


def check_bounded(game: Game, rng: Random) -> None:
    """Every engine at every depth, with random parts turned off."""
    oracle = Minimax(game, 8_000)
    longest = game.complete_depth()
    for depth in range(min(7, 7 if longest is None else longest + 1) + 1):
        try:
            truth = oracle.within(game.start, depth)
        except LimitError:
            return
        for engine in ENGINES:
            found = decide(
                game, depth, engine=engine, memory_limit_mb=memory(rng), switches=switches(rng), node_limit=10_000
            )
            if found.answer is None:  # without its table, or where the tree has no room
                assert found.reason in {"memory", "nodes"}
                assert engine != "depth-first"
                continue
            assert found.answer is truth, (engine, depth)
            check_first_move(game, oracle, depth, truth, found.first_move)


def check_first_move(game: Game, oracle: Minimax, depth: int, wins: bool, first: Any) -> None:
    opens = bool(game.legal(game.start)) and game.mover(game.start) is Player.BLACK
    assert (first is not None) == (wins and opens)
    if first is not None:
        assert oracle.within(game.apply(game.start, first), depth - 1)


def check_unbounded(game: Game, rng: Random) -> None:
    try:
        truth = solve_exactly(game, 1_500)
    except LimitError:
        return
    endless = partial(BackwardSession, game) if isinstance(game, GridGame) else None
    for engine in ENGINES:
        session = GenericSession(game, engine, switches(rng), endless)
        for player in Player:
            # a breaker wins where the maker does not
            wins = truth.winner is player or (player is Player.WHITE and truth.winner is None and breaks(game))
            assert session.decide(player, None, Limits()).answer is wins, (engine, player)
        if truth.winner is Player.BLACK:
            assert asking.critical_depth(session, Player.BLACK) == truth.depth


@settings(max_examples=draws(150, 25))
@given(st.integers(0, 10**9), st.sampled_from(KINDS))
def test_every_depth_is_answered_as_by_minimax(seed: int, kind: str) -> None:
    check_bounded(built(kind, seed), Random(seed))


@settings(max_examples=draws(150, 25))
@given(st.integers(0, 10**9), st.sampled_from(KINDS))
def test_outcomes_are_those_of_the_plain_retrograde_analysis(seed: int, kind: str) -> None:
    check_unbounded(built(kind, seed), Random(seed))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("known", [each for each in KNOWN if each.winner == "black"], ids=lambda known: known.game)
def test_known_critical_depths(known: Known, engine: str) -> None:
    game = make(known.game)
    assert known.depth is not None
    assert decide(game, known.depth, engine=engine).answer is True
    assert decide(game, known.depth - 1, engine=engine).answer is False


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("switch", NAMES)
def test_every_switch_alone_changes_no_answer(switch: str, engine: str) -> None:
    chosen = Switches(**{switch: False})
    for name, depth in (("domineering:4x4", 8), ("connect:3,board=4x4", 9), ("hex:3x3", 5), ("httt:elly,board=4x4", 7)):
        assert decide(make(name), depth, engine=engine, switches=chosen, memory_limit_mb=50).answer is True
        assert decide(make(name), depth - 1, engine=engine, switches=chosen, memory_limit_mb=50).answer is False


def test_a_full_tree_goes_on_by_second_searches() -> None:
    game = make("httt:elly,board=4x4")
    tree = decide(game, 7, engine="pns")
    small = tree.memory * 0.1e-6
    second = decide(game, 7, engine="pns", memory_limit_mb=small)
    assert (tree.answer, second.answer) == (True, True)
    assert second.memory <= 1e6 * small < tree.memory
    alone = decide(game, 7, engine="pns", memory_limit_mb=small, switches=Switches(second_level=False))
    assert (alone.answer, alone.reason) == (None, "memory")


def test_a_play_that_nobody_can_end_is_told_from_a_long_one() -> None:
    game = make("evader-pursuer:4x4,evader=4-1,pursuer=1-2")
    for engine in ENGINES:
        session = session_for(game, engine)
        for depth, answers in ((None, [False, True]), (12, [False, True]), (1, [False, False])):
            assert [session.decide(player, depth, Limits()).answer for player in Player] == answers, (engine, depth)


def test_symmetries_of_a_square() -> None:
    assert len(symmetries(make("httt:tippy,board=4x4"))) == 7
    assert len(symmetries(make("hex:3x3"))) == 1


HARD = "breakthrough:5x5"
QUESTIONS: dict[str, Callable[..., Any]] = {
    **{name: lambda game, engine=name, **limits: decide(game, 40, engine=engine, **limits) for name in ENGINES},
    "backward": lambda game, **limits: black(BackwardSession(game), **limits),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_limits_end_a_search(question: Callable[..., Any]) -> None:
    game, begin = make(HARD), time.monotonic()
    assert question(game, time_limit=0).reason == "time"
    assert question(game, time_limit=0.05).reason == "time"
    assert time.monotonic() - begin < 3
    stopped = question(game, node_limit=5_000)
    assert stopped.reason == "nodes"
    assert question is QUESTIONS["backward"] or stopped.nodes <= 5_001
    assert question(game, time_limit=0.3, memory_limit_mb=0.01).reason in {"time", "memory"}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_an_interrupt_ends_a_search(question: Callable[..., Any]) -> None:
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        question(make(HARD), memory_limit_mb=4000)
    timer.join()


@pytest.mark.parametrize("engine", ENGINES)
def test_huge_depths_neither_overflow_nor_hang(engine: str) -> None:
    dual = make("evader-pursuer-dual:4x4,evader=4-1,pursuer=2-3")
    truth = solve_exactly(dual).winner is Player.BLACK
    assert decide(dual, 10**12, engine=engine).answer is truth
    found = decide(dual, 65_534, engine=engine, time_limit=0.5, switches=Switches(deepen=False))
    assert found.answer in {truth, None}


@pytest.mark.parametrize("engine", ENGINES)
def test_won_positions_need_no_search(engine: str) -> None:
    game = make("hex:3x3")
    won = game.at(Position(game.board.mask(["b1", "b2", "a3"]), game.board.mask(["c2", "c3"]), 5))
    assert decide(won, 0, engine=engine).answer is True
    assert decide(game, -1, engine=engine).answer is False


def test_impossible_questions() -> None:
    with pytest.raises(InputError):
        session_for(make("ttt"), "magic")
    with pytest.raises(UnsupportedError):
        decide(make("hex:23x23"), 3)


@pytest.mark.parametrize("wrong", [[[0, 0, 1, 2]], [[0, 1, 2]], [[0, 1, 2, 4]], [3]])
def test_symmetries_must_be_permutations(wrong: Any) -> None:
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        _native.Search.of_rules(native_rules(make("hex:2x2")), 0, wrong, {}, 100)


def test_a_position_must_have_the_stones_of_its_ply() -> None:
    search = _native.Search.of_rules(native_rules(make("hex:2x2")), 0, [], {}, 100)
    assert search.decide(2, 0, 1, None, 1.0, 100, None)[:2] == ("", True)
    with pytest.raises(ValueError, match="ply"):
        search.decide(2, 0, 2, None, 1.0, 100, None)
