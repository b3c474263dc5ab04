"""One search by several threads: the answers, moves and proofs of one thread, and limits as ever.

Small games are over before a second thread begins; here all threads begin at once.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.nets import net_games
from tests.search.asking import kept_in
from tests.search.grid_games import KINDS, random_game
from tests.search.test_connection import late_hex, sparse_graph
from tests.search.test_grid import switches
from tests.search.test_positional import board_game, random_switches
from tests.search.test_positional_session import answers_are_right, proofs_are_right
from tests.sizes import draws

import zermelo
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.model import Board, ConnectionGame, Game, GridGame, Player, PositionalGame, Rule
from zermelo.search import Minimax, checkpoint, connection_session, positional_session, table_session
from zermelo.search.checkpoint import read
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.grid_session import GridSession
from zermelo.search.net_session import NetSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Progress
from zermelo.search.session import Limits, Session
from zermelo.search.switches import PositionalSwitches
from zermelo.search.table_session import TableSession
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_of

SANITIZED = "ZERMELO_SANITIZED" in os.environ
"""A sanitizer makes everything slow: fewer examples do."""


@contextmanager
def at_once(patience: int = 0) -> Iterator[None]:
    """All threads begin at the first position, or after some of them."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (table_session, connection_session, positional_session):
            patch.setattr(module, "PATIENCE", patience)
        yield


def check(game: Game, session: Callable[[], Session], rng: Random) -> None:
    """Every depth, in any order with one table, by 1 to 4 threads; the first move, and every first move."""
    oracle, longest, start = Minimax(game, 8_000), game.complete_depth(), game.start
    opens = game.mover(start) is Player.BLACK and game.winner(start) is None
    depths: list[int | None] = [None] if longest is not None else []
    depths += range(min(7, 7 if longest is None else longest + 1))
    asked = session()
    for depth in rng.sample(depths, len(depths)):
        limits = Limits(megabytes=rng.choice([None, 1, 0.001]), threads=rng.choice([1, 2, 3, 4]))
        most = longest if depth is None else depth
        assert most is not None
        try:
            expected = oracle.within(start, most)
            after = {move: most > 0 and oracle.within(game.step(start, move), most - 1) for move in game.legal(start)}
        except LimitError:
            return
        found = asked.decide(Player.BLACK, depth, limits)
        assert found.answer is expected
        if expected and opens and most:
            assert after[found.first_move]
        if game.winner(start) is None and rng.random() < 0.3:
            moves = asked.first_moves(Player.BLACK, depth, limits)
            assert {move: each.answer for move, each in moves.items()} == after


def ask_grid_game(rng: Random) -> None:
    game = random_game(rng.choice(sorted(KINDS)), rng.getrandbits(30))
    chosen = switches(rng)
    check(game, lambda: GridSession(game, chosen), rng)


def ask_connection_game(rng: Random) -> None:
    game = rng.choice((late_hex, sparse_graph))(rng)
    check(game, lambda: ConnectionSession(game), rng)


def ask_positional_game(rng: Random) -> None:
    game, limits = board_game(rng), Limits(megabytes=rng.choice((None, 0.001)), threads=rng.choice((2, 3, 4)))
    session = PositionalSession(game, switches=random_switches(rng))
    answers_are_right(game, session, rng, limits)
    if rng.random() < 0.3:
        proofs_are_right(game, session, rng, Limits())


ASK = {"grid": ask_grid_game, "connection": ask_connection_game, "positional": ask_positional_game}
"""By the kind of game: a random one, against minimax. ``benchmarks/thread_agreement.py`` asks as many as one likes."""


@pytest.mark.parametrize("kind", ASK)
@settings(max_examples=5 if SANITIZED else draws(30, 15), deadline=None)
@given(st.integers(0, 10**9))
def test_random_games(kind, seed) -> None:
    with at_once():
        ASK[kind](Random(seed))


@settings(max_examples=3 if SANITIZED else 20, deadline=None)
@given(net_games(), st.integers(1, 6))
def test_random_ground_games(game, depth) -> None:
    with at_once():
        for player in Player:
            limits = [Limits(threads=threads) for threads in (1, 2, 4)]
            assert len({NetSession(game).decide(player, depth, each).answer for each in limits}) == 1


LONG = PositionalSwitches(pairing=0, repair=1, repair_from=0, joint=1, shares=4, erdos_selfridge=False, exchange=False)
"""Hardly anything ends a branch, and shares are small: threads meet, go back and give up all the time."""


@pytest.mark.parametrize("rule", Rule)
def test_long_positional_searches(rule) -> None:
    answers = set()
    for seed in range(8 if SANITIZED else 60):
        rng = Random(seed)
        board = Board.square(4, rng.choice((3, 4)))
        black, white = (
            tuple(sum(1 << cell for cell in rng.sample(range(len(board)), rng.choice((3, 4, 5)))) for _ in range(many))
            for many in (rng.randint(12, 22), 0 if rule is Rule.MAKER_BREAKER else rng.randint(2, 12))
        )
        try:
            game = PositionalGame("lines", board, rule, black, white)
        except InputError:
            continue
        depth = rng.choice((None, None, 7))
        one = PositionalSession(game).decide(Player.BLACK, depth, Limits())
        with at_once():
            session = PositionalSession(game, switches=rng.choice((LONG, PositionalSwitches())))
            found = session.decide(Player.BLACK, depth, Limits(megabytes=rng.choice((None, 0.01)), threads=4))
        assert found.answer is one.answer, seed
        who = Player.BLACK if found.answer else Player.WHITE
        claim = Claim(who, bool(found.answer), depth)
        strategy = strategy_of(game, claim, session.prove(who, depth, Limits(), wins=claim.wins))
        assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)
        answers.add(one.answer)
    assert answers == {True, False}


