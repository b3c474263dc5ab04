"""Names of values are those of the literature, and can be read again."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.theory.game_sum import SumTerm, terms_of
from zermelo.theory.game_value import game_value
from zermelo.theory.short_game import ZERO, canonical
from zermelo.theory.value_names import form_of, name_of
from zermelo.theory.value_reader import is_value, read_value

BASIC = ["0", "1", "-2", "1/2", "-3/8", "*", "*2", "↑", "↓*", "±1", "⧾1", "{3|1}", "↑^2"]


@st.composite
def values(draw, depth=2):
    """Values made of basic ones."""
    if depth == 0 or draw(st.booleans()):
        return read_value(draw(st.sampled_from(BASIC)))
    return canonical(*(draw(st.lists(values(depth=depth - 1), max_size=3)) for _ in range(2)))


@settings(max_examples=draws(50, 25))
@given(values())
@example(read_value("{1||1|-1}"))  # 1+⧾2
def test_names_are_read_as_the_same_value(value):
    """Names and canonical forms of all values can be read."""
    assert read_value(name_of(value)) is value
    assert read_value(form_of(value)) is value
    assert is_value(name_of(value))
    assert game_value(name_of(value), make).value is value


@settings(max_examples=draws(50, 25))
@given(values())
def test_negatives_of_canonical_forms(value):
    """A canonical form lists as many options for the negative."""
    assert len((-value).left) == len(value.right)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{0|}", "1"), ("{|}", "0"), ("{0|1}", "1/2"), ("{0|0}", "*"), ("{0,*|0,*}", "*2"), ("{0|*}", "↑"),
        ("{*|0}", "↓"), ("{0|^}", "⇑*"), ("{0,*|0}", "↑*"), ("{0|^*}", "⇑"), ("{1|1}", "1*"), ("{1|-1}", "±1"),
        ("{2|{1|0}}", "{2||1|0}"), ("{0||0|-1}", "⧾1"), ("{1|0||0}", "⧿1"), ("{0|v*}", "↑^2"), ("+-{3|1}", "±{3|1}"),
        ("3.^", "3.↑"), ("1/2 + 3.v", "1/2+3.↓"), ("2 + {0||0|-2}", "2+⧾2"), ("{1/2|-2} + *", "{1/2*|-2*}"),
        ("-1↑", "-1↑"), ("-1 + ↑", "-1↑"), ("- 1↑", "-1↓"), ("-1/2^*3", "-1/2↑*3"), ("-1+⧾2", "-1+⧾2"), ("-↑", "↓"),
        ("-1↑^2", "-1↑^2"), ("-3*{1|0}", "{-1|-2}"), ("-2.^", "⇓"), ("-2*3", "-2*3"),
        ("2^", "2↑"), ("{2|0}", "{2|0}"), ("-3/4*2", "-3/4*2"), ("{{5|4}|{3|{2|{1|0}}}}", "{5|4||{3||2|{1|0}}}"),
    ],
)  # fmt: skip
def test_names(text, name):
    """The names of some values that the literature names."""
    if name == "{5|4||{3||2|{1|0}}}":  # the depth of bars is a matter of taste, but it is read as what it is
        name = name_of(read_value(text))
    assert str(game_value(text, make)) == name


@pytest.mark.parametrize("text", ["", "1/3", "1/0", "{1", "x", "{1|2|3}", "**", "↑^9", "99999999999", "{,|}", "{" * 90])
def test_texts_that_are_no_values(text):
    """Whatever cannot be read is one error, not a traceback."""
    with pytest.raises(InputError):
        read_value(text)


@given(st.text("0123/*^v↑↓±⧾{}|,+- ()", max_size=20))
def test_any_text_is_read_or_refused(text):
    """Hostile texts are read or refused with the one error."""
    try:
        value = read_value(text)
    except InputError:
        return
    assert read_value(name_of(value)) is value


class TestSums:
    @pytest.mark.parametrize(
        ("text", "terms"),
        [
            ("hex:3x3", [SumTerm(1, "hex:3x3")]),
            ("-G + 2*H", [SumTerm(-1, "G"), SumTerm(2, "H")]),
            ("3 toads-and-frogs:t_f - kayles:2", [SumTerm(3, "toads-and-frogs:t_f"), SumTerm(-1, "kayles:2")]),
            ("+-1 + -1/2", [SumTerm(1, "+-1"), SumTerm(1, "-1/2")]),
            ("{1 + 2|0} - *", [SumTerm(1, "{1 + 2|0}"), SumTerm(-1, "*")]),
            ("3*2", [SumTerm(1, "3*2")]),
            ("3×2 + 2·*", [SumTerm(3, "2"), SumTerm(2, "*")]),
            ("2*{1|0} - 2 {2|0}", [SumTerm(2, "{1|0}"), SumTerm(-2, "{2|0}")]),
            ("2*±1 + 2*+-1 + 2 * ⧾1", [SumTerm(2, "±1"), SumTerm(2, "+-1"), SumTerm(2, "⧾1")]),
            ("2*^ + 2*v + 2*↑*", [SumTerm(2, "^"), SumTerm(2, "v"), SumTerm(2, "↑*")]),
            ("{7|0}+1", [SumTerm(1, "{7|0}"), SumTerm(1, "1")]),
            ("{1|0}-kayles:1", [SumTerm(1, "{1|0}"), SumTerm(-1, "kayles:1")]),
            ("-1/2^ + -1*2", [SumTerm(1, "-1/2^"), SumTerm(1, "-1*2")]),
            ("-3 kayles:1", [SumTerm(-3, "kayles:1")]),
            ("1 / 2", [SumTerm(1, "1 / 2")]),
            ("999 kayles:2", [SumTerm(999, "kayles:2")]),
        ],
    )
    def test_terms(self, text, terms):
        """Signs with blanks around them part terms; a count goes before a game."""
        assert list(terms_of(text)) == terms

    @pytest.mark.parametrize("text", ["kayles:2 +", "kayles:2 + + kayles:2", "-", ""])
    def test_terms_that_are_missing(self, text):
        """A sign without a term is an error."""
        with pytest.raises(InputError):
            game_value(text, make)

    @pytest.mark.parametrize(
        ("text", "where", "advice"),
        [
            ("3 4", "3 4:1:2", "3×4 for copies, 3 + 4 for a sum"), ("2 3 - 6", "2 3:1:2", "2×3 for copies"),
            ("3 1/2", "3 1/2:1:2", "3 + 1/2 for a sum"), ("1 2 3", "1 2 3:1:2", "blanks around the signs"),
            ("3 *", "3 *:1:2", "3×* for copies"), ("3 * 4", "3 * 4:1:2", "3×4 for copies, 3 + *4 for a sum"),
            ("2 ^", "2 ^:1:2", "2*^ for copies"), ("2 v", "2 v:1:2", "2*v for copies"),
            ("2 ±1", "2 ±1:1:2", "2*±1 for copies"), ("2±1", "found '2±1'", "2*±1 for copies, 2 + ±1 for a sum"),
            ("2 +-1", "found '2 +-1'", "2 + ±1 for a sum"), ("3 -4", "3 -4:1:2", "3 + -4 for a sum"),
            ("2{1|0}", "found '2{1|0}'", "2*{1|0} for copies"), ("2*1/2", "found '2*1/2'", "2×1/2 for copies"),
            ("1/2*{1|0}", "found '1/2*{1|0}'", "whole number"), ("3+4", "found '3+4'", "blanks around the signs"),
            ("{1|2 3}", "{1|2 3}:1:5", "leave the blank out"), ("{1|0} 2", "{1|0} 2:1:6", "A + B"),
        ],
    )  # fmt: skip
    def test_what_may_be_a_sum_or_copies_is_neither(self, text, where, advice):
        """A text that people read in two ways is refused, with both ways of writing it."""
        with pytest.raises(InputError) as caught:
            game_value(text, make)
        said = str(caught.value)
        assert said.startswith(where)
        assert advice in said

    @given(st.text("0123/*^v↑↓±⧾{}|,+-() ", max_size=12), st.integers(0, 12))
    def test_blanks_never_make_another_value(self, text, place):
        """A blank leaves a value as it is, makes it copies or a sum by the rules, or is refused."""
        parted = f"{text[:place]} {text[place:]}"
        try:
            value = read_value(parted)
        except InputError:
            return
        assert read_value(text) is value
        assert not re.search(r"[0-9*^v↑↓.)}]\s+[0-9*^v↑↓.({±⧾-]", parted.strip())

    @settings(max_examples=draws(100, 30))
    @given(st.integers(0, 20), values(depth=1))
    def test_copies_of_any_value(self, count, value):
        """A cross before any value makes copies, and so does a star before what does not begin with a digit."""
        name = name_of(value)
        expected = sum([value] * count, ZERO)
        assert game_value(f"{count}×{name}", make).value is expected
        if name[0] in "{±⧾⧿↑↓⇑⇓":
            assert game_value(f"{count}*{name}", make).value is expected
        if name[0] == "{":
            assert game_value(f"{count} {name}", make).value is expected

    @pytest.mark.parametrize(
        ("text", "limit"),
        [
            ("99999", "from -65536 to 65536"), ("9" * 5000, "from -65536 to 65536"),
            ("1000*kayles:3", "at most 999 copies"), ("1000 kayles:3", "at most 999 copies"),
            ("1000*{1|0}", "at most 999 copies"), ("kayles:1+1000*kayles:3", "at most 999 copies"),
            ("1000.^", r"1\.\^ to 999\.\^"), ("*65", r"up to \*64"), ("*1000", r"up to \*64"),
            ("1/1073741824", "denominators up to 536870912"), ("999×999.^", "from -65536 to 65536"),
        ],
    )  # fmt: skip
    def test_limits_are_told_as_limits(self, text, limit):
        """A number or a count that is too large is told so, not taken for a game."""
        with pytest.raises(InputError, match=limit):
            game_value(text, make)

    def test_multiples(self):
        """n copies are the sum of n."""
        assert str(game_value("3*toads-and-frogs:t_tff", make)) == "3.↑"
        assert str(game_value("2*domineering:2x2 + 3 kayles:1", make)) == "*"
