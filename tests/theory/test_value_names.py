"""Names of values are those of the literature, and can be read again."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.theory.game_sum import SumTerm, terms_of
from zermelo.theory.game_value import game_value
from zermelo.theory.short_game import canonical
from zermelo.theory.value_names import form_of, name_of
from zermelo.theory.value_reader import is_value, read_value

BASIC = ["0", "1", "-2", "1/2", "-3/8", "*", "*2", "↑", "↓*", "±1", "⧾1", "{3|1}", "↑^2"]


@st.composite
def values(draw, depth=2):
    """Values made of basic ones."""
    if depth == 0 or draw(st.booleans()):
        return read_value(draw(st.sampled_from(BASIC)))
    return canonical(*(draw(st.lists(values(depth=depth - 1), max_size=3)) for _ in range(2)))


@settings(max_examples=50)
@given(values())
@example(read_value("{1||1|-1}"))  # 1+⧾2
def test_names_are_read_as_the_same_value(value):
    """Names and canonical forms of all values can be read."""
    assert read_value(name_of(value)) is value
    assert read_value(form_of(value)) is value
    assert is_value(name_of(value))


@settings(max_examples=50)
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

    def test_multiples(self):
        """n copies are the sum of n."""
        assert str(game_value("3*toads-and-frogs:t_tff", make)) == "3.↑"
        assert str(game_value("2*domineering:2x2 + 3 kayles:1", make)) == "*"
