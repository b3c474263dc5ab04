"""Notes of the core: told as tuples, and checked without a loop of Python."""

from __future__ import annotations

import pytest

from zermelo import _native
from zermelo.model import ConnectionGame, Player
from zermelo.model.native_rules import native_rules
from zermelo.search.notes import PackedNotes
from zermelo.search.session import Note


def test_notes_come_back():
    notes = _native.Notes(100)
    said = [
        Note(1 << 99, 1, Player.BLACK, 7, "move", (3,)),
        Note(0, 2, Player.WHITE, None, "pairing", (1, 2, 4, 5)),
        Note(0, 0, None, 0, "links", ()),
    ]
    for black, white, mover, rank, kind, numbers in said:
        notes.add(black, white, None if mover is None else mover is Player.BLACK, rank, kind, numbers)
    packed = PackedNotes(notes)
    assert len(packed) == 3
    assert list(packed) == said
    assert packed[-1] == said[-1]
    assert notes.bytes > 0
    with pytest.raises(IndexError):
        packed[3]
    for wrong in ((1 << 100, 0, None, None, "move", [0]), (0, 0, None, None, "guess", [0])):
        with pytest.raises(ValueError, match=r"mask|kind|black"):
            notes.add(*wrong)


def test_notes_are_checked():
    game = ConnectionGame.hex(2, 2)
    notes = _native.Notes(4)
    notes.add(0, 0, None, None, "move", [1])
    walk = _native.StrategyWalk(native_rules(game), True, True, False, 3, [])
    assert walk.add_notes(notes)
    assert walk.walk(0, 0, 0, lambda *_: "", 10.0)[0] == "holds"
    assert not walk.add_notes(notes)  # it is there already
    with pytest.raises(ValueError, match="board"):
        walk.add_notes(_native.Notes(5))
