"""Sums of a number, ups and a nimber: their forms are written down at once, and are those of the definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.theory.game_value import game_value
from zermelo.theory.short_game import (
    UpSum,
    add,
    at_most,
    canonical,
    dyadic,
    integer,
    multiple,
    negative,
    nimber,
    up_sum,
)
from zermelo.theory.value_names import form_of

HALF, NONE = Fraction(1, 2), Fraction(0)
SMALL = [up_sum(x, ups, star) for x, ups, star in product((NONE, HALF), range(-6, 7), range(6))]

parts = st.builds(
    UpSum, st.integers(-20, 20).map(lambda number: Fraction(number, 4)), st.integers(-400, 400), st.integers(0, 20)
)


def options(found: UpSum, left: bool) -> list[UpSum]:
    """The sums after a move of Left, or of Right, in an up = {0|*}, a down or a heap."""
    number, ups, star = found
    moves = [UpSum(number, ups, smaller) for smaller in range(star)]
    if ups != 0:
        step = 1 if ups > 0 else -1
        moves.append(UpSum(number, ups - step, star if left == (ups > 0) else star ^ 1))
    return moves


@pytest.mark.parametrize("number", [NONE, HALF, Fraction(-3)])
@pytest.mark.parametrize("ups", range(-6, 7))
@pytest.mark.parametrize("star", range(6))
def test_forms_are_those_of_the_sum(number, ups, star):
    """The form is the canonical one of all moves in the sum; next to these nobody moves in the number."""
    found = UpSum(number, ups, star)
    game = up_sum(*found)
    assert game.up_sum == found
    if ups != 0 or star != 0:
        assert canonical(*([up_sum(*each) for each in options(found, left)] for left in (True, False))) is game


def test_order_is_that_of_the_definition():
    """G <= H exactly if no left option of G is >= H, and no right option of H is <= G."""
    for one, other in product(SMALL, repeat=2):
        beaten = any(at_most(other, option) for option in one.left)
        assert at_most(one, other) == (not beaten and not any(at_most(option, one) for option in other.right))


@settings(max_examples=draws(100, 15))
@given(parts, parts, st.integers(-20, 20))
def test_sums_negatives_and_multiples(one, other, count):
    """Parts are added one by one: numbers, ups, and heaps without carry."""
    game, more = up_sum(*one), up_sum(*other)
    assert add(game, more) is up_sum(one.number + other.number, one.ups + other.ups, one.star ^ other.star)
    assert negative(game) is up_sum(-one.number, -one.ups, one.star)
    assert add(game, negative(game)) is integer(0)
    assert multiple(count, game) is up_sum(count * one.number, count * one.ups, one.star if count % 2 else 0)
    assert game is add(add(dyadic(one.number), up_sum(NONE, one.ups, 0)), nimber(one.star))


class TestDeepValues:
    @pytest.mark.parametrize("count", [100, 150, 200, 300, 999])
    def test_many_ups(self, count):
        """A multiple of up has all that is read off a value, however deep its tree is."""
        found = game_value(f"{count}.^", make)
        said = found.to_json()
        assert (said["value"], said["atomic_weight"], said["class"]) == (f"{count}.↑", str(count), "L")
        assert (said["mean"], said["temperature"], said["birthday"]) == ("0", "0", count + 1)
        assert form_of(found.value) == f"{{0|{count - 1}.↑*}}"
        assert str(game_value(f"{count}.^ + {count}.v", make)) == "0"

    @pytest.mark.parametrize("text", ["999.^ + {1|0}", "500.^ + ±1"])
    def test_too_deep_ones(self, text):
        """A tree that is too deep for recursion is a limit, not a crash."""
        with pytest.raises(LimitError, match="too deep") as caught:
            game_value(text, make).to_json()
        assert caught.value.reason == "size"

    def test_too_many_ups(self):
        """There is a largest multiple."""
        with pytest.raises(InputError, match="multiples of up"):
            up_sum(NONE, 10**6, 0)
