"""Pairing: White holds, by playing for at most k moves and then answering within pairs of cells.

Idea: the play as in COR with the roles exchanged. Black's moves are universal choices, White's are existential, and
White stops the clock. Then she shows pairs of open cells, no cell in two of them: when every winning set of Black has
a white stone or contains a pair, she holds whatever the length of the game, by taking the other cell of the pair that
Black has taken one of. Such a position comes long before the board is full, so that small k decide many games.

Source: pairing-encoding, section 5, the clauses 15 to 35.

What it answers. True: Black never completes a winning set; White draws or wins. False: nothing, unless k is so large
that every play ends or comes to the point where a pairing is all that White can have (``exact``), and White has no
winning sets that count: then Black wins. The formula knows Black's winning sets only, so with a false one in a game
where White could win herself nothing is said; `zermelo.encodings.pairing_mm` is exact there.

Turns. Answering within pairs needs a move of White after each move of Black. Let s be the first time after which
Black never moves twice in a row: 0 when the turns alternate. The clock must not stop before s, and when k < s there
are no pairs: every winning set must have a white stone. So any order of turns is taken, GTTT(p,q) too.

Few cells. When at most four cells are open, Black is to move, and the turns alternate from then on, White holds only
if she has a pairing at once. No winning set may need one stone only; no two that need two stones may meet, or Black
takes the common cell and wins. So these sets are disjoint pairs. Of four cells they make up, or can be completed to,
two pairs, and three of the four cells contain one of these; of three cells any two are inside the set of all three.
Hence (``early``) a larger k is cut down to the first such time; false is exact when Black would have won by k.

Quantifier blocks: those of the play, the variables of the goal innermost. The play is that of
`zermelo.encodings.boards.corrective_lean`, or as in the paper that of `zermelo.encodings.boards.corrective_paper`.

Clauses: those of the play and those of `zermelo.encodings.goals.pairing_goal`.

Beside the paper. Over all shapes on 4×4 boards its Table 4 has 70,682 existential variables and 285,428 clauses.
``faithful`` has as many variables and 285,263 clauses: 285,904 with the choices of symmetric first moves, of which 641
are left out; how many the paper leaves out it does not say. On a torus placements that coincide are one winning set
here, 3,576 for 4,336, which saves 760 variables and 20,098 clauses.

Before encoding: see `zermelo.encodings.reduction.residual_game`. Winning sets are *not* left out because k is too small
for them, as White must hold for ever; only those that need more stones than Black places in the whole play.

First move: a restriction holds exactly; of symmetric first moves one of each orbit stays.

Size: that of the play; for each pair a variable and two clauses; a clause for each winning set, and for
each two pairs with a common cell, unless a chain takes fewer. As in the paper one variable more for each winning set e,
and ``1 + |e| + |e|(|e|-1)/2`` clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from zermelo.encodings.base import Asks, Assignment, Encoded, Meanings, no_first_move, option
from zermelo.encodings.boards.corrective_encoding import CorrectiveEncoding
from zermelo.encodings.boards.corrective_lean import LeanPlay
from zermelo.encodings.boards.corrective_paper import CorrectedPlay
from zermelo.encodings.goals.pairing_goal import PairingGoal, PairingProblem
from zermelo.encodings.reduction.residual_game import (
    OrderedSets,
    about_sets,
    make_residual,
    residual_sets_within,
    small,
)
from zermelo.encodings.reduction.timeline import (
    BitMove,
    CellGame,
    allowed_first,
    cell_game,
    lowest,
    open_mask,
    players,
    shortened,
)
from zermelo.model import Game, Player
from zermelo.wording import counted

FEW, FEW_IN_A_RACE = 4, 2
"""With so many open cells, Black to move, White holds by a pairing or not at all; fewer when she might win herself."""


class Times(NamedTuple):
    """Times from which a play allows pairs.

    Parameters
    ----------
    settled
        The first time after which Black never moves twice in a row.
    horizon
        The first time from which on White holds by a pairing or not at all.
    """

    settled: int
    horizon: int


def times(order: Sequence[Player], few: int = FEW, *, restricted: bool = False) -> Times:
    """The times of a whole play, where a pairing decides ``few`` open cells.

    Parameters
    ----------
    order
        The players of the whole play.
    few
        The number of open cells for which a pairing decides.
    restricted
        True if only some cells are allowed for the first move.

    >>> black, white = Player.BLACK, Player.WHITE
    >>> times([black, white] * 8), times([black, black, white, black, white, black])
    (Times(settled=0, horizon=12), Times(settled=1, horizon=3))
    """
    cells = len(order)
    doubled = [time for time, (one, two) in enumerate(pairwise(order), 1) if one is two is Player.BLACK]
    settled = doubled[-1] if doubled else 0
    turns = [Player.BLACK, Player.WHITE] * few
    for time in range(max(settled, cells - few), cells):
        if list(order[time:]) == turns[: cells - time] and (time or not restricted):
            return Times(settled, time)
    return Times(settled, cells)


class Answered(NamedTuple):
    """An answer without a formula: whether White holds, why, and whether "no" says that Black wins."""

    holds: bool
    why: str
    exact: bool = True


@dataclass(frozen=True)
class PairingEncoding(CorrectiveEncoding):
    r"""Pairing.

    Parameters
    ----------
    lean, live
        As of every `CorrectiveEncoding`.
    early
        True to end as soon as so few cells are open that White has pairs or nothing.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> encoded = PairingEncoding().encode(game, 3)
    >>> encoded.formula, encoded.exact
    (<QCNF variables=2 clauses=3 literals=4 blocks=1 universal=0 existential=2>, True)
    >>> print(*encoded.notes, sep="\n")
    1 cell left out: in no winning set, a stone there is a pass
    depth 3 cut down to 0: with 3 cells left White has pairs or nothing
    >>> PairingEncoding().faithful().encode(game, 2).formula
    <QCNF variables=61 clauses=166 literals=369 blocks=2 universal=2 existential=59>
    """

    name = "pairing"
    title = "pairing: White plays at most so many moves, then answers within pairs of cells"
    source = "pairing-encoding, section 5"
    asks = Asks.WHITE_HOLDS
    paper = MappingProxyType({**CorrectiveEncoding.paper, "early": False})

    races: ClassVar[bool] = False
    """True if White may also win by a winning set of her own."""

    early: bool = option(True, "end as soon as so few cells are open that White has pairs or nothing")

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        game = cell_game(self, game, depth)
        problem = self.problem(game, depth)
        if isinstance(problem, Answered):
            return Encoded(self.label, depth, None, problem.holds, problem.why, asks=self.asks, exact=problem.exact)
        residual = problem.residual
        play = self.play(residual, Player.WHITE, clock=True)
        goal = PairingGoal(play, problem)
        first_move: Callable[[Assignment], int | None]
        if residual.order:
            first_move = play.first_move()
        elif game.mover(game.start) is Player.WHITE:  # she has a pairing already, so that any stone would do
            first_move = BitMove((), (), residual.allowed, lowest(residual.allowed))
        else:
            first_move = no_first_move
        return Encoded(
            self.label,
            depth,
            play.qcnf,
            first_move=first_move,
            notes=residual.notes,
            meanings=partial(_meanings, play, goal, [game.board.cells[cell] for cell in residual.cells]),
            asks=self.asks,
            exact=problem.exact,
        )

    def problem(self, game: CellGame, depth: int) -> PairingProblem | Answered:
        """The problem to be encoded, or the answer."""
        open_cells = open_mask(game)
        sets = residual_sets_within(game, open_cells.bit_count())
        if not isinstance(sets, OrderedSets):
            black_wins, why = sets
            return Answered(not black_wins, why)
        threats = sets.completable(_order(game, open_cells.bit_count())).white
        counting = sets if self.races else OrderedSets(sets.black, [])
        cells, kept = shortened(
            open_cells.bit_count(), lambda cells: counting.cells(game, _order(game, cells), self.live)
        )
        if not kept:
            return Answered(True, "Black has no winning set left that he could complete")
        whole = _order(game, cells)
        black, white = counting.completable(whole)
        restricted = bool(kept & ~allowed_first(game))
        settled, horizon = times(whole, FEW_IN_A_RACE if white else FEW, restricted=restricted)
        length = min(depth, horizon if self.early else len(whole))
        order = whole[:length]
        white = small(white, order.count(Player.WHITE))
        notes = list(about_sets(game, black, white if self.races else None, "the play"))
        if threats and not self.races:
            notes.append("White's winning sets not looked at, so that false would say nothing")
        if length < depth:
            left = len(whole) - length
            why = f"with {counted(left, 'cells')} left White has pairs or nothing" if left else "then the board is full"
            notes.append(f"depth {depth} cut down to {length}: {why}")
        residual = make_residual(game, kept, order, black, white, symmetry=self.symmetry, notes=notes)
        last = len(players(game, len(whole)))  # Black's last move: if he wins at all, he has won by then
        complete = max(horizon, last) if self.early else len(whole)
        exact = depth >= complete and (self.races or not threats)
        problem = PairingProblem(residual, settled if settled <= length else None, exact)
        if Player.WHITE not in order and any(not problem.pairs_in(cells) for cells in residual.black_sets):
            why = "White places no stone within the depth, and no pair cancels some winning set of Black"
            return Answered(False, why, exact)
        return problem


def _order(game: CellGame, cells: int) -> tuple[Player, ...]:
    """The players at the times 1, 2, …, until so many cells are full."""
    return tuple(game.player_at(game.start.ply + time) for time in range(cells))


def _meanings(play: CorrectedPlay | LeanPlay, goal: PairingGoal, cells: list[str]) -> Meanings:
    return play.meanings(cells) | goal.meanings(cells)
