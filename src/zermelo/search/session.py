"""The interface of the searches: decide, decide every first move, prove.

A session is one game under search. Its tables live on, so that the next question about the game (another depth, the
other player, every first move, the proof) begins where the last one ended. After a limit or an interrupt the session
can be asked again, and goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from zermelo.errors import DisagreementError, LimitError
from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame, Rule, StateGame
from zermelo.model.automorphism import Permutation
from zermelo.search.progress import Watch


class Limits(NamedTuple):
    """Limits of one call: wall-clock seconds, megabytes of all tables of the session, positions; None: no limit.

    And ``threads``: a search that can use several takes so many. They share its tables, within the same limits.
    """

    seconds: float | None = None
    megabytes: float | None = None
    nodes: int | None = None
    threads: int = 1


@dataclass(frozen=True)
class Result:
    """The answer of a search to the question "does this player win?", within a depth or at all.

    Parameters
    ----------
    answer
        True if the player wins, False if he does not, None when a limit ended the search.
    depth
        In moves of both players. Of a win: he wins within so many moves, as few as are known at no cost; None when no
        number is known. Of no win: he does not win within so many moves, at least as many as were asked about; None:
        never, for which the search has a proof (no bound of its own is one).
    first_move
        A first move of the player that wins within ``depth``, where he is to move and has not won already. In the
        terms of the game: a cell, a `GridMove`, or a literal of a formula. Some searches may not know one (None):
        ``df-pn``, ``pns``, and the connection search of White's wins on graphs.
    reason
        The reason why it is open: ``"time"``, ``"memory"``, ``"nodes"``, ``"size"`` (too many positions for the plain
        rules), ``"depth"`` (a limit of the search on depths); None when it is answered.
    nodes
        Positions looked at by this call.
    memory
        Bytes of the tables at most.
    seconds
        Wall-clock time of this call.
    notes
        Sentences for the user: a checkpoint that could not be written.
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
    """One entry of a proof: a position, and the move or the argument that settles it.

    Parameters
    ----------
    black, white
        The stones, as masks of cells; those of the smallest image where the proof uses symmetries.
    mover
        The player to move, where the stones do not tell (grid games, and games on states); else None.
    rank
        A bound on the moves that are left, as in `zermelo.strategy.entry`; None where there is none.
    kind
        ``"move"``, or the name of an argument in `zermelo.strategy.entry`.
    numbers
        Of a move one number: the cell, or in grid games the ground action of the mover. Of an argument the numbers
        that its entry consists of, in the order of `zermelo.strategy.entry`.
    """

    black: int
    white: int
    mover: Player | None
    rank: int | None
    kind: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class SearchProof:
    """A proof as the search writes it.

    Parameters
    ----------
    notes
        The entries, in any order; at most one for each position (and mover), up to symmetry. In a derivation each note
        names earlier ones by their index. Native searches give a `PackedNotes`, which the checkers of the core read
        as it is.
    symmetries
        Permutations of the cells, without the identity, that form a group with it; a position stands once for all its
        images. Each has one image per cell.
    breaking
        True if it is the strategy of a mere breaker, see :mod:`zermelo.strategy.check.breaker_certificate`.
    derived
        True if it is a derivation of facts with carriers, see :mod:`zermelo.strategy.check.derivation`; then ``black``
        of a note is its index.
    """

    notes: Iterable[Note]
    symmetries: tuple[Permutation, ...] = ()
    breaking: bool = False
    derived: bool = False


class Session(Protocol):
    """A search of one game.

    Players are meant as they are in the game; a search for White exchanges the colours within.
    """

    label: str
    """The name of the search in a verdict: ``"grid search"``."""

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins.

        Parameters
        ----------
        player
            The player whose win is asked about.
        depth
            In moves of both players from the start position; None: at all, ever.
        limits
            Seconds, megabytes and positions of this call.
        watch
            Called twice a second with the progress; an exception of its ends the search.
        """
        ...

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),
    ) -> Mapping[Any, Result]:
        """Decide the same after each legal first move of whoever opens.

        The depth counts that move, in the results, too. All moves are decided on one table, the likeliest first.
        Symmetric moves are decided once, and all stand in the result. Where a limit ends it, those that are open have a
        result without an answer.

        Parameters
        ----------
        player, depth, limits, watch
            As in :meth:`decide`.
        known
            Moves that need not be searched; they may be missing in the result.
        """
        ...

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """Write the strategy of a player by which he wins within the depth, or keeps the other one from winning.

        It walks through the tables of the session; what is no longer there is searched again.

        Parameters
        ----------
        player, depth, limits, watch
            As in :meth:`decide`; the player is the one whose strategy it is.
        wins
            True: he wins within the depth. False: the other player does not win within it (None: ever).

        Raises ``LimitError`` when a limit ends it, ``DisagreementError`` when the claim is false.
        """
        ...


def ranked_notes(game: Game) -> bool:
    """Tell whether the notes of a proof have ranks, and say who moves: in games whose plays may be of any length."""
    return isinstance(game, GridGame | StateGame)


def breaks(game: Game) -> bool:
    """Tell whether White wins by keeping Black from winning, and has nothing of her own to complete."""
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_BREAKER
    return isinstance(game, ConnectionGame) and not game.is_hex


def ended(reason: str) -> LimitError:
    """The error of a proof that a limit ended."""
    return LimitError(reason, f"the search ended without a proof ({reason})")


def disproved(game: Game, player: Player, depth: int | None, *, wins: bool) -> DisagreementError:
    """The error of a proof that was asked for and that the search refutes.

    Parameters
    ----------
    game
        The game.
    player, depth, wins
        As in :meth:`Session.prove`.

    >>> print(disproved(ConnectionGame.hex(2, 2), Player.BLACK, 2, wins=True))
    hex:2x2: the search does not find that Black wins within 2 moves
    """
    within = "" if depth is None else f" {'within' if wins else 'for'} {depth} moves"
    return DisagreementError(
        f"{game.name}: the search does not find that {player} {'wins' if wins else 'holds'}{within}"
    )
