"""Check of strategy files, and the error for a strategy that breaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from zermelo.errors import DisagreementError
from zermelo.model import Game
from zermelo.strategy.check.plain import Broken, CheckResult, Holds
from zermelo.strategy.check.section import check_section
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract.oracle import Clock
from zermelo.strategy.file import StrategyFile


class Extract(Protocol):
    """The signature of functions such as :func:`~zermelo.strategy.extract.from_search.extract`."""

    def __call__(
        self,
        game: Game,
        claim: Claim,
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        watch: Callable[[int], None] | None = None,
    ) -> Strategy: ...


def confirmed(game: Game, result: CheckResult, by: str, where: str = "") -> Holds:
    """The result of a check that must hold; DisagreementError when the strategy breaks.

    Parameters
    ----------
    game, result
        The game, and the result of the checker.
    by
        The source of the claim, such as "the search".
    where
        The end of the error message, such as the file of the strategy.
    """
    if isinstance(result, Broken):
        line = " ".join(map(game.move_name, result.line)) or "no move"
        claim = result.claim.told(game.called(result.claim.player))
        raise DisagreementError(
            f"{game.name}: {by} says that {claim}, but its strategy breaks after {line}: {result.why}{where}"
        )
    return result


def check_file(
    path: str | os.PathLike[str],
    game: Game | None = None,
    *,
    pure: bool = False,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> list[CheckResult]:
    """Check all claims of a strategy file; the parameters are those of :func:`check_section`."""
    clock = Clock(time_limit)
    with StrategyFile(path) as file:
        return [
            check_section(section, game, pure=pure, time_limit=clock.left, memory_limit_mb=memory_limit_mb)
            for section in file.sections()
        ]
