"""Outlines: of a breaker's strategy the answers alone, a small part of the file from which the rest is soon found.

Nearly all entries of a breaker certificate are pairings at the ends of the plays. To find a pairing again takes less
than a millisecond; what took hours is her answers, of which there are few. So a proof of a hard game may be kept as its
outline, and be completed, and checked, by whoever wants to see it.
"""

from __future__ import annotations

from dataclasses import replace

from zermelo import _native
from zermelo.errors import DisagreementError, InputError, LimitError, UnsupportedError
from zermelo.model import PositionalGame
from zermelo.model.symmetry import group_of
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Watch
from zermelo.search.session import Limits
from zermelo.strategy.check.driver import invalid_symmetry, what_counts
from zermelo.strategy.entry import Answers, Strategy
from zermelo.strategy.extract.from_search import strategy_of


def outline(strategy: Strategy) -> Strategy:
    """The answers of a breaker's strategy, which prove nothing until they are completed.

    Parameters
    ----------
    strategy
        A strategy of a mere breaker.

    Raises ``UnsupportedError`` for any other strategy.

    >>> import zermelo
    >>> whole = zermelo.solve("httt:snaky,board=7x7,mb").strategy
    >>> few = outline(whole)
    >>> len(few.entries) < len(whole.entries), complete(few)
    (True, <Strategy for httt:snaky,board=7x7,kind=mb: White holds for ever, 40 entries>)
    """
    if not strategy.claim.breaking:
        raise UnsupportedError("an outline is of a player who merely breaks winning sets; this strategy says more")
    return replace(strategy, entries={key: entry for key, entry in strategy if _kept(entry.answer)})


def _kept(answer: object) -> bool:
    return isinstance(answer, int | Answers)


def complete(
    outlined: Strategy,
    *,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    watch: Watch | None = None,
) -> Strategy:
    """The whole strategy of an outline; it is to be checked like any other.

    Parameters
    ----------
    outlined
        An outline, of this version or another, whole or not: an answer that is missing is searched.
    time_limit, memory_limit_mb
        Seconds and megabytes of the search; None for no limit.
    watch
        Told now and then how far it is.

    Raises ``LimitError`` where a limit ends it, ``InputError`` where the claim is false or an answer loses,
    ``UnsupportedError`` where it is no outline, or of a board that is too large.
    """
    game, claim = outlined.game, outlined.claim
    if not claim.breaking or not isinstance(game, PositionalGame) or len(game.board) > _native.MAX_CELLS:
        raise UnsupportedError("an outline is of a player who merely breaks winning sets")
    said = set(outlined.symmetries)
    if invalid_symmetry(what_counts(game, claim), outlined.symmetries) or group_of(sorted(said), len(said)) is None:
        raise UnsupportedError("the outline has symmetries that the game has not, or that are no group")
    notes = _native.Notes(len(game.board))
    for position, entry in outlined:
        if isinstance(entry.answer, Answers):
            answers = [cell for pair in entry.answer.pairs for cell in pair]
            notes.add(position.black, position.white, None, None, "answers", answers)
        elif isinstance(entry.answer, int):
            notes.add(position.black, position.white, None, None, "move", [entry.answer])
    if time_limit == 0:
        raise LimitError("time", "out of time")
    limits = Limits(time_limit, memory_limit_mb)
    try:
        proof = PositionalSession(game).complete(claim.player, claim.wins, notes, outlined.symmetries, limits, watch)
    except DisagreementError as error:
        raise InputError("an outline that can be completed", found="a false claim, or an answer that loses") from error
    return strategy_of(game, claim, proof)
