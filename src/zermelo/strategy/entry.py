"""A strategy as data: for every position that can arise the winner's move, or an argument that needs no more moves.

    Strategy ─── Claim                      what is proven
             ├── symmetries                 permutations of the cells that keep the rules
             └── entries: Position → Entry ─┬─ a move of the winner
                                            ├─ Pairing    in games of winning sets: the other player completes none
                                            ├─ Links      in connection games: the borders are joined in pairs
                                            ├─ Packing    in packing games: he has more moves than the other one
                                            ├─ Race       in grid games: a move, and plans that nothing stops after it
                                            ├─ Aside      in Game-SAT: clauses that need no more care
                                            ├─ Exchange, Answers    of a mere breaker, see `breaking`
                                            └─ Deduction    of a connection game, see `derivation`

Positions in which the other player moves need no entry: the rules tell his replies. Neither do
positions in which play is over, the depth is used up, or the winner wins by the next move: the rules tell that, too.

Strategies for Game-SAT are about what is left of the formula (:class:`~zermelo.model.Remainder`): positions that leave
the same are stored once, and variables that occur in no clause any more are told by their parity.

*Symmetry.* A position stands under the smallest of its images, and so do its entries; a move is taken back by the
inverse. *Rank.* Where stones stay, the number of stones says how many moves of the depth are left. In other games an
entry has a rank. Of a win: within so many moves from here; it falls with every move, so a play cannot go round in
circles. Of holding: for so many moves from here, or (None) for ever; a set of positions that the winner never has to
leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.model import Game, GridMove, Position
from zermelo.model.automorphism import Permutation
from zermelo.strategy.claim import Claim


class Pairing(NamedTuple):
    """Pairs of open cells: whenever the opponent takes one, the other is taken. Between them, greedy play.

    Winning sets of the opponent that hold a pair are never completed. The others are held by the bound of Erdős and
    Selfridge on the cells outside the pairs: a set with k open cells there weighs 2^-k, and the heaviest cell is taken.

    Source: P. Erdős, J. L. Selfridge, On a combinatorial game, Journal of Combinatorial Theory A 14 (1973).
    """

    pairs: tuple[tuple[int, int], ...]


class Links(NamedTuple):
    """Pairs of open cells, either of which joins the same groups: whenever the opponent takes one, take the other.

    With all pairs settled the two borders are joined. In Hex a link of one step is called a bridge.
    """

    pairs: tuple[tuple[int, int], ...]


class Exchange(NamedTuple):
    """Of a mere breaker, where the opponent moves: he has the first cell of each pair and she the second, now."""

    pairs: tuple[tuple[int, int], ...]


class Answers(NamedTuple):
    """Of a mere breaker, where the opponent moves: pairs of a move of his and her answer.

    What she needs for one of them covers all of his moves elsewhere; see
    :mod:`~zermelo.strategy.check.breaker_certificate`.
    """

    pairs: tuple[tuple[int, int], ...]


class Packing(NamedTuple):
    """Legal moves of the claim's player in a packing game, pairwise disjoint, that suffice; see `packing`.

    ``pairs``: a move, and another one that is kept by it.
    """

    pairs: tuple[tuple[GridMove, GridMove], ...]
    moves: tuple[GridMove, ...]


class Race(NamedTuple):
    """In grid games a move, and plans of moves by one of which its player wins after replies that do not stop it.

    Only the other replies need entries; see :mod:`~zermelo.strategy.check.race`.
    """

    move: GridMove
    plans: tuple[tuple[GridMove, ...], ...]


class Aside(NamedTuple):
    """Clauses of Game-SAT, by their numbers, without which the play goes on from here; see `aside`.

    ``pairs`` are variables, one pair for each clause, within which MAX answers; none where MIN wins.
    """

    clauses: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()


class Deduction(NamedTuple):
    """A line of a derivation of virtual connections, by its rule; see :mod:`~zermelo.strategy.check.derivation`.

    It stands under its number, from 0, in place of Black's stones: ``Position(number)``.
    """

    rule: str
    numbers: tuple[int, ...]


Argument = Pairing | Links
ARGUMENTS: dict[str, type[Argument]] = {"pairing": Pairing, "links": Links}
"""The arguments by their names in a file."""

PAIRED: dict[str, type[Argument | Exchange | Answers]] = {**ARGUMENTS, "exchange": Exchange, "answers": Answers}
"""The same, with what else consists of pairs."""


class Entry(NamedTuple):
    """What is stored for a position: ``answer`` is a move of the game, an argument or clauses put aside.

    ``rank``, where one is needed.
    """

    answer: Any
    rank: int | None = None


@dataclass
class Strategy:
    """A strategy in memory.

    Parameters
    ----------
    game, claim
        What it is about.
    symmetries
        Permutations of the cells, without the identity, that keep the rules of the game.
    entries
        By position, in the form of :class:`Images`; out of a search they are read only, and decoded from its notes when
        they are asked for.
    """

    game: Game
    claim: Claim
    symmetries: tuple[Permutation, ...] = ()
    entries: dict[Position, Entry] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[Position, Entry]]:
        pairs = getattr(self.entries, "pairs", self.entries.items)
        return iter(pairs())

    @property
    def native(self) -> Any:
        """The entries as the core has them, see :mod:`~zermelo.strategy.noted`; None where they are in a dict."""
        return getattr(self.entries, "native", None)

    def __len__(self) -> int:
        return len(self.entries)


Entries = Iterable[tuple[Position, Entry]]
"""Entries as they come out of a file, or of a strategy."""


def numbered(lines: Iterable[tuple[str, tuple[int, ...]]]) -> Iterator[tuple[Position, Entry]]:
    """The entries of a derivation, of its lines in order.

    >>> list(numbered([("play", (3, 0))]))
    [(Position(black=0, white=0, ply=0), Entry(answer=Deduction(rule='play', numbers=(3, 0)), rank=None))]
    """
    for number, (rule, numbers) in enumerate(lines):
        yield Position(number), Entry(Deduction(rule, numbers))
