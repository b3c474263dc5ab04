"""The check of derivations in the native core: the same steps, hundreds of times faster."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from zermelo import _native
from zermelo.errors import LimitError
from zermelo.model import ConnectionGame, Game
from zermelo.model.automorphism import Permutation
from zermelo.strategy.check.check_result import Broken, Result
from zermelo.strategy.check.connection_fact import Borders, ConnectionFact, holds, misfit, own_borders, told, unfit
from zermelo.strategy.check.derivation import RULES
from zermelo.strategy.check.entry_limits import invalid_symmetry, within_limits, within_memory
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Deduction, Entries

BYTES = 200
"""Estimated memory of a line on up to 64 cells."""


def check(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> Result:
    """As :func:`zermelo.strategy.check.derivation.check`."""
    started = time.monotonic()
    wrong = unfit(game, claim) or invalid_symmetry(game, symmetries)
    if wrong is not None:
        return Broken(claim, wrong)
    deadline = None if time_limit is None else started + time_limit
    lines = getattr(entries, "native", None)
    if isinstance(lines, _native.Deductions):
        within_memory(len(lines), memory_limit_mb, BYTES)
        return _checked(game, claim, symmetries, lines, started, deadline)
    lines = _native.Deductions()
    for number, (position, entry) in enumerate(within_limits(entries, deadline, memory_limit_mb, BYTES)):
        answer = entry.answer
        if position.black != number or not isinstance(answer, Deduction):
            return Broken(claim, f"line {number + 1} is no deduction")
        try:
            lines.add(*answer)
        except (TypeError, ValueError):
            return Broken(claim, told(number, "rule" if answer.rule not in RULES else "numbers"))
    return _checked(game, claim, symmetries, lines, started, deadline)


def _checked(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    lines: _native.Deductions,
    started: float,
    deadline: float | None,
) -> Result:
    assert isinstance(game, ConnectionGame)
    cells, start = len(game.board), game.start
    own_pair, other_pair = (_pair(own_borders(game, player)) for player in (claim.player, claim.opponent))
    restricted = start.ply == 0 and game.first_moves is not None
    late, why, line, stones, carrier, whole, fits, own, theirs, used, parts, arguments = _native.check_derivation(
        cells,
        game.neighbours,
        own_pair,
        other_pair,
        symmetries,
        [game.player_at(start.ply + ply) is claim.player for ply in range(cells + 1)],
        sum(1 << cell for cell in game.legal(start)) if restricted else None,
        lines,
        math.inf if deadline is None else deadline - time.monotonic(),
    )
    if late:
        raise LimitError("time", "out of time before every line was checked")
    wrong = told(line, why) if why else None
    if wrong is None:
        fact = ConnectionFact(stones, carrier, None, own, theirs) if len(lines) else None
        wrong = misfit(game, claim, len(lines), fact, whole, fits)
    passed = time.monotonic() - started
    if wrong is not None:
        return Broken(claim, wrong, seconds=passed)
    return holds(game, claim, own, len(lines), used, parts, arguments, passed)


def _pair(borders: Borders | None) -> tuple[int, int] | None:
    return None if borders is None else (borders.source, borders.target)
