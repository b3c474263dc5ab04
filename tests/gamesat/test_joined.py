"""Game-SAT, maker-breaker games and quantified formulas say the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.gamesat.formulas import any_formula
from tests.gamesat.minimax import winner
from tests.search import asking
from tests.sizes import size

from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.formula import QCNF, tseitin
from zermelo.formula.evaluate import evaluate
from zermelo.formula.prefix import Quantifier
from zermelo.gamesat import MAX, MIN, decide
from zermelo.gamesat.encode import circuit_of
from zermelo.gamesat.engines import by_engine
from zermelo.gamesat.maker_breaker import formula_of, game_of
from zermelo.gamesat.quantified import formula_of_qbf
from zermelo.model import ClauseGame, PositionalGame
from zermelo.search import Minimax
from zermelo.search.table_session import ENGINES
from zermelo.solvers import solver


def test_quantified():
    """The quantified formula is true exactly when MAX wins: by its definition, and by a solver."""
    draw = random.Random(5)
    solved = evaluated = 0
    for number in range(size(400, 200)):
        formula = any_formula(4, draw)
        for first in (MAX, MIN):
            circuit = circuit_of(formula.opened_by(first))
            truth = winner(formula.opened_by(first)) is MAX
            if len(circuit.prefix) <= 9:
                assert evaluate(circuit) is truth, (formula, first)
                evaluated += 1
            if number % size(8, 4) == 0:
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
        formula = ClauseGame("f", drawn.variables or 1, tuple(tuple(map(abs, each)) for each in drawn.formula if each))
        for first in (MAX, MIN):
            game = game_of(formula.opened_by(first))
            back = formula_of(game)
            truth = winner(formula.opened_by(first))
            assert back.opener is first
            assert decide(back).winner is truth
            assert asking.positional(game).answer is (truth is MIN)
            assert Minimax(game).within(game.start, len(game.board)) is (truth is MIN)
            seen.add((first, truth))
    assert len(seen) == 4


@pytest.mark.parametrize("shape", ["el", "tic", "elly", "knobby", "tippy"])
def test_polyominoes(shape):
    """Achievement games on 4x4, from the start and after a move of each player."""
    for after in ((), ("b2",), ("b2", "c3")):
        game = make(f"httt:{shape},board=4x4,mb")
        assert isinstance(game, PositionalGame)
        played = game.after([game.parse_move(text, game.mover(game.start)) for text in after])
        formula = formula_of(played)
        assert (formula.opener, formula.variables) == (MAX if len(after) == 1 else MIN, 16 - len(after))
        assert (decide(formula).winner is MIN) is asking.positional(played).answer


@pytest.mark.parametrize("game", ["ttt", "gttt:tippy,board=4x4,p=2,q=1,mb"])
def test_not_as_formula(game):
    """Maker-maker games and several stones a turn are refused."""
    made = make(game)
    assert isinstance(made, PositionalGame)
    with pytest.raises(UnsupportedError, match="a maker-breaker game, one stone each in turn"):
        formula_of(made)


@pytest.mark.parametrize("formula", [ClauseGame("f", 2, ((1, -2),)), ClauseGame("f", 2, ((),)), ClauseGame("f", 0, ())])
def test_not_as_game(formula):
    """Negated literals, empty clauses and boards without cells are refused."""
    with pytest.raises(UnsupportedError, match="expected"):
        game_of(formula)


def test_from_quantified():
    """A quantified formula is true exactly when MAX wins its formula, MIN first: by all values, searches, all plays."""
    draw = random.Random(15)
    seen: Counter[bool] = Counter()
    tried = 0
    for _ in range(size(300, 150)):
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
        assert decide(formula).winner is (MAX if truth else MIN), list(qcnf.clauses())
        if formula.variables and () not in formula.formula:
            assert asking.positional(game_of(formula)).answer is not truth
        if formula.variables <= 8:
            assert (winner(formula) is MAX) is truth
            tried += formula.variables > 0
        assert formula.variables <= 4 * len(variables)
        assert len(formula.formula) <= 3 * len(variables) + len(list(qcnf.clauses()))
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
            formula = ClauseGame(
                "f", draw.choice((6, 7, 8)), tuple(tuple(draw.choice((v, -v)) for v in each) for each in clauses)
            )
        for first in (MAX, MIN):
            truth = decide(formula.opened_by(first)).winner
            for engine in ENGINES:
                found = by_engine(formula.opened_by(first), engine)
                assert found.winner is truth, (formula, first, engine)
                if found.first_move is not None:
                    assert decide(formula.opened_by(first).after([found.first_move])).winner is truth
                    first_moves += 1
    assert first_moves > 100


def test_engines_where_clauses_are_more_than_variables():
    """Tables name the rest of a formula by its clauses, which need more bits than its variables."""
    draw = random.Random(5)
    hard = ClauseGame("f", 3, ((-2, 1), (3, 2, -1), (3, 1, -2), (-2, 3), (-3, 1)))
    formulas = [hard]
    for _ in range(300):
        most, count = draw.randint(5, 6), draw.choice([*range(8, 21), 70])
        chosen = [draw.sample(range(1, most + 1), 3) for _ in range(count)]
        clauses = tuple(tuple(draw.choice((v, -v)) for v in each) for each in chosen)
        formulas.append(ClauseGame("f", most, clauses))
    for formula in formulas:
        truth = decide(formula).winner
        assert all(by_engine(formula, engine).winner is truth for engine in ENGINES), formula


def test_engines_and_depths():
    """Within a depth they would not be right, so none is taken; many clauses need wide sets; too many are refused."""
    game = ClauseGame("f", 3, ((1, 2, 3),))
    with pytest.raises(UnsupportedError, match="no depth for Game-SAT"):
        asking.generic(game, 1)
    assert asking.generic(game, 3).answer is True
    many = tuple((one, two) for one in range(1, 9) for two in (-9, -10, *range(11, 20)))
    for clauses in (many, many * 3, tuple(dict.fromkeys(many)) + many):
        formula = ClauseGame("f", 20, clauses, MIN)
        assert by_engine(formula, "depth-first").winner is decide(formula).winner
    wide = tuple((a, b, c) for a in range(1, 10) for b in range(10, 19) for c in range(19, 27))
    with pytest.raises(UnsupportedError, match="at most 512 clauses"):
        by_engine(ClauseGame("f", 26, wide, MIN), "df-pn")
