"""Principal variations: as long as the fastest win, where there is one; else to the end of the play, or in circles."""

from __future__ import annotations

import pytest
from tests.oracles.retrograde import solve_exactly
from tests.search.grid_games import KINDS, random_game

from zermelo.families import make
from zermelo.model import Player
from zermelo.play.play import Play
from zermelo.play.variation import principal_variation


def _variation(game):
    """The play, which must have the winner of the game and, where that is known, the length of the fastest win."""
    exact, session = solve_exactly(game), Play(game)
    ended = principal_variation(session)
    assert session.winner is exact.winner
    if exact.winner is not None:
        found_out = game.goal_winner(session.position) is None  # who cannot move: that counts as a move
        assert exact.depth in (None, len(session.line) + found_out)
    return session, ended


@pytest.mark.parametrize("name", ["hex:3x3", "domineering:3x4", "httt:tippy,board=3x3", "breakthrough:2x5"])
def test_fastest_win(name):
    """The longest resistance does not lengthen the fastest win, nor is any shorter."""
    session, ended = _variation(make(name))
    assert ended
    assert session.winner is not None


def test_no_time():
    """A play for which no time is left stays as it is."""
    session = Play(make("hex:3x3"))
    assert not principal_variation(session, whole=0)
    assert session.line == []


def test_draws():
    """On a full board, or left off when it goes round."""
    session, ended = _variation(make("ttt"))
    assert (ended, len(session.line), session.winner) == (True, 9, None)
    session, ended = _variation(make("evader-pursuer:4x4,evader=4-1,pursuer=4-4"))
    assert ended is (session.winner is not None)


@pytest.mark.parametrize("kind", KINDS)
def test_random_games(kind):
    """Grid games of all kinds, both winners and none."""
    winners = {_variation(random_game(kind, seed))[0].winner for seed in range(12)}
    assert winners & set(Player)
