"""The search of grid games as a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from zermelo.model import Game, GridGame
from zermelo.search.budget import Budget, Search
from zermelo.search.grid_search import Switches, search
from zermelo.search.session import Session
from zermelo.search.table_session import Kept, TableSession

ALL = Switches()


class GridSession(TableSession):
    """A session of a grid game, by the search for grid games.

    Parameters
    ----------
    game
        On at most 512 cells.
    switches
        Parts of the search.
    kept, endless
        As of a `TableSession`.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> from zermelo.search.session import Limits
    >>> session = GridSession(make("domineering:4x4"))
    >>> [session.decide(player, None, Limits()).answer for player in Player]
    [True, False]
    >>> session.decide(Player.BLACK, 7, Limits()).answer
    False
    >>> len(session.prove(Player.BLACK, None, Limits(), wins=True).notes) > 5
    True
    """

    def __init__(
        self,
        game: GridGame,
        switches: Switches = ALL,
        kept: Kept = lambda _: None,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        def build(asked: Game, budget: Budget, share: float, checkpoint: Path | None) -> Search:
            assert isinstance(asked, GridGame)
            return search(asked, budget, asdict(switches), share, checkpoint)

        super().__init__(game, "grid search", build, kept=kept, endless=endless)
