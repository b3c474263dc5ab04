"""Grid games that are positional games in disguise: a stone on an open cell per move, goals of own stones only.

They are searched as what they are. The games differ on a full board alone: who cannot move there has lost the grid
game, while the positional game is a draw. So a question within no more moves than there are open cells has the same
answer, and so has every other one when it is Black who cannot move on the full board. When it is White, Black wins
within more moves than that unless White reaches a goal: the search of grid games answers it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.model import GridGame, Player, PositionalGame, Rule, Turns
from zermelo.model.ground import Masks, ground_actions, ground_goals
from zermelo.search import grid_search, positional_search
from zermelo.search.grid_session import GridSession
from zermelo.search.progress import Watch
from zermelo.search.result import Found
from zermelo.search.session import Session


def decide(
    game: GridGame,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> Found:
    """Whether Black wins a grid game that is positional in disguise; parameters as in :func:`.grid.decide`.

    >>> from zermelo.families.connect import line_goals
    >>> from zermelo.families.grid_parts import BLACK, OPEN, WHITE, at
    >>> from zermelo.model import Action
    >>> occupy = [Action("occupy", (at(OPEN),), (at(colour),)) for colour in (BLACK, WHITE)]
    >>> game = GridGame("three in a row", 3, 3, *[(action,) for action in occupy], line_goals(3), ())
    >>> [decide(game, depth).answer for depth in (5, 7)], game.move_name(decide(game, 7).first_move)
    ([False, True], 'occupy(2,2)')
    """
    options: dict[str, Any] = {
        "time_limit": time_limit, "memory_limit_mb": memory_limit_mb, "checkpoint": checkpoint, "watch": watch
    }  # fmt: skip
    hidden = as_positional(game)
    if hidden is None:
        return grid_search.decide(game, depth, **options)
    stones = hidden.complete_depth()
    if (depth is None or depth > stones) and game.player_at(game.start.ply + stones) is Player.WHITE:
        return grid_search.decide(game, depth, **options)
    found = positional_search.decide(hidden, depth, **options)
    if found.first_move is None:
        return found
    cell = 1 << found.first_move
    return replace(found, first_move=next(a.move for a in ground_actions(game, Player.BLACK) if a.changes == cell))


class DisguisedSession:
    """A session of such a game: the positional search decides, the search of grid games proves.

    Parameters
    ----------
    game, decides
        The game, and the session that answers.
    """

    def __init__(self, game: GridGame, decides: Session) -> None:
        self.label = decides.label
        self.decide, self.first_moves = decides.decide, decides.first_moves
        self.prove = GridSession(game).prove


@lru_cache(maxsize=64)
def as_positional(game: GridGame) -> PositionalGame | None:
    """The positional game that a grid game is; None when it is none.

    Every move of either player must put a stone of his own on any one open cell and do nothing else, every goal must
    ask for stones of its owner. Then both games have the same moves (a cell stands for the action on it) and
    the same winning sets, and Black wins the one within a depth exactly when he wins the other, up to as many moves as
    there are open cells. Beyond that they differ: who cannot move on a full board has lost the grid game; the
    positional game is a draw.

    Without goals of White it is maker-breaker.

    >>> from zermelo.families import make
    >>> as_positional(make("domineering:3x3")) is None
    True
    """
    open_cells = game.board.full & ~(game.start.black | game.start.white)
    sets: list[tuple[int, ...]] = []
    for index, player in enumerate(Player):
        placed = 0
        for action in ground_actions(game, player):
            cell = action.sets[index]
            if cell.bit_count() != 1 or action.changes != cell or not _asks_for(action.needs, 2, cell):
                return None
            placed |= cell
        if open_cells & ~placed:
            return None
        goals = ground_goals(game, player)
        if not all(_asks_for(goal, index, goal[index]) for goal in goals):
            return None
        sets.append(tuple(goal[index] for goal in goals))
    if all(game.reached(game.start, player) for player in Player):
        return None  # a position that no play leads to
    return PositionalGame(
        game.name,
        game.board,
        Rule.MAKER_MAKER if sets[1] else Rule.MAKER_BREAKER,
        sets[0],
        sets[1],
        start=game.start,
        turns=Turns(game.opener),
        depth=game.depth,
        notes=game.notes,
    )


def _asks_for(needs: Masks, side: int, cells: int) -> bool:
    """Whether a condition asks for one colour of these cells, and for nothing else."""
    own = needs[side] == cells and not needs[3 + side]
    others = [other for other in range(3) if other != side]
    return own and all(not needs[other] and not needs[3 + other] & ~cells for other in others)
