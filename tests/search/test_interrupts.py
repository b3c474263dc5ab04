"""Ctrl-C at any moment of any search or count: KeyboardInterrupt, soon, and the process is as well as before."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pysat.solvers  # noqa: F401 (an interrupt in the middle of its import would be lost)
import pytest
from tests.fuzz.worker import sanitized
from tests.search import asking
from tests.search.asking import critical_depth

from zermelo.families import make
from zermelo.model import Player
from zermelo.search import native_perft
from zermelo.search.backward import BackwardSession
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits

SOON = 10.0 if sanitized() else 1.0
"""Seconds of processor time."""

LONG: dict[str, tuple[str, Callable[[Any], object]]] = {
    "breaker": ("httt:snaky,board=9x9,mb", asking.positional),
    "breaker on a large board": ("httt:snaky,board=16x16,mb", asking.positional),
    "maker-maker": ("httt:snaky,board=9x9", asking.positional),
    "maker-maker on a large torus": ("httt:snaky,board=12x12,torus", asking.positional),
    "within a depth": ("httt:snaky,board=16x16", lambda game: asking.positional(game, 21)),
    "Hex": ("hex:9x9", asking.connection),
    "Hex on a large board": ("hex:22x22", asking.connection),
    "Hex, every first move": ("hex:11x11", asking.connection_first_moves),
    "Hex within a depth": ("hex:14x14", lambda game: asking.connection(game, 41)),
    "grid": ("breakthrough:6x6", asking.grid),
    "grid within a depth": ("breakthrough:16x16", lambda game: asking.grid(game, 40)),
    "grid, large board": ("domineering:22x22", asking.grid),
    "nimbers": ("cram:7x7", asking.grid),
    "nimbers, large board": ("cram:7x61", asking.grid),
    "grid, proof numbers": ("domineering:10x10", lambda game: asking.generic(game, engine="df-pn")),
    "grid, proof numbers, large board": ("domineering:22x22", lambda game: asking.generic(game, engine="df-pn")),
    "depth-first by the plain rules": ("hex:11x11", asking.generic),
    "best first": ("breakthrough:6x6", lambda game: asking.generic(game, engine="pns")),
    "grid, critical depth": ("breakthrough:6x6", lambda game: critical_depth(GridSession(game), Player.BLACK)),
    "backward solution": (
        "evader-pursuer:20x20,evader=3-1,pursuer=20-20",
        lambda game: BackwardSession(game).decide(Player.BLACK, None, Limits()),
    ),
    "perft": ("hex:9x9", lambda game: native_perft(game, 9, 2**62)),
    "perft on a large board": ("gomoku:5,board=22x22", lambda game: native_perft(game, 9, 2**62)),
    "perft of a grid game": ("domineering:22x22", lambda game: native_perft(game, 9, 2**62)),
}


def _run(timer: threading.Timer, work: Callable[[], object]) -> None:
    """The interrupt comes while the timer is started, in the work, or in the rest after it."""
    timer.start()
    work()
    time.sleep(60)  # which the interrupt ends, however late the timer is


def interrupted(work: Callable[[], object], moment: float) -> float:
    """Processor time from the interrupt to its exception."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(moment, send)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()  # an exception in a callback of the collector would be lost
    try:
        with pytest.raises(KeyboardInterrupt):
            _run(timer, work)
        return time.process_time() - sent[0]
    finally:
        gc.enable()
        timer.cancel()
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("what", LONG)
def test_interrupts_are_heard(what: str) -> None:
    name, search = LONG[what]
    game, rng = make(name), Random(what)
    for _ in range(2):
        moment = rng.choice((0.001, 0.01, 0.1, 0.4)) * rng.random()
        assert interrupted(lambda: search(game), moment) < SOON
