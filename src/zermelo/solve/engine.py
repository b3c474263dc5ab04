"""Native searches as ways to answer: no formula, no solver, and for most games by far the fastest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from zermelo.model import ConnectionGame, Game, GridGame, PositionalGame
from zermelo.search import connection, grid, grid_positional, positional
from zermelo.search.found import Found


@dataclass(frozen=True)
class Engine:
    """A native search for one kind of games.

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
        self, game: Game, depth: int | None, time_limit: float | None = None, memory_limit_mb: int | None = None
    ) -> Found:
        """Whether Black wins within the depth (None: at all)."""
        decide = ENGINES[self.name][1]
        if isinstance(game, GridGame) and self.name == "positional":
            decide = grid_positional.decide
        return decide(game, depth, time_limit=time_limit, memory_limit_mb=memory_limit_mb)


ENGINES: dict[str, tuple[type[Game], Callable[..., Found], int]] = {
    "connection": (ConnectionGame, connection.decide, 512),
    "positional": (PositionalGame, positional.decide, positional.CELLS),
    "grid": (GridGame, grid.decide, 512),
}
"""For each name the games that it takes, what it does, and the largest board."""


def engine_for(game: Game) -> Engine | None:
    """The native search that takes a game, if there is one; of a grid game that is positional in disguise, that one.

    >>> from zermelo.families import make
    >>> [engine_for(make(text)) for text in ("ttt", "domineering:3x3")]
    [Engine(name='positional'), Engine(name='grid')]
    """
    hidden = grid_positional.as_positional(game) if isinstance(game, GridGame) else None
    for each in (hidden, game):
        for name, (kind, _, cells) in ENGINES.items():
            if isinstance(each, kind) and len(each.board) <= cells:
                return Engine(name)
    return None
