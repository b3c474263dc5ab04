"""The principal variation: the play in which neither player makes a mistake."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from zermelo.model import Player
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow_formula import follower_for
from zermelo.play.opponents import Opponent, SearchOpponent, StrategyOpponent
from zermelo.play.play import Play
from zermelo.strategy.entry import Strategy

SECONDS = 2.0
"""Time for a move."""


def principal_variation(
    session: Play, strategies: Sequence[Strategy] = (), seconds: float = SECONDS, *, whole: float = math.inf
) -> bool:
    """Play on to the end, the fastest win against the longest resistance; True if the play has ended.

    A player with a strategy follows it; the search moves for a player without one. The play is optimal as far as the
    search decides each position in its time. A play that goes round in circles is broken off.

    Parameters
    ----------
    session
        The play so far, which gets the moves.
    strategies
        Strategies for the game, if there are any.
    seconds
        For each move.
    whole
        For all moves together; then the play is broken off, too.

    >>> from zermelo.families import make
    >>> session = Play(make("hex:3x3"))
    >>> principal_variation(session), len(session.line), str(session.winner)
    (True, 5, 'Black')
    """
    solver = SearchOpponent(Evaluator(session.game, seconds))
    players: dict[Player, Opponent] = dict.fromkeys(Player, solver)
    for strategy in strategies:
        players[strategy.claim.player] = StrategyOpponent([follower_for(each) for each in strategies], solver)
    end = time.monotonic() + whole
    while not (session.is_over or session.goes_round) and time.monotonic() < end:
        session.push(players[session.to_move].choose(session).move)
    return session.is_over
