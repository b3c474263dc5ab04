"""Remembered facts about a game: how each was established, and the consequences.

A fact says that a player wins within a depth, or that he does not. What wins within a depth wins within every larger
one, and what does not, not within a smaller one either. Depth None stands for any number of moves: then a "no" means
that the player never wins. A timeout is no fact: there is no way to write it down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from zermelo import __version__
from zermelo.errors import InputError
from zermelo.model import Player
from zermelo.verdict import moves

EDITION = 3
"""To be raised whenever an encoding, a search or the canonical form is corrected: older facts are then ignored.

2: of an endless game "Black never wins" was read as "White wins"; first moves were kept with the wrong depth.
3: other canonical numbers of cells.
"""

EVER = 2**40
"""The depth that stands for any number of moves."""

ONE, TWO = 1, 2
"""The players of a stored game, as they are numbered in the canonical text."""


@dataclass(frozen=True)
class Origin:
    """The way in which a fact was established.

    Parameters
    ----------
    encoding
        The label of the encoding with its options; empty when no formula was involved.
    preprocessor, preprocessor_version
        Empty when there was none.
    solver, solver_version
        The QBF solver, or the kind of search; empty when the formula was decided while encoding.

    >>> str(Origin("et", "bloqqer", "as in pyqbf 1.1.1.3", "caqe", "CAQE 4.0.1")), str(Origin(solver="retrograde"))
    ('et+bloqqer+caqe', 'retrograde')
    """

    encoding: str = ""
    preprocessor: str = ""
    preprocessor_version: str = ""
    solver: str = ""
    solver_version: str = ""

    def __str__(self) -> str:
        return "+".join(filter(None, (self.encoding, self.preprocessor, self.solver))) or "the rules"


@dataclass(frozen=True)
class Demand:
    """A condition on the origin of a fact: every field that is not None must be the same.

    Without any demand (`CHECKED`) only checked facts count; with one, all that meet it.

    Parameters
    ----------
    encoding, preprocessor, preprocessor_version, solver, solver_version
        As in `Origin`.
    method
        ``"qbf"``: by a formula; ``"search"``: without one; ``"auto"``: either.
    unchecked
        True: all facts count, if nothing else is demanded.

    >>> Demand(solver="caqe").met(Origin("et", solver="caqe"), checked=False), Demand().met(Origin("et"), checked=False)
    (True, False)
    >>> Demand("et", solver="caqe").met(Origin("et"), checked=False)  # it was decided while encoding
    True
    """

    encoding: str | None = None
    preprocessor: str | None = None
    preprocessor_version: str | None = None
    solver: str | None = None
    solver_version: str | None = None
    method: str = "auto"
    unchecked: bool = False

    def met(self, origin: Origin, *, checked: bool) -> bool:
        """Tell whether a fact of this origin counts."""
        if self == CHECKED:
            return checked
        if self.method != "auto" and (self.method == "qbf") is not bool(origin.encoding):
            return False
        encoded = origin.encoding and not origin.solver  # decided while encoding: whoever comes after has no say
        asked = ["encoding"] if encoded else [each.name for each in fields(Origin)]
        return all(getattr(self, name) in (None, getattr(origin, name)) for name in asked)


CHECKED = Demand()
"""Any way, but checked."""


@dataclass(frozen=True)
class Fact:
    """A fact to be stored.

    Parameters
    ----------
    player, depth, answer
        The player wins (``answer`` true), or does not, within so many moves from the start position; None for any
        number.
    origin
        The way in which it was established.
    checked
        True if a strategy for it was checked by the rules, as in a :class:`~zermelo.verdict.Verdict`.
    first_move
        A first move of the player with which he wins within the depth; None when none is known.
    after
        When given, the fact is about plays that begin with this move. It counts in the depth.
    seconds
        The time that it took.
    """

    player: Player
    depth: int | None
    answer: bool
    origin: Origin
    checked: bool = False
    first_move: Any = None
    after: Any = None
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.answer, bool):
            raise InputError("True or False to remember", found=repr(self.answer), advice="an open question is no fact")
        if self.depth is not None and not 0 <= self.depth < EVER:
            raise InputError("a depth of at least 0 to remember", found=str(self.depth))
        if self.first_move is not None and (self.after is not None or not self.answer):
            raise InputError("a first move only of a player who wins from the start", found=repr(self.first_move))


@dataclass(frozen=True)
class StoredFact:
    """A fact as it is stored, in the terms of the canonical game.

    ``role`` is `ONE` or `TWO`; moves are canonical names, empty when there is none; ``depth`` may be `EVER`.
    A disputed fact contradicts another one, and does not count.
    """

    role: int
    after: str
    depth: int
    answer: bool
    first_move: str
    origin: Origin
    checked: bool
    zermelo: str
    edition: int
    seconds: float
    date: str
    disputed: bool = False
    number: int | None = field(default=None, compare=False)

    @property
    def counts(self) -> bool:
        """True if it is neither disputed nor of another version."""
        return not self.disputed and (self.zermelo, self.edition) == (__version__, EDITION)

    def sentence(self, player: str, after: str = "") -> str:
        """The fact as a sentence, with the names of the player and the first move.

        >>> record = StoredFact(ONE, "0", 4, False, "", Origin("cor", solver="caqe"), True, "1.0", 1, 0.5, "2026-01-01")
        >>> record.sentence("White", "b2")
        'after b2: White does not win within 4 moves'
        """
        if self.depth == EVER:
            said = "wins" if self.answer else "never wins"
        else:
            said = f"{'wins' if self.answer else 'does not win'} within {moves(self.depth)}"
        return f"{f'after {after}: ' if after else ''}{player} {said}"


@dataclass(frozen=True)
class StoredAnswer:
    """The answer of the store to a question.

    Parameters
    ----------
    answer
        True if the player wins.
    depth
        The depth for which that is established; None for any number of moves.
    first_move
        A winning first move of the game that was asked about, where one is stored.
    record
        The fact from which it follows.
    """

    answer: bool
    depth: int | None
    first_move: Any
    record: StoredFact


START, ANY = "", "*"
"""Places where a consequence holds: the start position; after every first move. Else a name: after that first move."""


class Consequence(NamedTuple):
    """A consequence of a record: the player wins within the depth, or not, at this place; by this first move."""

    role: int
    place: str
    depth: int
    answer: bool
    first_move: str
    record: StoredFact

    def contradicts(self, other: Consequence) -> bool:
        """Tell whether both cannot be true."""
        if self.role != other.role or self.answer is other.answer or not meet(self.place, other.place):
            return False
        win, loss = (self, other) if self.answer else (other, self)
        return win.depth <= loss.depth

    def settles(self, role: int, place: str, depth: int) -> bool:
        """Tell whether it answers the question "does the player win within the depth?".

        Parameters
        ----------
        role
            The player whose win is asked about, `ONE` or `TWO`.
        place
            `START`, or the name of the first move after which the question is asked.
        depth
            In moves of both players from the start position; `EVER` for any number.
        """
        if self.role != role or not (self.place == place or (self.place == ANY and place != START)):
            return False
        return self.depth <= depth if self.answer else self.depth >= depth


def meet(place: str, other: str) -> bool:
    """Tell whether consequences at two places speak of a common position."""
    return place == other or (ANY in (place, other) and START not in (place, other))


def consequences(record: StoredFact, mover: int) -> Iterator[Consequence]:
    """All that follows from a record; ``mover`` is the number of the player who makes the first move.

    Whoever wins keeps the other one from winning, ever. What the mover reaches after one first move he reaches from the
    start; what the other one reaches from the start he reaches after every first move. For what they do not reach it
    is the other way round.
    """
    places = {record.after: record.first_move}
    """The places where it holds, each with the first move that does it."""
    if record.after == START:
        if record.answer is not (record.role == mover):
            places[ANY] = ""
        elif record.first_move:
            places[record.first_move] = ""
    elif record.answer is (record.role == mover):
        places[START] = record.after if record.answer else ""
    for place, move in places.items():
        yield Consequence(record.role, place, record.depth, record.answer, move, record)
        if record.answer:
            yield Consequence(ONE + TWO - record.role, place, EVER, False, "", record)
