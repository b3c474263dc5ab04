"""One interface of the native searches: decide, decide every first move, prove.

A session is one game under search. What it has found out stays in its tables, so that the next question about the game
(another depth, the other player, every first move, the proof) begins where the last one ended. After a limit or an
interrupt it can be asked again, and goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from zermelo.model import Player
from zermelo.model.automorphism import Permutation
from zermelo.search.progress import Watch


class Limits(NamedTuple):
    """What one call may take: wall-clock seconds, megabytes of all tables of the session, positions; None: no limit."""

    seconds: float | None = None
    megabytes: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Result:
    """What a search says of "this player wins", within a depth or at all.

    Parameters
    ----------
    answer
        Whether the player wins; None when a limit ended the search.
    depth
        Of a win: he wins within so many moves, as few as are known at no cost; None when no number is known. Of no
        win: he does not win within so many moves, at least as many as were asked about; None: never, for which the
        search has a proof (no bound of its own is one).
    first_move
        A first move of the player that wins within ``depth``, where he is to move and has not won already.
    reason
        Why it is open: ``"time"``, ``"memory"``, ``"nodes"``, ``"depth"`` (a limit of the search on depths); None when
        it is answered.
    nodes, memory, seconds
        Positions looked at by this call, bytes of the tables at most, wall-clock time of this call.
    notes
        What else there is to say: a checkpoint that could not be written.
    """

    answer: bool | None
    depth: int | None = None
    first_move: Any = None
    reason: str | None = None
    nodes: int = 0
    memory: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


class Note(NamedTuple):
    """What a proof says of one position.

    Parameters
    ----------
    black, white
        The stones, as masks; of the smallest image where the proof uses symmetries.
    mover
        Who is to move, where the stones do not tell (grid games); else None.
    rank
        As in `zermelo.strategy.entry`; None where there is none.
    kind
        ``"move"``, or the name of an argument.
    numbers
        The number of the move (a cell, or that of a ground action of the mover), or what the argument consists of.
    """

    black: int
    white: int
    mover: Player | None
    rank: int | None
    kind: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Proof:
    """A proof as the search writes it: notes as they come, and the symmetries under which each position stands once.

    ``breaking``: it is the strategy of a mere breaker, see :mod:`zermelo.strategy.check.breaker_certificate`.
    ``derived``: it is a derivation of virtual connections, see :mod:`zermelo.strategy.check.derivation`; then ``black``
    of a note is its number.
    """

    notes: Iterable[Note]
    symmetries: tuple[Permutation, ...] = ()
    breaking: bool = False
    derived: bool = False


class Session(Protocol):
    """A native search of one game.

    Players are meant as they are in the game; whoever searches for White exchanges the colours within.
    """

    label: str
    """As in a verdict: ``"grid search"``."""

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Whether a player wins within so many moves of both; None: at all, ever."""
        ...

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """The same after each legal first move of whoever opens; the depth counts that move, in the results, too.

        In one run on one table, the likeliest first. Symmetric moves are decided once, and all stand in the result.
        Where a limit ends it, those that are open have a result without an answer.
        """
        ...

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> Proof:
        """The strategy of a player by which he wins within the depth, or holds for it (``wins`` false; None: for ever).

        It walks through the tables of the session; what is no longer there is searched again.

        Raises ``LimitError`` when a limit ends it, ``DisagreementError`` when what is claimed is not so.
        """
        ...
