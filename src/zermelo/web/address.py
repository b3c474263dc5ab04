"""Addresses: a game and moves as the query of an address, so that an address is all there is to share.

    g=hex:4x4                the expression of a family
    t=eJwz…                  or the text of a game file: zlib, then base64 for addresses
    m=b2 c3                  the moves made so far

Nothing in an address is ever the name of a file.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from zermelo.errors import InputError
from zermelo.model.game import move_names

MOST_TEXT = 256 << 10
"""Bytes of the text of a game."""

MOST_PACKED = 24 << 10
"""Letters of a packed text; servers and browsers take addresses of 32 KB."""

MOST_EXPRESSION, MOST_MOVES = 400, 8 << 10
"""Letters of an expression, and of all moves together."""


@dataclass(frozen=True)
class Address:
    """A game and the moves so far.

    Parameters
    ----------
    game
        The expression of a family; empty for a game of a text.
    text
        The text of a game file; empty for a family.
    moves
        The names of the moves so far.

    >>> Address("hex:3x3", moves=("b2", "a1")).query()
    'g=hex%3A3x3&m=b2+a1'
    >>> read_address({"g": "hex:3x3", "m": "b2 a1"}).moves
    ('b2', 'a1')
    """

    game: str = ""
    text: str = ""
    moves: tuple[str, ...] = ()

    def query(self, **more: str) -> str:
        """The query of this address, with more fields behind it; those that are empty are left out."""
        fields = {"g": self.game} if self.game else {"t": pack(self.text)}
        fields |= {"m": " ".join(self.moves), **more}
        return urlencode({name: value for name, value in fields.items() if value})

    def after(self, moves: Sequence[str]) -> Address:
        """The address of the same game after other moves."""
        return Address(self.game, self.text, tuple(moves))

    @property
    def name(self) -> str:
        """The name of the game, for titles."""
        return self.game or "a game of your own"


def read_address(query: Mapping[str, str]) -> Address:
    """The address of a query; ``InputError`` for one that names no game or two, or that is too long."""
    game, packed, moves = query.get("g", "").strip(), query.get("t", ""), query.get("m", "")
    if bool(game) == bool(packed):
        raise InputError("a game, as a family (g) or as a text (t)", found="both" if game else "neither")
    if len(game) > MOST_EXPRESSION:
        raise InputError(f"an expression of at most {MOST_EXPRESSION} letters", found=f"{len(game)}")
    if len(moves) > MOST_MOVES:
        raise InputError(f"moves of at most {MOST_MOVES} letters", found=f"{len(moves)}")
    return Address(game, unpack(packed) if packed else "", tuple(move_names(moves)))


def pack(text: str) -> str:
    """A text for an address; ``InputError`` for one that is too long.

    >>> unpack(pack("4x4 b[c2]"))
    '4x4 b[c2]'
    """
    data = check_text(text).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(packed) > MOST_PACKED:
        raise InputError(
            f"a game that fits into an address of {MOST_PACKED} letters", found=f"{len(packed)}, compressed",
            advice="the command line takes larger files",
        )  # fmt: skip
    return packed


def check_text(text: str) -> str:
    """The text, if a page may send it; ``InputError`` for a longer one, and for one that no file can hold."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InputError("a text in UTF-8", found="half of a surrogate pair") from None
    if size > MOST_TEXT:
        raise InputError(f"a game of at most {MOST_TEXT >> 10} KB", found=f"{size >> 10} KB")
    return text


def unpack(packed: str) -> str:
    """The text in a part of an address; ``InputError`` for anything that `pack` does not write."""
    wrong = InputError("a packed game (t)", found="a damaged one", advice="copy the whole address")
    if len(packed) > MOST_PACKED:
        raise wrong
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        text = reader.decompress(data, MOST_TEXT + 1)  # a bomb is cut off here
        if len(text) > MOST_TEXT or not reader.eof or reader.unused_data:
            raise wrong
        return text.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError):
        raise wrong from None
