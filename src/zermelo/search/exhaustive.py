"""The rule engine as a second route: try everything where that is little, and say nothing where it is not.

Whether a game is small can be judged before the search where that is easy; a budget of positions and seconds ends it.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

from zermelo.errors import LimitError
from zermelo.model import Game, GridGame
from zermelo.search.minimax import Minimax

POSITIONS = 60_000
SECONDS = 5.0
"""The budget by default: what a user does not notice."""


class Searched(NamedTuple):
    """Black wins within the depth or not, a first move of his that does it, and the positions looked at."""

    answer: bool
    first_move: Any
    positions: int


def search_within(
    game: Game, depth: int, positions: int | None = POSITIONS, seconds: float | None = SECONDS
) -> Searched:
    """Whether Black wins within a depth, by trying everything.

    Raises :class:`~zermelo.errors.LimitError`, with its reason, when that goes beyond the budget (None: no limit).

    >>> from zermelo.model import ConnectionGame
    >>> search_within(ConnectionGame.hex(2, 2), 3)
    Searched(answer=True, first_move=1, positions=12)
    """
    search = Minimax(game, positions, seconds)
    try:
        answer = search.within(game.start, depth)
        winning = None
        if answer and game.goal_winner(game.start) is None:
            replies = ((move, game.step(game.start, move)) for move in game.legal(game.start))
            winning = next((move for move, after in replies if search.within(after, depth - 1)), None)
    except RecursionError:
        raise LimitError("size", f"plays of {depth} moves are too long for the plain rules") from None
    return Searched(answer, winning, search.nodes)


def is_small(game: Game, depth: int, positions: int = POSITIONS) -> bool:
    """Whether a search to this depth may meet no more than so many positions; grid games always may."""
    if isinstance(game, GridGame):
        return True
    cells = len(game.board) - (game.start.black | game.start.white).bit_count()
    total = 0
    for k in range(min(depth, cells) + 1):
        total += comb(cells, (k + 1) // 2) * comb(cells - (k + 1) // 2, k // 2)
        if total > positions:
            return False
    return True
