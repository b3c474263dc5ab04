"""The two oracles against each other and against what is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.retrograde import solve_exactly

from zermelo.errors import LimitError
from zermelo.model import Board, ConnectionGame, Player, PositionalGame, Rule, Turns
from zermelo.search import Minimax


@st.composite
def positional_games(draw: st.DrawFn) -> PositionalGame:
    cells = draw(st.integers(1, 6))
    masks = st.lists(st.integers(1, 2**cells - 1), max_size=4)
    rule = draw(st.sampled_from(Rule))
    turns = Turns(draw(st.sampled_from(Player)), draw(st.integers(1, 2)), draw(st.integers(1, 2)))
    white = draw(masks) if rule is Rule.MAKER_MAKER else []
    return PositionalGame("random", Board.square(cells, 1), rule, tuple(draw(masks)), tuple(white), turns=turns)


@given(positional_games())
def test_retrograde_analysis_finds_the_least_depth_of_minimax(game: PositionalGame) -> None:
    search, exact = Minimax(game), solve_exactly(game)
    depths = [depth for depth in range(len(game.board) + 1) if search.within(game.start, depth)]
    assert (exact.winner is Player.BLACK) == bool(depths)
    if depths:
        assert exact.depth == depths[0]


@given(positional_games())
def test_a_win_within_a_depth_stays_a_win(game: PositionalGame) -> None:
    search = Minimax(game)
    answers = [search.within(game.start, depth) for depth in range(len(game.board) + 3)]
    assert answers == sorted(answers)


def test_limits_are_kept() -> None:
    with pytest.raises(LimitError):
        Minimax(ConnectionGame.hex(4, 4), node_limit=100).within(ConnectionGame.hex(4, 4).start, 9)
    with pytest.raises(LimitError):
        solve_exactly(ConnectionGame.hex(4, 4), node_limit=100)
    with pytest.raises(LimitError):
        solve_exactly(ConnectionGame.hex(4, 4), time_limit=0)
