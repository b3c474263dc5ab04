"""Positional games and Hex boards as ``.pg`` files.

A text of sections: a key that begins with ``#``, then values on its line or on lines below; ``%`` begins a comment. The
sections come in any order, each once. Common to all dialects::

    #version          1.0 (may be missing; see below)
    #times            t1 t2 t3     as many as the depth; missing: the file asks about no depth
    #blackturns       t1 t3        the times at which Black places a stone
    #positions        a1 a2 b1 b2  the cells, at most 4096
    #blackinitials    a1           the stones already there
    #whiteinitials    b1
    #firstmoves       a2 b2        the cells for the first stone that is placed; empty or missing: all open ones

Then one of four dialects, told by its keys:

*winning sets*      ``#blackwins`` and ``#whitewins``, one set per line.
*raw Hex board*     ``#neighbours`` (lines of a cell and those that touch it), ``#startboarder`` and ``#endboarder``.
*contracted graph*  ``#edges`` (pairs), ``#source`` and ``#target`` (names that are no cells), ``#distances`` and
                    ``#unreachablepairs`` (derived, dropped).
*polyominoes*       ``#neighbours`` (lines ``cell up right``, ``na`` for none) and ``#blackgoal``
                    (``side(p0,p1) up(p2,p1)`` …, one oriented shape per line).

A file without ``#times`` needs no ``#blackturns``: Black opens, and the players take turns.

The rule of a winning-set game: sets of White make it maker-maker, none make it maker-breaker. The notes of the game say
which was read and why. Facts that the keys cannot express are in a line ``zermelo …`` of ``#version`` (see
:mod:`~zermelo.language.pg_note`); :func:`write_pg` writes it only where it is needed, so plain games stay plain files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from zermelo.errors import InputError
from zermelo.language.pg_dialects import check_one_dialect, read_contracted, read_raw_hex, read_sets, wrapped
from zermelo.language.pg_header import Header, first_move_note, read_header
from zermelo.language.pg_implicit import read_implicit
from zermelo.language.pg_scan import KEYS, PgSections
from zermelo.language.pg_writer import write_pg
from zermelo.language.source import Source, normal, read_text
from zermelo.model import ConnectionGame, PositionalGame, restriction_is_sound

__all__ = ["is_pg", "read_pg", "read_pg_text", "write_pg"]

LIMIT_MB = 32
_CHECKED_CELLS, _CHECKED_NODES = 400, 6000  # up to these sizes the symmetries are found in well under a second
_OWN_KEYS = [key for key in KEYS if key not in {"#version", "#blackgoal", "#blackturns"}]  # BDDL knows these three too
_OWN_KEY = re.compile(rf"^[^\S\n]*(?:{'|'.join(_OWN_KEYS)})(?!\S)", re.MULTILINE)


def is_pg(text: str) -> bool:
    """True if a line of a text begins with a key that only ``.pg`` has.

    >>> is_pg("% a game\\n#positions\\na1 a2"), is_pg("5x4 b[a1]")
    (True, False)
    """
    return _OWN_KEY.search(text) is not None


def read_pg(path: str | os.PathLike[str]) -> PositionalGame | ConnectionGame:
    """The game in a ``.pg`` file, named after the file.

    Raises ``InputError`` with file, line and column for anything that is wrong.
    """
    return read_pg_text(read_text(path, LIMIT_MB), os.fspath(path))


def read_pg_text(text: str, source: str | None = None) -> PositionalGame | ConnectionGame:
    """The game of a text in one of the dialects.

    Parameters
    ----------
    text
        The whole text.
    source
        The name that errors give it; its last part becomes the name of the game.

    Raises ``InputError`` with line and column.

    >>> game = read_pg_text("#positions a1 a2 a3\\n#times t1 t2 t3\\n#blackturns t1 t3\\n#blackwins\\na1 a2\\na2 a3")
    >>> game.rule, game.depth, game.board.names(game.black_sets[0])
    (<Rule.MAKER_BREAKER: 'maker-breaker'>, 3, ['a1', 'a2'])
    >>> game.notes
    ('read as .pg, winning sets', 'read as maker-breaker, because #whitewins lists no set')
    >>> read_pg_text("#positions a1 a2\\n#blackwins\\na1 b7", "demo.pg")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: demo.pg:3:4: found 'b7', expected a cell of #positions (a1, a2)
    """
    sections = PgSections(Source(source, normal(text)))
    readers: dict[str, Callable[[PgSections, Header, str], PositionalGame | ConnectionGame]]
    readers = {"sets": read_sets, "raw": read_raw_hex, "implicit": read_implicit, "contracted": read_contracted}
    header = read_header(sections)
    dialect = check_one_dialect(sections)
    name = Path(source).name if source else ""
    try:
        game = readers[dialect](sections, header, name or "a .pg text")
    except InputError as error:
        raise wrapped(error, source) from None
    return _with_first_moves_told(game)


def _with_first_moves_told(game: PositionalGame | ConnectionGame) -> PositionalGame | ConnectionGame:
    """The game with a note on the effect of the restriction of its first stone."""
    if game.first_moves is None:
        return game
    told = first_move_note(game.first_moves, game.board, game.start)
    nodes = len(game.board)
    if isinstance(game, PositionalGame):
        nodes += len(game.black_sets) + len(game.white_sets)
    if len(game.board) > _CHECKED_CELLS or nodes > _CHECKED_NODES:
        told += "; whether that loses anything was not checked, the game is large"
    elif restriction_is_sound(game):
        told += "; by symmetry that loses nothing"
    else:
        told += "; that is a real restriction: symmetry does not cover the others"
    return replace(game, notes=(*game.notes, told))
