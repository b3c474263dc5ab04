"""A verdict made certain: the strategies behind all that it says, in a file, checked by the rules."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.model import Game, GridGame, Player, PositionalGame, Rule
from zermelo.strategy.check import Broken, Holds, Result
from zermelo.strategy.checker import check_section, checked
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract_search import extract
from zermelo.strategy.file import StrategyFile, write_strategies
from zermelo.strategy.oracle import Clock
from zermelo.verdict import Verdict, counted


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


MOMENT = 0.3
"""Seconds for strategies that nobody has asked for."""

FEW_CELLS, FEW_TURNS = 64, 36
"""The largest board for these, and the largest whose symmetries are looked for."""


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


def certify(
    game: Game,
    verdict: Verdict,
    path: str | os.PathLike[str],
    *,
    by: Extract = extract,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    watch: Callable[[str], None] | None = None,
) -> list[Holds]:
    """Extract the strategies behind a verdict, write them to a file, and check the file.

    The verdict gets the result: it is ``checked`` then, and its evidence says how.

    Parameters
    ----------
    game, verdict
        A game, and what is known of it; the verdict must not be open.
    path
        Where the strategies go, whole or not at all.
    by
        How the strategies are found; by default by search.
    time_limit, memory_limit_mb
        Seconds for all of it, and megabytes for each search.
    watch
        Called with a line about what is being done, now and then.

    Raises ``DisagreementError`` when there is no such strategy, ``LimitError`` when it is not found in time.
    """
    clock, found = Clock(time_limit), list[Strategy]()
    for claim in claims_of(game, verdict):
        told = (lambda count, claim=claim: watch(f"{claim}: {count} positions")) if watch else None
        found.append(by(game, claim, time_limit=clock.left, memory_limit_mb=memory_limit_mb, watch=told))
    write_strategies(path, game, found)
    results = check_file(path, time_limit=clock.left, memory_limit_mb=memory_limit_mb)
    held = [_held(game, verdict, result, f"; it is in {os.fspath(path)}") for result in results]
    verdict.checked, verdict.checked_part = True, None
    return held


def certify_quickly(
    game: Game, verdict: Verdict, seconds: float = MOMENT, memory_limit_mb: int | None = None
) -> list[Claim]:
    """Those claims of a verdict whose strategies are found and checked in a moment; nothing is written.

    The strategies are searched natively, for a small board only, so that no question takes longer by more than the
    moment. The evidence of the verdict says what was checked; whether that makes it checked is for the caller to say.

    Raises ``DisagreementError`` when the search contradicts the verdict, or its strategy breaks.

    >>> from zermelo.families import make
    >>> from zermelo.verdict import Query
    >>> verdict = Verdict("hex:3x3", Query("within", depth=5), answer=True, asked_depth=5)
    >>> print(*certify_quickly(make("hex:3x3"), verdict), *verdict.evidence, sep="; ")
    Black wins within 5; strategy checked: Black wins within 5 (2 positions, 0 replies)
    """
    clock, found = Clock(seconds), list[Claim]()
    if len(game.board) > FEW_CELLS:
        return found
    for claim in claims_of(game, verdict):
        try:
            symmetry = len(game.board) <= FEW_TURNS
            strategy = extract(game, claim, time_limit=clock.left, memory_limit_mb=memory_limit_mb, symmetry=symmetry)
            result = checked(
                game,
                strategy.claim,
                strategy.symmetries,
                strategy,
                time_limit=clock.left,
                memory_limit_mb=memory_limit_mb,
            )
        except (LimitError, UnsupportedError):
            continue
        _held(game, verdict, result)
        found.append(claim)
    return found


def _held(game: Game, verdict: Verdict, result: Result, where: str = "") -> Holds:
    """What the check of a strategy says, into the evidence; DisagreementError when that is not what was claimed."""
    held = confirmed(game, result, verdict.method, where)
    counts = f"{counted(held.positions, 'positions')}, {counted(held.replies, 'replies')}"
    verdict.evidence.append(f"strategy checked: {held.claim} ({counts})")
    return held


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
