"""Outcome classes: both openings, against minimax, for every kind of game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.model import ClauseGame, Player
from zermelo.model.graph_game import GameGraph, GraphGame, GraphNode
from zermelo.questions import Options
from zermelo.search.minimax import Minimax
from zermelo.solving import solve
from zermelo.solving.outcome_class import outcome_class

KNOWN = {
    "domineering:2x2": "N", "domineering:1x2": "L", "domineering:2x1": "R", "domineering:1x1": "P",
    "domineering:1x1,misere": "N", "nim:1,1": "P", "nim:1,1,misere": "N", "nim:2,2,misere": "P", "kayles:3,misere": "N",
    "hex:3x3": "N", "ttt": "D", "misere-ttt": "D",
}  # fmt: skip
QUICK = Options(method="search", check=False)


@pytest.mark.parametrize("name", KNOWN)
def test_known_classes(name):
    """Normal, misère, drawn and connection games."""
    assert outcome_class(make(name), QUICK).letter == KNOWN[name]


@pytest.mark.parametrize("first", ["black", "white"])
def test_the_opener_of_the_game_is_of_no_account(first):
    """The class is of the position, not of who would move."""
    assert outcome_class(make(f"domineering:3x2,first={first}"), QUICK).letter == "N"


def wins(game):
    """Black's win, by the slow search."""
    return Minimax(game).within(game.start, game.complete_depth())


@settings(max_examples=draws(40, 20))
@given(st.sampled_from(["random-positional", "random-grid", "random-hex"]), st.integers(0, 10**6))
def test_both_openings_are_those_of_minimax(family, seed):
    """Each of the verdicts is that of the slow search of the same game with that player to move."""
    game = make(f"{family}:seed={seed}" + (",cells=6" if family != "random-grid" else ",board=3x2"))
    if game.complete_depth() is None:
        return
    found = outcome_class(game, QUICK)
    for player, verdict in ((Player.BLACK, found.black_opens), (Player.WHITE, found.white_opens)):
        opened = game.with_mover(player)
        assert opened.to_move is player
        assert opened.start == game.start
        assert (verdict.outcome == "black") == wins(opened)
        if family == "random-hex":  # a graph, on which colours cannot be exchanged; no draws
            assert verdict.outcome != "draw"
        else:
            assert (verdict.outcome == "white") == wins(opened.swapped())


def test_one_draw_has_no_letter():
    """The class has no letter where only one opening is a draw, and both ends are told."""
    game = make("ttt").after("b2")
    found = outcome_class(game, QUICK)
    assert found.known
    assert found.sentence() == "No letter: when Black opens, Black wins; when White opens, it is a draw."
    assert found.to_json()["class"] is None
    assert game.with_mover(game.to_move) is game


def test_several_stones_per_move():
    """The players change places in the whole order."""
    game = make("gttt:tippy,board=3x3,p=2,q=1").with_mover(Player.WHITE)
    assert [str(game.player_at(ply))[0] for ply in range(5)] == list("WBBWW")


def test_formulas_are_decided_elsewhere():
    """The routes of `solve` are for games; a formula has a solver of its own."""
    for ask in (solve, outcome_class):
        with pytest.raises(InputError, match=r"zermelo\.gamesat\.decide"):
            ask(ClauseGame("one", 1, ((1,),)))


def test_positions_that_say_who_moves_are_refused():
    """A game graph has one mover in each position."""
    graph = GameGraph((GraphNode("0", Player.BLACK, (("go", 1),)), GraphNode("1", None, (), Player.BLACK)))
    with pytest.raises(UnsupportedError, match="the position says who moves"):
        outcome_class(GraphGame("door", graph), QUICK)


def test_a_limit_is_a_reason():
    """No time is no answer, and says so."""
    found = outcome_class(make("domineering:7x7"), Options(time_limit=0.0, method="search"))
    assert not found.known
    assert (found.letter, found.to_json()["reason"]) == (None, "time")
    assert found.sentence().startswith("Unknown: ")


def test_an_interrupt_of_one_question_is_that_of_both(monkeypatch):
    """A question that Ctrl-C has left open is told so, and not as a matter of time."""

    def interrupted(game, query, options, store):
        verdict = solve(game, query, replace(options, time_limit=0), store=store)
        return replace(verdict, reason="interrupted", interrupted=True) if game.to_move is Player.BLACK else verdict

    monkeypatch.setattr("zermelo.solving.outcome_class.solve", interrupted)
    found = outcome_class(make("domineering:7x7"), QUICK)
    assert [each.reason for each in (found.black_opens, found.white_opens)] == ["interrupted", "interrupted"]
