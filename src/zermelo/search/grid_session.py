"""The search of grid games (BDDL): any actions and goals, plays of any length, up to 512 cells.

Questions with a bound are answered depth first with iterative deepening (``native/search/tree/depth_first.hpp``), those
without one by the same search where every play ends. Where plays may go on for ever, a question without a bound takes
all positions that can be reached (:mod:`~zermelo.search.backward`): there "neither can force a win" is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict

from zermelo import _native
from zermelo.model import Game, GridGame, Player
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.symmetry import rule_generators
from zermelo.questions import CheckpointFile
from zermelo.search.checkpoint import kept_search
from zermelo.search.session import Session
from zermelo.search.switches import GridSwitches
from zermelo.search.table_session import Kept, TableSession

ALL = GridSwitches()


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
    >>> from zermelo.search.session import Limits
    >>> session = GridSession(make("domineering:4x4"))
    >>> [session.decide(player, None, Limits()).answer for player in Player]
    [True, False]
    >>> session.decide(Player.BLACK, 7, Limits()).answer
    False
    >>> len(session.prove(Player.BLACK, None, Limits(), wins=True).notes) > 0
    True
    """

    def __init__(
        self,
        game: GridGame,
        switches: GridSwitches = ALL,
        kept: Kept = lambda _: None,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        def build(
            asked: Game, table_bytes: int, checkpoint: CheckpointFile | None
        ) -> AbstractContextManager[_native.Search]:
            assert isinstance(asked, GridGame)
            return grid_search(asked, table_bytes, asdict(switches), checkpoint)

        super().__init__(game, "grid search", build, kept=kept, endless=endless)


def grid_search(
    game: GridGame, table_bytes: int, switches: Mapping[str, int], checkpoint: CheckpointFile | None = None
) -> AbstractContextManager[_native.Search]:
    """The search of a grid game for Black, compiled to shapes; at the end the checkpoint is written.

    Parameters
    ----------
    game
        On at most 512 cells.
    table_bytes
        The limit of the table.
    switches
        By their names, as in `GridSwitches`.
    checkpoint
        A file to begin with, where it is there; None for none.

    Raises :class:`~zermelo.errors.InputError` for a file that is no checkpoint of these rules.
    """
    black, white = ([(*one.needs, *one.sets) for one in ground_actions(game, player)] for player in Player)
    black_goals, white_goals = (ground_goals(game, player) for player in Player)
    rules = (len(game.board), black, white, black_goals, white_goals)
    turns = rule_generators(game) if switches["symmetry"] else []
    return kept_search(
        checkpoint,
        game.name,
        lambda keep: _native.Search.of_grid(
            *rules, turns, switches, table_bytes, keep, game.stuck.value, game.full_draw
        ),
        rules if game.rules.plain else (*rules, game.stuck.value, game.full_draw),
    )
