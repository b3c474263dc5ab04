"""Random formulas are what the report says, by three models, and the same for the same seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations, permutations, product

import pytest

from zermelo.errors import InputError
from zermelo.gamesat.generate import MODELS, formulas


@pytest.mark.parametrize(
    ("n", "m", "width"),
    [
        (40, 20, 3),
        (15, 50, 3),
        (9, 3, 3),
        (5, 1, 5),
        (2, 4, 2),
        (4, 8, 1),
        (5, 80, 3),
        (4, 32, 3),
        (30, 60, 1),
        (30, 45, 1),
    ],
)
@pytest.mark.parametrize("model", MODELS)
def test_conditions(n, m, width, model):
    """Sizes, distinct variables in a clause, distinct clauses, every variable."""
    for formula in formulas(n, m, width, 30, seed=2, model=model):
        assert (formula.variables, len(formula.formula), len(set(formula.formula))) == (n, m, m)
        assert all(len({abs(k) for k in clause}) == len(clause) == width for clause in formula.formula)
        assert {abs(k) for clause in formula.formula for k in clause} == set(range(1, n + 1))


@pytest.mark.parametrize("model", MODELS)
def test_seeds(model):
    """A seed gives the same formulas always, the first ones of a longer run among them; another one gives others."""
    one = list(formulas(10, 6, 3, 5, seed=1, model=model))
    assert list(formulas(10, 6, 3, 9, seed=1, model=model))[:5] == one
    assert list(formulas(10, 6, 3, 5, seed=2, model=model)) != one


def test_models_differ():
    """A variable of six is seldom in all of three clauses where all are placed first, often where few are repaired."""
    shares = {
        model: sum(
            max(Counter(abs(k) for clause in formula.formula for k in clause).values()) == 3
            for formula in formulas(6, 3, 3, 4000, seed=1, model=model)
        )
        for model in MODELS
    }
    assert shares["placed"] + 200 < shares["uniform"] < shares["repaired"] - 200
    with pytest.raises(InputError, match="found 'unifrom', expected a model out of uniform, placed, repaired"):
        list(formulas(6, 3, 3, 1, seed=1, model="unifrom"))


def test_uniform():
    """All pairs of clauses of two out of three variables that use all three, equally often: 7 standard deviations."""
    clauses = [
        (a * signs[0], b * signs[1]) for a, b in combinations((1, 2, 3), 2) for signs in product((1, -1), repeat=2)
    ]
    every = {
        pair
        for pair in product(clauses, repeat=2)
        if pair[0] != pair[1] and len({abs(k) for c in pair for k in c}) == 3
    }
    drawn = Counter(formula.formula for formula in formulas(3, 2, 2, 9600, seed=1))
    assert drawn.keys() == every
    expected = 9600 / len(every)
    assert max(abs(count - expected) for count in drawn.values()) < 7 * expected**0.5


def test_uniform_in_clauses_of_one():
    """All lists of three of the four literals, equally often."""
    drawn = Counter(formula.formula for formula in formulas(2, 3, 1, 4800, seed=1))
    assert drawn.keys() == set(permutations(((1,), (-1,), (2,), (-2,)), 3))
    assert max(abs(count - 200) for count in drawn.values()) < 7 * 200**0.5


def test_same_as_ever():
    """Formulas of the usual sizes are those of earlier versions, whose measurements are kept."""
    sizes = ((9, 3, 3), (15, 10, 3), (35, 50, 3), (40, 14, 3), (40, 20, 3), (20, 12, 2), (30, 18, 5), (60, 40, 3))
    every = [formula.formula for size in sizes for formula in formulas(*size, 10, seed=1)]
    assert hashlib.sha256(repr(every).encode()).hexdigest().startswith("19cbe9fa42a98f82")


def test_large():
    """A thousand variables in few clauses take a second; where it would be hours, that is told."""
    (formula,) = formulas(1000, 500, 3, 1, seed=1)
    assert {abs(k) for clause in formula.formula for k in clause} == set(range(1, 1001))
    with pytest.raises(InputError, match=r"10000 variables in 5000 clauses, .* placed and repaired take more"):
        list(formulas(10_000, 5_000, 3, 1, seed=1))


@pytest.mark.parametrize(("n", "m", "width"), [(40, 13, 3), (3, 9, 3), (3, 1, 4), (3, 1, 0), (0, 0, 0)])
def test_impossible(n, m, width):
    """Sizes that no formula has are refused."""
    with pytest.raises(InputError, match="found"):
        list(formulas(n, m, width, 1, seed=1))
