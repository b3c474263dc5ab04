"""The first mistake of a player in a play, as far as the searches find it in their time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from zermelo.model import Player
from zermelo.play.evaluation import Evaluator
from zermelo.play.play import Play


@dataclass(frozen=True)
class Slip:
    """A mistake: the number of the move (from 1), the move, a better one, and the loss.

    ``lost`` is ``"win"`` or ``"hold"``: before the move its player could force that, after it he could not.
    """

    number: int
    move: Any
    better: Any
    lost: str


@dataclass(frozen=True)
class Review:
    """The first mistake of a player; ``complete`` when no earlier one can have been missed."""

    slip: Slip | None
    complete: bool


def review(session: Play, player: Player, evaluator: Evaluator, seconds: float) -> Review:
    """The earliest move of a player that gave away a win, or a draw.

    The search goes from the end of the play backwards, because late positions are decided fastest.

    Parameters
    ----------
    session, player
        The play, and the player whose moves are reviewed.
    evaluator
        The searches.
    seconds
        Time for everything.

    >>> from zermelo.families import make
    >>> session = Play(make("ttt"))
    >>> for name in ("b2", "b1", "a1", "a2", "c3"):
    ...     move = session.make(name)
    >>> found = review(session, Player.WHITE, Evaluator(session.game), 10).slip
    >>> found.number, session.game.move_name(found.move), found.lost
    (2, 'b1', 'hold')
    """
    end = time.monotonic() + seconds
    game, found, complete = session.game, None, True
    for at in reversed(range(len(session.line))):
        position, move = session.positions[at], session.line[at]
        if game.mover(position) is not player:
            continue
        left = end - time.monotonic()
        now, then = (evaluator.evaluate(each, left / 4) for each in session.positions[at : at + 2])
        lost = None
        if now.wins(player) and then.wins(player) is False:
            lost = "win"
        elif now.holds(player) and then.holds(player) is False:
            lost = "hold"
        elif None in (now.wins(player), now.holds(player), then.wins(player), then.holds(player)):
            complete = False
        if lost is None:
            continue
        for other in game.legal(position):
            evaluation = evaluator.evaluate(game.step(position, other), (end - time.monotonic()) / 8)
            if evaluation.wins(player) if lost == "win" else evaluation.holds(player):
                found = Slip(at + 1, move, other, lost)
                break
        else:
            complete = False  # there is a better one, which was not found in time
    return Review(found, complete)
