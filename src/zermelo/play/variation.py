"""The principal variation: what both players make of a position when neither makes a mistake."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.model import Player
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow_formula import follower_for
from zermelo.play.opponents import Opponent, SearchOpponent, StrategyOpponent
from zermelo.play.play import Play
from zermelo.strategy.entry import Strategy

SECONDS = 2.0
"""For a move."""


def principal_variation(session: Play, strategies: Sequence[Strategy] = (), seconds: float = SECONDS) -> bool:
    """Play on to the end: the fastest win against the longest resistance; whether the play has ended.

    A player with a strategy follows it, the other one, or both, the search. As far as that decides each position in its
    time the play is best on both sides. A play that goes round in circles is left off.

    Parameters
    ----------
    session
        The play so far, which gets the moves.
    strategies
        Strategies for the game, if there are any.
    seconds
        For each move.

    >>> from zermelo.families import make
    >>> session = Play(make("hex:3x3"))
    >>> principal_variation(session), len(session.line), str(session.winner)
    (True, 5, 'Black')
    """
    solver = SearchOpponent(Evaluator(session.game, seconds))
    players: dict[Player, Opponent] = dict.fromkeys(Player, solver)
    for strategy in strategies:
        players[strategy.claim.player] = StrategyOpponent([follower_for(each) for each in strategies], solver)
    while not (session.is_over or session.goes_round):
        session.push(players[session.to_move].choose(session).move)
    return session.is_over
