"""A strategy as data: for every position that can arise the winner's move, or an argument that needs no more moves.

    Strategy ─── Claim                      what is proven
             ├── symmetries                 permutations of the cells that keep the rules
             └── entries: Position → Entry ─┬─ a move of the winner
                                            ├─ Pairing    in games of winning sets: the other player completes none
                                            ├─ Links      in connection games: the borders are joined in pairs
                                            ├─ Packing    in packing games: he has more moves than the other one
                                            ├─ ClauseRemoval      in Game-SAT: clauses that need no more care
                                            ├─ Exchange, Answers    of a mere breaker, see `breaking`
                                            └─ Deduction    of a connection game, see `derivation`

Positions in which the other player moves need no entry: the rules tell his replies. Neither do
positions in which play is over, the depth is used up, or the winner wins by the next move: the rules tell that, too.

Strategies for Game-SAT are about residual formulas (:class:`~zermelo.model.ResidualFormula`): positions with the same
residual formula share one entry, and of the variables that occur in no clause any more only the parity is kept.

*Symmetry.* A position stands under the smallest of its images, and so do its entries; a move is taken back by the
inverse. *Rank.* Where stones stay, the number of stones says how many moves of the depth are left. In other games an
entry has a rank. Of a win: within so many moves from here; it falls with every move, so a play cannot go round in
circles. Of holding: for so many moves from here, or (None) for ever; a set of positions that the winner never has to
leave.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from zermelo.errors import InputError
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


class ClauseRemoval(NamedTuple):
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


@dataclass(repr=False)
class Strategy:
    """A strategy of one player, which proves a claim about a game.

    Iterating gives each position that is stored with its entry; :meth:`browse` walks through the plays instead.

    Parameters
    ----------
    game, claim
        The game, and the claim that the strategy proves.
    symmetries
        Permutations of the cells, without the identity, that keep the rules of the game.
    entries
        Entries by canonical position, see :class:`~zermelo.strategy.canonical_position.CanonicalPositions`. Those of a
        search are read-only, and decoded from its notes when they are read.

    >>> import zermelo
    >>> strategy = zermelo.solve("hex:3x3").strategy
    >>> strategy
    <Strategy for hex:3x3: Black wins within 5, 16 entries>
    >>> place = strategy.browse()
    >>> place.move, place.next().next("a2").move
    ('b2', 'a3')
    """

    game: Game
    claim: Claim
    symmetries: tuple[Permutation, ...] = ()
    entries: Mapping[Position, Entry] = field(default_factory=dict)

    browser: ClassVar[Callable[[Strategy], Any] | None] = None
    """Opens a strategy for browsing. Playing lies above strategies and sets it, see :mod:`zermelo.api`."""

    def __repr__(self) -> str:
        return f"<Strategy for {self.game.name}: {self.told}, {len(self)} entries>"

    def __iter__(self) -> Iterator[tuple[Position, Entry]]:
        pairs = getattr(self.entries, "pairs", self.entries.items)
        return iter(pairs())

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def native(self) -> Any:
        """The entries as the core has them, see :mod:`~zermelo.strategy.noted`; None where they are in a dict."""
        return getattr(self.entries, "native", None)

    @property
    def told(self) -> str:
        """The claim in words, with the name that the player has in the game."""
        return self.claim.told(self.game.called(self.claim.player))

    def browse(self) -> Any:
        """The start of all plays by this strategy, a :class:`~zermelo.play.browse.Place`.

        Raises ``InputError`` where none of the public names of ``zermelo`` was used.
        """
        if type(self).browser is None:
            raise InputError("a public name of zermelo, such as zermelo.Strategy, before browsing", found="none")
        return type(self).browser(self)

    def save(self, path: str | os.PathLike[str], *others: Strategy) -> None:
        """Write the strategy to a file, with others of the same game; ``.gz`` compresses.

        Raises ``InputError`` when the file cannot be written.
        """
        from zermelo.strategy.file import write_strategies

        write_strategies(path, self.game, [self, *others])

    def _repr_html_(self) -> str | None:
        """The first positions, for notebooks; None (then they print the text) where nothing draws."""
        return None if type(self).browser is None else str(self.browse().first_boards())


Entries = Iterable[tuple[Position, Entry]]
"""Entries as they come out of a file, or of a strategy."""


def numbered(lines: Iterable[tuple[str, tuple[int, ...]]]) -> Iterator[tuple[Position, Entry]]:
    """The entries of a derivation, of its lines in order.

    >>> list(numbered([("play", (3, 0))]))
    [(Position(black=0, white=0, ply=0), Entry(answer=Deduction(rule='play', numbers=(3, 0)), rank=None))]
    """
    for number, (rule, numbers) in enumerate(lines):
        yield Position(number), Entry(Deduction(rule, numbers))
