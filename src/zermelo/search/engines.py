"""The native searches by name, and the session of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from zermelo import _native
from zermelo.errors import InputError, UnsupportedError
from zermelo.model import ConnectionGame, Game, GridGame, NetGame, Player, PositionalGame, StateGame
from zermelo.model.native_rules import has_native_rules
from zermelo.model.net_positional import recognised
from zermelo.questions import CheckpointFile
from zermelo.search.backward import BackwardSession
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.disguised_session import DisguisedSession, as_positional
from zermelo.search.exhaustive_session import BreakerSession, ExhaustiveSession
from zermelo.search.generic_session import GenericSession
from zermelo.search.grid_session import GridSession
from zermelo.search.net_session import NetSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.recognised_session import RecognisedSession
from zermelo.search.session import Session, breaks
from zermelo.search.state_session import StateSession
from zermelo.search.switches import (
    ConnectionSwitches,
    GenericSwitches,
    GridSwitches,
    PositionalSwitches,
    Values,
    require,
    switches_of,
)
from zermelo.search.table_session import ENGINES as GENERIC


@dataclass(frozen=True)
class Engine:
    """A native search by its name, a key of `ENGINES`.

    >>> Engine("connection").label
    'connection search'
    """

    name: str

    @property
    def label(self) -> str:
        """The name in a verdict."""
        return f"{self.name} search"


class Scope(NamedTuple):
    """The class of the games that a search takes, and that of its switches."""

    kind: type[Any]
    switches: type[Any]


ENGINES: dict[str, Scope] = {
    "connection": Scope(ConnectionGame, ConnectionSwitches),
    "positional": Scope(PositionalGame, PositionalSwitches),
    "grid": Scope(GridGame, GridSwitches),
    "net": Scope(NetGame, GridSwitches),
    **dict.fromkeys(GENERIC, Scope(Game, GenericSwitches)),
}

USUAL: Values = MappingProxyType({})
"""Switches as usual."""


def engine_for(game: Game, name: str | None = None) -> Engine | None:
    """The native search for a game: the one named, else the one for its kind; None where there is none.

    A grid game or a ground game that is positional in disguise is of that kind, too.

    Raises ``InputError`` when there is none of that name, ``UnsupportedError`` when it does not take the game.

    >>> from zermelo.families import make
    >>> [engine_for(make(text)) for text in ("ttt", "domineering:3x3")]
    [Engine(name='positional'), Engine(name='grid')]
    """
    kinds, is_large = [game, _hidden(game)], len(game.board) > _native.MAX_CELLS
    fits = [
        each
        for each, scope in ENGINES.items()
        if any(isinstance(one, scope.kind) for one in kinds) and not is_large and has_native_rules(game)
    ]
    if name is None:
        return next((Engine(each) for each in fits if each not in GENERIC), None)
    if name not in ENGINES:
        raise InputError(f"an engine among {', '.join(ENGINES)}", found=repr(name))
    if name not in fits and not has_native_rules(game):
        bare = " without fluents" if isinstance(game, NetGame) else ""
        raise UnsupportedError(
            f"a game that the engine {name} takes", found=f"a {game.kind}{bare}", advice="leave --engine out"
        )
    if name not in fits:
        takes = ", ".join(fits) or ("too large for any" if is_large else "none")
        can = f"a game that the engine {name} takes (this one: {takes})"
        raise UnsupportedError(can, found=f"a {game.kind} on {len(game.board)} cells")
    return Engine(name)


def _hidden(game: Game) -> PositionalGame | None:
    """The positional game that a game of another kind is."""
    if isinstance(game, NetGame):
        found = recognised(game)
        return None if found is None else found.game
    return as_positional(game) if isinstance(game, GridGame) else None


def session_for(
    game: Game,
    name: str | None = None,
    kept: Callable[[Player], CheckpointFile | None] = lambda _: None,
    switches: Values = USUAL,
) -> Session:
    """A session of a game.

    Parameters
    ----------
    game
        Any game.
    name
        A key of `ENGINES`; None for the search that fits the game, and the plain rules where there is none.
    kept
        Names for each player the file in which the search for his wins is kept (None: in none).
    switches
        Switches of that search that are not as usual, by name (``docs/switches.md``).

    Raises ``InputError`` as :func:`engine_for` and :func:`~zermelo.search.switches.require`, ``UnsupportedError`` for a
    file with a generic search, too.

    >>> from zermelo.families import make
    >>> from zermelo.search.session import Limits
    >>> session_for(make("hex:3x3")).decide(Player.WHITE, None, Limits()).answer
    False
    """
    engine = engine_for(game, name)
    require(_kinds_of_switches(game, engine), switches)
    if engine is None:
        return StateSession(game) if isinstance(game, StateGame) else ExhaustiveSession(game)
    session = _session(game, engine.name, kept, switches)
    return BreakerSession(game, session) if breaks(game) else session


def require_switches(game: Game, name: str | None, switches: Values) -> None:
    """Refuse switches that the search of a game, or the one that is named, does not have.

    Raises ``InputError`` as :func:`engine_for` and :func:`~zermelo.search.switches.require`.

    >>> from zermelo.families import make
    >>> require_switches(make("hex:3x3"), None, {"linx": False})
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: found 'linx', expected a switch among dead, ...; did you mean links?
    """
    require(_kinds_of_switches(game, engine_for(game, name)), switches)


def _kinds_of_switches(game: Game, engine: Engine | None) -> list[type[Any]]:
    kinds = [] if engine is None else [ENGINES[engine.name].switches]
    if isinstance(game, NetGame) and kinds == [PositionalSwitches]:  # either search may be asked
        kinds.append(GridSwitches)
    return kinds


def _session(game: Game, name: str, kept: Callable[[Player], CheckpointFile | None], switches: Values) -> Session:
    if name in GENERIC:
        if kept(Player.BLACK) is not None:
            raise UnsupportedError("no checkpoint for the generic searches", advice="leave --engine out")
        endless = _endless(game) if isinstance(game, GridGame | NetGame) else None
        return GenericSession(game, name, switches_of(GenericSwitches, switches), endless)
    positional, grid = switches_of(PositionalSwitches, switches), switches_of(GridSwitches, switches)
    if isinstance(game, GridGame):
        hidden = as_positional(game) if name == "positional" else None
        if hidden is not None:
            return DisguisedSession(game, hidden, kept, positional)
        return GridSession(game, grid, kept, _endless(game))
    if isinstance(game, NetGame):
        found = recognised(game) if name == "positional" else None
        if found is not None:
            plain = NetSession(game, grid, endless=_endless(game))
            return RecognisedSession(game, found, plain, kept, positional)
        return NetSession(game, grid, kept, _endless(game))
    if isinstance(game, ConnectionGame):
        return ConnectionSession(game, switches_of(ConnectionSwitches, switches), kept)
    assert isinstance(game, PositionalGame)
    return PositionalSession(game, switches=positional, kept=kept)


def _endless(game: GridGame | NetGame) -> Callable[[], Session]:
    """The search for plays that may go on for ever; natively a bit of a ground game's state says who is to move."""
    if isinstance(game, NetGame) and len(game.board) == _native.MAX_CELLS:
        return partial(StateSession, game)
    return partial(BackwardSession, game)
