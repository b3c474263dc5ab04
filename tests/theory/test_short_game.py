"""Short games against trees that are played out, and against known counts."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.game_trees import tree_at_most, tree_negative, tree_outcome, tree_sum
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.theory.atomic_weight import atomic_weight, is_all_small
from zermelo.theory.game_value import game_value
from zermelo.theory.short_game import (
    STAR,
    UP,
    ZERO,
    ShortGame,
    add,
    canonical,
    dyadic,
    integer,
    multiple,
    negative,
    nimber,
)
from zermelo.theory.thermograph import thermograph, value_at

LEAF = ((), ())


@st.composite
def trees(draw, depth=3, most=2):
    """Game trees of some depth."""
    if depth == 0:
        return LEAF
    options = st.lists(trees(depth=depth - 1, most=most), max_size=most)
    return tuple(draw(options)), tuple(draw(options))


small_trees = trees(depth=2, most=2)


def value(tree) -> ShortGame:
    return canonical(map(value, tree[0]), map(value, tree[1]))


def day(number: int) -> set[ShortGame]:
    """All values born by a day."""
    games = {ZERO}
    for _ in range(number):
        games = set(closure(games))
    return games


def closure(games):
    """The values of games whose options are among some values, by antichains of these."""
    antichains = [frozenset[ShortGame]()]
    for game in games:
        antichains += [
            each | {game} for each in antichains if not any(game <= one or one <= game for one in each)
        ]  # fmt: skip
    return {canonical(left, right) for left in antichains for right in antichains}


DAY_TWO = sorted(day(2), key=repr)


class TestAgainstTrees:
    @given(trees())
    def test_outcome_is_that_of_playing_it_out(self, tree):
        """The outcome class of a value is that of the tree."""
        assert value(tree).outcome == tree_outcome(tree)

    @given(small_trees, small_trees)
    def test_order_sums_and_negatives(self, first, second):
        """Comparison, sum and negative are those of the definitions."""
        one, other = value(first), value(second)
        assert (one <= other) == tree_at_most(first, second)
        assert (one is other) == (tree_at_most(first, second) and tree_at_most(second, first))
        assert add(one, other) is value(tree_sum(first, second))
        assert negative(one) is value(tree_negative(first))

    @given(small_trees, small_trees, trees(depth=1))
    def test_sums_of_three_play_out_as_their_value(self, first, second, third):
        """The outcome of a sum is that of playing all its parts."""
        whole = tree_sum(tree_sum(first, second), third)
        assert (value(first) + value(second) + value(third)).outcome == tree_outcome(whole)


class TestGroup:
    def test_day_two_has_22_values_and_their_laws_hold(self):
        """The 22 values of day 2: G - G = 0, commutative, associative, order translated by sums."""
        assert len(DAY_TWO) == 22
        for one in DAY_TWO:
            assert one - one is ZERO
            assert negative(-one) is one
            for other in DAY_TWO:
                assert one + other is other + one
                assert -(one + other) is -one - other
                assert (one <= other) == ((one - other) <= ZERO)
                assert sum((one <= other, other <= one)) == (2 if one is other else sum((one < other, one > other)))

    def test_day_three_has_1474_values(self):
        """Conway's count, and canonical forms have neither dominated nor reversible options."""
        games = closure(DAY_TWO)
        assert len(games) == 1474
        for game in games:
            for side in (game.left, game.right):
                assert not any(one <= other or other <= one for one, other in combinations(side, 2))
            assert not any(answer <= game for option in game.left for answer in option.right)
            assert not any(game <= answer for option in game.right for answer in option.left)

    @given(st.lists(st.sampled_from(DAY_TWO), min_size=2, max_size=4), st.randoms())
    def test_sums_do_not_depend_on_the_order(self, games, random):
        """Any order of summing gives the same object, and taking all away gives zero."""
        total = sum(games, ZERO)
        shuffled = list(games)
        random.shuffle(shuffled)
        assert sum(shuffled, ZERO) is total
        assert sum((-game for game in shuffled), total) is ZERO


class TestNumbersAndNimbers:
    @given(st.fractions(-8, 8, max_denominator=16), st.fractions(-8, 8, max_denominator=16))
    def test_dyadic_numbers_are_numbers(self, one, other):
        """Sums and order of dyadic numbers are those of fractions."""
        one, other = (Fraction(round(each * 16), 16) for each in (one, other))
        assert (dyadic(one) + dyadic(other)).number == one + other
        assert (dyadic(one) <= dyadic(other)) == (one <= other)

    @pytest.mark.parametrize("sizes", [(1, 2), (3, 5), (4, 4), (7, 2), (0, 6)])
    def test_nimbers_add_without_carry(self, sizes):
        """Heaps of Nim add by exclusive or."""
        assert nimber(sizes[0]) + nimber(sizes[1]) is nimber(sizes[0] ^ sizes[1])

    def test_there_is_no_third(self):
        """Short games are no numbers with other denominators than powers of 2, nor of any size."""
        with pytest.raises(InputError, match="power of 2"):
            dyadic(Fraction(1, 3))
        with pytest.raises(InputError, match="integers"):
            integer(10**9)

    def test_pickled_values_are_the_same_object(self):
        """A value is unique also after a trip through a pickle."""
        game = UP + nimber(2) + dyadic(Fraction(1, 2))
        assert pickle.loads(pickle.dumps(game)) is game


