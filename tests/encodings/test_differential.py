"""Every encoding that takes a game says at every depth what exhaustive search with the plain rules says.

Each encoding in the registry is tried on random games of every kind: adding it to the registry is enough.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS, CellGame, solve, truth

from zermelo.encodings import ENCODINGS, Encoding, default_encoding, encode, fitting
from zermelo.encodings.cor import COR
from zermelo.errors import UnsupportedError
from zermelo.formula import QCNF, evaluate
from zermelo.model import Player
from zermelo.search import Minimax
from zermelo.solvers import Answer

GRID_ONLY = {"bddl"}  # tried on random grid games in test_lifted.py


def check(game: CellGame, encoding: Encoding, moves: bool = False) -> int:
    """Compare at every depth from 0 to one more than there are open cells; gives the number of formulas solved."""
    oracle, solved = Minimax(game), 0
    for depth in range(game.complete_depth() + 2):
        encoded = encoding.encode(game, depth)
        expected = oracle.within(game.start, depth)
        if isinstance(encoded.formula, QCNF):
            encoded.formula.validate()
        if encoded.answer is not None or not moves:
            assert truth(encoded) is expected, (encoding.name, depth, game, encoded.why, encoded.notes)
            solved += encoded.answer is None
            continue
        result, solved = solve(encoded, assignment=True), solved + 1
        assert (result.answer is Answer.TRUE) is expected, (encoding.name, depth, game, encoded.notes)
        opener = game.to_move(game.start)
        if expected is (opener is Player.BLACK) and result.assignment is not None:
            move = encoded.first_move(result.assignment)
            assert move in game.moves(game.start), (encoding.name, depth, game, move)
            assert oracle.within(game.play(game.start, move), depth - 1) is expected, (encoding.name, depth, game, move)
    return solved


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=28)
@given(seed=st.integers(0, 2**32 - 1))
def test_agrees_with_minimax(name, kind, seed):
    """Same truth value, and the first move that the formula names is legal and does what the formula says."""
    game, encoding = KINDS[kind](Random(seed)), ENCODINGS[name]
    if encoding.lacks(game) is None:
        check(game, encoding, moves=seed % 2 == 0)
    else:
        with pytest.raises(UnsupportedError, match=r"^[^\n]*$"):
            encode(game, 1, name)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32 - 1))
def test_symmetry_changes_no_answer(kind, seed):
    """COR without the restriction of the first move to orbits agrees, too."""
    check(KINDS[kind](Random(seed)), COR(symmetry=False))


@settings(max_examples=40)
@given(kind=st.sampled_from(sorted(KINDS)), seed=st.integers(0, 2**32 - 1))
def test_agrees_by_definition(kind, seed):
    """Tiny formulas are decided without any solver as well."""
    game = KINDS[kind](Random(seed))
    oracle = Minimax(game)
    for encoding in fitting(game):
        for depth in range(4):
            formula = encoding.encode(game, depth).formula
            if formula is not None and len(formula.prefix) <= 40:
                assert evaluate(formula, limit=40) is oracle.within(game.start, depth), (encoding.name, depth, game)


def test_every_encoding_is_tried():
    """No encoding escapes: each takes games of some kind."""
    taken = {each.name for kind in KINDS for seed in range(50) for each in fitting(KINDS[kind](Random(seed)))}
    assert taken | GRID_ONLY == set(ENCODINGS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_game_is_taken(kind):
    """There is a default encoding for every game on cells."""
    for seed in range(50):
        game = KINDS[kind](Random(seed))
        assert default_encoding(game).lacks(game) is None
