"""Grid rules on cells that lie far apart, so that sets of cells take several words: they are the rules they were."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.grid_games import KINDS, random_game
from tests.search.test_grid import switches
from tests.sizes import draws

from zermelo import _native as native
from zermelo.families import make
from zermelo.model import GridGame, Player
from zermelo.model.ground import ground_actions, ground_goals

WORDS = {1: 64, 2: 128, 3: 192, 4: 256, 6: 384, 8: 512}
LIMITS = (60.0, 200_000, None)  # seconds, positions, progress


def stretched(columns: int, rows: int, cells: int, rng: Random) -> Callable[[int], int]:
    """The new places of a small board's cells: equal steps stay equal, and the last cell lies in the last word."""
    across = rng.randint(1, cells // (columns * rows)) if rows > 1 else (cells - 1) // max(1, columns - 1)
    down = (cells - 1 - across * (columns - 1)) // max(1, rows - 1)
    return lambda cell: cell % columns * across + cell // columns * down


def moved(masks: Sequence[int], place: Callable[[int], int]) -> Any:
    return tuple(sum(1 << place(cell) for cell in range(mask.bit_length()) if mask >> cell & 1) for mask in masks)


def compiled(game: GridGame, cells: int, place: Callable[[int], int], how: dict[str, bool]) -> native.Search:
    """The search of a game with its cells at these places; a full board is no draw, it would be another board."""
    black, white = (
        [moved((*one.needs, *one.sets), place) for one in ground_actions(game, player)] for player in Player
    )
    black_goals, white_goals = ([moved(goal, place) for goal in ground_goals(game, player)] for player in Player)
    return native.Search.of_grid(
        cells, black, white, black_goals, white_goals, [], how, 1 << 20, None, game.stuck.value
    )


@pytest.mark.parametrize("words", WORDS)
@settings(max_examples=draws(500, 60))
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9))
def test_the_answers_are_the_same(words: int, kind: str, seed: int) -> None:
    game, rng = random_game(kind, seed), Random(seed)
    if game.winner(game.start) is not None:
        return
    cells, how = WORDS[words], asdict(switches(rng))
    place = stretched(game.columns, game.rows, cells, rng)
    near = compiled(game, len(game.board), lambda cell: cell, how)
    far = compiled(game, cells, place, how)
    start = game.start.black, game.start.white
    ply = 0 if game.mover(game.start) is Player.BLACK else 1
    for depth in (*range(7), *(() if game.complete_depth() is None else (None,))):
        expected = near.within(start[0], start[1], ply, depth, *LIMITS)
        black, white = moved(start, place)
        found = far.within(black, white, ply, depth, *LIMITS)
        if expected[0] == found[0] == "":
            assert found[1] == expected[1], depth


def test_cells_do_lie_in_all_words() -> None:
    game = make("domineering:4x3")
    assert isinstance(game, GridGame)
    for cells in WORDS.values():
        place = stretched(game.columns, game.rows, cells, Random(cells))
        places = [place(cell) for cell in range(12)]
        assert len(set(places)) == 12
        assert cells - 64 <= max(places) < cells
