"""The registry of encodings: all of them by name, and which fit a game.

A new encoding is a file with a subclass of `Encoding` and a line in the table below; that line alone puts it under the
differential tests.

    >>> from zermelo.model import ConnectionGame
    >>> game = ConnectionGame.hex(3, 3)
    >>> [each.name for each in fitting(game)]
    ['et', 'en', 'ea', 'cor', 'ln', 'sn', 'la', 'sa', 'li', 'si', 'dys', 'neg', 'pairing']
    >>> default_encoding(game).encode(game, 5).formula
    <QCNF variables=83 clauses=193 literals=555 blocks=5 universal=8 existential=75>
    >>> encoding("bddl").lacks(game) is None
    False
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from zermelo.encodings.base import Asks, Assignment, Encoded, Encoding, require
from zermelo.encodings.cor import COR
from zermelo.encodings.dys import DYS
from zermelo.encodings.ea import EA
from zermelo.encodings.en import EN
from zermelo.encodings.et import ET
from zermelo.encodings.ground import Ground
from zermelo.encodings.la import LA
from zermelo.encodings.li import LI
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.encodings.ln import LN
from zermelo.encodings.negated import Negated
from zermelo.encodings.net import NetEncoding
from zermelo.encodings.pairing import PairingEncoding
from zermelo.encodings.pairing_mm import PairingMM
from zermelo.encodings.sa import SA
from zermelo.encodings.si import SI
from zermelo.encodings.sn import SN
from zermelo.errors import UnsupportedError
from zermelo.model import Game, NetGame, Player, PositionalGame, StateGame
from zermelo.model.net_positional import RecognisedNet, recognised

_ALL: tuple[Encoding, ...] = (
    LiftedBDDL(),
    Ground(),
    ET(),
    EN(),
    EA(),
    COR(),
    LN(),
    SN(),
    LA(),
    SA(),
    LI(),
    SI(),
    DYS(),
    NetEncoding(),
    Negated(),
    PairingEncoding(),
    PairingMM(),
)

ENCODINGS: Mapping[str, Encoding] = MappingProxyType(
    {each.name: each for each in sorted(_ALL, key=lambda each: each.name)}
)
"""All encodings by name, sorted."""


def encoding(name: str) -> Encoding:
    """The encoding of that name; options may follow a colon: ``cor:faithful``, ``cor:symmetry=no``.

    Raises UnsupportedError, with the names that exist, when there is no such encoding or option.

    >>> encoding("etc")
    Traceback (most recent call last):
      ...
    zermelo.errors.UnsupportedError: found 'etc', expected an encoding out of bddl, cor, ...
    >>> encoding("et:symmetry=no").label
    'et:symmetry=no'
    """
    stem, colon, options = name.strip().partition(":")
    try:
        found = ENCODINGS[stem.strip().lower()]
    except KeyError:
        raise UnsupportedError(f"an encoding out of {', '.join(ENCODINGS)}", found=repr(stem)) from None
    return found.with_options(options) if colon else found


def lacking(encoding: Encoding, game: Game) -> str | None:
    """The reason why an encoding cannot take a game, not even as the positional game that it is; None when it can."""
    lacks, found = encoding.lacks(game), _positional(game)
    return None if lacks is None or (found is not None and encoding.lacks(found.game) is None) else lacks


def _positional(game: Game) -> RecognisedNet | None:
    """The positional game that a ground game is, where both say the same of a win of Black's."""
    found = recognised(game) if isinstance(game, NetGame) else None
    return None if found is None or found.full is Player.BLACK else found


def encode_by(encoding: Encoding, game: Game, depth: int) -> Encoded:
    """The formula of an encoding; a ground game may be encoded as the positional game that it is.

    Parameters
    ----------
    encoding
        The encoding.
    game, depth
        The question.

    Raises as :meth:`Encoding.encode`.
    """
    found = _positional(game) if encoding.lacks(game) is not None else None
    if found is None or encoding.lacks(found.game) is not None:
        return encoding.encode(game, depth)
    assert isinstance(game, NetGame)
    encoded = encoding.encode(found.game, depth)
    notes = (found.note, *encoded.notes)
    return replace(encoded, first_move=partial(_translated, game, found, encoded.first_move), notes=notes)


