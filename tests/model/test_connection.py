"""Connection games that are Hex, and others that look like it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zermelo.model import ConnectionGame


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 1), (3, 3), (5, 2)])
def test_hex_from_either_side(size: tuple[int, int]) -> None:
    game = ConnectionGame.hex(*size)
    assert game.is_hex
    assert game.swapped().is_hex
    assert "(Hex)" in game.kind


def test_games_that_look_like_hex() -> None:
    """Other borders or neighbours make another game, in which a draw may be possible; its kind says so."""
    game = ConnectionGame.hex(3, 3)
    first, *others = game.neighbours
    apart = tuple(around & ~1 for around in others)  # a1 has no neighbours
    assert first
    for other in (
        replace(game, target=game.source),
        replace(game, white_target=game.white_source),
        replace(game, white_source=game.source, white_target=game.target),
        replace(game, white_source=None, white_target=None),
        replace(game, neighbours=(0, *apart)),
        replace(game, joined=True),
    ):
        assert not other.is_hex
        assert "(Hex)" not in other.kind
