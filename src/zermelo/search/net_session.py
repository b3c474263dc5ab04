"""The search of ground games: depth first over the states, whose rules the core evaluates for many states at once.

Questions with a bound, and all questions where every play ends, are answered depth first with iterative deepening
(``native/search/tree/depth_first.hpp`` over ``native/rules/net.hpp``). Where no bound of the plays is known, a question
without a bound takes all states that can be reached (:mod:`~zermelo.search.backward`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from pathlib import Path

from zermelo import _native
from zermelo.model import Game, NetGame
from zermelo.model.native_rules import native_rules
from zermelo.search.checkpoint import kept_in
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
        def build(asked: Game, table_bytes: int, checkpoint: Path | None) -> AbstractContextManager[_native.Search]:
            assert isinstance(asked, NetGame)
            return net_search(asked, table_bytes, asdict(switches), checkpoint)

        super().__init__(game, "net search", build, kept=kept, endless=endless)


@contextmanager
def net_search(
    game: NetGame, table_bytes: int, switches: Mapping[str, bool], checkpoint: Path | None = None
) -> Iterator[_native.Search]:
    """The search of a ground game for Black; at the end the checkpoint is written.

    Parameters
    ----------
    game
        Of at most 512 fluents.
    table_bytes
        The limit of the table.
    switches
        By their names, as in `GridSwitches`.
    checkpoint
        A file to begin with, where it is there; None for none.

    Raises :class:`~zermelo.errors.InputError` for a file that is no checkpoint of these rules.
    """
    with kept_in(checkpoint, game.name, game.net, game.black, game.win, game.white_win) as keep:
        native = _native.Search.of_rules(native_rules(game), 0, [], switches, table_bytes, keep)
        try:
            yield native
        finally:
            native.save()
