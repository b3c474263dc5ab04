"""Addresses: everything comes back, and nothing hostile gets in."""

from __future__ import annotations

import base64
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some
from starlette.datastructures import QueryParams

from zermelo.errors import InputError
from zermelo.web.address import MOST_TEXT, Address, pack, read_address, unpack
from zermelo.web.page_question import PageQuestion, read_question


@given(some.text(min_size=1, max_size=300).filter(lambda text: text.isascii() or text.encode(errors="ignore")))
def test_texts_come_back(text):
    """Packed texts are unpacked to themselves; what no file can hold is refused."""
    try:
        packed = pack(text)
    except InputError:
        assert text.encode(errors="replace") != text.encode(errors="ignore") or "?" in text
        return
    assert unpack(packed) == text


@given(some.text("abc123 ():,=", min_size=1, max_size=30), some.lists(some.sampled_from(["b2", "(1,2)", "mark(1,2)"])))
def test_addresses_come_back(game, moves):
    """An address is read as it was written."""
    address = Address(game.strip() or "ttt", moves=tuple(moves))
    assert read_address(QueryParams(address.query())) == address


@given(some.text(max_size=100))
def test_damaged_texts_are_refused(packed):
    """Anything else than a packed text is an `InputError`."""
    with suppress(InputError):
        assert unpack(packed) is not None


def test_a_bomb_does_not_go_off():
    """A short text that grows large is refused before it is large; so is one that is too long to send."""
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)[: 24 << 10]).decode()
    with pytest.raises(InputError, match="damaged"):
        unpack(bomb[: 24 << 10])
    with pytest.raises(InputError, match="256 KB"):
        pack("x" * (MOST_TEXT + 1))


@pytest.mark.parametrize(
    "fields", [{}, {"g": "ttt", "t": pack("1x1")}, {"g": "x" * 401}, {"g": "ttt", "m": "a" * 9000}, {"g": " "}]
)
def test_addresses_without_a_game(fields):
    """Neither a game nor two, and nothing endless."""
    with pytest.raises(InputError):
        read_address(fields)


@given(some.sampled_from(["winner", "within", "fastest"]), some.sampled_from(["black", "white"]), some.booleans(),
       some.integers(0, 99), some.integers(1, 99))  # fmt: skip
def test_questions_come_back(kind, player, first, depth, seconds):
    """A question is read as it was written."""
    asked = PageQuestion(kind, player, None if kind == "winner" else depth, first, seconds)
    assert read_question(asked.query()) == asked


@pytest.mark.parametrize(
    "fields",
    [{"q": "x"}, {"p": "red"}, {"q": "within"}, {"q": "within", "d": "-1"}, {"q": "fastest", "d": "1e9"},
     {"s": "0"}, {"s": "99999"}, {"s": "½"}],
)  # fmt: skip
def test_questions_without_sense(fields):
    """Numbers have bounds, and kinds are known."""
    with pytest.raises(InputError):
        read_question(fields)
