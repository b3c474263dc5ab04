"""Values against published tables; see ``published_values`` for the sources."""

from __future__ import annotations

from itertools import product

import pytest
from tests.theory.published_values import (
    CLOBBER_ROWS,
    CRAM,
    DAWSON,
    DOMINEERING_OUTCOMES,
    DOMINEERING_VALUES,
    KAYLES,
    toads_and_frogs,
)

from zermelo.families import make
from zermelo.model import Position
from zermelo.theory.short_game import nimber
from zermelo.theory.value import ValueMemory
from zermelo.theory.value_reader import read_value

VALUES = ValueMemory()


def test_kayles():
    """36 rows of Kayles."""
    assert [VALUES.of(make(f"kayles:{pins}")).nim_size for pins in range(1, 37)] == KAYLES[1:]


def test_cram_in_a_row():
    """Cram on a row is Dawson's Kayles."""
    assert [VALUES.of(make(f"cram:{cells}x1")).nim_size for cells in range(1, 33)] == DAWSON


@pytest.mark.parametrize("board", CRAM)
def test_cram(board):
    """Symmetry decides boards with an even side."""
    assert VALUES.of(make(f"cram:{board}")).outcome == CRAM[board]


@pytest.mark.parametrize("board", [board for board in DOMINEERING_VALUES if board != "5x5"])
def test_domineering(board):
    """Values of boards."""
    assert VALUES.of(make(f"domineering:{board}")) is read_value(DOMINEERING_VALUES[board])


def test_domineering_outcomes():
    """Outcomes of boards up to 5x4."""
    for rows, columns in product(range(1, 6), repeat=2):
        if rows * columns <= 20:
            found = VALUES.of(make(f"domineering:{columns}x{rows}")).outcome
            assert found == DOMINEERING_OUTCOMES[rows - 1][columns - 1], (columns, rows)


@pytest.mark.slow
@pytest.mark.parametrize("row", toads_and_frogs())
def test_toads_and_frogs(row):
    """Values of rows."""
    assert VALUES.of(make(f"toads-and-frogs:{row}")) is read_value(toads_and_frogs()[row])


@pytest.mark.parametrize("length", CLOBBER_ROWS)
def test_clobber_rows(length):
    """The conjecture on alternating rows."""
    assert VALUES.of(make(f"clobber:{length}x1")).outcome == CLOBBER_ROWS[length]


def test_clobber_positions():
    """Rows of Clobber of the introduction: n stones against one are n - 1 ups, with a star where n is odd.

    Albert, Grossman, Nowakowski and Wolfe, "An introduction to Clobber", Integers 5 (2005), theorem on rows x...xo.
    """
    game = make("clobber:9x1")
    for stones in range(1, 9):
        row = game.at(Position((1 << stones) - 1, 1 << stones))
        expected = read_value(f"{stones - 1}.↑") + (nimber(1) if stones % 2 else nimber(0))
        assert VALUES.of(row) is expected


def test_nim():
    """Bouton (1901): the heap without carry, for all heaps up to 4 and three of them."""
    for heaps in product(range(1, 5), repeat=3):
        if list(heaps) == sorted(heaps):
            name = ",".join(map(str, heaps))
            assert VALUES.of(make(f"nim:{name}")).nim_size == heaps[0] ^ heaps[1] ^ heaps[2]


def test_taking_at_most_k_is_a_remainder():
    """Winning Ways, chapter 4: a heap of n of which at most k may be taken is a heap of n mod (k + 1)."""
    for things, most in product(range(1, 10), range(1, 5)):
        assert VALUES.of(make(f"nim:{things},most={most}")).nim_size == things % (most + 1)


@pytest.mark.parametrize("board", ["1x1", "2x1", "3x1", "4x1", "5x1", "2x2", "3x2", "3x3", "4x2"])
def test_col_is_a_number_perhaps_with_a_star(board):
    """Winning Ways, chapter 2: every position of Col is x or x + *, with a number x."""
    value = VALUES.of(make(f"col:{board}"))
    assert value.number is not None or (value + nimber(1)).number is not None
