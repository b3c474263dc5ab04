"""The native search of grid games against the oracles, what is known, and its limits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.known_games import KNOWN, Known
from tests.oracles.retrograde import solve_exactly
from tests.search import asking
from tests.search.asking import grid as decide
from tests.search.grid_games import KINDS, random_game
from tests.sizes import draws

from zermelo.errors import LimitError, SanityError
from zermelo.families import make
from zermelo.families.connect import line_goals
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, GridGame, Player, Position
from zermelo.model.conditions import swapped
from zermelo.search import Minimax
from zermelo.search.backward import BackwardSession
from zermelo.search.disguised_session import DisguisedSession, as_positional
from zermelo.search.engines import Engine, engine_for, session_for
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.search.switches import GridSwitches as Switches


def grid(expression: str) -> GridGame:
    game = make(expression)
    assert isinstance(game, GridGame)
    return game


NAMES = [field.name for field in fields(Switches) if field.type == "bool"]


def switches(rng: Random) -> Switches:
    return Switches(**{name: rng.random() < 0.6 for name in NAMES}, shuffle=rng.choice((0, 1, 99)))


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
            assert not (expected and opens and game.legal(game.start))
        if positional is not None:
            disguised = asking.disguised(game, depth)
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
    session = GridSession(game, switches(rng), endless=partial(BackwardSession, game))
    for player in Player:
        assert session.decide(player, None, Limits()).answer is (exact.winner is player)
        assert asking.critical_depth(session, player) == (exact.depth if exact.winner is player else None)
    assert asking.disguised(game).answer is (exact.winner is Player.BLACK)
    if exact.winner is not None and exact.depth is not None:
        tiny = GridSession(game, switches(rng))  # a table of a few places
        for depth in range(max(0, exact.depth - 1), exact.depth + 1):
            answer = tiny.decide(exact.winner, depth, Limits(megabytes=0)).answer
            assert answer is (depth == exact.depth), depth
        hidden = as_positional(game)
        if hidden is not None:
            check_disguised(DisguisedSession(game, hidden), exact.winner, exact.depth)


def check_disguised(session: DisguisedSession, winner: Player, least: int) -> None:
    """Both players at depths around the critical one, and each first move."""
    game, free = session.game, Limits()
    for player in Player:
        for depth in (max(0, least - 1), least, least + 1, None):
            wins = player is winner and (depth is None or depth >= least)
            found = session.decide(player, depth, free)
            assert found.answer is wins, (player, depth)
            if player is winner:
                assert wins or (found.depth is not None and found.depth < least)
                assert not wins or found.depth is None or found.depth >= least
            for move, result in session.first_moves(player, depth, free).items():
                after = solve_exactly(game.at(game.apply(game.start, move)))
                within = after.depth + 1 if after.depth is not None and after.winner is player else None
                best = within is not None and (depth is None or within <= depth)
                assert result.answer is best, (player, depth, move)
                if within is not None:
                    assert best or (result.depth is not None and result.depth < within)
                    assert not best or result.depth is None or result.depth >= within


@settings(max_examples=draws(100, 25))
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9))
def test_every_depth_agrees_with_minimax(kind: str, seed: int) -> None:
    check_bounded(random_game(kind, seed), Random(seed))


@settings(max_examples=draws(600, 120))
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9))
def test_any_position_agrees_with_minimax_at_small_depths(kind: str, seed: int) -> None:
    """Positions drawn at random meet far more of what a search takes for granted than plays from one start do."""
    game, rng = random_game(kind, seed), Random(seed)
    for _ in range(6):
        stones, white = _some_cells(rng, game), rng.getrandbits(game.columns * game.rows)
        try:
            at = replace(game, start=Position(stones & ~white, stones & white, rng.choice([0, 1])))
        except SanityError:
            continue
        if at.goal_winner(at.start) is not None:
            continue
        session = GridSession(at, switches(rng) if rng.random() < 0.3 else Switches())
        for player in Player:
            seen = at if player is Player.BLACK else at.swapped()
            oracle = Minimax(seen, 8_000)
            for depth in rng.sample([2, 3, 4], 2):
                with suppress(LimitError):
                    expected = oracle.within(seen.start, depth)
                    assert session.decide(player, depth, Limits()).answer is expected, (player, depth, at.start)


def _some_cells(rng: Random, game: GridGame) -> int:
    share = rng.choice([0.3, 0.6, 0.8])
    return sum(1 << cell for cell in range(game.columns * game.rows) if rng.random() < share)


@settings(max_examples=draws(100, 20))
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
        depth = asking.critical_depth(session_for(game), player)
        assert (depth is not None) is wins
        assert not wins or known.depth in {None, depth}


@pytest.mark.parametrize(("columns", "depths"), [(3, [5, 7, 9, 10, None]), (2, [3, 4, 5, None])])
def test_a_positional_game_in_disguise_goes_to_its_engine(columns: int, depths: list[int | None]) -> None:
    """Three in a row: Black wins beyond a full board too, when it is White who cannot move there."""
    occupy = [Action("occupy", (at(Colour.OPEN),), (at(colour),)) for colour in (Colour.BLACK, Colour.WHITE)]
    goals = line_goals(3), tuple(swapped(goal) for goal in line_goals(3))
    game = GridGame("row", columns, columns, (occupy[0],), (occupy[1],), *(goals if columns > 2 else ((), ())))
    engine = engine_for(game)
    assert engine == Engine("positional")
    for depth in depths:
        answer = session_for(game).decide(Player.BLACK, depth, Limits()).answer
        assert answer is Minimax(game).within(game.start, depth or columns**2 + 1), depth
    assert engine_for(grid("connect:3,board=3x3")) == Engine("grid")


def test_neither_can_win() -> None:
    game = grid("evader-pursuer:3x3,evader=3-3,pursuer=1-2")
    walk = [action for action in game.white_actions if action.name in {"left", "right", "stay"}]
    rules = {"black_actions": tuple(game.black_actions[-1:]), "white_actions": tuple(walk), "white_goals": ()}
    fields_of = {field.name: getattr(game, field.name) for field in fields(game)}
    stuck = GridGame(**{**fields_of, **rules})
    for player in Player:
        found = session_for(stuck).decide(player, None, Limits())
        assert (found.answer, found.reason, found.depth) == (False, None, None)
    assert decide(stuck).answer is False
    assert decide(stuck, 100_000).answer is False


def test_limits() -> None:
    game = grid("breakthrough:5x5")
    assert decide(game, time_limit=0).reason == "time"
    assert decide(game, time_limit=0.05).reason == "time"
    assert decide(game, node_limit=100).reason == "nodes"
    cyclic = grid("evader-pursuer:8x8,evader=8-1,pursuer=3-4")
    assert decide(cyclic, memory_limit_mb=0.01).reason == "memory"


def test_large_boards() -> None:
    assert decide(grid("domineering:22x22"), 3).answer is False
    assert decide(grid("evader-pursuer:20x20,evader=3-1,pursuer=20-20"), 3).answer is True
    chase = session_for(grid("evader-pursuer:12x12,evader=12-1,pursuer=3-4"))
    assert {chase.decide(player, None, Limits(megabytes=500)).answer for player in Player} == {True, False}
