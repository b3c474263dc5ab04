"""The claims of a verdict, as claims that strategies can prove."""

from __future__ import annotations

from zermelo.model import Game, GridGame, Player, PositionalGame, Rule, StateGame
from zermelo.strategy.claim import Claim
from zermelo.verdict import Verdict


def claims_of(game: Game, verdict: Verdict) -> list[Claim]:
    """The claims of a verdict, each of which a strategy can prove; none when it is open.

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
    """True if White wins by more than keeping Black from it."""
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_MAKER
    return isinstance(game, GridGame | StateGame)
