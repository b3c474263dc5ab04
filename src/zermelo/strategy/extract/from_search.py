"""Extraction from a search: the search that decided a claim writes its proof as entries.

The strategy still has to be checked by :mod:`~zermelo.strategy.check`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from zermelo import _native
from zermelo.model import Game, GridGame, Player, Position, PositionalGame, Rule
from zermelo.search.engines import session_for
from zermelo.search.grid_session import GridSession
from zermelo.search.notes import DerivedNotes, PackedNotes
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Watch
from zermelo.search.session import Limits, Note, SearchProof, Session
from zermelo.search.table_session import LARGEST_DEPTH
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Entry, Strategy
from zermelo.strategy.noted import DerivedEntries, NotedEntries


def extract(
    game: Game,
    claim: Claim,
    *,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    arguments: bool = True,
    symmetry: bool = True,
    breaking: bool = True,
    watch: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy behind a claim that is true, by a new search.

    Parameters
    ----------
    game
        A positional, connection or grid game.
    claim
        The claim that the search has decided.
    time_limit, memory_limit_mb
        Seconds for everything, and megabytes for the tables of the search.
    arguments, symmetry
        Use arguments, and store symmetric positions once; for positional games and grid games without endless plays.
    breaking
        Allow breaker certificates for holding for ever, which are far smaller.
    watch
        Called with the number of positions from time to time.

    Raises ``DisagreementError`` when the search contradicts the claim, ``LimitError`` when a limit is reached, and
    ``UnsupportedError`` for a board or a question that no native search takes.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> len(extract(make("httt:el,board=3x3"), Claim(Player.BLACK, True, 5))) > 0
    True
    """
    limits = Limits(time_limit, memory_limit_mb)
    tell: Watch | None = None if watch is None else (lambda far: watch(far.nodes))
    plain = not (arguments and symmetry and breaking)
    if plain and isinstance(game, GridGame) and suits(game, claim):
        proof = GridSession(game).prove(
            claim.player, claim.depth, limits, wins=claim.wins, arguments=arguments, symmetry=symmetry, watch=tell
        )
        return strategy_of(game, claim, proof)
    fits = len(game.board) <= _native.MAX_CELLS
    if plain and fits and isinstance(game, PositionalGame) and not _broken_in_time(game, claim):
        how = PositionalSession(game).prove
        proof = how(
            claim.player, claim.depth, limits,
            wins=claim.wins, arguments=arguments, symmetry=symmetry, breaking=breaking, watch=tell,
        )  # fmt: skip
        return strategy_of(game, claim, proof)
    return strategy_from(session_for(game), game, claim, limits, tell)


def _broken_in_time(game: PositionalGame, claim: Claim) -> bool:
    """True for a claim about the depth at which all sets are broken; its proofs use the rules alone."""
    return game.rule is Rule.MAKER_BREAKER and claim.wins is (claim.player is Player.WHITE)


def suits(game: GridGame, claim: Claim) -> bool:
    """True if the session of a grid game proves a claim: about a finite game, or with a depth."""
    return game.complete_depth() is not None or (claim.depth is not None and claim.depth <= LARGEST_DEPTH)


def strategy_from(session: Session, game: Game, claim: Claim, limits: Limits, watch: Watch | None = None) -> Strategy:
    """The strategy behind a claim, as the session of the game proves it.

    Parameters
    ----------
    session
        The search that has decided the claim; it does not search again what its tables hold.
    game, claim, limits, watch
        As in `Session.prove`; the errors are the same, too.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> game = make("domineering:4x4")
    >>> len(strategy_from(GridSession(game), game, Claim(Player.BLACK, True), Limits())) > 0
    True
    """
    proof = session.prove(claim.player, claim.depth, limits, wins=claim.wins, watch=watch)
    return strategy_of(game, claim, proof)


def strategy_of(game: Game, claim: Claim, proof: SearchProof) -> Strategy:
    """The strategy of a proof; its entries are decoded on demand.

    Parameters
    ----------
    game, claim
        The game, and the proven claim.
    proof
        The proof as the search wrote it.
    """
    if proof.derived:
        assert isinstance(proof.notes, DerivedNotes)
        lines = cast("dict[Position, Entry]", DerivedEntries(proof.notes.native))
        return Strategy(game, replace(claim, derived=True), proof.symmetries, lines)
    notes = proof.notes if isinstance(proof.notes, Sequence | PackedNotes) else tuple(proof.notes)
    entries = NotedEntries(game, cast("Sequence[Note]", notes), claim.player)
    claim = replace(claim, breaking=proof.breaking)
    return Strategy(game, claim, proof.symmetries, cast("dict[Position, Entry]", entries))
