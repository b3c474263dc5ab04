"""The search of ground games that are positional games: `zermelo.model.net_positional` proves that they are.

Both games have the same plays, of the same length. They differ in one thing: a full board without a complete set may be
the win of a player in the ground game, who then wins at all exactly when the other one never completes a set; and no
full board comes sooner than after as many moves as there are open cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property

from zermelo.model import NetGame, Player, Rule
from zermelo.model.net_positional import RecognisedNet
from zermelo.questions import CheckpointFile
from zermelo.search.positional_session import ALL, PositionalSession
from zermelo.search.progress import Watch, renamed
from zermelo.search.session import Limits, Result, Session
from zermelo.search.switches import PositionalSwitches


class RecognisedSession:
    """A session of such a game: the positional search decides, the search of ground games proves.

    Parameters
    ----------
    game
        The ground game.
    found
        The positional game that it is.
    plain
        A session of the ground game.
    kept
        Names for each player the file in which the positional search for his wins is kept (None: in none).
    switches
        Of the positional search.
    """

    label = "positional search"

    def __init__(
        self,
        game: NetGame,
        found: RecognisedNet,
        plain: Session,
        kept: Callable[[Player], CheckpointFile | None] = lambda _: None,
        switches: PositionalSwitches = ALL,
    ) -> None:
        self.game, self._found, self._plain = game, found, plain
        self._cells = len(found.game.board)
        makers = replace(found.game, rule=Rule.MAKER_MAKER)
        black = makers if makers.white_sets else replace(makers, rule=Rule.MAKER_BREAKER)
        # "White wins" must not become "White breaks all sets": only Black's questions are asked of a maker-breaker game
        self._sets = {
            Player.BLACK: PositionalSession(black, switches=switches, kept=kept),
            Player.WHITE: PositionalSession(makers, switches=switches, kept=kept),
        }
        self.prove = plain.prove

    @cached_property
    def _moves(self) -> Mapping[int, int]:
        """The ground game's first move on each cell."""
        return {cell: self._found.move(self.game, cell) for cell in range(self._cells)}

    def _ends_full(self, player: Player, depth: int | None) -> bool:
        """Tell whether a full board is a win of the player within the depth."""
        return self._found.full is player and (depth is None or depth >= self._cells)

    def _told(self, player: Player, result: Result) -> Result:
        """A result about sets as one about the ground game."""
        notes = (*result.notes, self._found.note)
        if result.answer is False and result.depth is None and self._found.full is player:
            return replace(result, depth=self._cells - 1, notes=notes)
        if result.first_move is None:
            return replace(result, notes=notes)
        return replace(result, first_move=self._moves[result.first_move], notes=notes)

    def _held(self, result: Result) -> Result:
        """That the other player never completes a set, as a win; that he does, as none."""
        notes = (*result.notes, self._found.note)
        if result.answer is None:
            return replace(result, first_move=None, notes=notes)
        depth = None if result.answer else self._cells
        return replace(result, answer=not result.answer, depth=depth, first_move=None, notes=notes)

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves of both; None: at all, ever.

        Parameters as in :meth:`Session.decide`.
        """
        told = renamed(watch, lambda cell: self._moves[cell])
        if not self._ends_full(player, depth):
            return self._told(player, self._sets[player].decide(player, depth, limits, told))
        result = self._held(self._sets[player.other].decide(player.other, None, limits, told))
        if result.answer and self.game.mover(self.game.start) is player:
            moves = self.first_moves(player, depth, limits, watch)
            first = next((move for move, each in moves.items() if each.answer), None)
            return replace(result, first_move=first)
        return result

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[int] = (),
    ) -> Mapping[int, Result]:
        """Decide the same after each legal first move of whoever opens; the depth counts that move.

        Parameters as in :meth:`Session.first_moves`.
        """
        full = self._ends_full(player, depth)
        asked = player.other if full else player
        sets = self._sets[asked]
        cells = [cell for cell, move in self._moves.items() if move in known]
        watched = renamed(watch, lambda cell: self._moves[cell])
        found = sets.first_moves(asked, None if full else depth, limits, watched, cells)
        if not found:  # also where White has broken all sets, which ends the maker-breaker game alone
            return self._plain.first_moves(player, depth, limits, watch, known)
        results = {}
        for cell, result in found.items():
            move = self._moves[cell]
            told = self._held(result) if full else self._told(player, replace(result, first_move=None))
            mover = self.game.mover(self.game.start) is player
            results[move] = replace(told, first_move=move if told.answer and mover else None)
        return results
