"""Time limits of work that has no clock of its own: an alarm ends it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import suppress

import pytest

import zermelo
from zermelo import interrupts
from zermelo.errors import LimitError
from zermelo.interrupts import ended_after
from zermelo.model import ConnectionGame, Game
from zermelo.solvers.process import Process
from zermelo.solvers.process import run as run_program
from zermelo.solving import run
from zermelo.verdict import Query

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")


def _work(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def test_alarm_ends_work_and_leaves_signals_as_they_were():
    handler, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    with pytest.raises(LimitError) as raised:
        ended_after(0.01, lambda: _work(60))
    assert raised.value.reason == "time"
    assert signal.getsignal(signal.SIGALRM) is handler
    assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == (timer[0] > 0)  # that of the test's own limit
    assert [ended_after(limit, lambda: 7) for limit in (None, 60)] == [7, 7]
    assert signal.getsignal(signal.SIGALRM) is handler


def test_alarm_at_the_very_end_of_the_work_leaves_signals_as_they_were():
    handler, ended = signal.getsignal(signal.SIGALRM), 0
    for _ in range(2000):
        try:
            ended_after(1e-4, lambda: _work(1e-4))
        except LimitError:
            ended += 1
        assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL)[1] == 0
    assert ended > 0


def test_alarm_that_was_set_before_comes_in_its_time():
    def work() -> None:
        with pytest.raises(LimitError):
            ended_after(0.01, lambda: _work(60))
        ended_after(60, lambda: _work(60))  # no longer than the outer one

    with pytest.raises(LimitError):
        ended_after(0.3, work)


def test_alarm_is_no_limit_of_the_work_itself():
    """Work that gives up at a limit of its own, and goes on with something else, does not take the alarm for that."""

    def work() -> None:
        while True:
            with suppress(LimitError, Exception):
                _work(60)

    with pytest.raises(LimitError):
        ended_after(0.01, work)


def test_alarm_is_lost_in_a_destructor_and_comes_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "unraisablehook", interrupts._lost)

    class Slow:
        def __del__(self) -> None:
            _work(0.2)

    def work() -> None:
        Slow()
        _work(60)

    with pytest.raises(LimitError):
        ended_after(0.05, work)
    assert capsys.readouterr().err == ""


def test_alarm_leaves_no_program_behind(monkeypatch: pytest.MonkeyPatch):
    """A program that takes long to be buried is buried all the same."""
    ended, processes, until = Process._ended, list[Process](), time.monotonic() + 1

    def slowly(process: Process) -> bool:
        processes.append(process)
        return time.monotonic() > until and ended(process)

    monkeypatch.setattr(Process, "_ended", slowly)
    with pytest.raises(LimitError):
        ended_after(0.3, lambda: run_program(["sleep", "60"], time_limit=0.1, memory_limit_mb=None))
    assert processes[0]._status is not None  # waited for: no zombie
    assert processes[0].finished is not None


def test_other_threads_have_no_alarm():
    done: list[None] = []

    def work() -> None:
        done.append(ended_after(0.01, lambda: _work(0.05)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [None]


def test_endless_making_of_a_formula_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run, "encode_by", lambda *_: _work(200))
    verdict = zermelo.solve("hex:2x2", Query("within", depth=3), method="qbf", encoding="EN", jobs=1, time_limit=0.1)
    assert not verdict.known
    assert verdict.reason == "time"


def test_endless_look_for_a_bound_of_plays_is_ended(monkeypatch: pytest.MonkeyPatch):
    game: Game = ConnectionGame.hex(2, 2)
    monkeypatch.setattr(ConnectionGame, "complete_depth", lambda _: _work(200))
    verdict = zermelo.solve(game, time_limit=0.1)
    assert (verdict.known, verdict.reason) == (False, "time")
    assert "out of time" in verdict.sentence()


def test_first_moves_of_a_ground_game_are_ended():
    """The bounds of plays after each first move have limits of their own, which are not the limit of the question."""
    game = zermelo.load("chomp:9x9")
    verdict = zermelo.solve(game, first_moves=True, method="search", time_limit=0)
    assert (verdict.known, verdict.reason) == (False, "time")
    assert game.complete_depth() == 81  # an alarm is not remembered as "there is none"
