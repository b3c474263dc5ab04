"""The check of derivations in the native core: the same steps, hundreds of times faster."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo import _native
from zermelo.errors import LimitError
from zermelo.model import ConnectionGame, Game, PositionalGame
from zermelo.model.automorphism import Permutation
from zermelo.strategy.check import derivation
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.derived_fact import (
    Borders,
    DerivedFact,
    holds,
    is_race,
    misfit,
    own_borders,
    told,
    too_far,
    unfit,
    winning_sets,
)
from zermelo.strategy.check.driver import Break, CheckLimits
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Deduction, Entries

BYTES = 200
"""Estimated memory of a line on up to 64 cells."""


def verify(game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits) -> Holds:
    """The native checker of derivations.

    Parameters and errors as of :class:`.driver.Checker`.
    """
    wrong = unfit(game, claim)
    if wrong is not None:
        raise Break(wrong)
    assert isinstance(game, ConnectionGame | PositionalGame)
    lines = _lines(entries, limits)
    if is_race(game):
        assert isinstance(game, PositionalGame)
        return _race(game, claim, symmetries, lines, limits)
    cells, start = len(game.board), game.start
    own_pair, other_pair = (_pair(own_borders(game, player)) for player in (claim.player, claim.opponent))
    late, why, line, stones, carrier, whole, fits, own, theirs, used, parts, arguments = _native.check_derivation(
        cells,
        game.neighbours if isinstance(game, ConnectionGame) else [0] * cells,
        winning_sets(game, claim.player),
        own_pair,
        other_pair,
        symmetries,
        [game.player_at(start.ply + ply) is claim.player for ply in range(cells + 1)],
        _restricted(game),
        lines,
        limits.seconds,
    )
    _refuse(line, why, late=late)
    fact = DerivedFact(stones, carrier, None, own, theirs) if len(lines) else None
    wrong = misfit(game, claim, len(lines), fact, whole, fits)
    if wrong is not None:
        raise Break(wrong)
    return holds(game, claim, own, len(lines), used, parts, arguments)


def _race(
    game: PositionalGame,
    claim: Claim,
    symmetries: Sequence[Permutation],
    lines: _native.Deductions,
    limits: CheckLimits,
) -> Holds:
    """The check of a maker-maker game."""
    start = game.start
    late, why, line, stones, carrier, fits, further, own, used, parts, arguments = _native.check_race_derivation(
        len(game.board),
        game.winning_sets(claim.player),
        game.winning_sets(claim.opponent),
        symmetries,
        start.stones(claim.opponent),
        game.mover(start) is claim.player,
        _restricted(game),
        lines,
        limits.seconds,
    )
    _refuse(line, why, late=late)
    fact = DerivedFact(stones, carrier, None, own) if len(lines) else None
    wrong = misfit(game, claim, len(lines), fact, whole=True, fits=fits) or (
        too_far(claim, len(lines)) if further else None
    )
    if wrong is not None:
        raise Break(wrong)
    return holds(game, claim, own, len(lines), used, parts, arguments)


def _restricted(game: ConnectionGame | PositionalGame) -> int | None:
    """The cells for the first stone; None where it may be on any."""
    return sum(1 << cell for cell in game.legal(game.start)) if game.is_restricted else None


def _refuse(line: int, why: str, *, late: bool) -> None:
    """Raise what ended a check before all lines were valid, if anything did."""
    if late:
        raise LimitError("time", "out of time before every line was checked")
    if why:
        raise Break(told(line, why))


def _lines(entries: Entries, limits: CheckLimits) -> _native.Deductions:
    """The lines of a derivation in the core."""
    native = getattr(entries, "native", None)
    if isinstance(native, _native.Deductions):
        limits.admit(len(native), BYTES)
        return native
    lines = _native.Deductions()
    for number, (position, entry) in enumerate(limits.entries(entries, BYTES)):
        answer = entry.answer
        if position.black != number or not isinstance(answer, Deduction):
            raise Break(f"line {number + 1} is no deduction")
        try:
            lines.add(*answer)
        except (TypeError, ValueError):
            raise Break(told(number, "rule" if answer.rule not in derivation.RULES else "numbers")) from None
    return lines


def _pair(borders: Borders | None) -> tuple[int, int] | None:
    return None if borders is None else (borders.source, borders.target)
