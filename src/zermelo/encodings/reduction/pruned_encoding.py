"""Encodings of pruned maker-breaker games: the answer where pruning decides, the way back to a move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from zermelo.encodings.base import Encoded, Encoding, Meanings
from zermelo.encodings.reduction.pruning import PrunedGame, list_paths, prune
from zermelo.encodings.reduction.timeline import BitMove, CellGame, allowed_first, cell_game, lowest
from zermelo.formula import QCNF, Circuit
from zermelo.model import ConnectionGame, Game


class Written(NamedTuple):
    """A formula, the bits of its first move, and what names its variables."""

    formula: QCNF | Circuit
    first: Sequence[int]
    meanings: Callable[[], Meanings]


class PrunedEncoding(Encoding):
    """An encoding of a maker-breaker game that `zermelo.encodings.reduction.pruning` has pruned."""

    lists_paths: ClassVar[bool] = False
    """True if the winning sets of a connection game, its minimal paths, are listed."""

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        game = cell_game(self, game, depth)
        pruned = self.prune(game, depth)
        if pruned.answer is not None:
            return Encoded(self.label, depth, None, pruned.answer, pruned.why)
        written, allowed = self.write(pruned, game), allowed_first(game)
        return Encoded(
            self.label,
            depth,
            written.formula,
            first_move=BitMove(written.first, pruned.cells, allowed, lowest(allowed)),
            notes=pruned.notes,
            meanings=written.meanings,
        )

    def prune(self, game: CellGame, depth: int) -> PrunedGame:
        """The pruned game."""
        if self.lists_paths and isinstance(game, ConnectionGame):
            return list_paths(game, depth, self.symmetry)
        return prune(game, depth, self.symmetry)

    @abstractmethod
    def write(self, pruned: PrunedGame, game: CellGame) -> Written:
        """The formula of the pruned game."""
