"""What a verdict claims, as claims of strategies, and what is made of a check."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from zermelo.errors import DisagreementError
from zermelo.model import Game
from zermelo.strategy.check.plain import Broken, Holds, Result
from zermelo.strategy.check.section import check_section
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract.oracle import Clock
from zermelo.strategy.file import StrategyFile


class Extract(Protocol):
    """A way to a strategy, as :func:`~zermelo.strategy.extract.from_search.extract`."""

    def __call__(
        self,
        game: Game,
        claim: Claim,
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        watch: Callable[[int], None] | None = None,
    ) -> Strategy: ...


def confirmed(game: Game, result: Result, by: str, where: str = "") -> Holds:
    """The result of a check that every strategy passes; DisagreementError when this one breaks.

    Parameters
    ----------
    game, result
        The game, and what the checker says.
    by
        Who says that the claim is true.
    where
        The last words of the error, such as in which file the strategy is.
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
) -> list[Result]:
    """Check all claims of a strategy file; the parameters are those of :func:`check_section`."""
    clock = Clock(time_limit)
    with StrategyFile(path) as file:
        return [
            check_section(section, game, pure=pure, time_limit=clock.left, memory_limit_mb=memory_limit_mb)
            for section in file.sections()
        ]
