"""Every encoding that takes a game says at every depth what exhaustive search with the plain rules says.

Each encoding in the registry is tried on random games of every kind: adding it to the registry is enough.
"""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import ALL_KINDS, decided, depths, holds, truth
from tests.sizes import draws

from zermelo.encodings import ENCODINGS, Asks, Encoding, default_encoding, encode, fitting
from zermelo.encodings.registry import lacking
from zermelo.errors import UnsupportedError
from zermelo.formula import QCNF, evaluate
from zermelo.model import Game, NetGame, Player
from zermelo.search import Minimax

GRID_ONLY = {"bddl", "ground"}  # tried on random grid games in test_lifted.py and test_negated.py


def check(game: Game, encoding: Encoding, moves: bool = False) -> int:
    """Compare at every depth from 0 to one more than there are open cells; gives the number of formulas solved."""
    oracle, solved = Minimax(game), 0
    for depth in depths(game):
        encoded = encoding.encode(game, depth)
        if encoded.formula is not None:
            encoded.formula.validate()
        if encoded.answer is not None or not moves:
            assert holds(encoded, truth(encoded), oracle), (encoding.label, depth, game, encoded.why, encoded.notes)
            solved += encoded.answer is None
            continue
        (value, values), solved = decided(encoded), solved + 1
        said = encoded.black_wins(value)
        assert holds(encoded, value, oracle), (encoding.label, depth, game, encoded.notes)
        if said is (game.mover(game.start) is Player.BLACK) and values is not None:
            move = encoded.first_move(values)
            assert move in game.legal(game.start), (encoding.label, depth, game, move)
            rest = (game.complete_depth() or 0) if encoded.asks is Asks.WHITE_HOLDS else depth
            assert oracle.within(game.step(game.start, move), rest - 1) is said, (encoding.label, depth, game, move)
    return solved


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=draws(28, 8))
@given(seed=st.integers(0, 2**32 - 1))
def test_agrees_with_minimax(name, kind, seed):
    """Same truth value, and the first move that the formula names is legal and does what the formula says."""
    game, encoding = ALL_KINDS[kind](Random(seed)), ENCODINGS[name]
    if encoding.lacks(game) is None:
        check(game, encoding, moves=seed % 2 == 0)
    elif lacking(encoding, game) is None:  # a ground game that is a positional one: test_recognised.py
        assert isinstance(game, NetGame)
    else:
        with pytest.raises(UnsupportedError, match=r"^[^\n]*$"):
            encode(game, 1, name)


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=draws(10, 5))
@given(seed=st.integers(0, 2**32 - 1))
def test_options_change_no_answer(name, kind, seed):
    """The twin of the paper agrees, too, and so does each option turned the other way."""
    game, encoding = ALL_KINDS[kind](Random(seed)), ENCODINGS[name]
    flipped = [
        encoding.with_options(f"{each.name}={value}")
        for each in fields(encoding)
        for value in (["no" if each.default else "yes"] if isinstance(each.default, bool) else each.metadata["choices"])
    ]
    for twin in dict.fromkeys([encoding.faithful(), *flipped]):
        if twin.lacks(game) is None:
            check(game, twin)


@settings(max_examples=draws(25, 13))
@given(kind=st.sampled_from(sorted(ALL_KINDS)), seed=st.integers(0, 2**32 - 1))
def test_agrees_by_definition(kind, seed):
    """Tiny formulas are decided without any solver as well."""
    game = ALL_KINDS[kind](Random(seed))
    oracle = Minimax(game)
    for encoding in fitting(game):
        for depth in range(4):
            encoded = encoding.encode(game, depth)
            formula = encoded.formula
            most = 28 if isinstance(formula, QCNF) else 12  # clauses are given up as soon as one is false
            if formula is not None and len(formula.prefix) <= most:
                assert holds(encoded, evaluate(formula, limit=most), oracle), (encoding.name, depth, game)


def test_every_encoding_is_tried():
    """No encoding escapes: each takes games of some kind."""
    taken = {each.name for kind in ALL_KINDS for seed in range(50) for each in fitting(ALL_KINDS[kind](Random(seed)))}
    assert taken | GRID_ONLY == set(ENCODINGS)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_game_is_taken(kind):
    """There is a default encoding for every game on cells."""
    for seed in range(50):
        game = ALL_KINDS[kind](Random(seed))
        assert default_encoding(game).lacks(game) is None
