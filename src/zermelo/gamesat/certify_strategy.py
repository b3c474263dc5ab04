"""Certification of the winner of a formula: the strategy is written to a file, which is checked."""

from __future__ import annotations

import os

from zermelo.gamesat.extract_strategy import extract_clauses
from zermelo.model import ClauseGame, Player
from zermelo.strategy.certify import check_file, confirmed
from zermelo.strategy.check.plain import Holds
from zermelo.strategy.extract.oracle import Clock
from zermelo.strategy.file import write_strategies


def certify_clauses(
    game: ClauseGame,
    player: Player,
    path: str | os.PathLike[str],
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> Holds:
    """Extract the strategy of the winner, write it to a file, and check the file.

    Parameters
    ----------
    game, player
        The formula and its winner.
    path
        The strategy file; it appears complete or not at all.
    time_limit, memory_limit_mb
        Seconds for everything; megabytes for each search, and for the positions of the check.

    Raises ``DisagreementError`` when the player does not win, ``LimitError`` when a limit is reached.
    """
    clock = Clock(time_limit)
    found = extract_clauses(game, player, time_limit=clock.left, memory_limit_mb=memory_limit_mb)
    write_strategies(path, game, [found])
    (result,) = check_file(path, time_limit=clock.left, memory_limit_mb=memory_limit_mb)
    return confirmed(game, result, "the search", f"; it is in {os.fspath(path)}")
