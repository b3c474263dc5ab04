"""Positions of one game that share the tables of a search: each answer is that of a search of its own."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.attack.test_attack_answers import breaker_game
from tests.search.test_positional import random_switches, shapes
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns
from zermelo.search import Minimax
from zermelo.search.positional_session import ALL, PositionalSession
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


def building_game(rng: Random) -> PositionalGame:
    """A game in which both build, perhaps other sets each, with one stone each in turn."""
    while True:
        board = Board.square(*rng.choice([(3, 3), (5, 2), (2, 4)]), torus=rng.random() < 0.3)
        black = shapes(rng, board)
        white = black if rng.random() < 0.5 else shapes(rng, board)
        one, two = rng.sample(range(len(board)), 2)
        start = rng.choice([Position(), Position(), Position(1 << one, 0, 1), Position(1 << one, 1 << two, 2)])
        turns = Turns(rng.choice(list(Player)))
        try:
            return PositionalGame("building", board, Rule.MAKER_MAKER, black, white, start=start, turns=turns)
        except InputError:
            continue  # both have won


@settings(max_examples=draws(60, 12), deadline=None)
@given(st.integers(0, 10**9), st.booleans())
def test_both_build(seed: int, plain: bool) -> None:
    """The same where both build, for either player and by any switches: as the plain rules say; windows, too."""
    rng = Random(seed)
    game = building_game(rng)
    oracle = Minimax(game)
    root = PositionalSession(game, switches=ALL if plain else random_switches(rng))
    sessions = [(root, game)]
    for _ in range(8):
        if rng.random() < 0.3:
            there = rng.choice(sessions)
        else:
            about = later(game, rng)
            there = rng.choice(sessions)[0].after(about), about
            sessions.append(there)
        session, about = there
        player = rng.choice(list(Player))
        if rng.random() < 0.3:
            session.decide(player, None, Limits(nodes=rng.randrange(1, 30)))
        depth, alone = about.complete_depth(), PositionalSession(about)
        found = session.decide(player, None, Limits(threads=rng.choice([1, 1, 2]))).answer
        assert found is alone.decide(player, None, ANY).answer
        moves = {move: result.answer for move, result in session.first_moves(player, None, ANY).items()}
        assert moves == {move: result.answer for move, result in alone.first_moves(player, None, ANY).items()}
        if player is Player.BLACK:
            assert found is oracle.within(about.start, depth)
        claim = Claim(player if found else player.other, bool(found))
        proof = session.prove(claim.player, None, ANY, wins=claim.wins, deriving=rng.random() < 0.5)
        strategy = strategy_of(about, claim, proof)
        assert isinstance(check(about, strategy.claim, strategy.symmetries, iter(strategy)), Holds)


@pytest.mark.parametrize("name", ["httt:snaky,board=6x6,mb", "httt:p5-03,board=5x5,torus"])
def test_nothing_is_searched_twice(name: str) -> None:
    """A position that the search of the whole game has met is known, and so are its images."""
    game = make(name)
    assert isinstance(game, PositionalGame)
    session = PositionalSession(game)
    first = session.decide(Player.BLACK, None, ANY)
    assert session.after(game).decide(Player.BLACK, None, ANY).nodes <= 1
    move = session.first_moves(Player.BLACK, None, ANY).keys()
    again = sum(session.after(game.after([cell])).decide(Player.BLACK, None, ANY).nodes for cell in move)
    alone = sum(PositionalSession(game.after([cell])).decide(Player.BLACK, None, ANY).nodes for cell in move)
    assert again < alone, (first.nodes, again, alone)
