"""Ground games that are positional games, searched as such: every answer is that of the plain rules."""

from __future__ import annotations

from random import Random

from tests.nets import tic_tac_toe
from tests.positional_nets import as_net, random_positional
from tests.sizes import size

from zermelo.model import Board, Player, PositionalGame, Rule
from zermelo.search import Minimax
from zermelo.search.engines import engine_for, session_for
from zermelo.search.recognised_session import RecognisedSession
from zermelo.search.session import Limits


def test_answers() -> None:
    """At every depth and at all, for both players, with first moves, and after every first move."""
    met = 0
    for seed in range(size(14, 12)):
        rng = Random(seed)
        net = as_net(random_positional(rng), rng)
        session = None if net.is_over(net.start) else session_for(net)
        if not isinstance(session, RecognisedSession):
            continue
        met += 1
        longest = net.complete_depth()
        assert longest is not None
        for player in Player:
            seen = net if player is Player.BLACK else net.swapped()
            oracle, ever = Minimax(seen), Minimax(seen).within(seen.start, longest)
            for depth in (*range(longest + 2), None):
                result = session.decide(player, depth, Limits())
                wins = ever if depth is None else oracle.within(seen.start, depth)
                assert result.answer is wins, (seed, player, depth)
                if wins:
                    assert result.depth is not None
                    assert oracle.within(seen.start, result.depth)
                    if net.mover(net.start) is player and result.depth > 0 and len(net.legal(net.start)) > 1:
                        assert result.first_move in net.legal(net.start)
                        assert oracle.within(seen.step(seen.start, result.first_move), result.depth - 1)
                else:
                    reach = longest + 1 if result.depth is None else result.depth
                    assert not oracle.within(seen.start, reach)
                    assert depth is None or reach >= depth
                moves = session.first_moves(player, depth, Limits())
                assert sorted(moves) == sorted(net.legal(net.start))
                for move, each in moves.items():
                    left = longest if depth is None else depth - 1
                    after = seen.step(seen.start, move)
                    assert each.answer is (left >= 0 and oracle.within(after, left)), (seed, player, depth, move)
    assert met > 10


def test_no_set_at_all() -> None:
    """A full board is White's win, or a draw, and there is nothing else: the positional game is over at once."""
    board = Board.named(["a0", "a1", "a2", "a3"])
    for rule in Rule:
        net = as_net(PositionalGame("none", board, rule, ()), Random(0))
        session = session_for(net)
        assert isinstance(session, RecognisedSession)
        for player in Player:
            for depth in (1, 2, 3, 4, None):
                wins = rule is Rule.MAKER_BREAKER and player is Player.WHITE and depth in (4, None)
                moves = session.first_moves(player, depth, Limits())
                assert {move: each.answer for move, each in moves.items()} == dict.fromkeys(net.legal(net.start), wins)
                assert session.decide(player, depth, Limits()).answer is wins


def test_engine() -> None:
    """Noughts and crosses is searched as what it is, and says so; in misère it is not."""
    engine = engine_for(tic_tac_toe())
    assert engine is not None
    assert engine.name == "positional"
    result = session_for(tic_tac_toe()).decide(Player.BLACK, None, Limits())
    assert result.answer is False
    assert "recognised as a positional game" in result.notes[-1]
    other = engine_for(tic_tac_toe(misere=True))
    assert other is not None
    assert other.name == "net"
