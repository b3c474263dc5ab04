"""Families of games: a name and some sizes make a game.

    make("httt:tippy,board=4x4,torus")  →  PositionalGame
    make("connect:4,board=7x6")         →  GridGame
    make("hex:5x4")                     →  ConnectionGame

``expression`` reads the expressions, ``options`` holds common options, ``polyomino`` the shapes. Every family has a
file of its own and an entry in :data:`FAMILIES` below; the command line and the tests take the families from there.
The ``name`` of a made game is its canonical expression: making it again gives an equal game.
"""

from __future__ import annotations

from types import MappingProxyType

from zermelo.families.amazons import AMAZONS_FAMILY
from zermelo.families.breakthrough import BREAKTHROUGH
from zermelo.families.chomp import CHOMP
from zermelo.families.clobber import CLOBBER
from zermelo.families.colouring import COL, SNORT
from zermelo.families.connect import CONNECT
from zermelo.families.cram import CRAM
from zermelo.families.dodgem import DODGEM
from zermelo.families.domineering import DOMINEERING
from zermelo.families.dots_and_boxes import DOTS_AND_BOXES
from zermelo.families.evader_pursuer import EVADER_PURSUER, EVADER_PURSUER_DUAL
from zermelo.families.expression import Arguments, Family, Option, game_of, parse, sheet_of
from zermelo.families.gomoku import GOMOKU, TTT
from zermelo.families.havannah import HAVANNAH
from zermelo.families.hex import HEX
from zermelo.families.httt import GTTT, HTTT
from zermelo.families.isolation import ISOLATION
from zermelo.families.knightthrough import KNIGHTTHROUGH
from zermelo.families.konane import KONANE
from zermelo.families.misere_lines import MISERE_TTT, NOTAKTO
from zermelo.families.nim import NIM
from zermelo.families.othello import OTHELLO
from zermelo.families.polyomino import Polyomino, fitting, free_polyominoes, shape, shape_names
from zermelo.families.qubic import QUBIC
from zermelo.families.random_grid import RANDOM_GRID
from zermelo.families.random_hex import RANDOM_HEX
from zermelo.families.random_positional import RANDOM_POSITIONAL
from zermelo.families.rows import KAYLES, TOADS_AND_FROGS
from zermelo.families.y import Y
from zermelo.model import Game

_ALL = (
    HTTT,
    GTTT,
    TTT,
    GOMOKU,
    QUBIC,
    HEX,
    Y,
    HAVANNAH,
    CONNECT,
    BREAKTHROUGH,
    KNIGHTTHROUGH,
    EVADER_PURSUER,
    EVADER_PURSUER_DUAL,
    DOMINEERING,
    CRAM,
    COL,
    SNORT,
    KAYLES,
    TOADS_AND_FROGS,
    CLOBBER,
    KONANE,
    AMAZONS_FAMILY,
    DODGEM,
    ISOLATION,
    OTHELLO,
    MISERE_TTT,
    NOTAKTO,
    NIM,
    CHOMP,
    DOTS_AND_BOXES,
    RANDOM_POSITIONAL,
    RANDOM_HEX,
    RANDOM_GRID,
)

FAMILIES = MappingProxyType({family.name: family for family in _ALL})
"""Every family by name, with its one-line summary, usage, options and examples."""


def make(expression: str) -> Game:
    """The game of an expression such as ``httt:tippy,board=4x4,torus``.

    Raises ``InputError``, with the expression as its source and the column of the wrong part, for anything that no
    family can make.

    >>> game = make(" HTTT : Tippy , board = 4×4 , kind = mm ")
    >>> game.name, game.kind
    ('httt:tippy,board=4x4', 'positional game, maker-maker')
    >>> make(game.name) == game
    True
    >>> make("httt:tipy,board=4x4")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: httt:tipy,board=4x4:1:6: found 'tipy', expected a polyomino (...); did you mean tippy...?
    """
    return game_of(parse(expression, FAMILIES))


def rule_sheet(expression: str) -> str | None:
    """The rules of a game in GDL, as people read them; None for families whose games are not made of such a text.

    Raises ``InputError`` as :func:`make`.

    >>> rule_sheet("nim:2").splitlines()[0], rule_sheet("hex:3x3")
    ('; Nim: (heap H N) means that heap H has N things, N > 0.', None)
    """
    return sheet_of(parse(expression, FAMILIES))


def is_family(expression: str) -> bool:
    """True if an expression starts with the name of a family, so that :func:`make` is what should read it.

    >>> is_family("hex:5x5"), is_family("puzzles/hex.pg")
    (True, False)
    """
    return expression.partition(":")[0].strip().lower() in FAMILIES


__all__ = [
    "FAMILIES",
    "Arguments",
    "Family",
    "Option",
    "Polyomino",
    "fitting",
    "free_polyominoes",
    "is_family",
    "make",
    "rule_sheet",
    "shape",
    "shape_names",
]
