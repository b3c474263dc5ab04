"""The negated game is true exactly where Black does not win within the depth, by exhaustive search with the rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS as CELLS
from tests.encodings.games import decided, truth
from tests.encodings.size_formulas import negated_sizes
from tests.encodings.test_lifted import drawn
from tests.search.grid_games import KINDS as GRIDS
from tests.search.grid_games import random_game as random_grid
from tests.sizes import draws

from zermelo.encodings import ground
from zermelo.encodings.cor import COR
from zermelo.encodings.ground import Ground
from zermelo.encodings.negated import Negated
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.formula import QCNF
from zermelo.model import Player
from zermelo.search import Minimax


@pytest.mark.parametrize("kind", CELLS)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32 - 1))
def test_cells(kind, seed):
    """At every depth, with symmetric first moves or without; the size is what the docstring says."""
    game, negated = CELLS[kind](Random(seed)), Negated(symmetry=seed % 2 == 0)
    oracle = Minimax(game)
    for depth in range(game.complete_depth() + 2):
        encoded = negated.encode(game, depth)
        assert encoded.black_wins(truth(encoded)) is oracle.within(game.start, depth), (depth, game)
        if encoded.formula is not None:
            assert isinstance(encoded.formula, QCNF)
            encoded.formula.validate()
            residual, graph = negated.residual(game, depth)
            assert isinstance(residual, ResidualGame)
            found = encoded.formula.sizes()
            assert negated_sizes(residual, graph) == (found.variables, found.clauses)
            assert encoded.names().keys() == set(encoded.formula.prefix)


@pytest.mark.parametrize("kind", [*GRIDS, "wild"])
@settings(max_examples=draws(14, 5))
@given(seed=st.integers(0, 2**32 - 1))
def test_grids(kind, seed):
    """The same for grid games, and the ground formula of a win of Black's says the contrary."""
    game, symmetry = drawn(seed, ends=True) if kind == "wild" else random_grid(kind, seed), seed % 2 == 0
    oracle = Minimax(game, 10_000)
    for depth in range(6):
        try:
            wins = oracle.within(game.start, depth)
        except LimitError:
            return
        for encoding in (Negated(symmetry=symmetry), Ground(symmetry=symmetry)):
            encoded = encoding.encode(game, depth)
            assert encoded.black_wins(truth(encoded)) is wins, (encoding, depth, game)
            if encoded.formula is not None:
                assert isinstance(encoded.formula, QCNF)
                encoded.formula.validate()
                assert encoded.names().keys() == set(encoded.formula.prefix)


@pytest.mark.parametrize("name", ["hex:3x3", "domineering:3x3", "breakthrough:2x4"])
def test_first_move(name):
    """A true formula names a first move of White's that holds, a false one a first move of Black's that wins."""
    named = 0
    for start in Player:
        game = make(name)
        if game.mover(game.start) is not start:
            game = game.swapped()
        oracle = Minimax(game, 50_000)
        for depth in range(1, 6):
            encoded = Negated().encode(game, depth)
            if encoded.formula is None:
                continue
            value, values = decided(encoded)
            wins = oracle.within(game.start, depth)
            assert value is not wins
            if values and wins is (start is Player.BLACK):
                move = encoded.first_move(values)
                assert oracle.within(game.step(game.start, move), depth - 1) is wins
                named += 1
    assert named


def test_smaller():
    """On Hex the graph is said without its paths, so that the formula is not larger than the usual ones."""
    game = make("hex:6x6")
    formula = Negated().encode(game, 17).formula
    assert isinstance(formula, QCNF)
    assert formula.num_clauses < 8000
    small = COR().encode(make("hex:4x4"), 9).formula
    negated = Negated().encode(make("hex:4x4"), 9).formula
    assert isinstance(small, QCNF)
    assert isinstance(negated, QCNF)
    assert negated.num_clauses < small.num_clauses


@pytest.mark.parametrize("encoding", [Ground(), Negated()])
def test_too_large(monkeypatch, encoding):
    """A ground formula that grows beyond all solvers is refused on the way, and says what is smaller."""
    game = make("domineering:4x4")
    formula = encoding.encode(game, 8).formula
    monkeypatch.setattr(ground, "MOST_LITERALS", formula.num_literals)
    assert encoding.encode(game, 8).formula is not None
    monkeypatch.setattr(ground, "MOST_LITERALS", formula.num_literals // 2)
    with pytest.raises(UnsupportedError, match=r"at depth [2-6] of 8, expected at most .*'bddl'"):
        encoding.encode(game, 8)


def test_negative_depth():
    with pytest.raises(InputError, match="0 or more"):
        Negated().encode(make("ttt"), -1)
