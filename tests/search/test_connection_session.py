"""The session of connection games: both players, every depth, first moves and proofs against the plain rules."""

from __future__ import annotations

import signal
import threading
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import connection, hex_board
from tests.search.test_connection import NAMES, late_hex, sparse_graph
from tests.sizes import draws
from tests.strategy.claims import Truth

from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import Board, ConnectionGame, Player
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.progress import Progress
from zermelo.search.session import Limits, Result
from zermelo.search.switches import ConnectionSwitches as Switches
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from

FREE = Limits()


def agrees(result: Result, truth: Truth, player: Player, depth: int | None) -> None:
    """A result is so; what is open is so because of depths."""
    if result.answer is None:
        assert result.reason == "depth"
        return
    assert result.reason is None
    assert result.answer is truth.wins(player, depth)
    if result.depth is not None:
        assert result.answer is truth.wins(player, result.depth)
    elif not result.answer:
        assert not truth.wins(player, None)


@settings(max_examples=draws(40, 12), deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from([connection, hex_board, late_hex, sparse_graph]),
    st.sampled_from([None, None, 0, 1]),
    st.sets(st.sampled_from(NAMES), max_size=2),
)
def test_a_session_agrees_with_the_plain_rules(seed, kind, megabytes, off) -> None:
    rng = Random(seed)
    check_session(rng, kind(rng), Switches(**dict.fromkeys(off, False)), megabytes)


def check_session(rng: Random, game: ConnectionGame, switches: Switches, megabytes: float | None) -> None:
    """In any order of questions on one table: who wins within what, after which first move; with proofs."""
    truth, limits = Truth(game), Limits(megabytes=megabytes)
    session = ConnectionSession(game, switches)
    questions = [(player, depth) for player in Player for depth in (None, *range(game.complete_depth() + 2))]
    for player, depth in rng.sample(questions, min(6, len(questions))):
        result = session.decide(player, depth, limits)
        agrees(result, truth, player, depth)
        opens = game.mover(game.start) is player and game.winner(game.start) is None
        assert result.first_move is None or (opens and result.answer)
        if result.first_move is not None:
            assert after(game, result.first_move).wins(player, None if depth is None else depth - 1)
        elif result.answer and player is Player.BLACK:
            assert not opens
        said = Claim(player, True, depth) if truth.wins(player, depth) else Claim(player.other, False, depth)
        try:
            strategy = strategy_from(session, game, said, limits)
        except UnsupportedError:
            assert game.white_source is None
        else:
            for each in (check, checked):
                assert isinstance(each(game, strategy.claim, strategy.symmetries, strategy), Holds)
        with pytest.raises((DisagreementError, UnsupportedError)):
            strategy_from(session, game, Claim(said.opponent, not said.wins, said.depth), limits)
    player, depth = rng.choice(questions)
    moves = session.first_moves(player, depth, limits)
    assert set(moves) == set(game.legal(game.start))
    for move, result in moves.items():
        if depth == 0:
            assert result.answer is False
        else:
            late = None if depth is None else depth - 1
            assert result.answer in (None, after(game, move).wins(player, late))
            assert result.answer is not None or result.reason == "depth"
            if result.answer is False:
                known = None if result.depth is None else result.depth - 1
                assert not after(game, move).wins(player, known)


def after(game: ConnectionGame, move: int) -> Truth:
    """The truth after a move."""
    return Truth(game.after([move]))


def test_limits_and_a_second_try() -> None:
    """After a limit a session goes on where it was."""
    game = ConnectionGame.hex(6, 6).after([2])
    assert isinstance(game, ConnectionGame)
    session, tries = ConnectionSession(game), 0
    result = session.decide(Player.BLACK, None, Limits(nodes=50))
    assert (result.answer, result.reason) == (None, "nodes")
    while result.answer is None:
        tries += 1
        result = session.decide(Player.BLACK, None, Limits(nodes=700))
    assert tries > 2
    assert result.answer
    with pytest.raises(LimitError) as error:
        session.prove(Player.BLACK, None, Limits(nodes=20), wins=True)
    assert error.value.reason == "nodes"
    with pytest.raises(LimitError):
        session.prove(Player.BLACK, None, Limits(seconds=0), wins=True)
    proof = session.prove(Player.BLACK, None, FREE, wins=True)
    assert len(list(proof.notes)) > 1000
    moves = session.first_moves(Player.BLACK, None, Limits(nodes=1))
    assert {(each.answer, each.reason) for each in moves.values()} <= {(None, "nodes"), (True, None), (False, None)}
    assert None in {each.answer for each in moves.values()}


def test_proofs_stay_inside_the_memory():
    """A derivation that needs more than the limit ends for that, one that fits is written; the answer is the same."""
    game = make("hex:7x7").after(["a7"])
    assert isinstance(game, ConnectionGame)
    for megabytes in (3, 100):
        session, limits = ConnectionSession(game), Limits(megabytes=megabytes)
        assert session.decide(Player.BLACK, None, limits).answer is True
        if megabytes == 100:
            assert sum(1 for _ in session.prove(Player.BLACK, None, limits, wins=True).notes) > 10_000
            continue
        with pytest.raises(LimitError) as limit:
            session.prove(Player.BLACK, None, limits, wins=True)
        assert limit.value.reason == "memory"


def test_an_interrupt_is_seen() -> None:
    """Ctrl-C ends a call, and the session can be asked again."""
    session = ConnectionSession(ConnectionGame.hex(12, 12))
    threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        session.decide(Player.BLACK, None, Limits(seconds=20))
    assert session.decide(Player.BLACK, None, Limits(nodes=5)).reason == "nodes"


def test_progress_is_reported() -> None:
    """Progress comes from decisions and proofs alike."""
    told: list[Progress] = []
    session = ConnectionSession(ConnectionGame.hex(9, 9))
    session.decide(Player.BLACK, None, Limits(seconds=1.2), watch=told.append)
    assert told
    assert told[0].depth is None


def test_games_without_a_play() -> None:
    """Games that are over, or cannot begin."""
    empty = ConnectionGame("empty", Board(()), (), 0, 0)
    session = ConnectionSession(empty)
    assert session.decide(Player.WHITE, None, FREE).answer
    assert session.first_moves(Player.WHITE, None, FREE) == {}
    assert list(session.prove(Player.WHITE, None, FREE, wins=True).notes) == []
    with pytest.raises(UnsupportedError):
        ConnectionSession(ConnectionGame.hex(23, 23))


def test_the_table_shrinks_when_it_must() -> None:
    """A smaller limit of memory is kept, at the cost of what was known."""
    session = ConnectionSession(ConnectionGame.hex(5, 5))
    assert session.decide(Player.BLACK, 12, Limits(megabytes=64)).answer is False
    small = session.decide(Player.BLACK, 12, Limits(megabytes=0.01))
    assert small.answer is False
    assert small.memory <= 10_000


def test_two_threads_take_turns() -> None:
    """Calls from several threads wait for each other."""
    session = ConnectionSession(ConnectionGame.hex(5, 5))
    results: list[Result] = []
    threads = [
        threading.Thread(target=lambda depth=depth: results.append(session.decide(Player.BLACK, depth, FREE)))
        for depth in (9, 11, 13, None) * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.answer is True for result in results) == [False] * 6 + [True] * 6
