"""Lists as people write them."""

from __future__ import annotations

import pytest

from zermelo.bench.lists import encodings, numbers, usual_depths, words
from zermelo.encodings import ENCODINGS, encoding
from zermelo.errors import InputError
from zermelo.families import make


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("5", [5]),
        ("5,7,9", [5, 7, 9]),
        ("5-8", [5, 6, 7, 8]),
        ("5-15:5", [5, 10, 15]),
        ("5-14:5", [5, 10]),
        (" 3 , 1-3,3", [3, 1, 2]),
        ("0-0", [0]),
        ("7-7:3", [7]),
    ],
)
def test_numbers(text, wanted):
    assert numbers(text) == wanted


@pytest.mark.parametrize(
    "text", ["", ",", "5,", "x", "-1", "5-", "-5", "5-3", "5:2", "5-9:0", "5-9:x", "0-100000", "9" * 19, "1.5", "5--9"]
)
def test_no_numbers(text):
    with pytest.raises(InputError) as error:
        numbers(text)
    assert "\n" not in str(error.value)


def test_words():
    assert words("a, b,a") == ["a", "b"]
    with pytest.raises(InputError):
        words("a,,b")


def test_encodings():
    """Commas separate encodings, and options of one encoding: those have an equals sign, or are ``faithful``."""
    assert [each.label for each in encodings("cor,ea")] == ["cor", "ea"]
    found = encodings("bddl:faithful,symmetry=yes,ea:symmetry=no,cor, bddl:faithful,symmetry=yes")
    assert found == [encoding("bddl:faithful,symmetry=yes"), encoding("ea:symmetry=no"), encoding("cor")]
    for wrong in ("", "cor,,ea", "symmetry=no,cor", "cor,symmetry=no", "faithful", "cor:symmetry"):
        with pytest.raises(InputError):
            encodings(wrong)
    assert [each.name for each in encodings(",".join(ENCODINGS))] == list(ENCODINGS)


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("hex:19x19", [11, 23, 45, 91, 181, 361]),  # the depths of Table 2 among them
        ("hex:3x3", [1, 3, 5, 9]),
        ("hex:1x1", [1]),
        ("hex:3x3,depth=5", [5]),
        ("hex:3x3,first=white", [2, 4, 8]),
        ("httt:elam,board=1x1", [1]),
        ("gttt:tippy,board=3x3,p=2", [1, 5, 9]),
        ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", [1, 3, 5, 7, 9, 11]),
    ],
)
def test_usual_depths(game, wanted):
    """At each of them the last move is Black's, where the game is one of stones."""
    assert usual_depths(make(game)) == wanted


def test_usual_depths_of_a_full_board():
    """No move is left: the only depth is 0."""
    game = make("ttt")
    assert usual_depths(game.after([game.parse_move(name, game.player_at(0)) for name in _DRAW.split()])) == [0]


_DRAW = "b2 a1 a2 c2 c1 a3 b3 b1 c3"
