"""Playing by derivations: every reply of the other player is met, and the claim comes true."""

from __future__ import annotations

from collections import Counter

from tests.strategy.test_derivation import proofs

from zermelo.families import make
from zermelo.model import ConnectionGame, Player, Position
from zermelo.play.dot import dot
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.session import Limits
from zermelo.strategy import Claim
from zermelo.strategy.extract.from_search import strategy_from


def plays(follower: Follower, session: Play, claim: Claim, bound: int) -> int:
    """The number of plays against the derivation; all do what is claimed within so many moves."""
    game, position = follower.game, session.position
    winner = game.winner(position)
    if winner is not None or len(session.line) >= bound or not session.legal:
        assert winner is claim.player if claim.wins else winner is not claim.opponent, session.line
        return 1
    if session.to_move is claim.player:
        reply = follower.reply(session)
        assert reply is not None, session.line
        moves = [reply.move]
    else:
        moves = list(session.legal)
    count = 0
    for move in moves:
        session.push(move)
        count += plays(follower, session, claim, bound)
        session.undo()
    return count


def test_every_play_does_what_is_claimed():
    """Both players, wins and holding, any order of turns: against all replies."""
    counts = Counter[tuple[Player, bool]]()
    for game, _, strategy, _ in proofs(range(5000, 5050), 7):
        claim = strategy.claim
        if claim.derived:
            bound = claim.bound(game)
            assert bound is not None
            counts[claim.player, claim.wins] += plays(Follower(strategy), Play(game), claim, bound)
    assert len(counts) == 4
    assert min(counts.values()) > 50, counts


def test_reasons_of_a_follower():
    """The follower gives reasons, and none when the player has left the derivation; a graph of it is drawn."""
    game = make("hex:4x4")
    assert isinstance(game, ConnectionGame)
    strategy = strategy_from(ConnectionSession(game), game, Claim(Player.BLACK, True), Limits())
    follower, session = Follower(strategy), Play(game)
    reply = follower.reply(session)
    assert reply is not None
    assert "derivation" in reply.why
    assert follower.stored(Position(0)) is None
    session.push(next(move for move in session.legal if move != reply.move))
    session.push(session.legal[0])
    assert follower.reply(session) is None
    assert "digraph" in dot(strategy, 3)