@pytest.mark.parametrize(("name", "ask"), [
    ("domineering:5x6", {}),
    ("domineering:5x5", {"first_moves": True}),
    ("connect:4,board=5x4,rule=paper", {}),
    ("breakthrough:4x4", {"kind": "fastest"}),
    ("connect:3,board=4x4", {"depth": 9}),
    ("hex:4x4", {"first_moves": True}),
    ("hex:5x5", {}),
    ("hex:4x4", {"kind": "fastest"}),
    ("httt:snaky,board=7x7,mb", {}),
    ("httt:tippy,board=5x5", {"first_moves": True}),
    ("httt:elly,board=4x4,torus", {"kind": "fastest"}),
])  # fmt: skip
def test_verdicts_are_those_of_one_thread_and_proven(name, ask) -> None:
    with at_once():
        one, many = (zermelo.solve(name, method="search", jobs=jobs, **ask) for jobs in (1, 4))
    assert many.checked
    assert (many.answer, many.outcome, many.excluded) == (one.answer, one.outcome, one.excluded)
    assert many.first_moves == one.first_moves
    if "kind" in ask:
        assert many.depth == one.depth


@pytest.mark.parametrize(("name", "session"), [
    ("domineering:9x9", GridSession),
    ("hex:9x9", ConnectionSession),
    ("httt:snaky,board=9x9", PositionalSession),
])  # fmt: skip
def test_limits(name, session) -> None:
    game = make(name)
    searched = session(game)
    nodes = searched.decide(Player.BLACK, None, Limits(nodes=20_000 if session is GridSession else 300, threads=3))
    assert nodes.reason == "nodes"
    told: list[Progress] = []
    again = session(game).decide(Player.BLACK, None, Limits(seconds=0.8, megabytes=1, threads=3), told.append)
    if again.reason is not None:
        assert again.reason == "time"
    for each in told:
        assert 0 < each.used <= each.room
        assert each.move in each.left
    assert [each.nodes for each in told] == sorted({each.nodes for each in told})


def test_checkpoints_are_written_while_threads_search(tmp_path, monkeypatch) -> None:
    """Threads go on while the table is written; what is read is whole."""
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    game, path = make("connect:4,board=5x6,rule=paper"), tmp_path / "file"
    assert isinstance(game, GridGame)

    def session() -> TableSession:
        return GridSession(game, kept=kept_in(path))

    with at_once(), session() as begun:
        begun.decide(Player.BLACK, None, Limits(nodes=60_000, threads=4))
    positions = read(path).positions
    assert positions > 1_000
    with session() as again:
        assert again.decide(Player.BLACK, None, Limits(threads=2)).answer is False
        assert again.prove(Player.WHITE, None, Limits(), wins=True).notes


def test_a_breaker_is_kept_while_threads_search(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    game, path = make("httt:snaky,board=8x8,mb"), tmp_path / "file"
    assert isinstance(game, PositionalGame)

    def session() -> PositionalSession:
        return PositionalSession(game, kept=kept_in(path))

    with at_once():
        session().decide(Player.BLACK, None, Limits(nodes=400, threads=4))
        assert read(path).positions > 10
        found = session().decide(Player.BLACK, None, Limits(threads=4))
    again = session().decide(Player.BLACK, None, Limits())
    assert (found.answer, again.answer) == (False, False)
    assert again.nodes < 10


def test_a_checkpoint_of_another_version_is_refused(tmp_path) -> None:
    path = tmp_path / "file"
    game = make("domineering:4x4")
    assert isinstance(game, GridGame)
    with GridSession(game, kept=kept_in(path)) as session:
        session.decide(Player.BLACK, None, Limits())
    written = path.read_bytes()
    assert written.count(b"grid 2") == 1
    path.write_bytes(written.replace(b"grid 2", b"grid 1"))
    with (
        pytest.raises(InputError, match=r"another version of the search \(grid 1; this one reads grid 2\)"),
        GridSession(game, kept=kept_in(path)) as session,
    ):
        session.decide(Player.BLACK, None, Limits())


@pytest.mark.parametrize(("game", "made"), [
    (make("domineering:9x9"), GridSession),
    (ConnectionGame.hex(9, 9), ConnectionSession),
    (make("httt:snaky,board=9x9"), PositionalSession),
], ids=lambda each: getattr(each, "name", ""))  # fmt: skip
def test_ctrl_c(game, made) -> None:
    session = made(game)
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with at_once(), pytest.raises(KeyboardInterrupt):
        session.decide(Player.BLACK, None, Limits(threads=3))
    assert session.decide(Player.BLACK, None, Limits(nodes=10, threads=3)).reason == "nodes"
