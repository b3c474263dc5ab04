"""Thermographs against the stops of cooled games, found tax by tax as the definition has it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.theory.short_game import ShortGame, canonical, dyadic, multiple, up_sum
from zermelo.theory.thermograph import thermograph, value_at
from zermelo.theory.value_reader import read_value

STEP = Fraction(1, 16)
"""All corners lie on multiples of it: of halves in up to three pairs of braces."""

halves = st.integers(-40, 40).map(lambda number: Fraction(number, 2))


@cache
def scores(game: ShortGame, tax: Fraction) -> tuple[Fraction, Fraction]:
    """The scores when Left, or Right, begins and each move costs a tax, as long as anyone wants to move."""
    temperature, mean = frozen(game)
    return moved(game, tax) if tax < temperature else (mean, mean)


@cache
def moved(game: ShortGame, tax: Fraction) -> tuple[Fraction, Fraction]:
    """The scores when Left, or Right, has to make a first move."""
    left = max(scores(option, tax)[1] for option in game.left) - tax
    right = min(scores(option, tax)[0] for option in game.right) + tax
    return left, right


@cache
def frozen(game: ShortGame) -> tuple[Fraction, Fraction]:
    """The least tax at which the scores meet, and where they do, by trying one tax after another."""
    tax = Fraction(-1)
    if game.number is not None and game.number.denominator == 1:
        return tax, game.number
    while True:
        left, right = moved(game, tax)
        if left <= right:
            assert left == right
            return tax, left
        tax += STEP


@st.composite
def brace_games(draw, depth=3):
    """Games of braces around halves."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return dyadic(draw(halves))
    sides = st.lists(brace_games(depth=depth - 1), min_size=1, max_size=2)
    return canonical(draw(sides), draw(sides))


@given(st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(0, 6))
@example(8, 1, 0)
@example(-1, -8, 0)
def test_switches(one, other, power):
    """The mean of {a|b}, a > b, is (a + b)/2, and its temperature (a - b)/2; both walls are straight above 0."""
    low, high = sorted((Fraction(one, 1 << power), Fraction(other, 1 << power)))
    if low < high:
        graph = thermograph(canonical([dyadic(high)], [dyadic(low)]))
        assert (graph.mean, graph.temperature) == ((high + low) / 2, (high - low) / 2)
        assert (value_at(graph.left, Fraction(0)), value_at(graph.right, Fraction(0))) == (high, low)


@pytest.mark.parametrize(
    ("text", "mean", "temperature"),
    [
        ("{8|1}", "9/2", "7/2"), ("{-1|-8}", "-9/2", "7/2"), ("{30|3}", "33/2", "27/2"), ("{20|2}", "11", "9"),
        ("±{8|1}", "0", "9/2"), ("{20|8||1}", "15/2", "13/2"), ("{8,{8|1}|1}", "9/2", "7/2"),
    ],
)  # fmt: skip
def test_far_from_zero(text, mean, temperature):
    """Switches far from 0, alone and as options."""
    graph = thermograph(read_value(text))
    assert (str(graph.mean), str(graph.temperature)) == (mean, temperature)


up_sums = st.builds(up_sum, halves, st.integers(-9, 9), st.integers(0, 5))


@settings(max_examples=draws(100, 40), deadline=None)
@given(brace_games() | up_sums)
@example(up_sum(Fraction(1, 2), 9, 1))
def test_walls_tax_by_tax(game):
    """The temperature, the mean, and both walls at all taxes are those of the definition."""
    graph = thermograph(game)
    assert frozen(game) == (graph.temperature, graph.mean)
    tax = Fraction(-1)
    while tax <= graph.temperature + 1:
        assert scores(game, tax) == (value_at(graph.left, tax), value_at(graph.right, tax))
        tax += STEP


@settings(max_examples=draws(50, 25), deadline=None)
@given(brace_games(depth=2))
def test_mean_of_many_copies(game):
    """The mean lies between the stops of n copies, divided by n, which are apart by twice the temperature at most."""
    graph, many = thermograph(game), multiple(4, game)
    assert many.right_stop / 4 <= graph.mean <= many.left_stop / 4
    assert thermograph(many).mean == 4 * graph.mean
    assert many.left_stop - many.right_stop <= 2 * max(graph.temperature, Fraction(0))
