"""The rule engine as a second route: try everything where that is little, and say nothing where it is not.

Whether a game is small is judged before the search where that is easy, and by a budget of positions and seconds during
it.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

from zermelo.errors import LimitError
from zermelo.model import Game, GridGame
from zermelo.search.minimax import Minimax
from zermelo.search.retrograde import Exact, solve_exactly

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
) -> Searched | None:
    """Whether Black wins within a depth, by trying everything; None when that goes beyond the budget.

    >>> from zermelo.model import ConnectionGame
    >>> search_within(ConnectionGame.hex(2, 2), 3)
    Searched(answer=True, first_move=1, positions=12)
    >>> search_within(ConnectionGame.hex(9, 9), 9) is None
    True
    """
    if positions is not None and not is_small(game, depth, positions):
        return None
    search = Minimax(game, positions, seconds)
    try:
        answer = search.within(game.start, depth)
        winning = None
        if answer and game.goal_winner(game.start) is None:
            replies = ((move, game.play(game.start, move)) for move in game.moves(game.start))
            winning = next((move for move, after in replies if search.within(after, depth - 1)), None)
    except (LimitError, RecursionError):
        return None
    return Searched(answer, winning, search.nodes)


def search_winner(game: Game, positions: int = POSITIONS, seconds: float | None = SECONDS) -> Exact | None:
    """Who wins, from all reachable positions; None when that goes beyond the budget."""
    if not is_small(game, game.complete_depth() or 0, positions):
        return None
    try:
        return solve_exactly(game, positions, seconds)
    except LimitError:
        return None


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
