"""Game-SAT, maker-breaker games and quantified formulas say the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.formula import QCNF, tseitin
from zermelo.formula.evaluate import evaluate
from zermelo.formula.prefix import Quantifier
from zermelo.gamesat import CNF, Side, decide, decide_game
from zermelo.gamesat.encode import circuit_of
from zermelo.gamesat.engines import by_engine
from zermelo.gamesat.generate import any_formula
from zermelo.gamesat.maker_breaker import formula_of, game_of
from zermelo.gamesat.minimax import winner
from zermelo.gamesat.quantified import formula_of_qbf
from zermelo.model import PositionalGame
from zermelo.search import Minimax, generic_search
from zermelo.search import positional_search as native
from zermelo.search.budget import ENGINES
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


def test_from_quantified():
    """A quantified formula is true exactly when MAX wins its formula, MIN first: by all values, searches, all plays."""
    draw = random.Random(15)
    seen: Counter[bool] = Counter()
    tried = 0
    for _ in range(300):
        qcnf = QCNF()
        variables = list(qcnf.fresh_block(draw.randint(1, 6)))
        for variable in draw.sample(variables, len(variables)):
            qcnf.prefix.add(draw.choice(list(Quantifier)), [variable])
        for _ in range(draw.randint(0, 2 * len(variables))):
            scope = draw.sample(variables, min(len(variables), draw.choice((1, 2, 2, 3))))
            qcnf.add(*(draw.choice((each, -each)) for each in scope))
        if draw.random() < 0.02:
            qcnf.add()
        truth, formula = evaluate(qcnf), formula_of_qbf(qcnf)
        assert decide(formula, Side.MIN).winner is (Side.MAX if truth else Side.MIN), list(qcnf.clauses())
        if formula.variables and () not in formula.clauses:
            assert native.decide(game_of(formula, Side.MIN)).answer is not truth
        if formula.variables <= 8:
            assert (winner(formula, Side.MIN) is Side.MAX) is truth
            tried += formula.variables > 0
        assert formula.variables <= 4 * len(variables)
        assert len(formula.clauses) <= 3 * len(variables) + len(list(qcnf.clauses()))
        seen[truth] += 1
    assert min(*seen.values(), tried) > 50


def test_unbound():
    """A variable that is bound nowhere is refused."""
    qcnf = QCNF()
    qcnf.fresh_block(2)
    qcnf.add(1, 2)
    with pytest.raises(InputError, match="variables are all bound"):
        formula_of_qbf(qcnf)


def test_engines():
    """Searches that know nothing but the rules say the same, and their first moves win."""
    draw = random.Random(16)
    first_moves = 0
    for number in range(150):
        formula = any_formula(6, draw)
        if number % 2:
            clauses = [draw.sample(range(1, 7), draw.choice((2, 3))) for _ in range(draw.randint(3, 6))]
            formula = CNF(draw.choice((6, 7, 8)), tuple(tuple(draw.choice((v, -v)) for v in each) for each in clauses))
        for first in Side:
            truth = decide(formula, first).winner
            for engine in ENGINES:
                found = by_engine(formula, first, engine)
                assert found.winner is truth, (formula, first, engine)
                if found.first_move is not None:
                    assert decide_game(formula.game(first).after([found.first_move])).winner is truth
                    first_moves += 1
    assert first_moves > 100


def test_engines_and_depths():
    """Within a depth they would not be right, so none is taken; many clauses need wide sets; too many are refused."""
    game = CNF(3, ((1, 2, 3),)).game(Side.MAX)
    with pytest.raises(UnsupportedError, match="no depth for Game-SAT"):
        generic_search.decide(game, 1)
    assert generic_search.decide(game, 3).answer is True
    many = tuple((one, two) for one in range(1, 9) for two in (-9, -10, *range(11, 20)))
    for clauses in (many, many * 3, tuple(dict.fromkeys(many)) + many):
        assert by_engine(CNF(20, clauses), Side.MIN, "depth-first").winner is decide(CNF(20, clauses), Side.MIN).winner
    wide = tuple((a, b, c) for a in range(1, 10) for b in range(10, 19) for c in range(19, 27))
    with pytest.raises(UnsupportedError, match="at most 512 clauses"):
        by_engine(CNF(26, wide), Side.MIN, "df-pn")
