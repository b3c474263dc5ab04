"""Perft: the plain rules and the native core count the same, and both count what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.known_games import COUNTS
from tests.sizes import ALL, draws

from zermelo.errors import UnsupportedError
from zermelo.families import FAMILIES, make
from zermelo.model import Board, ConnectionGame, Game, Layout, PositionalGame, Rule, cells_of
from zermelo.search import native_perft, reference_perft

TABLES = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text())

MOST = 12_000
"""The positions of a level that the reference engine, which is slow, looks at; in ``make test-all`` any number."""


@pytest.mark.parametrize("game", TABLES)
def test_both_engines_count_the_table(game: str) -> None:
    made, table = make(game), TABLES[game]
    depth = len(table["plays"]) - 1
    slow = depth - 1 if ALL else max(level for level in range(depth) if table["positions"][level] <= MOST)
    for perft in (native_perft(made, depth), reference_perft(made, slow)):
        assert perft.complete
        assert table["plays"][: len(perft.plays)] == perft.plays
        assert table["positions"][: len(perft.positions)] == perft.positions


@pytest.mark.parametrize(("game", "what", "counts", "source"), COUNTS)
def test_published_counts(game: str, what: str, counts: list[int], source: str) -> None:
    assert getattr(native_perft(make(game), len(counts) - 1), what) == counts, source


@st.composite
def connection_games(draw: st.DrawFn) -> ConnectionGame:
    cells = draw(st.integers(1, 7))
    masks = st.integers(0, 2**cells - 1)
    around = [0] * cells
    for a, b in draw(st.lists(st.tuples(st.integers(0, cells - 1), st.integers(0, cells - 1)), max_size=12)):
        if a != b:
            around[a] |= 1 << b
            around[b] |= 1 << a
    board = Board(tuple(f"v{k}" for k in range(cells)), Layout.GRAPH)
    joined = draw(st.integers(0, 9)) == 0
    return ConnectionGame("random", board, tuple(around), draw(masks), draw(masks), joined=joined)


def _random_play(game: Game, data: st.DataObject) -> Game:
    for _ in range(data.draw(st.integers(0, 3))):
        moves = game.legal(game.start)
        if not moves:
            break
        game = game.after([data.draw(st.sampled_from(moves))])
    return game


@settings(max_examples=draws(60, 30))
@given(connection_games(), st.data())
def test_connection_games_after_some_moves(game: ConnectionGame, data: st.DataObject) -> None:
    later = _random_play(game, data)
    assert native_perft(later, 5) == reference_perft(later, 5)


@settings(max_examples=draws(60, 30))
@given(st.integers(0, 10**6), st.sampled_from(["random-positional", "random-hex", "random-grid"]), st.data())
def test_random_games_after_some_moves(seed: int, family: str, data: st.DataObject) -> None:
    later = _random_play(make(f"{family}:seed={seed}"), data)
    assert native_perft(later, 3) == reference_perft(later, 3)


@pytest.mark.parametrize("example", [family.examples[0] for family in FAMILIES.values()])
def test_every_family_is_counted_alike(example: str) -> None:
    game = make(example)
    assert native_perft(game, 2) == reference_perft(game, 2)


def test_levels_that_are_too_large_are_left_out() -> None:
    for perft in (native_perft(make("hex:4x4"), 6, 500), reference_perft(make("hex:4x4"), 6, 500)):
        assert not perft.complete
        assert perft.plays == [1, 16, 240]


def test_boards_that_the_native_core_cannot_take() -> None:
    nothing = PositionalGame("nothing", Board(()), Rule.MAKER_MAKER, ())
    with pytest.raises(UnsupportedError, match="1 to 512 cells"):
        native_perft(nothing, 1)
    assert reference_perft(nothing, 1).plays == [1, 0]
    assert list(cells_of(0b101)) == [0, 2]
