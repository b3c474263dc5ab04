"""Playing by the strategy of a mere breaker: against every play, and against many on a large board."""

from __future__ import annotations

from random import Random

import pytest
from tests.strategy.breakers import crowded, scribbled

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.play.dot import dot
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.strategy import Claim, Strategy
from zermelo.strategy.check.breaker_certificate import unfit
from zermelo.strategy.extract.from_search import extract


def never_lost(follower: Follower, game: Game, line: list[int]) -> int:
    """All plays from here; how many there are."""
    session = Play(game, line)
    if session.is_over:
        assert session.winner is not follower.player.other, line
        return 1
    if session.to_move is follower.player:
        reply = follower.reply(session)
        assert reply is not None, line
        return never_lost(follower, game, [*line, reply.move])
    return sum(never_lost(follower, game, [*line, move]) for move in session.legal)


def test_every_play():
    """A player who follows a strategy, found or made up, always has a move and never loses."""
    plays = 0
    for seed in range(60):
        rng = Random(seed)
        try:
            game = crowded(rng, rng.randint(5, 6))
        except InputError:
            continue
        for player in Player:
            said = Claim(player, False, breaking=True)
            strategy = scribbled(game, said, rng) if unfit(game, said) is None else None
            if strategy is not None:
                found = extract(game, Claim(player, False))
                for each in (strategy, found):
                    plays += never_lost(Follower(each), game, [])
    assert plays > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["httt:snaky,board=8x8", "httt:p5-06,board=5x5,torus", "httt:P5,board=4x4"])
def test_large(name):
    """Against random and against dangerous play."""
    game = make(name)
    follower = Follower(extract(game, Claim(Player.WHITE, False)))
    for seed in range(8):
        rng, session = Random(seed), Play(game)
        while not session.is_over:
            if session.to_move is Player.BLACK:
                black, white, _ = session.position
                near = [
                    move
                    for mask in game.winning_sets(Player.BLACK)  # type: ignore[attr-defined]
                    if not mask & white and (mask & black).bit_count() >= min(3, len(session.line) // 2)
                    for move in session.legal
                    if mask >> move & 1
                ]
                session.push(rng.choice(near or session.legal))
            else:
                reply = follower.reply(session)
                assert reply is not None
                session.push(reply.move)
        assert session.winner is not Player.BLACK


def test_no_advice_off_the_strategy():
    """A player who leaves the strategy gets no advice."""
    game = make("httt:snaky,board=8x8")
    follower = Follower(extract(game, Claim(Player.WHITE, False)))
    session = Play(game, [27])
    reply = follower.reply(session)
    assert reply is not None
    assert follower.reply(Play(game, [27, next(move for move in session.legal if move != reply.move), 63])) is None
    assert "paired with" in (follower.reply(Play(game, _into_pairs(follower, game))) or reply).why


def _into_pairs(follower: Follower, game: Game) -> list[int]:
    """A play in which the opponent takes a cell of a pair at last."""
    line = list[int]()
    while True:
        session = Play(game, line)
        argument = follower.argument(session)
        open_cells = [cell for pair in argument.pairs for cell in pair if cell in session.legal] if argument else []
        if open_cells:
            return [*line, open_cells[0]]
        line.append(session.legal[len(session.legal) // 2])
        reply = follower.reply(Play(game, line))
        assert reply is not None
        line.append(reply.move)


def test_graph():
    """The first plies as a graph: nothing is missing in it."""
    for name in ("httt:P5,board=4x4", "httt:p6-08,board=5x5,torus"):
        text = dot(extract(make(name), Claim(Player.WHITE, False)), 2)
        assert "nothing is stored here" not in text
        assert text.count("->") + text.count("pairing") > 0


def test_broken():
    """A strategy that does not hold is not played by."""
    for name in ("ttt", "hex:3x3"):
        with pytest.raises(InputError, match="a strategy that holds"):
            Follower(Strategy(make(name), Claim(Player.WHITE, False, breaking=True), (), {}))
