"""The check of breaker certificates in the native core: the same steps, hundreds of times faster."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo import _native
from zermelo.errors import InputError, LimitError
from zermelo.model import Game, Player, Position, PositionalGame
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.breaker_certificate import Breach, BreakerResidual, BreakerResiduals, unfit, where
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.driver import TWICE, Break, CheckLimits
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entries, Entry, Exchange, Pairing

BYTES = 200
"""Estimated memory of an entry on up to 64 cells."""


def verify(game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits) -> Holds:
    """The native checker of breaker certificates.

    Parameters and errors as of :class:`.driver.Checker`.
    """
    wrong = unfit(game, claim)
    if wrong is not None:
        raise Break(wrong)
    assert isinstance(game, PositionalGame)
    native = _native_walk(game, claim, symmetries)
    count = _load(native, claim, entries, limits)
    end, why, one, two, line, positions, replies, arguments, longest = native.walk(*_start(game, claim), limits.seconds)
    if end == "time":
        raise LimitError("time", "out of time before every reply was played")
    if end != "holds":
        raise Break(Breach(why, one, two).told(game, claim), *where(game, line))
    return Holds(claim, positions, replies, arguments, longest, count - positions)


def _load(native: _native.Breaking, claim: Claim, entries: Entries, limits: CheckLimits) -> int:
    """Read the entries; their number."""
    notes = limits.notes(entries, BYTES)
    if notes is not None:
        if not native.add_notes(notes, claim.opponent is Player.BLACK):
            raise Break(TWICE)
        return len(notes)
    count = 0
    for position, entry in limits.entries(entries, BYTES):
        if not _add(native, claim, position, entry):
            raise Break(TWICE)
        count += 1
    return count


class Carriers:
    """The carriers of a valid certificate, to play by it; InputError when the certificate is not valid."""

    def __init__(self, game: PositionalGame, claim: Claim, symmetries: Sequence[Permutation], entries: Entries) -> None:
        self._residuals, self._claim = BreakerResiduals(game, claim, CanonicalPositions(game, symmetries)), claim
        self._native = _native_walk(game, claim, symmetries)
        for position, entry in entries:
            _add(self._native, claim, position, entry)
        if self._native.walk(*_start(game, claim), math.inf)[0] != "holds":
            raise InputError("a strategy that holds", advice="'zermelo check' shows where it breaks")

    def of(self, residual: BreakerResidual) -> int:
        """The carrier of a residual game that the certificate meets, with the opponent to move."""
        if not residual.lines:
            return 0
        key, turn = self._residuals.key(residual)
        carrier: int = self._native.carrier(key.stones(self._claim.opponent), key.stones(self._claim.player))
        return self._residuals.images.mask_back(carrier, turn)


def _native_walk(game: PositionalGame, claim: Claim, symmetries: Sequence[Permutation]) -> _native.Breaking:
    sets = list(game.winning_sets(claim.opponent))
    return _native.Breaking(len(game.board), sets, symmetries, claim.opponent is Player.BLACK)


def _start(game: PositionalGame, claim: Claim) -> tuple[int, int, bool]:
    """The opponent's stones, the open cells, and True if he is to move."""
    start = game.start
    free = game.board.full & ~(start.black | start.white)
    return start.stones(claim.opponent), free, game.mover(start) is claim.opponent


def _add(native: _native.Breaking, claim: Claim, position: Position, entry: Entry) -> bool:
    """Add an entry; False when its position occurs twice."""
    answer = entry.answer
    kind, pairs = "other", tuple[tuple[int, int], ...]()  # nothing that a breaker certificate can use
    if isinstance(answer, Pairing | Exchange | Answers):
        kind, pairs = type(answer).__name__.lower(), answer.pairs
    elif isinstance(answer, int):
        kind, pairs = "move", ((answer, answer),)
    added: bool = native.add(position.stones(claim.opponent), position.stones(claim.player), kind, pairs)
    return added
