"""The native search of grid games against the oracles, what is known, and its limits."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.known_games import KNOWN, Known
from tests.search.grid_games import KINDS, random_game

from zermelo.errors import LimitError
from zermelo.families import make
from zermelo.families.connect import line_goals
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, GridGame, Player
from zermelo.model.conditions import swapped
from zermelo.search import Minimax, grid_positional, solve_exactly
from zermelo.search.engines import Engine, engine_for
from zermelo.search.grid_positional import as_positional
from zermelo.search.grid_search import Switches, decide, fastest, solve_all


def grid(expression: str) -> GridGame:
    game = make(expression)
    assert isinstance(game, GridGame)
    return game


NAMES = [field.name for field in fields(Switches)]


def switches(rng: Random) -> Switches:
    return Switches(**{name: rng.random() < 0.6 for name in NAMES})


def check_bounded(game: GridGame, rng: Random) -> None:
    """Every depth, with random parts of the search turned off and tables from a few entries on."""
    oracle, longest = Minimax(game, 8_000), game.complete_depth()
    positional = as_positional(game)
    for depth in range(min(7, 7 if longest is None else longest + 1) + 1):
        try:
            expected = oracle.within(game.start, depth)
        except LimitError:
            return
        found = decide(game, depth, memory_limit_mb=rng.choice([0, 0.001, 1]), switches=switches(rng))
        assert found.answer is expected, depth
        if found.first_move is not None:
            assert oracle.within(game.apply(game.start, found.first_move), depth - 1)
        else:
            opens = game.mover(game.start) is Player.BLACK
            assert not (expected and opens and game.goal_winner(game.start) is None)
        if positional is not None:
            disguised = grid_positional.decide(game, depth)
            assert disguised.answer is expected, depth
            if disguised.first_move is not None:
                assert oracle.within(game.apply(game.start, disguised.first_move), depth - 1)
            if depth <= positional.complete_depth():
                assert Minimax(positional).within(positional.start, depth) is expected


def check_unbounded(game: GridGame, rng: Random) -> None:
    try:
        exact = solve_exactly(game, 1_500)
    except LimitError:
        return
    chosen = switches(rng)
    solved = solve_all(game, switches=chosen)
    assert (solved.winner, solved.depth, solved.reason) == (exact.winner, exact.depth, None)
    if solved.first_move is not None and solved.depth is not None:
        after = solve_exactly(game.at(game.apply(game.start, solved.first_move)))
        assert (after.winner, after.depth) == (exact.winner, solved.depth - 1)
    assert decide(game, switches=chosen).answer is (exact.winner is Player.BLACK)
    assert grid_positional.decide(game).answer is (exact.winner is Player.BLACK)
    for player in Player:
        best = fastest(game, player, switches=chosen)
        assert best.depth == (exact.depth if exact.winner is player else None)
    if exact.winner is not None:  # deepening for both players, for want of memory
        deepened = solve_all(game, memory_limit_mb=0, switches=chosen)
        assert (deepened.winner, deepened.depth, deepened.reason) == (exact.winner, exact.depth, None)


@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9))
def test_every_depth_agrees_with_minimax(kind: str, seed: int) -> None:
    check_bounded(random_game(kind, seed), Random(seed))


@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9))
def test_outcomes_agree_with_plain_retrograde_analysis(kind: str, seed: int) -> None:
    check_unbounded(random_game(kind, seed), Random(seed))


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.game)
def test_what_is_known(known: Known) -> None:
    game = make(known.game)
    if not isinstance(game, GridGame):
        pytest.skip("not a grid game")
    for player in Player:
        wins = known.winner == player.value
        if wins:
            assert decide(game if player is Player.BLACK else game.swapped()).answer is True
            assert known.depth in {None, fastest(game, player).depth}
        else:
            assert fastest(game, player).depth is None


@pytest.mark.parametrize(("columns", "depths"), [(3, [5, 7, 9, 10, None]), (2, [3, 4, 5, None])])
def test_a_positional_game_in_disguise_goes_to_its_engine(columns: int, depths: list[int | None]) -> None:
    """Three in a row: Black wins beyond a full board too, when it is White who cannot move there."""
    occupy = [Action("occupy", (at(Colour.OPEN),), (at(colour),)) for colour in (Colour.BLACK, Colour.WHITE)]
    goals = line_goals(3), tuple(swapped(goal) for goal in line_goals(3))
    game = GridGame("row", columns, columns, (occupy[0],), (occupy[1],), *(goals if columns > 2 else ((), ())))
    engine = engine_for(game)
    assert engine == Engine("positional")
    for depth in depths:
        assert engine.find(game, depth).answer is Minimax(game).within(game.start, depth or columns**2 + 1), depth
    assert engine_for(grid("connect:3,board=3x3")) == Engine("grid")


def test_neither_can_win() -> None:
    game = grid("evader-pursuer:3x3,evader=3-3,pursuer=1-2")
    walk = [action for action in game.white_actions if action.name in {"left", "right", "stay"}]
    rules = {"black_actions": tuple(game.black_actions[-1:]), "white_actions": tuple(walk), "white_goals": ()}
    fields_of = {field.name: getattr(game, field.name) for field in fields(game)}
    stuck = GridGame(**{**fields_of, **rules})
    solved = solve_all(stuck)
    assert (solved.winner, solved.reason, solved.refuted) == (None, None, (None, None))
    assert decide(stuck).answer is False
    assert decide(stuck, 100_000).answer is False


@pytest.mark.parametrize("question", [decide, fastest, solve_all])
def test_limits(question) -> None:
    game = grid("breakthrough:5x5")
    assert question(game, time_limit=0).reason == "time"
    assert question(game, time_limit=0.05).reason == "time"
    assert question(game, node_limit=100).reason == "nodes"
    cyclic = grid("evader-pursuer:8x8,evader=8-1,pursuer=3-4")
    assert decide(cyclic, memory_limit_mb=0.01).reason == "memory"


def test_large_boards() -> None:
    assert decide(grid("domineering:22x22"), 3).answer is False
    assert decide(grid("evader-pursuer:20x20,evader=3-1,pursuer=20-20"), 3).answer is True
    assert solve_all(grid("evader-pursuer:12x12,evader=12-1,pursuer=3-4"), memory_limit_mb=500).winner is not None
