"""First moves that are known: they are not searched, and all others are told as without them."""

from __future__ import annotations

from random import Random

import pytest
from tests.sizes import size

from zermelo.families import make
from zermelo.families.connect import line_goals
from zermelo.families.grid_parts import BLACK, OPEN, WHITE, at
from zermelo.model import Action, GridGame, Player, first_move_orbits
from zermelo.search.disguised_session import DisguisedSession
from zermelo.search.engines import session_for
from zermelo.search.session import Limits

GAMES = ["httt:tippy,board=4x4", "httt:el,board=3x3,mb", "ttt", "y:4", "hex:4x4", "hex:3x4,first=white", "havannah:2",
         "domineering:3x4", "connect:3,board=4x3", "breakthrough:3x4", "clobber:3x3", "nim:1,2,3", "isolation:3x3",
         "gttt:tippy,p=2,q=1,board=3x3", "notakto:3x3", "evader-pursuer:3x3,evader=3-1,pursuer=2-2"]  # fmt: skip


@pytest.mark.parametrize("text", GAMES)
def test_the_others_are_told_alike(text: str) -> None:
    """By a fresh session and by one that has told all, for either player, at all and within a depth."""
    game, rng = make(text), Random(text)
    moves = game.legal(game.start)
    for _ in range(size(6, 1)):
        for player in Player:
            depth = rng.choice([None, rng.randint(1, 7)])
            whole = session_for(game)
            told = whole.first_moves(player, depth, Limits())
            known = rng.sample(moves, rng.randint(0, len(moves)))
            for session in (session_for(game), whole):
                found = session.first_moves(player, depth, Limits(), None, known)
                assert {move for move in moves if move not in known} <= set(found)
                assert all(found[move].answer is told[move].answer for move in moves if move not in known), known
                assert all(each.answer in (None, told[move].answer) for move, each in found.items())


def twice() -> GridGame:
    """A positional game in disguise, with two names for each move."""
    both = [tuple(Action(name, (at(OPEN),), (at(own),)) for name in ("put", "set")) for own in (BLACK, WHITE)]
    return GridGame("twice", 3, 3, both[0], both[1], line_goals(3), ())


def test_several_actions_on_one_cell() -> None:
    """All are told, but those that are known."""
    game = twice()
    session, moves = session_for(game), game.legal(game.start)
    assert isinstance(session, DisguisedSession)
    for known in ([], moves[:4], moves[::2], [move for move in moves if move.action == 1]):
        found = session.first_moves(Player.BLACK, None, Limits(), None, known)
        assert {move for move in moves if move not in known} <= set(found)
        assert {each.answer for each in found.values()} == {True}


@pytest.mark.parametrize("text", ["httt:Y,board=6x6", "hex:6x6", "domineering:6x6", "connect:4,board=5x5,rule=paper"])
def test_they_cost_nothing(text: str) -> None:
    """With all moves but those of one orbit known, these are decided in fewer positions than all are."""
    game = make(text)
    whole = session_for(game).first_moves(Player.BLACK, None, Limits())
    orbit = first_move_orbits(game)[-1]
    known = [move for move in whole if move not in orbit]
    found = session_for(game).first_moves(Player.BLACK, None, Limits(), None, known)
    assert all(found[move].answer is whole[move].answer for move in orbit)
    assert found[orbit[0]].nodes < max(each.nodes for each in whole.values())
