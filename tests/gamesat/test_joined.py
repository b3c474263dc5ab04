"""Game-SAT, maker-breaker games and quantified formulas say the same."""

from __future__ import annotations

import random

import pytest

from zermelo.errors import UnsupportedError
from zermelo.families import make
from zermelo.formula import tseitin
from zermelo.formula.evaluate import evaluate
from zermelo.gamesat import CNF, Side, decide
from zermelo.gamesat.encode import circuit_of
from zermelo.gamesat.generate import any_formula
from zermelo.gamesat.minimax import winner
from zermelo.gamesat.positional import formula_of, game_of
from zermelo.model import PositionalGame
from zermelo.search import Minimax
from zermelo.search import positional as native
from zermelo.solvers import solver


def test_quantified():
    """The quantified formula is true exactly when MAX wins: by its definition, and by a solver."""
    draw = random.Random(5)
    solved = evaluated = 0
    for number in range(400):
        formula = any_formula(4, draw)
        for first in Side:
            circuit = circuit_of(formula, first)
            truth = winner(formula, first) is Side.MAX
            if len(circuit.prefix) <= 9:
                assert evaluate(circuit) is truth, (formula, first)
                evaluated += 1
            if number % 8 == 0:
                answer = solver("depqbf").solve(tseitin(circuit)[0]).answer
                assert answer.value == str(truth).lower(), (formula, first)
                solved += 1
    assert min(solved, evaluated) >= 100


def test_positional():
    """A positive formula, its game, and the formula of that game: one winner, by four ways."""
    draw = random.Random(6)
    seen = set()
    for _ in range(150):
        drawn = any_formula(5, draw)
        formula = CNF(drawn.variables or 1, tuple(tuple(map(abs, each)) for each in drawn.clauses if each))
        for first in Side:
            game = game_of(formula, first)
            back, opener = formula_of(game)
            truth = winner(formula, first)
            assert opener is first
            assert decide(back, first).winner is truth
            assert native.decide(game).answer is (truth is Side.MIN)
            assert Minimax(game).within(game.start, len(game.board)) is (truth is Side.MIN)
            seen.add((first, truth))
    assert len(seen) == 4


@pytest.mark.parametrize("shape", ["el", "tic", "elly", "knobby", "tippy"])
def test_polyominoes(shape):
    """Achievement games on 4x4, from the start and after a move of each player."""
    for after in ((), ("b2",), ("b2", "c3")):
        game = make(f"httt:{shape},board=4x4,mb")
        assert isinstance(game, PositionalGame)
        played = game.after([game.parse_move(text, game.to_move(game.start)) for text in after])
        formula, first = formula_of(played)
        assert (first, formula.variables) == (Side.MAX if len(after) == 1 else Side.MIN, 16 - len(after))
        assert (decide(formula, first).winner is Side.MIN) is native.decide(played).answer


@pytest.mark.parametrize("game", ["ttt", "gttt:tippy,board=4x4,p=2,q=1,mb"])
def test_not_as_formula(game):
    """Maker-maker games and several stones a turn are refused."""
    made = make(game)
    assert isinstance(made, PositionalGame)
    with pytest.raises(UnsupportedError, match="a maker-breaker game, one stone each in turn"):
        formula_of(made)


@pytest.mark.parametrize("formula", [CNF(2, ((1, -2),)), CNF(2, ((),)), CNF(0, ())])
def test_not_as_game(formula):
    """Negated literals, empty clauses and boards without cells are refused."""
    with pytest.raises(UnsupportedError, match="expected"):
        game_of(formula, Side.MAX)