def cooled(game: ShortGame, tax: Fraction) -> ShortGame:
    """The game in which every move costs a tax, below its temperature."""
    if tax > thermograph(game).temperature:
        return dyadic(thermograph(game).mean)
    if game.number is not None and game.number.denominator == 1:
        return game
    left = [cooled(option, tax) - dyadic(tax) for option in game.left]
    right = [cooled(option, tax) + dyadic(tax) for option in game.right]
    return canonical(left, right)


class TestThermograph:
    @given(trees(), st.integers(0, 16))
    def test_walls_are_the_stops_of_the_cooled_game(self, tree, eighths):
        """Up to the temperature the walls are the stops after cooling; just below it they differ, at it they meet."""
        game = value(tree)
        graph, tax = thermograph(game), Fraction(eighths, 8)
        for each in (tax, graph.temperature, graph.temperature - Fraction(1, 64)):
            if 0 <= each <= graph.temperature:
                cold = cooled(game, each)
                assert cold.left_stop == value_at(graph.left, each)
                assert cold.right_stop == value_at(graph.right, each)
                assert (cold.left_stop == cold.right_stop) == (each == graph.temperature)

    @given(small_trees, small_trees)
    def test_means_add_and_sums_are_no_hotter(self, first, second):
        """The mean of a sum is the sum of means; its temperature is at most the higher one."""
        one, other, both = map(thermograph, (value(first), value(second), value(first) + value(second)))
        assert both.mean == one.mean + other.mean
        assert both.temperature <= max(one.temperature, other.temperature)

    @pytest.mark.parametrize(
        ("game", "mean", "temperature"),
        [(integer(3), 3, -1), (dyadic(Fraction(3, 4)), Fraction(3, 4), Fraction(-1, 4)), (STAR, 0, 0), (UP, 0, 0)],
    )
    def test_known_ones(self, game, mean, temperature):
        """Integers have temperature -1, x/2^k has -1/2^k, infinitesimals 0."""
        assert (thermograph(game).mean, thermograph(game).temperature) == (mean, temperature)


def weight_of(game: ShortGame) -> ShortGame:
    weight = atomic_weight(game)
    assert weight is not None
    return weight


class TestAtomicWeight:
    @pytest.mark.parametrize("count", range(-4, 5))
    @pytest.mark.parametrize("star", [0, 1, 3])
    def test_ups_count(self, count, star):
        """n ups and a nimber weigh n."""
        assert atomic_weight(multiple(count, UP) + nimber(star)) is integer(count)

    @settings(max_examples=draws(50, 25))
    @given(trees(), trees())
    def test_weights_add(self, first, second):
        """Atomic weight is additive on all-small games, and a weight of 2 or more wins."""
        one, other = value(first), value(second)
        if is_all_small(one) and is_all_small(other):
            total = one + other
            weight = atomic_weight(total)
            assert weight is weight_of(one) + weight_of(other)
            assert not weight >= integer(2) or total > ZERO
            assert not weight <= integer(-2) or total < ZERO

    @given(st.lists(st.sampled_from([UP, -UP, STAR, nimber(2), UP + STAR, ZERO]), min_size=1, max_size=3))
    def test_weights_add_in_made_games(self, games):
        """The same of all-small games that are made on purpose, as random trees rarely are."""
        made = canonical(games, [-game for game in games[1:]] or [STAR])
        assert is_all_small(made)
        assert weight_of(made + UP) is weight_of(made) + integer(1)
        assert weight_of(made + made) is weight_of(made) + weight_of(made)


def test_integers_are_made_from_those_that_are_known():
    """In any order, and to both sides of zero."""
    for value in (611, 640, 5, 612, -730, -3, -731):
        sign = 1 if value > 0 else -1
        made = integer(value)
        assert made.number == Fraction(value)
        assert made.birthday == abs(value)
        assert (made.left, made.right)[sign < 0] == (integer(value - sign),)


def test_sums_of_many_terms():
    """Terms that differ from all before, and such that come again."""
    terms = [f"{k}/64" for k in range(1100)] + ["kayles:3", "kayles:5"] * 600 + ["kayles:3"]
    assert game_value(" + ".join(terms), make).value.up_sum == (Fraction(1100 * 1099 // 2, 64), 0, 3)
