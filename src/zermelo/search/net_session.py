"""The search of ground games: depth first over the states, whose rules the core evaluates for many states at once.

Questions with a bound, and all questions where every play ends, are answered depth first with iterative deepening
(``native/search/tree/depth_first.hpp`` over ``native/rules/net.hpp``). Where no bound of the plays is known, a question
without a bound takes all states that can be reached (:mod:`~zermelo.search.backward`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict

from zermelo import _native
from zermelo.model import Game, NetGame
from zermelo.model.native_rules import native_rules
from zermelo.questions import CheckpointFile
from zermelo.search.checkpoint import kept_search
from zermelo.search.session import Session
from zermelo.search.switches import GridSwitches
from zermelo.search.table_session import Kept, TableSession

ALL = GridSwitches()


class NetSession(TableSession):
    """A session of a ground game.

    Parameters
    ----------
    game
        Of at most 512 fluents.
    switches
        Parts of the search.
    kept, endless
        As of a `TableSession`.

    >>> from zermelo.model import Net, NetRule, Player
    >>> from zermelo.search.session import Limits
    >>> net = Net(("lit",), (("on", "wait"), ("noop",)), (NetRule(5, (1,)), NetRule(5, (2,)), NetRule(6, (-1,))),
    ...     (5,), ((6, 6), (0,)), 1, (((100, 1),), ((100, 6), (0, 1))), 0)
    >>> session = NetSession(NetGame("lamp", net))
    >>> session.decide(Player.BLACK, 1, Limits()).answer, session.decide(Player.WHITE, 9, Limits()).answer
    (True, False)
    """

    def __init__(
        self,
        game: NetGame,
        switches: GridSwitches = ALL,
        kept: Kept = lambda _: None,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        def build(
            asked: Game, table_bytes: int, checkpoint: CheckpointFile | None
        ) -> AbstractContextManager[_native.Search]:
            assert isinstance(asked, NetGame)
            rules, chosen = native_rules(asked), asdict(switches)
            return kept_search(
                checkpoint,
                asked.name,
                lambda keep: _native.Search.of_rules(rules, 0, [], chosen, table_bytes, keep),
                *(asked.net, asked.black, asked.win, asked.white_win),
            )

        super().__init__(game, "net search", build, kept=kept, endless=endless)
