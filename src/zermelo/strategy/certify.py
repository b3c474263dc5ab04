"""What a verdict claims, as claims of strategies, and what is made of a check."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from zermelo.errors import DisagreementError
from zermelo.model import Game, GridGame, Player, PositionalGame, Rule
from zermelo.strategy.check import Broken, Holds, Result
from zermelo.strategy.checker import check_section
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.strategy.file import StrategyFile
from zermelo.strategy.oracle import Clock
from zermelo.verdict import Verdict


class Extract(Protocol):
    """A way to a strategy, as :func:`~zermelo.strategy.extract_search.extract`."""

    def __call__(
        self,
        game: Game,
        claim: Claim,
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        watch: Callable[[int], None] | None = None,
    ) -> Strategy: ...


def claims_of(game: Game, verdict: Verdict) -> list[Claim]:
    """What a verdict claims, each part of it something that a strategy can prove; none when it is open.

    A win and the depth below which there is none are two claims; so are the two halves of a draw. Where White wins by
    keeping Black from it, she holds for ever.

    >>> from zermelo.model import ConnectionGame
    >>> from zermelo.verdict import Query
    >>> verdict = Verdict("hex:3x3", Query(), outcome="black", won_depth=5, refuted_depth=4)
    >>> print(*claims_of(ConnectionGame.hex(3, 3), verdict), sep="; ")
    Black wins within 5; White holds for 4
    """
    query = verdict.query
    player = query.player
    if not verdict.known:
        return []
    if query.kind != "winner" and not verdict.answer:
        return [Claim(player.other, False, None if verdict.complete else verdict.refuted_depth)]
    if query.kind == "within":
        return [Claim(player, True, verdict.asked_depth if verdict.won_depth is None else verdict.won_depth)]
    if query.kind == "winner":
        if verdict.outcome == "draw":
            return [Claim(each, False) for each in Player]
        if verdict.outcome == Player.WHITE.value:
            return [Claim(Player.WHITE, _wins_by_itself(game))]
        player = Player.BLACK
    claims = [Claim(player, True, verdict.won_depth)]
    if verdict.refuted_depth:
        claims.append(Claim(player.other, False, verdict.refuted_depth))
    return claims


def _wins_by_itself(game: Game) -> bool:
    """Whether White wins by more than keeping Black from it."""
    return isinstance(game, GridGame) or (isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER)


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
