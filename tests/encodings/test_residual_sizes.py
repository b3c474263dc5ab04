"""Sizes of residual games before encoding: a weaker pruning would change no answer, so the numbers are tested."""

from __future__ import annotations

import pytest

from zermelo.encodings.cor import COR
from zermelo.encodings.goals.pairing_goal import PairingProblem
from zermelo.encodings.goals.shapes import residual_shapes, shapes_of
from zermelo.encodings.pairing import Answered, PairingEncoding
from zermelo.encodings.reduction.pruning import prune
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.encodings.reduction.timeline import BitMove
from zermelo.model import Board, ConnectionGame, Position, PositionalGame, Rule


def breaker(cells: int, *sets: int, **more) -> PositionalGame:
    return PositionalGame("test", Board.square(cells, 1), Rule.MAKER_BREAKER, sets, **more)


@pytest.mark.parametrize(
    ("size", "black", "white", "depth", "left"),
    [
        (3, [], ["b2"], 9, "a1 a2 a3 b1 b3 c1 c2 c3"),  # a white cell is deleted
        (4, ["b2"], [], 5, "a3 a4 b1 b3 b4 c1"),  # paths through the others need a fourth stone
        (4, ["b2"], [], 7, "a1 a2 a3 a4 b1 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4"),
        (3, ["a3"], ["c1"], 9, "a1 a2 b1 b2"),  # shortcuts past cells, as a stone at one border reaches it
        (3, ["b3", "c1"], ["a3", "c3"], 9, "b2 c2"),  # and at the other border
    ],
)
def test_cells_of_a_hex_board(size, black, white, depth, left):
    """Deleted cells, cells too far away, cells with a shortcut past them."""
    game = ConnectionGame.hex(size, size)
    number = game.board.cells.index
    game = game.at(Position(*(sum(1 << number(cell) for cell in stones) for stones in (black, white))))
    assert [game.board.cells[cell] for cell in prune(game, depth).cells] == left.split()


def test_dead_cells():
    """Only cells of winning sets are worth a move."""
    game = breaker(6, 0b000011, 0b000110)
    for encoding in (COR(), COR(live=False)):
        residual = encoding.residual(game, 6)
        assert isinstance(residual, ResidualGame)
        assert residual.cells == ((0, 1, 2) if encoding.live else tuple(range(6)))
    for pairing in (PairingEncoding(), PairingEncoding(live=False)):
        problem = pairing.problem(game, 6)
        assert isinstance(problem, PairingProblem)
        assert problem.residual.cells == ((0, 1, 2) if pairing.live else tuple(range(6)))


def test_dead_cells_to_the_end():
    """Without the set of eight, for which Black has seven stones, six cells are left: too few for the set of four."""
    game = breaker(13, 0b11, 0b110, 0b111001, 0b1111111100000)
    problem, residual = PairingEncoding().problem(game, 13), COR().residual(game, 13)
    assert isinstance(problem, PairingProblem)
    assert isinstance(residual, ResidualGame)
    assert problem.residual.cells == residual.cells == (0, 1, 2)
    assert problem.residual.black_sets == residual.black_sets == ((0, 1), (1, 2))


def test_shapes_in_reach():
    """Dominoes in rows, and columns of three: with two stones only the dominoes count."""
    columns, rows = [0b111 << 3 * x for x in range(3)], [0b1001 << 3 * x + y for x in range(2) for y in range(3)]
    game = PositionalGame("shapes", Board.square(3, 3), Rule.MAKER_BREAKER, (*columns, *rows))
    shapes = shapes_of(game)
    assert shapes is not None
    assert [len(each) for each in shapes.placements] == [3, 6]
    for depth, sizes in ((3, [2]), (5, [3, 2])):
        assert [len(cells) for cells in residual_shapes(game, prune(game, depth), 9).kinds] == sizes


def test_nothing_to_cancel_with():
    """Before White's first stone a winning set of one cell, or any set before pairs count, is lost: no formula."""
    encoded = PairingEncoding().encode(breaker(6, 0b000001, 0b000110), 0)
    assert (encoded.formula, encoded.answer, encoded.exact) == (None, False, False)
    assert encoded.black_wins(False) is None
    problem = PairingEncoding().problem(breaker(1, 0b1), 1)
    assert isinstance(problem, Answered)
    assert (problem.holds, problem.exact) == (False, True)


def test_forbidden_moves_are_read_as_legal_ones():
    assert BitMove((1, 2), (4, 5, 6), 1 << 4 | 1 << 6, 4)({1: True, 2: False}) == 4
