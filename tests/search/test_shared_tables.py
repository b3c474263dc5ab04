"""Positions of one maker-breaker game that share the tables of a search: each answer is that of a search of its own."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.attack.test_attack_answers import breaker_game
from tests.sizes import draws

from zermelo.families import make
from zermelo.model import Player, PositionalGame
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.strategy.check.plain import Holds, check
from zermelo.strategy.claim import Claim
from zermelo.strategy.extract.from_search import strategy_of

ANY = Limits()


def later(game: PositionalGame, rng: Random) -> PositionalGame:
    """The game after some random moves, which does not end."""
    for _ in range(rng.randrange(7)):
        moves = game.legal(game.start)
        if not moves or game.winner(game.start) is not None:
            return game
        after = game.after([rng.choice(moves)])
        if after.winner(after.start) is not None or not after.legal(after.start):
            return game
        game = after
    return game


@settings(max_examples=draws(25, 12), deadline=None)
@given(st.integers(0, 10**9))
def test_answers(seed: int) -> None:
    """In any order, again and again, and interrupted: winners, first moves and proofs are right."""
    rng = Random(seed)
    game = breaker_game(rng)
    root = PositionalSession(game)
    sessions = [(root, game)]
    for _ in range(6):
        if rng.random() < 0.3:
            there = rng.choice(sessions)  # a session that was asked before
        else:
            about = later(game, rng)
            there = root.after(about), about
            sessions.append(there)
        session, about = there
        if rng.random() < 0.5:
            session.decide(Player.BLACK, None, Limits(nodes=rng.randrange(1, 30)))
        alone = PositionalSession(about)
        found = session.decide(Player.BLACK, None, ANY).answer
        assert found is alone.decide(Player.BLACK, None, ANY).answer
        moves = {move: result.answer for move, result in session.first_moves(Player.BLACK, None, ANY).items()}
        assert moves == {move: result.answer for move, result in alone.first_moves(Player.BLACK, None, ANY).items()}
        claim = Claim(Player.BLACK if found else Player.WHITE, bool(found))
        strategy = strategy_of(about, claim, session.prove(claim.player, None, ANY, wins=claim.wins))
        assert isinstance(check(about, strategy.claim, strategy.symmetries, iter(strategy)), Holds)


def test_nothing_is_searched_twice() -> None:
    """A position that the search of the whole game has met is known, and so are its images."""
    game = make("httt:snaky,board=6x6,mb")
    assert isinstance(game, PositionalGame)
    session = PositionalSession(game)
    first = session.decide(Player.BLACK, None, ANY)
    assert session.after(game).decide(Player.BLACK, None, ANY).nodes <= 1
    move = session.first_moves(Player.BLACK, None, ANY).keys()
    again = sum(session.after(game.after([cell])).decide(Player.BLACK, None, ANY).nodes for cell in move)
    alone = sum(PositionalSession(game.after([cell])).decide(Player.BLACK, None, ANY).nodes for cell in move)
    assert again < alone, (first.nodes, again, alone)
