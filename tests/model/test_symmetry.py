"""Symmetries: known groups, and the property that makes them symmetries."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zermelo.model import (
    Board,
    ConnectionGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    cells_of,
    first_move_orbits,
    generators,
    restriction_is_sound,
)
from zermelo.model.symmetry import permuted
from zermelo.search import Minimax


def tic_tac_toe(first_moves: int | None = None, start: Position = Position()) -> PositionalGame:
    lines = [0b111 << 3 * k for k in range(3)] + [0b1001001 << k for k in range(3)] + [0b100010001, 0b001010100]
    board = Board.square(3, 3)
    return PositionalGame("ttt", board, Rule.MAKER_MAKER, tuple(lines), tuple(lines), start, first_moves=first_moves)


def test_tic_tac_toe_has_three_first_moves() -> None:
    names = [[tic_tac_toe().move_name(move) for move in orbit] for orbit in first_move_orbits(tic_tac_toe())]
    assert sorted(map(len, names)) == [1, 4, 4]
    assert ["b2"] in names


def test_stones_break_symmetry() -> None:
    corner = tic_tac_toe(start=Position(black=1, ply=1))
    assert len(first_move_orbits(corner)) == 5


def test_a_restriction_is_sound_when_it_keeps_every_orbit() -> None:
    board = Board.square(3, 3)
    assert restriction_is_sound(tic_tac_toe(board.mask(["a1", "a2", "b2"])))
    assert not restriction_is_sound(tic_tac_toe(board.mask(["a1", "b2"])))


def test_hex_has_the_half_turn_only() -> None:
    assert generators(ConnectionGame.hex(4, 4)) == [tuple(range(15, -1, -1))]
    assert generators(ConnectionGame.hex(4, 4, start=Position(1, 0))) == []


@given(st.data())
def test_moves_of_one_orbit_have_the_same_value(data: st.DataObject) -> None:
    cells = data.draw(st.integers(1, 5))
    masks = st.lists(st.integers(1, 2**cells - 1), max_size=4)
    rule = data.draw(st.sampled_from(Rule))
    white = data.draw(masks) if rule is Rule.MAKER_MAKER else []
    game = PositionalGame("random", Board.square(cells, 1), rule, tuple(data.draw(masks)), tuple(white))
    for generator in generators(game):
        assert {permuted(mask, generator) for mask in game.black_sets} == set(game.black_sets)
    search = Minimax(game)
    for orbit in first_move_orbits(game):
        for depth in range(cells):
            assert len({search.within(game.step(game.start, move), depth) for move in orbit}) == 1


def test_empty_boards_and_empty_games() -> None:
    nothing = PositionalGame("nothing", Board(()), Rule.MAKER_MAKER, ())
    assert first_move_orbits(nothing) == []
    assert nothing.winner(nothing.start) is None
    assert nothing.is_over(nothing.start)
    no_sets = PositionalGame("no sets", Board.square(2, 1), Rule.MAKER_BREAKER, ())
    assert no_sets.winner(no_sets.start) is Player.WHITE
    assert list(cells_of(0)) == []
