"""The check of breaker certificates in the native core: the same steps, hundreds of times faster."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from zermelo import _native
from zermelo.errors import InputError, LimitError
from zermelo.model import Game, Player, Position, PositionalGame
from zermelo.model.automorphism import Permutation
from zermelo.strategy.check.breaker_certificate import Breach, BreakerResidual, BreakerResiduals, complaint, where
from zermelo.strategy.check.check_result import Broken, Holds, Result
from zermelo.strategy.check.entry_limits import TWICE, within_limits
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entries, Entry, Exchange, Pairing

BYTES = 200
"""Estimated memory of an entry on up to 64 cells."""


def check(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> Result:
    """As :func:`zermelo.strategy.check.breaker_certificate.check`."""
    started = time.monotonic()
    wrong = complaint(game, claim, symmetries)
    if wrong is not None:
        return Broken(claim, wrong)
    assert isinstance(game, PositionalGame)
    deadline = None if time_limit is None else started + time_limit
    native, count = _native_walk(game, claim, symmetries), 0
    for position, entry in within_limits(entries, deadline, memory_limit_mb, BYTES):
        if not _add(native, claim, position, entry):
            return Broken(claim, TWICE, seconds=time.monotonic() - started)
        count += 1
    seconds = math.inf if deadline is None else deadline - time.monotonic()
    end, why, one, two, line, positions, replies, arguments, longest = native.walk(*_start(game, claim), seconds)
    passed = time.monotonic() - started
    if end == "time":
        raise LimitError("time", "out of time before every reply was played")
    if end == "holds":
        return Holds(claim, positions, replies, arguments, longest, count - positions, passed)
    return Broken(claim, Breach(why, one, two).told(game, claim), *where(game, line), passed)


class Carriers:
    """The carriers of a valid certificate, for playing by it; InputError when the certificate is not valid."""

    def __init__(self, game: PositionalGame, claim: Claim, symmetries: Sequence[Permutation], entries: Entries) -> None:
        self._residues, self._claim = BreakerResiduals(game, claim, symmetries), claim
        self._native = _native_walk(game, claim, symmetries)
        for position, entry in entries:
            _add(self._native, claim, position, entry)
        if self._native.walk(*_start(game, claim), math.inf)[0] != "holds":
            raise InputError("a strategy that holds", advice="'zermelo check' shows where it breaks")

    def of(self, residue: BreakerResidual) -> int:
        """The carrier of a residual game that the certificate meets, with the opponent to move."""
        if not residue.lines:
            return 0
        key, turn = self._residues.key(residue)
        carrier: int = self._native.carrier(key.stones(self._claim.opponent), key.stones(self._claim.player))
        return self._residues.images.mask_back(carrier, turn)


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
    kind, pairs = "other", tuple[tuple[int, int], ...]()  # nothing that a mere breaker can use
    if isinstance(answer, Pairing | Exchange | Answers):
        kind, pairs = type(answer).__name__.lower(), answer.pairs
    elif isinstance(answer, int):
        kind, pairs = "move", ((answer, answer),)
    added: bool = native.add(position.stones(claim.opponent), position.stones(claim.player), kind, pairs)
    return added
