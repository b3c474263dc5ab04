"""The check of `breaking` in the native core: the same steps, hundreds of times faster."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from zermelo import _native
from zermelo.errors import LimitError
from zermelo.model import Game, Player, PositionalGame
from zermelo.model.automorphism import Permutation
from zermelo.strategy.breaking import Breach, complaint, where
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entries, Exchange, Pairing
from zermelo.strategy.result import Broken, Holds, Result

BYTES = 200
"""Memory for an entry, about, on up to 64 cells."""


def check(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> Result:
    """As :func:`zermelo.strategy.breaking.check`."""
    started = time.monotonic()
    wrong = complaint(game, claim, symmetries)
    if wrong is not None:
        return Broken(claim, wrong)
    assert isinstance(game, PositionalGame)
    black = claim.opponent is Player.BLACK
    native = _native.Breaking(len(game.board), list(game.winning_sets(claim.opponent)), symmetries, black)
    most = math.inf if memory_limit_mb is None else memory_limit_mb * 1e6 / BYTES
    count = 0
    for position, (answer, _) in entries:
        if isinstance(answer, Pairing | Exchange | Answers):
            kind, pairs = type(answer).__name__.lower(), answer.pairs
        elif isinstance(answer, int):
            kind, pairs = "move", ((answer, answer),)
        else:  # nothing that a mere breaker can use
            kind, pairs = "other", ()
        if not native.add(position.stones(claim.opponent), position.stones(claim.player), kind, pairs):
            return Broken(claim, "a position stands twice in the strategy", seconds=time.monotonic() - started)
        count += 1
        if count > most:
            raise LimitError("memory", f"more than {int(most)} positions; raise --memory-limit")
        if time_limit is not None and count % 256 == 0 and time.monotonic() > started + time_limit:
            raise LimitError("time", "out of time before the strategy was read")
    start = game.start
    seconds = math.inf if time_limit is None else time_limit - (time.monotonic() - started)
    end, why, one, two, line, positions, replies, arguments, longest = native.walk(
        start.stones(claim.opponent),
        game.board.full & ~(start.black | start.white),
        game.to_move(start) is claim.opponent,
        seconds,
    )
    passed = time.monotonic() - started
    if end == "time":
        raise LimitError("time", "out of time before every reply was played")
    if end == "holds":
        return Holds(claim, positions, replies, arguments, longest, count - positions, passed)
    return Broken(claim, Breach(why, one, two).told(game, claim), *where(game, line), passed)
