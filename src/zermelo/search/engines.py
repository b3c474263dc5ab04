"""Native searches as ways to answer: no formula, no solver, and for most games by far the fastest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame
from zermelo.search import connection_search, generic_search, grid_positional, grid_search, positional_search
from zermelo.search.backward import BackwardSession
from zermelo.search.budget import ENGINES as GENERIC
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.engine_session import EngineSession, breaks
from zermelo.search.exhaustive_session import BreakerSession, ExhaustiveSession
from zermelo.search.grid_session import GridSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Watch
from zermelo.search.result import Found
from zermelo.search.session import Session


@dataclass(frozen=True)
class Engine:
    """A native search, for one kind of games or for all.

    Parameters
    ----------
    name
        Which: a key of `ENGINES`.

    >>> from zermelo.model import ConnectionGame
    >>> engine = engine_for(ConnectionGame.hex(3, 3))
    >>> engine.label, [engine.find(ConnectionGame.hex(3, 3), depth).answer for depth in (3, 5, None)]
    ('connection search', [False, True, True])
    """

    name: str

    needs_files: ClassVar[bool] = False
    """As of a `Combination`: it writes none."""

    @property
    def label(self) -> str:
        """As in a verdict."""
        return f"{self.name} search"

    def find(
        self,
        game: Game,
        depth: int | None,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        checkpoint: Path | None = None,
        watch: Watch | None = None,
    ) -> Found:
        """Whether Black wins within the depth (None: at all)."""
        decide = ENGINES[self.name][1]
        if isinstance(game, GridGame) and self.name == "positional":
            decide = grid_positional.decide
        return decide(
            game,
            depth,
            time_limit=time_limit,
            memory_limit_mb=memory_limit_mb,
            checkpoint=checkpoint,
            watch=watch,
        )


ENGINES: dict[str, tuple[type[Any], Callable[..., Found], int]] = {
    "connection": (ConnectionGame, connection_search.decide, 512),
    "positional": (PositionalGame, positional_search.decide, positional_search.CELLS),
    "grid": (GridGame, grid_search.decide, 512),
    **{name: (Game, partial(generic_search.decide, engine=name), 512) for name in GENERIC},
}
"""For each name the games that it takes, what it does, and the largest board."""


def engine_for(game: Game, name: str | None = None) -> Engine | None:
    """The native search for a game: the one named, else that for its kind, if there is one.

    A grid game that is positional in disguise is of that kind, too.

    Raises ``InputError`` when there is none of that name, or when it does not take the game.

    >>> from zermelo.families import make
    >>> [engine_for(make(text)) for text in ("ttt", "domineering:3x3")]
    [Engine(name='positional'), Engine(name='grid')]
    """
    kinds = [game, grid_positional.as_positional(game) if isinstance(game, GridGame) else None]
    fits = [
        each
        for each, (kind, _, cells) in ENGINES.items()
        if any(isinstance(one, kind) for one in kinds) and len(game.board) <= cells
    ]
    if name is None:
        return next((Engine(each) for each in fits if each not in GENERIC), None)
    if name not in ENGINES:
        raise InputError(f"an engine among {', '.join(ENGINES)}", found=repr(name))
    if name not in fits:
        can = f"a game that the engine {name} takes (this one: {', '.join(fits) or 'too large for any'})"
        raise InputError(can, found=f"a {game.kind} on {len(game.board)} cells")
    return Engine(name)


def session_for(game: Game, name: str | None = None, kept: Callable[[Player], Path | None] = lambda _: None) -> Session:
    """A search of a game: by the engine named, else by the one for its kind; by the plain rules where there is none.

    ``kept`` tells for each player the file in which the search for his wins keeps what it has proven.

    Raises ``InputError`` as :func:`engine_for`.

    >>> from zermelo.families import make
    >>> from zermelo.search.session import Limits
    >>> session_for(make("hex:3x3")).decide(Player.WHITE, None, Limits()).answer
    False
    """
    engine = engine_for(game, name)
    if engine is None:
        return ExhaustiveSession(game)
    session = _session(game, engine, kept)
    return BreakerSession(game, session) if breaks(game) else session


def _session(game: Game, engine: Engine, kept: Callable[[Player], Path | None]) -> Session:
    if isinstance(game, GridGame):
        backward = partial(BackwardSession, game)
        if engine.name == "positional":
            return grid_positional.DisguisedSession(game, EngineSession(game, engine, kept))
        if engine.name == "grid":
            return GridSession(game, kept=kept, endless=backward)
        return generic_search.GenericSession(game, engine.name, endless=backward)
    if engine.name in GENERIC:
        return generic_search.GenericSession(game, engine.name)
    if isinstance(game, ConnectionGame):
        return ConnectionSession(game, kept=kept)
    if isinstance(game, PositionalGame) and kept(Player.BLACK) is None:
        return PositionalSession(game)
    return EngineSession(game, engine, kept)
