"""The residual game of a grid game at a position: positions that go on alike have one form.

Two positions with the same form and the same player to move have the same legal moves, which lead to positions with the
same form again, and the same goals are reached in both. So what is proven of one holds for all of that form.

*Where stones are only put on open cells*, and actions ask of cells to be open or taken and for nothing else, the open
cells say which moves are legal, and stones stay. A goal that asks for another colour than that of a stone on one of its
cells, or for an open cell that is taken, is never reached any more: call it dead, else alive. The form keeps the
stones on cells of goals that are alive, and of all others only that there is one. Let two positions P and Q have the
same form, and let a goal be alive in P. Its taken cells in P have their colours in the form, so Q has the same stones
there, and the goal is alive in Q. Hence the same goals are alive in both, with the same stones on their cells; they are
complete in both or in neither, and a move changes both alike.

*Where, moreover, there are no goals, and each action asks for open cells and fills exactly those* (Domineering), the
form is the union C of the cells of all legal moves of both players; all others are as good as taken. A move that is
legal in P has its cells in C. In Q these lie in legal moves as well, so they are open, and the move is legal in Q.
This form does not tell whether the board is full; where that is a draw, the other one is taken, which does.

In all other grid games the form is the position itself.
"""

from __future__ import annotations

from functools import lru_cache

from zermelo.model.game import Player, Position
from zermelo.model.grid import GridGame
from zermelo.model.ground import Masks, ground_actions, ground_goals


class Residual:
    """The forms of the positions of a grid game.

    A stone whose colour no longer matters stands in both masks.

    >>> from zermelo.families import make
    >>> residual = Residual(make("domineering:2x2"))
    >>> residual.form(Position(black=0b0001, white=0b0010)), residual.form(Position(black=0b1001))
    (Position(black=3, white=3, ply=0), Position(black=15, white=15, ply=0))
    """

    def __init__(self, game: GridGame) -> None:
        actions = [one for player in Player for one in ground_actions(game, player)]
        goals = [goal for player in Player for goal in ground_goals(game, player)]
        self._full = game.board.full
        self.placing = all(_places(one.needs, one.sets) for one in actions)
        """Stones are only put on open cells, whatever the colours of others are."""
        self._packing = not goals and not game.full_draw and all(one.only_fills for one in actions)
        self._moves = [one.needs.open for one in actions]
        self._goals = [
            (goal.not_black | goal.white | goal.open, goal.not_white | goal.black | goal.open, goal.cells)
            for goal in goals
        ]
        """For each goal the cells that must not be black, those that must not be white, and all."""

    def form(self, position: Position) -> Position:
        """The form of a position, with the same ply."""
        if not self.placing:
            return position
        black, white, ply = position
        taken = black | white
        if self._packing:
            kept = 0
            for move in self._moves:
                if not move & taken:
                    kept |= move
            neutral = self._full & ~kept
        else:
            kept = 0
            for not_black, not_white, cells in self._goals:
                if not (black & not_black or white & not_white):
                    kept |= cells
            neutral = taken & ~kept
        return Position(black | neutral, white | neutral, ply)


@lru_cache(maxsize=64)
def residual_of(game: GridGame) -> Residual:
    """The forms of the positions of a game, made once."""
    return Residual(game)


def _places(needs: Masks, sets: tuple[int, int, int]) -> bool:
    must = needs.black | needs.white | needs.open
    colours = needs.black | needs.white | ((needs.not_black | needs.not_white) & ~must)
    return not colours and not sets[2] and not (sets[0] | sets[1]) & ~needs.open
