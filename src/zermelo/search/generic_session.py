"""Searches that know nothing of a game but its rules: depth first, df-pn, and proof numbers best first.

They take games of every kind, for comparison with the searches that know more, and for games that no such search takes.
*depth-first*: an AND/OR search with iterative deepening and a table of bounds on the depth of the win. *df-pn*:
depth-first proof-number search with a table (Nagai 2002). *pns*: best-first proof-number search with its tree in memory
(Allis 1994), and PN² (Breuker 1998) when that fills up. All are exact: the depth is part of the question, so neither
transpositions nor cycles mislead them, and memory that is too small costs time or ends a search, but never changes an
answer. The core is ``native/search/tree/``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from itertools import islice

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import ClauseGame, Game, GridGame, Player
from zermelo.model.automorphism import Permutation, products
from zermelo.model.native_rules import native_rules
from zermelo.model.symmetry import generators, rule_generators
from zermelo.questions import CheckpointFile
from zermelo.search.grid_session import grid_search
from zermelo.search.progress import Watch
from zermelo.search.session import Limits, Result, Session
from zermelo.search.switches import GenericSwitches
from zermelo.search.table_session import ENGINES, TableSession

_MOST_SYMMETRIES = 15

ALL = GenericSwitches()


class GenericSession(TableSession):
    """A session of any game, by one of the engines.

    df-pn and pns decide with tables of their own; depth-first search proves.

    Parameters
    ----------
    game
        On at most 512 cells.
    engine
        One of `ENGINES`.
    switches
        Parts of the searches.
    endless
        As of a `TableSession`.

    Raises :class:`~zermelo.errors.UnsupportedError` for a larger board, and for a depth in Game-SAT.

    >>> from zermelo.model import ConnectionGame
    >>> session = GenericSession(ConnectionGame.hex(3, 3), "df-pn")
    >>> session.decide(Player.BLACK, 5, Limits()).answer
    True
    >>> len(list(session.prove(Player.BLACK, 5, Limits(), wins=True).notes)) > 2
    True
    """

    def __init__(
        self,
        game: Game,
        engine: str = ENGINES[0],
        switches: GenericSwitches = ALL,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        def build(asked: Game, table_bytes: int, _: CheckpointFile | None) -> AbstractContextManager[_native.Search]:
            chosen = asdict(switches)
            if chosen.pop("shapes") and isinstance(asked, GridGame):
                return grid_search(asked, table_bytes, chosen)
            black, white, ply = asked.start
            offset = 0 if isinstance(asked, GridGame) else ply - (black | white).bit_count()
            turns = symmetries(asked) if switches.symmetry else []
            if isinstance(asked, ClauseGame):
                chosen["threats"] = False  # they take values for stones
            return nullcontext(_native.Search.of_rules(native_rules(asked), offset, turns, chosen, table_bytes))

        turns = not isinstance(game, GridGame) or switches.shapes
        super().__init__(game, f"{engine} search", build, engine=engine, turns=turns, endless=endless)

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves, or at all.

        Parameters as in :meth:`Session.decide`.

        Raises ``UnsupportedError`` in Game-SAT for a depth below the number of unassigned variables.
        """
        if isinstance(self.game, ClauseGame) and depth is not None and depth < self.game.complete_depth():
            raise UnsupportedError("no depth for Game-SAT, whose searches tell the winner only", found=str(depth))
        return super().decide(player, depth, limits, watch)


def symmetries(game: Game) -> list[Permutation]:
    """Some symmetries of the rules but the identity, no more than pay; any subset of the group is sound."""
    found = rule_generators(game) if isinstance(game, GridGame) else generators(game)
    return list(islice(products(found), _MOST_SYMMETRIES))
