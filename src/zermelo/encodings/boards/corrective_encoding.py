"""Encodings whose plays are corrective: those of the pairing-encoding paper, with the options that they share."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from zermelo.encodings.base import Encoding, Takes, option
from zermelo.encodings.boards.corrective_lean import LeanPlay
from zermelo.encodings.boards.corrective_paper import CorrectedPlay
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.model import Player


@dataclass(frozen=True)
class CorrectiveEncoding(Encoding):
    """An encoding of a residual game, with the board at every time.

    Parameters
    ----------
    lean
        True if stones are said one way and illegal choices pass (`zermelo.encodings.boards.corrective_lean`); as in the
        paper they are corrected (`zermelo.encodings.boards.corrective_paper`).
    live
        True to leave out cells that are in no winning set.
    """

    takes = Takes(positional=True, connection=True, maker_maker=True, any_turns=True)
    paper = MappingProxyType({"lean": False, "live": False})

    lean: bool = option(True, "stones said one way, illegal choices pass instead of being corrected")
    live: bool = option(True, "leave out cells that are in no winning set")

    def play(self, residual: ResidualGame, player: Player, *, clock: bool) -> LeanPlay | CorrectedPlay:
        """The play with existential choices of a player; lean, a clock is there only where it is asked for."""
        return LeanPlay(residual, player, clock=clock) if self.lean else CorrectedPlay(residual, player)
