"""Short names of moves: each is read as its move."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.search.grid_games import KINDS, random_game
from tests.sizes import draws, size

from zermelo.families import make
from zermelo.model.move_spelling import short_names

GAMES = ["connect:3,board=4x4", "breakthrough:3x5", "domineering:4x3", "clobber:3x3", "konane:4x4", "amazons:3x3",
         "ttt", "hex:4x4", "nim:1,2,3", "othello:4x4", "isolation:3x3", "evader-pursuer:4x4,evader=4-1,pursuer=2-3",
         "col:3x3", "dodgem", "toads-and-frogs:tt__ff", "gttt:tippy,p=2,q=1,board=3x3", "random-grid:seed=4",
         "cram:3x3"]  # fmt: skip


@pytest.mark.parametrize("text", GAMES)
def test_every_short_name_means_its_move(text):
    """Along random plays, each written move is found again, and no two are written alike."""
    game, chance = make(text), random.Random(text)
    for _ in range(size(4, 2)):
        check(game, chance)


@settings(max_examples=draws(300, 50), deadline=None)
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**6))
@example("packers", 0)
def test_random_games(kind, seed):
    """Moves may fill the same cells in another order."""
    check(random_game(kind, seed), random.Random(seed))


def check(game, chance):
    position = game.start
    for _ in range(12):
        legal = game.legal(position)
        if not legal:
            break
        names = short_names(game, position)
        assert list(names) == list(legal)
        assert len(set(names.values())) == len(legal)
        assert all(game.find_move(name, position) == move for move, name in names.items())
        position = game.step(position, chance.choice(legal))


def test_they_are_short():
    """As in the books."""
    game = make("clobber:3x2")
    assert set(short_names(game, game.start).values()) == {
        "a1xb1",
        "a1xa2",
        "c1xb1",
        "c1xc2",
        "b2xa2",
        "b2xc2",
        "b2xb1",
    }
    game = make("domineering:2x2")
    assert set(short_names(game, game.start).values()) == {"a1-a2", "b1-b2"}
