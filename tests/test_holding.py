"""`zermelo solve --encoding pairing`: White's query answers Black's, and a formula that says nothing claims nothing."""

from __future__ import annotations

from functools import cache

import pytest
from tests.oracles.retrograde import Exact, solve_exactly

from zermelo.encodings import fitting
from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.questions import Options
from zermelo.search import search_within
from zermelo.solving import solve
from zermelo.verdict import Query, Verdict

GAMES = (
    "ttt",
    "hex:2x2",
    "hex:3x3",
    "hex:3x3,first=white",
    "httt:el,board=3x3,kind=mb",
    "httt:elly,board=3x3,kind=mb",
    "httt:tic,board=3x3",
    "httt:fatty,board=3x3",
    "httt:tippy,board=3x3",
    "gttt:tippy,p=2,q=1,board=3x3",
    "gttt:el,p=2,q=2,board=3x3",
)


@cache
def exact_of(text: str) -> Exact:
    """The oracle's answer for a game, found once for all tests."""
    return solve_exactly(make(text))


def holding(game: Game) -> list[str]:
    return [each.name for each in fitting(game) if each.name.startswith("pairing")]


def by(name: str, **more: object) -> Options:
    return Options(encoding=name, method="qbf", **more)  # type: ignore[arg-type]


def said(exact: Exact, verdict: Verdict) -> None:
    """Every claim is true, and an open question has its reason."""
    if verdict.outcome is None:
        assert verdict.reason in ("silent", "nothing to try"), verdict.notes
        assert not verdict.complete
        if "black" in verdict.excluded:
            assert exact.winner is not Player.BLACK
        return
    assert verdict.outcome == ("draw" if exact.winner is None else exact.winner.value)
    assert verdict.complete
    assert (verdict.depth, verdict.reason) == (None, None)  # such a formula tells no critical depth


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("check", [True, False])
def test_who_wins(text: str, check: bool) -> None:
    game = make(text)
    for name in holding(game):
        verdict = solve(game, Query(), by(name, check=check))
        said(exact_of(text), verdict)
        if verdict.outcome == "black" and check and game.mover(game.start) is Player.BLACK:
            first = game.parse_move(verdict.first_move or "", Player.BLACK)
            assert solve_exactly(game.after([first])).winner is Player.BLACK


@pytest.mark.parametrize("text", GAMES)
def test_within(text: str) -> None:
    game = make(text)
    exact = exact_of(text)
    complete = game.complete_depth()
    assert complete is not None
    for name in holding(game):
        for depth in range(complete + 1):
            verdict = solve(game, Query("within", depth=depth), by(name))
            if depth < (1 if game.mover(game.start) is Player.BLACK else 2):  # Black has not moved: the rules tell
                assert (verdict.answer, verdict.method, verdict.held_from) == (False, "the rules", None)
                continue
            if verdict.answer is None:
                assert verdict.reason == "silent"
                assert "says nothing" in verdict.sentence()
                continue
            assert verdict.answer is search_within(game, depth).answer, (name, depth)
            if not verdict.answer:
                assert exact.winner is not Player.BLACK
                assert verdict.complete
                assert verdict.held_from == (depth if depth < complete else None)


def test_the_sentences_say_how_white_holds() -> None:
    game = make("ttt")
    held = solve(game, Query("within", depth=8), by("pairing-mm"))
    assert held.sentence() == "Black cannot force a win at all: White holds for ever, by a pairing after 8 moves."
    assert held.to_json()["held_from"] == 8
    draw = solve(make("httt:fatty,board=3x3"), Query(), by("pairing"))
    assert draw.sentence().startswith(
        "Draw: neither player can force a win (complete; Black is held for ever, by a pai"
    )
    other = solve(game, Query("within", depth=4))
    assert (other.held_from, other.complete) == (None, False)


def test_a_silent_formula_leaves_the_question_open() -> None:
    """Black does not win, but White needs her own winning sets for it, which pairing does not know."""
    game = make("gttt:tippy,p=2,q=2,board=3x3")
    verdict = solve(game, Query("within", depth=1), by("pairing"))
    assert (verdict.answer, verdict.reason, verdict.complete) == (None, "silent", False)


@pytest.mark.parametrize("name", ["pairing", "pairing-mm"])
def test_white_holds_on_a_torus(name: str) -> None:
    game = make(f"httt:fatty,board=4x4,torus{'' if name == 'pairing-mm' else ',kind=mb'}")
    verdict = solve(game, Query(), by(name, check=False))
    assert verdict.outcome == ("draw" if name == "pairing-mm" else "white")
    assert verdict.held_from is not None
