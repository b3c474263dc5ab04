"""Searches of games whose plays may never end: bounded ones in turns with all positions that can be reached."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.search.endless_games import endless_game
from tests.sizes import draws

from zermelo.families import make
from zermelo.model import Player
from zermelo.search import table_session
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.native import check_native
from zermelo.strategy.claim import Claim
from zermelo.strategy.extract.from_search import strategy_of


@settings(max_examples=draws(300, 40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_random_games(seed, monkeypatch):
    """Turns of a few positions each, by all engines, in slices or at once: the answers are those of the oracle."""
    game, oracle = endless_game(seed, 400)
    rng = Random(seed)
    monkeypatch.setattr(table_session, "TURN", rng.choice([1, 3, 20]))
    for engine in (None, "depth-first", "df-pn", "pns"):
        session = session_for(game, engine)
        for player in rng.sample(list(Player), 2):
            least = oracle.depth(player, game.start)
            while (found := session.decide(player, None, Limits(nodes=rng.choice([1, 30, 10_000])))).answer is None:
                assert found.reason == "nodes"
            assert found.answer is (least is not None), (engine, player)
            if least is None:
                assert found.depth is None
                continue
            assert found.depth is None or found.depth >= least
            if found.first_move is not None:
                after = oracle.depth(player, game.step(game.start, found.first_move))
                assert after is not None
                assert found.depth is None or after < found.depth
            proof = session.prove(player, None, Limits(), wins=True)
            strategy = strategy_of(game, Claim(player, True, None), proof)
            if game.goal_winner(game.start) is None:
                assert isinstance(check_native(game, strategy.claim, strategy.symmetries, strategy), Holds)


@pytest.mark.parametrize("engine", [None, "depth-first", "df-pn"])
def test_quick_wins(engine):
    """A win within five moves of a game of many millions of positions, of which few are looked at, and its proof."""
    game = make("knightthrough:5x5")
    session = session_for(game, engine)
    found = session.decide(Player.BLACK, None, Limits(nodes=200_000))
    assert found.answer
    assert found.depth is not None
    assert len(list(session.prove(Player.BLACK, None, Limits(60), wins=True).notes)) < 10_000


def test_memory():
    """Both stay within the limit, and a tight one ends with that reason."""
    session = session_for(make("dodgem:5"), None)
    found = session.decide(Player.WHITE, None, Limits(megabytes=20))
    assert found.reason == "memory"
    assert found.memory <= 22e6


@pytest.mark.parametrize("engine", ["depth-first", "df-pn", "pns"])
def test_memory_for_one_of_both(engine, monkeypatch):
    """The bounded search gives up its own where it does not suffice for both, and the other one goes on."""
    monkeypatch.setattr(table_session, "TURN", 100)
    session, limits = session_for(make("dodgem:3"), engine), Limits(megabytes=0.3)
    for player in (Player.WHITE, Player.BLACK):  # in slices: what was held before counts, too
        while (found := session.decide(player, None, limits._replace(nodes=300))).reason == "nodes":
            pass
        assert (found.answer, found.reason) == (player is Player.BLACK, None)


def test_progress_counts_all_turns():
    """The positions that are told never become fewer, whichever of both is at work."""
    told = list[int]()
    session = session_for(make("knightthrough:5x6"), None)
    session.decide(Player.WHITE, None, Limits(4), lambda far: told.append(far.nodes))
    assert told
    assert told == sorted(told)
