"""COR, the corrective encoding: maker-maker and maker-breaker games, any order of turns.

Idea: the whole board at every time. White's choice is a universal number in binary; where it is no legal move, the
formula does not punish her but moves for her, so White can never falsify it by cheating. The board freezes once
Black stops the clock (``time_t`` false), which he does when he has won: one look at the last board decides, and a
set that White completed before is still there to see.

Source: the corrective encoding as stated in pairing-encoding, sections 4 and 5, for the existential player Black.

Quantifier blocks: those of the play, with ``win_e`` for every winning set e of Black in the innermost one. The play is
that of `zermelo.encodings.boards.corrective_lean`, or as in the paper that of
`zermelo.encodings.boards.corrective_paper`; lean, the clock is there
only when White has winning sets, because otherwise Black has no reason to stop.

Clauses: those of the play; ``⋁ win_e``; ``win_e → black_d,v`` for v in e; ``⋁ ¬white_d,v`` over each winning set of
White.

Before encoding: see `zermelo.encodings.reduction.residual_game`; winning sets must be small enough for the stones that
their owner places within the depth. Times after the board is full and White's moves after Black's last one are left
out.

First move: a restriction holds exactly. Symmetric first moves, under the symmetries of stones and winning sets of
both players, are forbidden but one of each orbit.

Size: that of the play, ``|W|`` variables and ``1 + Σ|e| + |W'|`` clauses more, W' White's sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from zermelo.encodings.base import Encoded, Meanings, numbered
from zermelo.encodings.boards.corrective_encoding import CorrectiveEncoding
from zermelo.encodings.boards.corrective_lean import LeanPlay
from zermelo.encodings.boards.corrective_paper import CorrectedPlay
from zermelo.encodings.reduction.residual_game import (
    OrderedSets,
    ResidualGame,
    about_sets,
    make_residual,
    residual_sets_within,
)
from zermelo.encodings.reduction.timeline import CellGame, cell_game, open_mask, players, shortened
from zermelo.model import Game, Player
from zermelo.wording import counted


@dataclass(frozen=True)
class COR(CorrectiveEncoding):
    r"""The corrective encoding; its parameters are those of every `CorrectiveEncoding`.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> encoded = COR().encode(game, 3)
    >>> encoded.formula
    <QCNF variables=17 clauses=22 literals=55 blocks=3 universal=2 existential=15>
    >>> print(*encoded.notes, sep="\n")
    1 cell left out: in no winning set, a stone there is a pass
    first move: 2 of 3 cells, one of each orbit of symmetries
    >>> COR().faithful().encode(game, 3).formula
    <QCNF variables=80 clauses=226 literals=508 blocks=3 universal=2 existential=78>
    """

    name = "cor"
    title = "corrective: the board at every time, illegal choices corrected"
    source = "pairing-encoding, section 4"

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        game = cell_game(self, game, depth)
        residual = self.residual(game, depth)
        if not isinstance(residual, ResidualGame):
            return Encoded(self.label, depth, None, *residual)
        play = self.play(residual, Player.BLACK, clock=bool(residual.white_sets))
        wins = _write_goal(play)
        cells = [game.board.cells[cell] for cell in residual.cells]
        return Encoded(
            self.label,
            depth,
            play.qcnf,
            first_move=play.first_move(),
            notes=residual.notes,
            meanings=partial(_meanings, play, wins, cells),
        )

    def residual(self, game: CellGame, depth: int) -> ResidualGame | tuple[bool, str]:
        """The residual game to be encoded, or the answer and its reason."""
        sets = residual_sets_within(game, depth)
        if not isinstance(sets, OrderedSets):
            return sets
        open_cells = open_mask(game)
        length, kept = shortened(
            min(depth, open_cells.bit_count()), lambda length: sets.cells(game, players(game, length), self.live)
        )
        order = players(game, length)
        if not order:
            return False, f"Black places no stone within {counted(depth, 'moves')}"
        black, white = sets.completable(order)
        if not black:
            stones = counted(order.count(Player.BLACK), "stones")
            return False, f"Black has no winning set that needs at most {stones}"
        notes = list(about_sets(game, black, white, "the depth"))
        if length < depth:
            full = "every cell that is left is taken" if length < open_cells.bit_count() else "the board is full"
            notes.append(f"depth {depth} cut down to {length}: by then {full}")
        if len(order) < length:
            notes.append("left out: White's moves after Black's last one")
        return make_residual(game, kept, order, black, white, symmetry=self.symmetry, notes=notes)


def _write_goal(play: CorrectedPlay | LeanPlay) -> range:
    """Black has a winning set at the end, White none; gives the variables."""
    add, residual = play.qcnf.data.extend, play.residual
    black, white = play.stones(Player.BLACK), play.stones(Player.WHITE)
    wins = play.qcnf.exists(len(residual.black_sets))
    add((*wins, 0))
    for win, cells in zip(wins, residual.black_sets, strict=True):
        for v in cells:
            add((-win, black[v], 0))
    for cells in residual.white_sets:
        add((*(-white[v] for v in cells), 0))
    return wins


def _meanings(play: CorrectedPlay | LeanPlay, wins: range, cells: list[str]) -> Meanings:
    return play.meanings(cells) | numbered("win", wins)
