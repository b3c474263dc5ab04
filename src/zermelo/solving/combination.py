"""Combinations of an encoding, a preprocessor and a solver: those that fit, and those that are raced by default.

The order of each portfolio comes from measurements: ``docs/solving.md`` has the numbers.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from zermelo.encodings import Asks, Encoding, default_encoding, encoding
from zermelo.encodings.registry import lacking
from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Game, GridGame, NetGame, PositionalGame, Rule, StateGame
from zermelo.model.net_positional import recognised
from zermelo.preprocess import Preprocessor, preprocessor
from zermelo.questions import Options
from zermelo.solvers import Solver, solver


@dataclass(frozen=True)
class Combination:
    """One way to answer by a formula: an encoding, a preprocessor, a solver.

    >>> Combination(encoding("et"), preprocessor("bloqqer"), solver("caqe")).label
    'et+bloqqer+caqe'
    """

    encoding: Encoding
    preprocessor: Preprocessor
    solver: Solver

    @property
    def label(self) -> str:
        """The three names, without a preprocessor that does nothing."""
        names = [self.encoding.label, self.preprocessor.name, self.solver.name]
        return "+".join(name for name in names if name != "none")

    @property
    def needs_files(self) -> bool:
        """True if one of the tools needs files, which stay behind when the process that made them is killed."""
        return self.preprocessor.name != "none" or self.solver.needs_file

    @property
    def installed(self) -> bool:
        """True if the solver is there; without its preprocessor a formula is solved as it is."""
        return self.solver.executable() is not None

    def plain(self) -> Combination:
        """The same without a preprocessor."""
        return Combination(self.encoding, preprocessor("none"), self.solver)


PortfolioRow = tuple[str, str | tuple[str, ...], str]
"""An encoding; a preprocessor, or several of which the first that is installed is taken; and a solver."""

BEFORE_CAQE = ("hqspre", "qratpre")
"""The preprocessor before CAQE on Hex by `et`: the first of these that is there, or none; it is never Bloqqer.

CPU seconds of Hein's puzzles without, with HQSpre, with QRATPre+, with Bloqqer: number 10 to depth 11: 1.1, 1.0, 0.9,
19; 10 to 13: 3.4, 2.3, 4.0, over 20; 02 to 11: 5.1, 3.7, 5.1, 4.1; 02 to 13: over 20, 9.9, 6.7, over 20; 15 to 13: 1.2,
0.8, 1.2, 14.  Easy ones lose some 0.03 s by it.  Neither goes before `ea`, to which HQSpre does harm: number 10 to
depth 13 takes 14 s without it and more than 15 s with it.  Before DepQBF QRATPre+ is better: 10 to 11 without 9.6 s,
with HQSpre 6.0, with QRATPre+ 4.2; 15 to 13: 8.9, 9.1, 3.5.
"""

GRID: tuple[PortfolioRow, ...] = (
    ("ground", "none", "caqe"),
    ("ground", "bloqqer", "caqe"),
    ("ground", "none", "depqbf"),
    ("bddl", "bloqqer", "depqbf"),
    ("bddl", "bloqqer", "caqe"),
)
NET: tuple[PortfolioRow, ...] = (("net", "bloqqer", "caqe"), ("net", "bloqqer", "depqbf"), ("net", "none", "caqe"))
CONNECTION: tuple[PortfolioRow, ...] = (
    ("et", BEFORE_CAQE, "caqe"),
    ("et", "qratpre", "depqbf"),
    ("en", "none", "caqe"),
    ("ea", "none", "caqe"),
)
MAKER_BREAKER: tuple[PortfolioRow, ...] = (
    ("ea", "none", "caqe"),
    ("cor", "none", "depqbf"),
    ("en", "none", "caqe"),
    ("dys", "none", "depqbf"),
)
MAKER_MAKER: tuple[PortfolioRow, ...] = (("cor", "none", "depqbf"), ("cor", "none", "caqe"), ("dys", "none", "depqbf"))
HOLDING: tuple[PortfolioRow, ...] = (
    ("pairing-mm", "none", "depqbf"),
    ("pairing", "none", "depqbf"),
    ("pairing", "none", "caqe"),
)


def portfolio(game: Game, options: Options, asks: Asks = Asks.BLACK_WINS) -> list[Combination]:
    """The combinations for a query on a game, best first, under what the options name.

    Those whose solver is not installed are left out, unless that is all: they tell how to get it. A preprocessor that
    nobody has named is left out where it is not installed.

    Parameters
    ----------
    game
        The game in which Black is the player who is asked about.
    options
        The tools that are named; others are not tried.
    asks
        The query that the formulas are to answer.

    Raises ``UnsupportedError`` for a tool of an unknown name.

    >>> from zermelo.model import ConnectionGame
    >>> [each.label for each in portfolio(ConnectionGame.hex(3, 3), Options(solver="caqe"))]
    ['et+caqe', 'en+caqe', 'ea+caqe']
    """
    rows = HOLDING if asks is Asks.WHITE_HOLDS else _rows(game)
    if options.encoding is not None:
        named = encoding(options.encoding)
        if (named.asks is Asks.WHITE_HOLDS) is not (asks is Asks.WHITE_HOLDS):
            return []
        measured = sorted(_rows(game), key=lambda row: row[0] != named.name)  # tools that go with it come first
        rows = tuple((named.label, *row[1:]) for row in measured)
    elif asks is Asks.BLACK_WINS and not any(lacking(encoding(row[0]), game) is None for row in rows):
        if isinstance(game, StateGame) and options.searches:
            return []
        rows = tuple((default_encoding(game).label, *row[1:]) for row in rows)
    found: dict[str, Combination] = {}
    for name, before, tool in rows:
        first = _installed(before) if options.preprocessor == "auto" else preprocessor(options.preprocessor)
        each = Combination(encoding(name), first, solver(options.solver or tool))
        if lacking(each.encoding, game) is None:
            found.setdefault(each.label, each)
    return [each for each in found.values() if each.installed] or list(found.values())


def _installed(names: str | tuple[str, ...]) -> Preprocessor:
    """The first of some preprocessors that is installed; none without one, or where the configuration file is wrong."""
    for name in (names,) if isinstance(names, str) else names:
        with suppress(InputError):
            found = preprocessor(name)
            if found.available():
                return found
    return preprocessor("none")


def _rows(game: Game) -> tuple[PortfolioRow, ...]:
    if isinstance(game, GridGame):
        return GRID
    if isinstance(game, NetGame):
        found = recognised(game)
        return NET if found is None else (*_rows(found.game), *NET)
    if isinstance(game, StateGame):
        return NET
    if isinstance(game, ConnectionGame):
        return CONNECTION
    return MAKER_MAKER if isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER else MAKER_BREAKER
