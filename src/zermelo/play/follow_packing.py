"""Playing by a packing; :mod:`zermelo.strategy.check.packing` proves that this wins."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.strategy.check.packing import counted
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
        taken = position.black | position.white
        theirs = [each.changes for each in ground_actions(game, player.other) if not each.changes & taken]
        pairs = [(cells[one], cells[two]) for one, two in packing.pairs]
        opens = game.mover(position) is player
        order = counted(pairs, [cells[move] for move in packing.moves], theirs, opens).order
        regions: list[tuple[GridMove, ...]] = [*packing.pairs, *((move,) for move in packing.moves)]
        self._regions = [regions[place] for place in order]
        self._named = [move for region in regions for move in region]
        self._cells = cells

    def move(self, position: Position, legal: Sequence[GridMove]) -> GridMove:
        """The first untouched region, else a move of the packing, else any legal move."""
        taken = position.black | position.white
        for region in self._regions:
            if not any(self._cells[move] & taken for move in region):
                return region[0]
        return next((move for move in self._named if move in legal), legal[0])
