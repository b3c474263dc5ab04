"""Proven strategies found within seconds, to play against."""

from __future__ import annotations

from zermelo.errors import LimitError, UnsupportedError
from zermelo.gamesat import decide
from zermelo.gamesat.extract_strategy import extract_clauses
from zermelo.model import ClauseGame, Game
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.strategy.certify import confirmed
from zermelo.strategy.check.section import checked
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract.oracle import Clock
from zermelo.verdict import Query

SECONDS = 20.0


def proven(game: Game, seconds: float = SECONDS) -> list[Strategy]:
    """The checked strategies of the answer to "who wins?"; none when a limit is reached.

    Parameters
    ----------
    game
        The game, from its start position on.
    seconds
        Time for the answer, the strategies and their check.

    Raises ``DisagreementError`` when a strategy does not hold.

    >>> from zermelo.families import make
    >>> [str(each.claim) for each in proven(make("hex:2x2"))]
    ['Black wins within 3', 'White holds for 2']
    """
    clock, found = Clock(seconds), list[Strategy]()
    try:
        if isinstance(game, ClauseGame):
            winner = decide(game, time_limit=clock.left).winner
            if winner is not None:
                found.append(extract_clauses(game, winner, time_limit=clock.left))
        else:
            verdict = solve(game, Query(), Options(method="search", time_limit=clock.left, proof_limit=clock.left))
            if verdict.interrupted:
                raise KeyboardInterrupt
            return list(verdict.strategies) if verdict.checked else []
        results = [checked(game, each.claim, each.symmetries, each, time_limit=clock.left) for each in found]
    except (LimitError, UnsupportedError):
        return []
    for result in results:
        confirmed(game, result, "the search")
    return found
