"""Playing by a sum; :mod:`zermelo.strategy.check.sum_of_parts` proves that this wins."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.strategy.check.packing import filled_cells
from zermelo.strategy.check.sum_of_parts import kept_moves, wins
from zermelo.strategy.entry import Sum


class SumPlayer:
    """The player of a sum, from the position on in which it is stored.

    Parameters
    ----------
    game, player
        The game, and the player who gives up the moves.
    argument
        The moves that are given up.
    """

    def __init__(self, game: GridGame, player: Player, argument: Sum) -> None:
        mine = filled_cells(game, player)
        kept = set(kept_moves(mine, argument))
        self._game, self._player = game, player
        self._kept = {move: cells for move, cells in mine.items() if cells in kept}
        self._theirs = list(filled_cells(game, player.other).values())
        self._impartial = kept == set(mine.values()) == set(self._theirs)
        self._known: dict[Position, GridMove] = {}

    def move(self, position: Position, legal: Sequence[GridMove]) -> GridMove:
        """The first kept move after which the values say that he wins, else any legal move.

        In an impartial game the search names one, which has the nimbers of large boards at hand. Where only the kept
        moves are those of the opponent, large boards take long.
        """
        if position not in self._known:
            self._known[position] = self._move(position, legal)
        return self._known[position]

    def _move(self, position: Position, legal: Sequence[GridMove]) -> GridMove:
        if self._impartial:
            found = GridSession(self._game.at(position)).decide(self._player, None, Limits())
            return legal[0] if found.first_move is None else found.first_move
        taken = position.black | position.white
        return next((move for move in legal if move in self._kept and self._won(taken | self._kept[move])), legal[0])

    def _won(self, taken: int) -> bool:
        mine, theirs = ([cells for cells in each if not cells & taken] for each in (self._kept.values(), self._theirs))
        return wins(mine, theirs, opens=False)
