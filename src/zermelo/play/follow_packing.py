"""Playing by a packing; :mod:`zermelo.strategy.check.packing` proves that this wins."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.strategy.entry import Packing


class PackingPlayer:
    """The player of a packing, from the position on in which it is stored.

    Parameters
    ----------
    game, player
        The game, and the player who makes the moves of the packing.
    packing, position
        The argument, and the position in which the play met it.
    """

    def __init__(self, game: GridGame, player: Player, packing: Packing, position: Position) -> None:
        cells = {each.move: each.changes for each in ground_actions(game, player)}
        taken, union = position.black | position.white, 0
        for each in ground_actions(game, player.other):
            union |= 0 if each.changes & taken else each.changes

        def worth(region: Sequence[GridMove]) -> tuple[int, int]:
            return len(region), sum((cells[move] & union).bit_count() for move in region)

        regions: list[tuple[GridMove, ...]] = [*packing.pairs, *((move,) for move in packing.moves)]
        self._regions = sorted((each for each in regions if worth(each)[1]), key=worth, reverse=True)
        self._named = [move for region in regions for move in region]
        self._cells = cells

    def move(self, position: Position, legal: Sequence[GridMove]) -> GridMove:
        """The first untouched region, else a move of the packing, else any legal move."""
        taken = position.black | position.white
        for region in self._regions:
            if not any(self._cells[move] & taken for move in region):
                return region[0]
        return next((move for move in self._named if move in legal), legal[0])
