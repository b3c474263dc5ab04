"""The language of expressions: every mistake is one line with its column; no text does anything else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.families import FAMILIES, make
from zermelo.model import Game

WRONG = [
    ("", 1, "no name"),
    ("   ", 4, "no name"),
    ("parcheesi", 1, "the families are httt"),
    ("  hext:5x5", 3, "did you mean hex"),
    ("htt:tippy,board=4x4", 1, "did you mean httt"),
    ("httt", 5, "the end of the expression"),
    ("httt:", 6, "nothing"),
    ("httt:tippi,board=4x4", 6, "did you mean tippy?"),
    ("httt: tippi,board=4x4", 7, "did you mean tippy?"),
    ("httt:tippy", 11, "board=COLUMNSxROWS"),
    ("httt:tippy,bord=4x4", 12, "did you mean board?"),
    ("httt:tippy,torrus,board=4x4", 12, "did you mean torus?"),
    ("httt:tippy,board=4y4", 18, "'4y4'"),
    ("httt:tippy,board= 4y4", 19, "'4y4'"),
    ("httt:tippy,board=", 18, "columns x rows"),
    ("httt:tippy,board=0x4", 18, "at least one column"),
    ("httt:tippy,board=65x64", 18, "at most 4096 cells"),
    ("httt:tippy,board=999999999x999999999", 18, "at most 4096 cells"),
    ("httt:tippy,board=4x4,board=4x4", 28, "'board' twice"),
    ("httt:tippy,board=4x4,shape=el", 28, "'shape' twice"),
    ("httt:tippy,board=4x4,el", 22, "an option of httt"),
    ("httt:tippy,board=4x4,torus,torus", 28, "'torus' twice"),
    ("httt:tippy,board=4x4,torus=yes", 22, "takes no value"),
    ("httt:tippy,board=4x4,mb,kind=mm", 30, "'kind' twice"),
    ("httt:tippy,board=4x4,kind=misere", 27, "mm or mb"),
    ("httt:tippy,board", 12, "without a value"),
    ("httt:tippy,,board=4x4", 12, "nothing"),
    ("httt:tippy,board=4x4,", 22, "nothing"),
    ("httt:tippy,board=4x4,p=2", 22, "an option of httt"),
    ("httt:skinny,board=3x3", 6, "fits on a 3x3 board"),
    ("httt:skinny,board=3x3,torus", 6, "fits on a 3x3 torus"),
    ("gttt:tippy,p=0,board=3x3", 14, "from 1 to"),
    ("gomoku:5,board=4x4", 8, "fits on a 4x4 board"),
    ("gomoku:x,board=4x4", 8, "a whole number"),
    ("connect:8,board=7x6", 9, "fits on a 7x6 board"),
    ("ttt:depth=-1", 11, "a whole number"),
    ("ttt:depth=1e9", 11, "a whole number"),
    ("ttt:depth=٣", 11, "a whole number"),
    ("ttt:depth=100000", 11, "from 0 to 99999"),
    ("hex:5", 5, "a board size"),
    ("breakthrough:3x3", 14, "at least 4 rows"),
    ("breakthrough:3x2,rows=2", 23, "at least 4 rows"),
    ("breakthrough:3x1,rows=1", 23, "at least 2 rows"),
    ("knightthrough:3x3", 15, "at least 4 rows"),
    ("evader-pursuer:4x4,evader=1-1,pursuer=2-2", 27, "not on the goal"),
    ("evader-pursuer:4x4,evader=2-2,pursuer=1-1", 39, "not on the goal"),
    ("evader-pursuer:4x4,evader=5-1,pursuer=2-2", 27, "a cell of the 4x4 board"),
    ("evader-pursuer:4x4,evader=2-2,pursuer=2-2", 39, "apart from the evader"),
    ("evader-pursuer:4x4,evader=a1,pursuer=2-2", 27, "column-row"),
    ("evader-pursuer:4x4,evader=2-2", 30, "pursuer=COLUMN-ROW"),
    ("random-positional:mb,white-sets=2", 33, "maker-breaker"),
    ("random-positional:cells=3,sets=5,size=2", 32, "at most 3 sets"),
    ("random-positional:cells=3,size=4", 32, "at most 3 cells"),
    ("random-positional:size=3-2", 24, "from the smaller"),
    ("random-positional:black=5,white=5", 25, "at most 9 stones"),
    ("random-positional:sets=9,size=1,black=2", 39, "fewer stones"),
    ("random-hex:cells=4,edges=7", 26, "3 to 6 edges"),
    ("random-hex:cells=3,border=2", 27, "at most 1 cell at each border"),
    ("random-hex:cells=4,border=3", 27, "at most 2 cells"),
    ("random-grid:board=21x20", 19, "at most 400 cells"),
]


@pytest.mark.parametrize(("expression", "column", "part"), WRONG, ids=[expression for expression, *_ in WRONG])
def test_a_mistake_is_told_with_its_column(expression: str, column: int, part: str) -> None:
    """Source, line and column are there, and the message says what was found, expected or meant."""
    with pytest.raises(InputError) as caught:
        make(expression)
    error = caught.value
    assert (error.line, error.column) == (1, column)
    assert part in str(error)
    assert "\n" not in str(error)
    assert error.source == (expression if expression.strip() else "(empty expression)")


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("httt:board=4X4,shape=TIPPY", "httt:tippy,board=4x4"),
        ("httt:00101121,board=4×4,torus,kind=maker-breaker", "httt:tippy,board=4x4,torus,kind=mb"),
        ("httt:tippy,mm,first=black,board=04x4", "httt:tippy,board=4x4"),
        ("httt:z,board=5x5,swap", "httt:Z,board=5x5,first=white"),
        ("gttt:tippy,q=2,p=1,board=4x4", "gttt:tippy,board=4x4,q=2"),
        ("breakthrough:rows=1,3x5,first=WHITE", "breakthrough:3x5,rows=1,first=white"),
        ("connect:board=7x6,4", "connect:4,board=7x6"),
        ("random-positional:seed=0,size=3-3", "random-positional"),
        ("random-positional:size=2-4", "random-positional:size=2-4"),
        ("ttt:depth=0", "ttt:depth=0"),
    ],
)
def test_canonical_names(expression: str, name: str) -> None:
    """Fixed order, defaults left out, one spelling."""
    assert make(expression).name == name
    assert make(name) == make(expression)


HUGE = ["hex:100000x100000", "httt:" + "9" * 100_000, "x" * 1_000_000, "ttt:" + "," * 9999]


@pytest.mark.parametrize("expression", HUGE, ids=range(len(HUGE)))
def test_nonsense_of_any_size_fails_fast(expression: str) -> None:
    """Huge sizes and huge texts are refused at once, in a short message."""
    begun = time.perf_counter()
    with pytest.raises(InputError) as caught:
        make(expression)
    assert time.perf_counter() - begun < 1
    assert len(str(caught.value)) < 600


WORDS = [
    *FAMILIES, "tippy", "el", "00101121", "3x3", "2x4", "board", "kind", "mb", "torus", "first", "white", "p", "2",
    "depth", "seed", "cells", "evader", "3-1", "pursuer", "1-2", "rows", "1", "size", "black", "sets", "3", " ", "=",
]  # fmt: skip


def outcome(text: str) -> tuple[Game | None, InputError | None]:
    """The game of an expression, or the error."""
    try:
        return make(text), None
    except InputError as error:
        return None, error


@settings(max_examples=draws(400, 100), deadline=None)
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(":,=,=,")), max_size=12).map("".join))
def test_any_text_makes_a_game_or_an_input_error(text: str) -> None:
    """Words of the language in any order: a game whose name makes it again, or the one documented error."""
    game, error = outcome(text)
    if error is not None:
        assert error.column is not None
        assert 1 <= error.column <= len(text) + 1
    else:
        assert game is not None
        assert make(game.name) == game


@settings(max_examples=draws(200, 60), deadline=None)
@given(st.sampled_from([*FAMILIES]), st.text(max_size=30))
def test_hostile_text_is_an_input_error(family: str, text: str) -> None:
    """Any characters after the name of a family."""
    _, error = outcome(f"{family}:{text}")
    assert error is None or error.column is not None


def test_a_value_with_the_name_of_an_option():
    """The P pentomino is a shape, though the family has an option p."""
    assert make("gttt:P,p=2,q=1,board=4x4").name == make("gttt:p5,board=4x4,q=1,p=2").name
