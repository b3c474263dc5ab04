"""Kinds of jobs besides `solve`: what they say about small games, beside the search by the plain rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.campaign.kinds import KINDS, Allowance
from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.families import fitting
from zermelo.loading import load
from zermelo.model import Player
from zermelo.search.engines import session_for
from zermelo.search.session import Limits

POLYOMINOES = [poly.systematic_name or poly.name for poly in fitting(3, 3)]
GAMES = st.builds(
    "httt:{},board=3x3{}{}".format,
    st.sampled_from(POLYOMINOES),
    st.sampled_from(("", ",torus")),
    st.sampled_from(("", ",mb")),
)
PLENTY = Allowance()


def wins(game: str, depth: int, player: Player = Player.BLACK) -> bool:
    """True if a player wins within a depth, by the search that knows nothing but the rules."""
    answer = session_for(load(game), "depth-first").decide(player, depth, Limits()).answer
    assert answer is not None
    return answer


def consistent(game: str, figures: dict) -> None:
    """All statements of a job about a game are true."""
    for said in figures["says"]:
        depth = 9 if said["depth"] is None else said["depth"]
        player = Player.BLACK if said["player"] == "black" else Player.WHITE
        assert wins(game, depth, player) is said["wins"], said


@settings(max_examples=draws(25, 12), deadline=None)
@given(GAMES, st.integers(0, 9), st.sampled_from(("cor", "cor:faithful", "neg")), st.sampled_from(("none", "bloqqer")))
def test_one_formula(game, depth, encoding, preprocessor):
    """Its answer is that of the search at this depth."""
    asked = {"game": game, "encodings": [encoding], "preprocessor": preprocessor, "solver": "depqbf", "depths": [depth]}
    found = KINDS["formula"](asked, PLENTY)
    assert found["answer"] is wins(game, depth)
    consistent(game, found)


@settings(max_examples=15, deadline=None)
@given(GAMES, st.sampled_from((["cor", "pairing"], ["cor:faithful", "pairing:faithful"], ["cor"])))
def test_depth_after_depth(game, encodings):
    """From both sides, or from one: the winner, and of a win the least depth."""
    depths = "all" if len(encodings) > 1 else "telling"
    found = KINDS["formula"]({"game": game, "encodings": encodings, "solver": "depqbf", "depths": depths}, PLENTY)
    assert found["answer"] is wins(game, 9)
    if found["answer"]:
        assert found["won_depth"] == min(depth for depth in range(10) if wins(game, depth))
    consistent(game, found)


@settings(max_examples=draws(20, 10), deadline=None)
@given(
    st.sampled_from((1, 2)), st.sampled_from((1, 2)), st.sampled_from(("", ",torus")), st.integers(2, 5),
    st.sampled_from(({"engine": "depth-first"}, {"engine": "positional"}, {"engine": "pns"}, {"engine": "toss"},
                     {"encoding": "cor", "preprocessor": "bloqqer", "solver": "depqbf"})),
)  # fmt: skip
def test_turns(p, q, torus, turns, use):
    """Whoever wins within the turns, by every way."""
    game = f"gttt:tippy,p={p},q={q},board=3x3{torus}"
    stones = min(9, q + p * (turns - 1))
    found = KINDS["turns"]({"game": game, "turns": turns, "stones": stones, **use}, PLENTY)
    first, second = wins(game, stones), wins(game, stones, Player.WHITE)
    assert found["winner"] == ("first" if first else "second" if second else "draw")
    consistent(game, found)


def test_sizes_after_a_preprocessor():
    """Both sizes, and the seconds of each."""
    asked = {"game": "hex:3x3", "encoding": "et", "depth": 5, "preprocessor": "bloqqer"}
    found = KINDS["size"](asked, PLENTY)
    assert found["clauses"] > 0
    assert found["preprocessed"]["seconds"] >= 0
    with pytest.raises(UnsupportedError):
        KINDS["size"]({**asked, "encoding": "bddl"}, PLENTY)


def test_conversion():
    """The clauses of a game that was written and read back."""
    found = KINDS["conversion"]({"game": "gttt:tippy,p=1,q=1,board=3x3", "turns": 3}, PLENTY)
    assert found["clauses"] > 0
    with pytest.raises(InputError):
        KINDS["conversion"]({"game": "hex:3x3", "turns": 3}, PLENTY)


def test_limits_and_mistakes():
    """No time is a reason; what does not fit is an error, as of `solve`."""
    asked = {"game": "hex:3x3", "encodings": ["et"], "solver": "depqbf", "depths": [5]}
    assert KINDS["formula"](asked, Allowance(0.0))["reason"] == "time"
    with pytest.raises(UnsupportedError):
        KINDS["formula"]({**asked, "encodings": ["bddl"]}, PLENTY)
    with pytest.raises(InputError):
        KINDS["formula"]({**asked, "depths": []}, PLENTY)
    with pytest.raises(LimitError):
        KINDS["conversion"]({"game": "gttt:tippy,p=1,q=1,board=3x3", "turns": 3}, Allowance(0.0))
