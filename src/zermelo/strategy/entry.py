"""A strategy as data: a move of the winner, or an argument, for every position that can arise.

    Strategy ─── Claim                      the proven claim
             ├── symmetries                 permutations of the cells that keep the rules
             └── entries: Position → Entry ─┬─ a move of the winner
                                            ├─ Pairing    in games of winning sets: the other player completes none
                                            ├─ Links      in connection games: the borders are joined in pairs
                                            ├─ Packing    in packing games: he has more moves than the other one
                                            ├─ Sum        in packing games: the values of independent parts say it
                                            ├─ Race       in grid games: a move, and plans that nothing stops after it
                                            ├─ ClauseRemoval    in Game-SAT: clauses that are not needed
                                            ├─ Exchange, Answers    of a breaker certificate, see `breaker_certificate`
                                            └─ Deduction    a line of a derivation, see `derivation`

Positions in which the other player moves need no entry: the rules give his replies. Nor do positions in which the play
is over, the depth is used up, or the winner wins by the next move.

Strategies for Game-SAT are about residual formulas (``ResidualFormula``): positions with the same
residual formula share one entry, and of the variables that occur in no clause any more only the parity is kept.

*Symmetry.* Positions are stored in canonical form, and moves are mapped back by the inverse symmetry. *Rank.* In
placement games the number of stones tells the remaining moves of the depth. In other games an entry has a rank. For a
win it is the number of moves until the win at most; it falls with every move, so a play cannot go round in circles. For
holding it is the number of moves that the winner holds at least, or None for ever: then the entries are a set of
positions that the opponent cannot leave.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from zermelo.errors import InputError
from zermelo.model import Game, GridMove, Position
from zermelo.model.automorphism import Permutation
from zermelo.strategy.claim import Claim


class Pairing(NamedTuple):
    """Pairs of open cells: the player answers in a pair with its other cell, and plays greedily otherwise.

    Winning sets of the opponent that hold a pair are never completed. The others are held by the bound of Erdős and
    Selfridge on the cells outside the pairs: a set with k open cells there weighs 2^-k, and the heaviest cell is taken.

    Source: P. Erdős, J. L. Selfridge, On a combinatorial game, Journal of Combinatorial Theory A 14 (1973).
    """

    pairs: tuple[tuple[int, int], ...]


class Links(NamedTuple):
    """Pairs of open cells, either of which joins the same groups.

    The player answers in a pair with its other cell. When all pairs are filled, the two borders are joined. In Hex a
    link of one step is called a bridge.
    """

    pairs: tuple[tuple[int, int], ...]


class Exchange(NamedTuple):
    """A step of a breaker certificate: in each pair the opponent gets the first cell, she the other."""

    pairs: tuple[tuple[int, int], ...]


class Answers(NamedTuple):
    """A step of a breaker certificate: pairs of a move of the opponent and the answer of the breaker.

    Her carrier for one of them covers all of his moves outside that carrier; see ``breaker_certificate``.
    """

    pairs: tuple[tuple[int, int], ...]


class Packing(NamedTuple):
    """Disjoint legal moves of the claim's player that win a packing game; see `packing`.

    ``pairs``: a move, and another one that it protects.
    """

    pairs: tuple[tuple[GridMove, GridMove], ...]
    moves: tuple[GridMove, ...]


class Sum(NamedTuple):
    """Legal moves of the claim's player that he never makes in a packing game; what is left is a sum of small parts.

    The values of the parts say that he makes the last move; see :mod:`~zermelo.strategy.check.sum_of_parts`.

    Source: Conway, *On Numbers and Games* (1976).
    """

    given_up: tuple[GridMove, ...]


class Race(NamedTuple):
    """A move in a grid game, and plans, sequences of moves, that win after replies that do not stop them.

    Only the other replies need entries; see :mod:`~zermelo.strategy.check.unstoppable_race`.
    """

    move: GridMove
    plans: tuple[tuple[GridMove, ...], ...]


class ClauseRemoval(NamedTuple):
    """Clauses of Game-SAT, by number, that are removed from the residual formula; see `clause_removal`.

    ``pairs`` holds a pair of variables for each clause, within which MAX answers; it is empty where MIN wins.
    """

    clauses: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()


class Deduction(NamedTuple):
    """A line of a derivation, by its rule; see ``derivation``.

    Its key is its number, from 0, in place of Black's stones: ``Position(number)``.
    """

    rule: str
    numbers: tuple[int, ...]


Argument = Pairing | Links
ARGUMENTS: dict[str, type[Argument]] = {"pairing": Pairing, "links": Links}
"""The arguments by their names in a file."""

PAIRED: dict[str, type[Argument | Exchange | Answers]] = {**ARGUMENTS, "exchange": Exchange, "answers": Answers}
"""All entries that consist of pairs, by their names in a file."""


class Entry(NamedTuple):
    """The stored answer of a position: a move of the game, an argument or a removal of clauses.

    ``rank`` is None where no rank is needed.
    """

    answer: Any
    rank: int | None = None


@dataclass(repr=False)
class Strategy:
    """A strategy of one player, which proves a claim about a game.

    Iterating gives each position that is stored with its entry; ``browse`` walks through the plays instead.

    Parameters
    ----------
    game, claim
        The game, and the claim that the strategy proves.
    symmetries
        Permutations of the cells, without the identity, that keep the rules of the game.
    entries
        Entries by canonical position, see ``CanonicalPositions``. Those of a
        search are read-only, and decoded from its notes when they are read.

    Examples
    --------
    >>> import zermelo
    >>> strategy = zermelo.solve("hex:3x3").strategy
    >>> strategy
    <Strategy for hex:3x3: Black wins within 5, 20 entries>
    >>> place = strategy.browse()
    >>> place.move, place.next().next("a2").move
    ('b2', 'b3')
    """

    game: Game
    claim: Claim
    symmetries: tuple[Permutation, ...] = ()
    entries: dict[Position, Entry] = field(default_factory=dict)

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
        """The entries in the form of the core, see :mod:`~zermelo.strategy.noted`; None for entries in a dict."""
        return getattr(self.entries, "native", None)

    @property
    def told(self) -> str:
        """The claim in words, with the name that the player has in the game."""
        return self.claim.told(self.game.called(self.claim.player))

    def browse(self) -> Any:
        """The start of all plays by this strategy, a ``ReachedPosition``.

        Raises ``InputError`` where none of the public names of ``zermelo`` was used.
        """
        browse = type(self).browser
        if browse is None:
            raise InputError("a public name of zermelo, such as zermelo.Strategy, before browsing", found="none")
        return browse(self)

    def save(self, path: str | os.PathLike[str], *others: Strategy) -> None:
        """Write the strategy to a file, with others of the same game; ``.gz`` compresses.

        Raises ``InputError`` when the file cannot be written.
        """
        from zermelo.strategy.file import write_strategies

        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"save() takes the path of a file, not {path!r}")
        write_strategies(path, self.game, [self, *others])

    def _repr_html_(self) -> str | None:
        """The first positions, for notebooks; None (then they print the text) where nothing draws."""
        return None if type(self).browser is None else str(self.browse().first_boards())


def named_pairs(argument: Argument | Exchange | Answers) -> tuple[str, list[int]]:
    """The kind of an argument as in files, and the cells of its pairs one after the other.

    >>> named_pairs(Pairing(((1, 2), (5, 6))))
    ('pairing', [1, 2, 5, 6])
    """
    name = next(name for name, kind in PAIRED.items() if isinstance(argument, kind))
    return name, [cell for pair in argument.pairs for cell in pair]


Entries = Iterable[tuple[Position, Entry]]
"""Entries of a file or of a strategy."""


def numbered(lines: Iterable[tuple[str, tuple[int, ...]]]) -> Iterator[tuple[Position, Entry]]:
    """The entries of a derivation with these lines, in order.

    >>> list(numbered([("play", (3, 0))]))
    [(Position(black=0, white=0, ply=0), Entry(answer=Deduction(rule='play', numbers=(3, 0)), rank=None))]
    """
    for number, (rule, numbers) in enumerate(lines):
        yield Position(number), Entry(Deduction(rule, numbers))
