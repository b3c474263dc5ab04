"""Lessons: what they state is true by the plain rules, and their pages need no script."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.families import make
from zermelo.lesson import as_lesson_html, as_notebook, sections
from zermelo.lesson.backward_induction import values
from zermelo.lesson.pairing_strategy import pairing
from zermelo.model import Player
from zermelo.search.minimax import Minimax


@given(st.lists(st.integers(1, 255), max_size=5))
@settings(max_examples=60, deadline=None)
def test_a_pairing_gives_each_set_a_pair_of_its_own(sets: list[int]) -> None:
    """Disjoint pairs within the sets; and where there are none, some sets together have too few cells (Hall)."""
    found = pairing(sets)
    if found is None:
        few = False
        for chosen in range(1, 1 << len(sets)):
            some = [each for k, each in enumerate(sets) if chosen >> k & 1]
            union = 0
            for each in some:
                union |= each
            few = few or union.bit_count() < 2 * len(some)
        assert few
    else:
        assert len({cell for pair in found for cell in pair}) == 2 * len(sets)
        assert all(each >> one & each >> two & 1 for each, (one, two) in zip(sets, found, strict=True))


@pytest.mark.parametrize("text", ["hex:2x2", "hex:3x2", "connect:2,board=3x2", "domineering:3x2", "nim:1,2"])
def test_backward_induction_agrees_with_minimax(text: str) -> None:
    game = make(text)
    found = values(game)
    assert found is not None
    search = Minimax(game)
    depth = game.complete_depth()
    assert depth is not None
    assert (found[0].black == 1) is search.within(game.start, depth)
    assert all(each.positions >= each.black + each.white for each in found)


def test_tic_tac_toe_has_5478_positions() -> None:
    found = values(make("ttt"))
    assert found is not None
    assert (sum(each.positions for each in found), found[0].black, found[0].white) == (5478, 0, 0)
    assert values(make("hex:4x4"), 1000) is None


@pytest.mark.parametrize("text", ["ttt", "hex:3x3", "domineering:3x3", "nim:1,2,3"])
def test_a_lesson_has_its_sections(text: str) -> None:
    game = make(text)
    found = sections(game)
    titles = [each.title for each in found]
    assert titles[0] == "The rules"
    assert titles[-3:] == ["Zermelo's theorem", "Strategy stealing", "Pairing strategies"]
    position = next(each for each in found if each.title == "A position to think about")
    assert len(position.hints) >= 3
    page = as_lesson_html(game.name, found)
    assert "<script" not in page
    assert page.count("<details>") == len(position.hints)
    book = json.loads(as_notebook(game.name, found))
    assert book["nbformat"] == 4
    assert "<svg" not in json.dumps(book["cells"])
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), {"zermelo": __import__("zermelo")})


def test_players_of_values_are_those_of_the_game() -> None:
    game = make("hex:2x2,first=white")
    found = values(game)
    assert found is not None
    assert (game.to_move, found[0].white) == (Player.WHITE, 1)


@pytest.mark.parametrize("text", ["hex:11x11", "amazons:4x4", "nim:5,6,7,8", "ttt"])
def test_without_time_all_is_shown_on_small_boards(text: str) -> None:
    """There is no position to think about then."""
    found = {each.title: each for each in sections(make(text), seconds=0)}
    assert "Hex on a board of 2x2 cells" in found["Zermelo's theorem"].texts[-1]
    assert "here it is for hex:3x3" in found["Strategy stealing"].texts[0]


def test_a_lesson_on_a_large_game_keeps_its_time() -> None:
    """Without time for searches there is no position to think about, and the theorems are shown on small boards."""
    found = {each.title: each for each in sections(make("hex:11x11"), seconds=0)}
    assert list(found) == ["The rules", "Zermelo's theorem", "Strategy stealing", "Pairing strategies"]
    assert "here it is for hex:3x3" in found["Strategy stealing"].texts[0]
    assert "hex:11x11" in found["Strategy stealing"].texts[0]
