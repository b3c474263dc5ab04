"""Encodings: a game and a depth become a formula that is true exactly when Black wins within that many moves.

Each file holds one encoding and opens with its idea, source, quantifier blocks and size. A new one is a file
with a subclass of `Encoding` and a line in the table below; that line alone puts it under the differential tests.

    >>> from zermelo.model import ConnectionGame
    >>> game = ConnectionGame.hex(3, 3)
    >>> [each.name for each in fitting(game)]
    ['et', 'en', 'ea', 'cor']
    >>> default_encoding(game).encode(game, 5).formula
    <QCNF variables=83 clauses=209 literals=591 blocks=5 universal=8 existential=75>
    >>> encoding("bddl").lacks(game) is None
    False
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from zermelo.encodings.base import Asks, Assignment, Encoded, Encoding
from zermelo.encodings.cor import COR
from zermelo.encodings.ea import EA
from zermelo.encodings.en import EN
from zermelo.encodings.et import ET
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.encodings.moves import check_question
from zermelo.errors import UnsupportedError
from zermelo.model import Game

_BEST_FIRST: tuple[Encoding, ...] = (LiftedBDDL(), ET(), EN(), EA(), COR())

ENCODINGS: Mapping[str, Encoding] = MappingProxyType(
    {each.name: each for each in sorted(_BEST_FIRST, key=lambda each: each.name)}
)
"""All encodings by name, sorted."""


def encoding(name: str) -> Encoding:
    """The encoding of that name; options may follow a colon: ``cor:faithful``, ``cor:symmetry=no``.

    Raises UnsupportedError, with the names that exist, when there is no such encoding or option.

    >>> encoding("etc")
    Traceback (most recent call last):
      ...
    zermelo.errors.UnsupportedError: found 'etc', expected an encoding out of bddl, cor, ea, en, et
    >>> encoding("et:symmetry=no").label
    'et:symmetry=no'
    """
    stem, colon, options = name.strip().partition(":")
    try:
        found = ENCODINGS[stem.strip().lower()]
    except KeyError:
        raise UnsupportedError(f"an encoding out of {', '.join(ENCODINGS)}", found=repr(stem)) from None
    return found.with_options(options) if colon else found


def fitting(game: Game) -> list[Encoding]:
    """The encodings that take a game, best first; those that answer whether Black wins before the others.

    "Best" is by the experiments of the papers and ours: a compact goal before a listed one, the board after
    Black's moves only before the board at every time.
    """
    return [each for each in _BEST_FIRST if each.lacks(game) is None]


def default_encoding(game: Game) -> Encoding:
    """The best encoding for a game; UnsupportedError, with the table of what each lacks, when none takes it."""
    for each in fitting(game):
        if each.asks is Asks.BLACK_WINS:
            return each
    lacking = "; ".join(f"{each.name!r} {each.lacks(game)}" for each in _BEST_FIRST)
    raise UnsupportedError(f"no encoding takes this game: {lacking}")


def encode(game: Game, depth: int, name: str | None = None) -> Encoded:
    """The formula for "Black wins within ``depth`` moves" by the encoding of that name, or by the default one.

    Raises UnsupportedError, naming what would fit, when the encoding does not take the game; InputError when depth < 0.

    >>> from zermelo.model import ConnectionGame
    >>> encode(ConnectionGame.hex(3, 3), 3).why
    'Black has no path that needs at most 2 stones'
    """
    chosen = default_encoding(game) if name is None else encoding(name)
    check_question(chosen, game, depth)
    return chosen.encode(game, depth)


def fit_table(game: Game) -> str:
    """One line per encoding, best first: whether it takes a game, or why not.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> print(fit_table(PositionalGame("pair", Board.square(2, 2), Rule.MAKER_BREAKER, (0b11, 0b101))))
    bddl  no   takes grid games (BDDL) only
    et    no   takes connection games only
    en    no   takes connection games only
    ea    yes  explicit board, all winning sets (of a graph: its minimal paths, at most 200000)
    cor   yes  corrective: the board at every time, illegal choices corrected
    """
    width = max(len(each.name) for each in _BEST_FIRST)
    lines = []
    for each in _BEST_FIRST:
        lacks = each.lacks(game)
        lines.append(f"{each.name:{width}}  {'yes' if lacks is None else 'no ':3}  {lacks or each.title}")
    return "\n".join(lines)


__all__ = [
    "ENCODINGS",
    "Asks",
    "Assignment",
    "Encoded",
    "Encoding",
    "default_encoding",
    "encode",
    "encoding",
    "fit_table",
    "fitting",
]
