"""A memory of answers that is wrong, or that somebody else is writing, costs no more than it has to."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Player
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.store import Demand, Fact, Origin, Store
from zermelo.verdict import Query

GAME = make("hex:3x3")
B2 = GAME.parse_move("b2", Player.BLACK)
TOOLS = Origin("et", solver="depqbf")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.sqlite"


@pytest.mark.parametrize(
    ("lie", "query", "said"),
    [
        (Fact(Player.BLACK, None, False, TOOLS), Query(), "Black never wins"),
        (Fact(Player.BLACK, 6, False, TOOLS), Query(), "Black does not win within 6"),
        (Fact(Player.BLACK, 3, True, TOOLS), Query("fastest"), "Black wins within 3"),
        (Fact(Player.WHITE, 4, True, TOOLS), Query(), "Black never wins"),
    ],
)
def test_a_lie_is_told_once(path, lie, query, said):
    """The error names the memory, and the next question goes on without it."""
    with Store.open(path) as store:
        store.add(GAME, lie)
        told = rf"et\+depqbf, remembered from 20\d\d-\d\d-\d\d, says that {said}.*; what is remembered is disputed"
        with pytest.raises(DisagreementError, match=told):
            solve(GAME, query, store=store)
        for remembered in (False, True):
            verdict = solve(GAME, query, store=store)
            assert (verdict.won_depth, verdict.checked, verdict.remembered) == (5, True, remembered)
        assert store.lookup(GAME, lie.player, lie.depth, Demand(solver="depqbf")) is None


def test_a_lie_about_a_first_move_is_told_once(path):
    """An answer that no move wins follows from all of them."""
    query = Query("within", depth=5, first_moves=True)
    with Store.open(path) as store:
        store.add(GAME, Fact(Player.BLACK, None, False, TOOLS, after=B2))
        with pytest.raises(DisagreementError, match="what is remembered is disputed"):
            solve(GAME, query, store=store)
        verdict = solve(GAME, query, store=store)
        assert verdict.first_moves is not None
        assert [move for move, wins in verdict.first_moves.items() if wins] == ["b2"]


class TestWhileSomebodyElseWrites:
    @pytest.fixture
    def store(self, path: Path) -> Iterator[Store]:
        """A memory whose file another connection never lets go."""
        with Store.open(path, warn=lambda _: None) as store:
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            yield store
            other.close()

    def test_the_time_limit_holds(self, store):
        started = time.monotonic()
        verdict = solve(GAME, Query(), Options(time_limit=0.5), store=store)
        assert time.monotonic() - started < 5
        assert (verdict.outcome, verdict.interrupted) == ("black", False)
        assert not store.is_open

    def test_an_interrupt_loses_no_answer(self, store):
        timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        timer.start()
        started = time.monotonic()
        verdict = solve(GAME, Query(), store=store)
        timer.join()
        assert time.monotonic() - started < 5
        assert (verdict.outcome, verdict.checked, verdict.interrupted) == ("black", True, True)
        assert "interrupted before the answer was remembered" in verdict.notes
