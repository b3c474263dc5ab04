"""Values of impartial packing games by nimbers, against those by parts and options, and as published."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.grid_games import twins
from tests.search.test_nimbers import BOARDS, nimber_of_kayles
from tests.sizes import draws

from zermelo.errors import LimitError
from zermelo.families import make
from zermelo.model import GridGame
from zermelo.theory import impartial_packing, value
from zermelo.theory.short_game import nimber
from zermelo.theory.value import ValueMemory, value_of


@settings(max_examples=draws(2000, 60), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(BOARDS))
def test_values_are_those_of_the_options(rng, board):
    game = twins(rng, *board)
    found = value_of(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value, "impartial_moves", lambda _: None)
        assert value_of(game) == found


@pytest.mark.parametrize("pins", [1, 9, 30, 71])
def test_kayles(pins):
    assert value_of(make(f"kayles:{pins}")) == nimber(nimber_of_kayles(pins))


@pytest.mark.parametrize(
    ("board", "size"),
    [
        ("4x4", 0),
        ("4x5", 2),
        ("5x5", 0),
        ("3x9", 1),
        ("4x7", 3),
        pytest.param("5x6", 2, marks=pytest.mark.slow),
        ("8x8", 0),
    ],
)
def test_cram_as_published(board, size):
    """By Lemoine and Viennot (2012), and Uiterwijk (2019)."""
    assert value_of(make(f"cram:{board}")) == nimber(size)


def test_other_games_are_left_alone():
    for text in ("domineering:2x3", "cram:3x3,misere", "nim:1,2", "clobber:2x2", "kayles:600"):
        game = make(text)
        assert not isinstance(game, GridGame) or impartial_packing.impartial_moves(game) is None


def test_out_of_time():
    with pytest.raises(LimitError, match="out of time"):
        ValueMemory().of(make("cram:9x9"), until=0.0)
