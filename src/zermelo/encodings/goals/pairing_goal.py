"""The goal of the Pairing encodings: White's stones and open pairs cancel Black's winning sets.

Clauses, k being the last time. As in the paper: ``pair → ¬occ_k`` for both cells; of two pairs with a common cell not
both; ``canceled_e → some cell of e is white at k or some pair inside e``, and the other way round ``pair → canceled_e``
for every pair inside e and ``white_k,v → canceled_e`` for every cell v of e; ``canceled_e`` for every winning set e of
Black. Pairs are generated inside of winning sets only, because another one cancels nothing.

Lean: ``canceled_e`` is put in; ``pair → ¬black_k`` for both cells, which is enough because a set that contains a pair
with a white cell has that white stone; where more than `PAIRWISE` pairs share a cell, "at most one" is a chain.

Where White may win herself, every winning set is canceled or ``race`` is true; ``race → ⋁ win_f``; ``win_f →
white_k,v`` for v in a winning set f of White; and ``race →`` some cell of e is not black at k, for each winning set e
that Black can complete within k.

Where pairs count from a time s > 0 on only, ``time_s``, or ``race``: who has won first may stop the clock at once.

Size: a variable and two clauses for each pair, a clause for each winning set and for each two pairs with a common cell,
unless a chain takes fewer; as in the paper one variable more for each winning set e and ``|e| + |e|(|e|-1)/2`` clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from zermelo.encodings.base import Meaning, Meanings, numbered
from zermelo.encodings.boards.corrective_lean import LeanPlay
from zermelo.encodings.boards.corrective_paper import CorrectedPlay
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.model import Player

PAIRWISE = 5
"""The most pairs with a common cell of which "at most one" is stated pair by pair."""


@dataclass(frozen=True)
class PairingProblem:
    """The problem that a Pairing formula answers.

    Parameters
    ----------
    residual
        With all of Black's winning sets; and with White's that she can complete in time where that counts.
    settled
        The time before which the clock must not stop; None when there are no pairs.
    exact
        True if a false formula says that Black wins.
    """

    residual: ResidualGame
    settled: int | None
    exact: bool

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of cells that lie in some winning set of Black."""
        return sorted({pair for cells in self.residual.black_sets for pair in self.pairs_in(cells)})

    def pairs_in(self, cells: Sequence[int]) -> list[tuple[int, int]]:
        """The pairs inside a winning set."""
        return [] if self.settled is None else list(combinations(cells, 2))

    @property
    def first_to_win(self) -> list[tuple[int, ...]]:
        """The winning sets that Black must not have completed when White has won: those that he can in time."""
        stones = self.residual.order.count(Player.BLACK) if self.residual.white_sets else 0
        return [cells for cells in self.residual.black_sets if len(cells) <= stones]


class PairingGoal:
    """Adds the goal to a play, lean to a lean one; its attributes are the new variables."""

    def __init__(self, play: CorrectedPlay | LeanPlay, problem: PairingProblem) -> None:
        residual, new = problem.residual, play.qcnf.exists
        self.play, self.problem, self.lean = play, problem, isinstance(play, LeanPlay)
        self.black, self.white = play.stones(Player.BLACK), play.stones(Player.WHITE)
        self.pair = dict(zip(problem.pairs, new(len(problem.pairs)), strict=True))
        self.chains: dict[int, range] = {}
        self.canceled = new(0 if self.lean else len(residual.black_sets))
        self.race = new(1 if residual.white_sets else 0)
        self.wins = new(len(residual.white_sets))
        if problem.settled:
            play.keep_running(problem.settled, *self.race)
        self._write_pairs()
        self._write_canceled()
        if self.race:
            self._write_race()

    def _write_pairs(self) -> None:
        add, sharing = self.play.qcnf.add, dict[int, list[int]]()
        blocked = (
            self.black if isinstance(self.play, LeanPlay) else self.play.occupied(len(self.problem.residual.order))
        )
        for both, variable in self.pair.items():
            for v in both:
                sharing.setdefault(v, []).append(variable)
                if blocked:
                    add(-variable, -blocked[v])
        for v, variables in sharing.items():
            if self.lean and len(variables) > PAIRWISE:
                self._write_chain(v, variables)
                continue
            for one, two in combinations(variables, 2):
                add(-one, -two)

    def _write_chain(self, v: int, variables: Sequence[int]) -> None:
        """At most one of the variables: each link says whether one up to there is true."""
        add = self.play.qcnf.add
        chain = self.chains[v] = self.play.qcnf.exists(len(variables) - 1)
        for variable, link in zip(variables, chain, strict=False):
            add(-variable, link)
        for one, two in pairwise(chain):
            add(-one, two)
        for variable, link in zip(variables[1:], chain, strict=True):
            add(-variable, -link)

    def _write_canceled(self) -> None:
        add, pair = self.play.qcnf.add, self.pair
        for number, cells in enumerate(self.problem.residual.black_sets):
            ways = [self.white[v] for v in cells if self.white]
            ways += [pair[both] for both in self.problem.pairs_in(cells)]
            if self.lean:
                add(*ways, *self.race)
                continue
            canceled = self.canceled[number]
            for way in ways:
                add(-way, canceled)
            add(-canceled, *ways)
            add(canceled, *self.race)

    def _write_race(self) -> None:
        add, race = self.play.qcnf.add, self.race[0]
        add(-race, *self.wins)
        for win, cells in zip(self.wins, self.problem.residual.white_sets, strict=True):
            for v in cells:
                add(-win, self.white[v])
        for cells in self.problem.first_to_win:
            add(-race, *(-self.black[v] for v in cells))

    def meanings(self, cells: Sequence[str]) -> Meanings:
        """The meaning of each new variable, out of the names of the cells."""
        found = {
            variable: Meaning("pair", label=f".{cells[one]}.{cells[two]}") for (one, two), variable in self.pair.items()
        }
        for v, chain in self.chains.items():
            found |= {link: Meaning("paired", number, v, f".{cells[v]}") for number, link in enumerate(chain)}
        found |= dict.fromkeys(self.race, Meaning("race"))
        return found | numbered("canceled", self.canceled) | numbered("win", self.wins)
