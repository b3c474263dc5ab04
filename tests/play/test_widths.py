"""Boards on both sides of each width of the core's sets: a game is found behind its rules by all who look for it."""

from __future__ import annotations

import pytest

from zermelo.families import make
from zermelo.play.native_opponent import NativeOpponent
from zermelo.solving import solve


@pytest.mark.parametrize("columns", [64, 65, 128, 129, 200, 256, 257, 512])
def test_wide_boards(columns: int) -> None:
    """The answer is checked by the walk over a strategy, and the levels of play find moves."""
    game = make(f"domineering:1x{columns}")
    verdict = solve(game)
    assert verdict.checked, verdict.notes
    tried = NativeOpponent(game).tried(game.start, playouts=2, seconds=20.0, seed=1)
    assert {each.move for each in tried} <= {*game.legal(game.start)}
    assert tried
