"""One expression with alternatives becomes many games."""

from __future__ import annotations

import pytest

from zermelo.bench.members import LeftOut, Varied, alternatives, members
from zermelo.errors import InputError


def names(*patterns, **varied):
    return [game.name for game in members(patterns, Varied(**varied))]


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("hex:3x3", ["hex:3x3"]),
        ("hex:{3x3}", ["hex:3x3"]),
        ("a{1,2}b{3,4}", ["a1b3", "a1b4", "a2b3", "a2b4"]),
        ("seed={8..11}", ["seed=8", "seed=9", "seed=10", "seed=11"]),
        ("size={2-3,4}", ["size=2-3", "size=4"]),
        ("x{,y}", ["x", "xy"]),
    ],
)
def test_braces(pattern, wanted):
    assert alternatives(pattern) == wanted


@pytest.mark.parametrize("pattern", ["{", "}", "a{b", "a}b", "{a{b}}", "}{", "{5..3}", "{0..999999}", "{0..999}" * 2])
def test_wrong_braces(pattern):
    with pytest.raises(InputError):
        alternatives(pattern)


def test_every_combination():
    """Sizes before shapes before seeds; every game once, under its canonical name."""
    assert names("httt", "gttt:p=2", sizes=["3x3", "4x4"], shapes=["el", "Tic"]) == [
        f"{family},board={size}{rest}"
        for start, rest in (("httt", ""), ("gttt", ",p=2"))
        for size in ("3x3", "4x4")
        for family in (f"{start}:el", f"{start}:tic")
    ]
    assert names("hex", sizes=["2x2", "2X2"]) == ["hex:2x2"]
    assert names("hex:", sizes=["2x2"]) == ["hex:2x2"]
    assert names("random-hex:cells={5,6}", seeds=[3, 4]) == [
        f"random-hex:seed={seed},cells={cells}" for cells in (5, 6) for seed in (3, 4)
    ]
    assert names("httt:{tippy,elly},board={3x3,4x4}") == names("httt:{tippy,elly}", sizes=["3x3", "4x4"])


@pytest.mark.parametrize("extra", ["", "torus"])
def test_all_shapes_that_fit(extra):
    """24 and 49 shapes, the paper's numbers, also on the torus."""
    for size, count in (("3x3", 24), ("4x4", 49), ("1x1", 1), ("2x1", 2)):
        found = names(f"httt:{extra}", sizes=[size], shapes=["all"])
        assert len(found) == len(set(found)) == count
    assert "gttt:P5,board=3x3,p=2" in names("gttt:p=2,board=3x3", shapes=["all"])


@pytest.mark.parametrize(
    ("patterns", "varied", "said"),
    [
        (["hexx"], {"sizes": ["3x3"]}, "did you mean hex?"),
        (["hex"], {}, "COLUMNSxROWS"),
        (["hex"], {"sizes": ["3x0"]}, "'3x0'"),
        (["hex:3x3"], {"sizes": ["4x4"]}, "every option once"),
        (["hex"], {"sizes": ["3x3"], "shapes": ["all"]}, "an option of hex"),
        (["hex"], {"sizes": ["3x3"], "seeds": [1]}, "an option of hex"),
        (["httt:tippy"], {"sizes": ["3x3"], "shapes": ["all"]}, "every option once"),
        (["httt"], {"shapes": ["all"]}, "board=COLUMNSxROWS"),
        (["httt"], {"sizes": ["3x3"], "shapes": ["all", "el"]}, "'all' alone"),
        (["httt"], {"sizes": ["3x3"], "shapes": ["I"]}, "a shape that fits"),
        (["hex:{3x3"], {}, "braces"),
    ],
)
def test_wrong_members(patterns, varied, said):
    with pytest.raises(InputError, match=said):
        names(*patterns, **varied)


def test_left_out():
    """A game that cannot be made is left out on demand, with the reason."""
    out: list[LeftOut] = []
    games = list(members(["connect:{3,4}"], Varied(sizes=["3x3", "4x4"]), out.append))
    assert [game.name for game in games] == ["connect:3,board=3x3", "connect:3,board=4x4", "connect:4,board=4x4"]
    assert [each.what for each in out] == ["connect:4,board=3x3"]
    assert "a length that fits" in out[0].why