def _translated(
    game: NetGame, found: RecognisedNet, first_move: Callable[[Assignment], Any], values: Assignment
) -> int | None:
    cell = first_move(values)
    return None if cell is None else found.move(game, cell)


def fitting(game: Game) -> list[Encoding]:
    """The encodings that take a game, best first; those that answer whether Black wins before the others.

    "Best" is by the experiments of the papers and ours: the board after Black's moves only before the board at every
    time or none; in graphs a compact goal before listed paths, in games on winning sets the sets themselves.
    """
    found = [each for each in _ALL if lacking(each, game) is None]
    return sorted(found, key=lambda each: isinstance(game, PositionalGame | NetGame) and each.name in _COMPACT)


_COMPACT = ("en", "ln", "sn")
"""Goals that need no list: they pay where the list would be long."""


def default_encoding(game: Game) -> Encoding:
    """The best encoding for a game.

    Raises UnsupportedError, with the table of what each lacks, when none takes it.
    """
    for each in fitting(game):
        if each.asks is Asks.BLACK_WINS:
            return each
    if isinstance(game, StateGame):
        raise UnsupportedError("a game that a formula takes", found=game.kind, source=game.name)
    lacks = "; ".join(f"{each.name!r} {each.lacks(game)}" for each in _ALL)
    raise UnsupportedError(f"no encoding takes this game: {lacks}")


def encode(game: Game, depth: int, name: str | None = None) -> Encoded:
    """The formula for "Black wins within ``depth`` moves", or for the query of the encoding of that name.

    Parameters
    ----------
    game
        The game.
    depth
        The number of moves from its start position, 0 or more.
    name
        The encoding, as `encoding` reads it; None for the default one of the game.

    Raises UnsupportedError, naming what would fit, when the encoding does not take the game; InputError when depth < 0.

    >>> from zermelo.model import ConnectionGame
    >>> encode(ConnectionGame.hex(3, 3), 3).why
    'Black has no path that needs at most 2 stones'
    """
    chosen = default_encoding(game) if name is None else encoding(name)
    check_question(chosen, game, depth)
    return encode_by(chosen, game, depth)


def check_question(encoding: Encoding, game: Game, depth: int) -> None:
    """Make sure that an encoding takes a question; as `require`, with more help.

    Parameters
    ----------
    encoding, game
        The encoding, and the game for it.
    depth
        The number of moves.

    Raises UnsupportedError, naming what would fit, when the encoding lacks something; InputError when depth < 0.
    """
    found = _positional(game) if encoding.lacks(game) is not None and lacking(encoding, game) is None else None
    try:
        require(encoding, game if found is None else found.game, depth)
    except UnsupportedError as refused:
        fits = ", ".join(repr(other.name) for other in fitting(game)) or "no encoding"
        error = UnsupportedError(f"{refused}; what fits this game: {fits}")
        error.table = fit_table(game)
        raise error from None


def fit_table(game: Game) -> str:
    """One line per encoding: those that take a game, best first, then the others and why not.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> print(fit_table(PositionalGame("pair", Board.square(2, 2), Rule.MAKER_BREAKER, (0b11, 0b101))))
    ea          yes  explicit board, all winning sets (of a graph: its minimal paths, at most 200000)
    cor         yes  corrective: ...
    neg         yes  the negated game: ...
    bddl        no   takes grid games (BDDL) only
    ground ...
    et          no   takes connection games only
    en          no   needs winning sets that are all placements of some shapes on a rectangular board
    ...
    """
    width = max(len(each.name) for each in _ALL)
    fits = fitting(game)
    lines = [f"{each.name:{width}}  yes  {each.title}" for each in fits]
    lines += [f"{each.name:{width}}  no   {each.lacks(game)}" for each in _ALL if each not in fits]
    return "\n".join(lines)
