"""Values and tables against a second program, which works them out by the definition: `tests.oracles.plain_values`."""

from __future__ import annotations

from itertools import product

import pytest
from tests.oracles import plain_values
from tests.oracles.plain_values import form_of_tree, misere_outcome, plain_outcome, plain_value
from tests.sizes import size
from tests.theory import published_values

from zermelo.families import make
from zermelo.model import Position
from zermelo.questions import Options
from zermelo.solving.outcome_class import outcome_class
from zermelo.theory.value import ValueMemory
from zermelo.theory.value_reader import read_value

VALUES, QUICK = ValueMemory(), Options(method="search", check=False)


def small(board, most=16):
    """The sides of a board of so many cells at most; none of a larger one."""
    columns, rows = map(int, board.split("x"))
    return (columns, rows) if columns * rows <= most else None


def test_tables_of_domineering():
    """Every typed value up to 4x4, and the class of every board up to 16 cells."""
    known = dict[object, int]()
    for board, name in published_values.DOMINEERING_VALUES.items():
        if (sides := small(board)) is not None:
            moves, start = plain_values.domineering(*sides)
            assert plain_value(moves, start, known) == form_of_tree(read_value(name)), board
    for rows, columns in product(range(1, 6), repeat=2):
        if rows * columns <= 16:
            moves, start = plain_values.domineering(columns, rows)
            expected = published_values.DOMINEERING_OUTCOMES[rows - 1][columns - 1]
            assert plain_outcome(plain_value(moves, start, known)) == expected, (columns, rows)


def test_tables_of_rows():
    """Toads and Frogs, and alternating rows of Clobber."""
    for row, name in published_values.toads_and_frogs().items():
        assert plain_value(*plain_values.toads_and_frogs(row)) == form_of_tree(read_value(name)), row
    for length, outcome in published_values.CLOBBER_ROWS.items():
        if length <= size(12, 10):
            assert plain_outcome(plain_value(*plain_values.clobber(("xo" * length)[:length]))) == outcome


def test_tables_of_heaps():
    """Kayles and Dawson's Kayles by the least number that no move reaches; Cram up to 16 cells."""
    pins = plain_values.heaps(lambda row: [(at, row - at - n) for n in (1, 2) for at in range(row - n + 1)])
    assert [pins(row) for row in range(37)] == published_values.KAYLES
    dominoes = plain_values.heaps(lambda row: [(at, row - at - 2) for at in range(row - 1)])
    assert [dominoes(row) for row in range(1, 33)] == published_values.DAWSON
    for board, outcome in published_values.CRAM.items():
        if (sides := small(board)) is not None:
            assert plain_outcome(plain_value(*plain_values.cram(*sides))) == outcome


@pytest.mark.parametrize("family", ["domineering", "cram"])
def test_every_shape_within_three_by_three(family):
    """All 512 sets of open cells: the value by the rules of the family is the plain one."""
    game, known = make(f"{family}:3x3"), dict[object, int]()
    moves, _ = getattr(plain_values, family)(3, 3)
    cells = [(x, y) for y in range(3) for x in range(3)]
    for closed in range(1 << 9):
        open_cells = frozenset(cell for at, cell in enumerate(cells) if not closed >> at & 1)
        found = VALUES.of(game.at(Position(closed, 0, 0)))
        assert form_of_tree(found) == plain_value(moves, open_cells, known), closed


def test_every_row_of_five():
    """All 243 rows of five cells of Clobber, and of Toads and Frogs."""
    clobber, known = make("clobber:5x1"), [dict[object, int](), dict[object, int]()]
    for letters in product("_xo", repeat=5):
        row = "".join(letters)
        black, white = (sum((letter == colour) << at for at, letter in enumerate(row)) for colour in "xo")
        moves, start = plain_values.clobber(row)
        assert form_of_tree(VALUES.of(clobber.at(Position(black, white, 0)))) == plain_value(moves, start, known[0]), (
            row
        )
        hop = row.replace("x", "t").replace("o", "f")
        moves, start = plain_values.toads_and_frogs(hop)
        assert form_of_tree(VALUES.of(make(f"toads-and-frogs:{hop}"))) == plain_value(moves, start, known[1]), hop


@pytest.mark.parametrize("name", ["domineering", "cram"])
def test_misere_boards(name):
    """Misère play, in which a player who cannot move has won: all boards up to nine cells, by trying all moves."""
    for columns, rows in product(range(1, 5), repeat=2):
        if columns * rows <= 9:
            found = outcome_class(make(f"{name}:{columns}x{rows},misere"), QUICK).letter
            assert found == misere_outcome(*getattr(plain_values, name)(columns, rows)), (columns, rows)


def test_misere_rows():
    """The same for rows of Toads and Frogs, of Clobber, and of Kayles."""
    for row in ("t_f", "t__f", "tt_f", "tt_ff", "tt__ff", "t_tff", "tft_f", "ttt_ff"):
        expected = misere_outcome(*plain_values.toads_and_frogs(row))
        assert outcome_class(make(f"toads-and-frogs:{row},misere"), QUICK).letter == expected, row
    for length in range(1, 10):
        expected = misere_outcome(*plain_values.clobber(("xo" * length)[:length]))
        assert outcome_class(make(f"clobber:{length}x1,misere"), QUICK).letter == expected, length

    def knocked(row):
        after = [
            row[:at] + "_" * n + row[at + n :] for n in (1, 2) for at in range(len(row)) if row[at : at + n] == "x" * n
        ]
        return after, after

    for pins in range(1, 9):
        expected = misere_outcome(knocked, "x" * pins)
        assert outcome_class(make(f"kayles:{pins},misere"), QUICK).letter == expected, pins
