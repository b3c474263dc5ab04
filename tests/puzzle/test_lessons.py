"""Lessons: what they state is true by the plain rules, and their pages need no script."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.families import make
from zermelo.language import read_game_text
from zermelo.lesson import as_lesson_html, as_notebook, sections
from zermelo.lesson.backward_induction import values
from zermelo.lesson.pairing_strategy import pairing
from zermelo.model import ConnectionGame, Game, Player
from zermelo.search.minimax import Minimax


@given(st.lists(st.integers(1, 255), max_size=5))
@settings(max_examples=draws(60, 30), deadline=None)
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


def told(game: Game, title: str) -> str:
    """The texts of a section of a lesson without time for searches."""
    return " ".join(next(each for each in sections(game, seconds=0) if each.title == title).texts)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("#positions a b c d\n#times t1 t2 t3 t4\n#blackturns t1 t2\n#blackwins\na b\nc d\n#whitewins", "one stone"),
        ("#positions a b c d\n#blackinitials a\n#blackwins\na b\nc d\n#whitewins", "from an empty board"),
        ("#positions a b c d\n#blackwins\na b\n#whitewins\nc", "too few for a pair in each"),
    ],
)
def test_pairs_are_shown_only_where_they_stop_everybody(rules: str, reason: str) -> None:
    """One stone each in turn, an empty board, and a pair in the sets of either player."""
    text = told(read_game_text(rules), "Pairing strategies")
    assert reason in text
    assert "gomoku:5,board=5x5, has a pairing" in text


def test_pairs_of_the_sets_of_both_players() -> None:
    rules = "#positions a b c d\n#blackwins\na b\n#whitewins\nc d"
    assert told(read_game_text(rules), "Pairing strategies").startswith("Each of the 2 winning sets contains")


def test_no_strategy_is_stolen_where_the_first_move_is_not_free() -> None:
    corner = make("hex:3x3")
    assert isinstance(corner, ConnectionGame)
    for game in (
        read_game_text("#positions a b\n#firstmoves a\n#blackwins\nb\n#whitewins\nb"),
        replace(corner, first_moves=1),
    ):
        assert told(game, "Strategy stealing").startswith("The argument, as it is told here, needs stones")
        found = next(each for each in sections(game) if each.title == "Strategy stealing")
        assert "both players; here it is for hex:3x3" in found.texts[0]


def test_turns_are_told_only_where_the_players_take_them() -> None:
    assert "take turns" not in told(make("dots-and-boxes:1x2"), "The rules")
    assert "take turns" in told(make("hex:3x3"), "The rules")


def test_a_game_that_may_go_on_for_ever_is_not_called_too_large() -> None:
    game = make("evader-pursuer:8x8,evader=8-1,pursuer=3-4")
    assert "since this game is not known to end" in told(game, "Zermelo's theorem")


def test_answers_are_announced_only_where_there_are_some() -> None:
    """There is no reply to answer, as who completes a box moves on."""
    found = next(each for each in sections(make("dots-and-boxes:1x3")) if each.title.startswith("The proof"))
    assert not found.table
    assert found.texts[0].endswith(" wins.")
