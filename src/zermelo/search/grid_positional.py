"""Grid games that are positional games in disguise: a stone on an open cell per move, goals of own stones only."""

from __future__ import annotations

from zermelo.model import GridGame, Player, PositionalGame, Rule, Turns
from zermelo.model.ground import Masks, ground_actions, ground_goals


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
