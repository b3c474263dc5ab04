"""Symmetries: known groups, and the property that makes them symmetries."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.sizes import draws

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
    mask_of,
    restriction_is_sound,
)
from zermelo.model.automorphism import automorphisms, products
from zermelo.model.refinement import Colouring, Refinement
from zermelo.model.symmetry import MANY_SYMMETRIES, keeps_rules, permuted, rule_symmetries
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


def breaker(cells: int, sets: Iterable[Iterable[int]]) -> PositionalGame:
    return PositionalGame("sets", Board.square(cells, 1), Rule.MAKER_BREAKER, tuple(map(mask_of, sets)))


def many_sets(cells: int) -> PositionalGame:
    """All sets of four cells with an even first one. Only the last four cells can be exchanged."""
    return breaker(cells, (four for four in combinations(range(cells), 4) if four[0] % 2 == 0))


class CountedRefinement(Refinement):
    """A refinement that counts the vertices singled out, of all graphs, and keeps the last one."""

    singled = 0
    last: Refinement

    def singled_out(self, colouring: Colouring, vertex: int) -> Colouring:
        CountedRefinement.singled += 1
        CountedRefinement.last = self
        return super().singled_out(colouring, vertex)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> type[CountedRefinement]:
    """The refinement that the search for symmetries uses; those of a game are found once, so each test has its own."""
    monkeypatch.setattr("zermelo.model.automorphism.Refinement", CountedRefinement)
    CountedRefinement.singled = 0
    return CountedRefinement


def test_sets_are_not_told_apart_once_the_cells_are(counted: type[CountedRefinement]) -> None:
    """Many sets have the same sum of colours, even when all cells have different ones."""
    game = many_sets(20)
    assert [len(orbit) for orbit in first_move_orbits(game)] == [1] * 16 + [4]
    assert counted.singled < 20


def test_the_search_for_symmetries_is_bounded_by_its_work(
    counted: type[CountedRefinement], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The budget is used up but for one more vertex on either side, and what was found by then is given."""
    monkeypatch.setattr("zermelo.model.automorphism.BUDGET", 100_000)
    game = breaker(16, combinations(range(16), 3))
    found = generators(game)
    assert 0 < len(found) < 15
    assert -5 * len(game.black_sets) < counted.last.left <= 0
    assert all(keeps_rules(game, each) for each in found)


def test_a_graph_too_large_for_the_budget_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    game = breaker(60, combinations(range(60), 3))
    monkeypatch.setattr("zermelo.model.symmetry.BUDGET", 4 * 3 * len(game.black_sets) - 1)
    monkeypatch.setattr("zermelo.model.symmetry.automorphisms", None)
    assert generators(game) == []


def test_cells_in_the_same_sets_need_no_search(counted: type[CountedRefinement]) -> None:
    """A small game on a large board: all other cells may change places."""
    game = breaker(400, [(0, 1), (1, 2), (2, 3, 4)])
    found = generators(game)
    assert counted.singled < 10
    assert all(keeps_rules(game, each) for each in found)
    assert sorted(map(len, first_move_orbits(game))) == [1, 1, 1, 2, 395]


def test_symmetries_of_the_board_come_before_idle_cells() -> None:
    """Some of all symmetries are used, and those that only move cells in no set are worth nothing."""
    game = breaker(400, [(0, 1), (1, 2), (2, 3), (3, 4)])
    turns = rule_symmetries(game)
    assert any(turn[:5] == (4, 3, 2, 1, 0) for turn in turns)
    assert len(turns) <= MANY_SYMMETRIES


def test_symmetries_are_sought_once_for_the_same_stones(counted: type[CountedRefinement]) -> None:
    """The number of moves made does not count."""
    game = many_sets(9)
    generators(game)
    once = counted.singled
    assert once > 0
    assert generators(game.at(Position(ply=1))) == generators(game)
    assert counted.singled == once


@settings(max_examples=draws(300, 50))
@given(st.data())
def test_generators_generate_the_whole_group(data: st.DataObject) -> None:
    """The plain definition: all permutations of the cells are tried."""
    cells = data.draw(st.integers(1, 5))
    masks = st.sets(st.integers(0, 2**cells - 1), max_size=6)
    black, white = data.draw(masks), data.draw(masks)
    stones = data.draw(st.integers(0, 2**cells - 1))
    start = Position(stones, 0, stones.bit_count())
    assume(not (0 in white and any(mask & ~stones == 0 for mask in black)))
    game = PositionalGame("random", Board.square(cells, 1), Rule.MAKER_MAKER, tuple(black), tuple(white), start)
    group = {
        turn for turn in permutations(range(cells)) if permuted(stones, turn) == stones and keeps_rules(game, turn)
    }
    assert {tuple(range(cells)), *products(generators(game))} == group


@settings(max_examples=draws(300, 50))
@given(st.data())
def test_graphs_with_twins_of_either_sort(data: st.DataObject) -> None:
    """The plain definition again; points may be neighbours of each other, and dense graphs have adjacent twins."""
    points = data.draw(st.integers(1, 6))
    pairs = list(combinations(range(points), 2))
    edges = {pair for pair in pairs if data.draw(st.booleans())}
    if data.draw(st.booleans()):
        edges = set(pairs) - set(data.draw(st.lists(st.sampled_from(pairs), max_size=3)) if pairs else ())
    colours = [data.draw(st.integers(0, 1)) for _ in range(points)]
    around = [[other for other in range(points) if {(point, other), (other, point)} & edges] for point in range(points)]
    group = {
        turn
        for turn in permutations(range(points))
        if all(colours[turn[point]] == colours[point] for point in range(points))
        and {tuple(sorted((turn[one], turn[two]))) for one, two in edges} == edges
    }
    assert {tuple(range(points)), *products(automorphisms(around, colours, points))} == group


@given(st.sets(st.integers(1, 127), max_size=9), st.integers(0, 1500))
def test_a_small_budget_finds_some_of_the_symmetries(sets: set[int], budget: int) -> None:
    graph = [*([7 + k for k, mask in enumerate(sets) if mask >> cell & 1] for cell in range(7)), *map(cells_of, sets)]
    neighbours, colours = [tuple(around) for around in graph], [0] * 7 + [1] * len(sets)
    found = automorphisms(neighbours, colours, 7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.model.automorphism.BUDGET", budget)
        few = automorphisms(neighbours, colours, 7)
    assert few == [each for each in found if each in few]


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
