"""The lanes of a question: the formulas that can answer it, and at which depths they are asked."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from zermelo.encodings import Asks
from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame, Rule, StateGame
from zermelo.questions import MOST_DEPTH, Options, telling_depths
from zermelo.solving.bounds import Bounds
from zermelo.solving.combination import portfolio
from zermelo.solving.duel import Duel, Lane
from zermelo.solving.question import Question
from zermelo.solving.task import is_light

PATIENCE = 2.0
"""Seconds, at least, that are spent on the least depth of a win that is known."""


def plan(question: Question, bounds: Bounds, options: Options) -> Duel:
    """The plan of a question on the game that it is about.

    Parameters
    ----------
    question
        The question.
    bounds
        The findings about the game; new ones go there.
    options
        The tools that are named; others are not tried.
    """
    game, player = question.game, question.player
    if question.query.kind == "winner":
        return winner(bounds, options)
    most = MOST_DEPTH if question.depth is None else min(question.depth, MOST_DEPTH)
    longest = game.complete_depth()
    most = most if longest is None else min(most, longest)
    if question.query.kind == "within":
        return within(bounds, player, most, options)
    return fastest(bounds, player, most, options, question)


def asked_of(game: Game, player: Player) -> Game | None:
    """The game in which a player is Black, for the formulas; None where the colours cannot be exchanged."""
    if player is Player.BLACK:
        return game
    return game.swapped() if wins_by_itself(game) else None


def wins_by_itself(game: Game) -> bool:
    """True if White has something of her own to complete: a mere breaker has not, nor White on a graph."""
    if isinstance(game, ConnectionGame):
        return game.is_hex
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_MAKER
    return isinstance(game, GridGame | StateGame)


def within(bounds: Bounds, player: Player, depth: int, options: Options, after: str | None = None) -> Duel:
    """The plan of "does he win within the depth?": the depth, his being held, and smaller depths.

    Of a depth that no play exceeds the question is whether he wins at all, and on a large board that depth comes last.

    Parameters
    ----------
    bounds
        The findings about the game; new ones go there.
    player
        The player whose win is asked about.
    depth
        In moves of both players.
    options
        The tools that are named; others are not tried.
    after
        The name of the first move that led to this game, where it is not the one that was asked about.
    """
    game = asked_of(bounds.game, player)
    lanes = [] if game is None else _within(game, player, depth, options, after)
    if game is None and depth >= (bounds.longest or depth + 1):  # who never wins is beaten by the breaker
        lanes = _within(bounds.game, Player.BLACK, depth, options, after)
    return Duel(bounds, lanes, lambda known: known.within(player, depth) is not None)


def _within(game: Game, player: Player, depth: int, options: Options, after: str | None) -> list[Lane]:
    longest, named = game.complete_depth(), options.encoding is not None
    direct = _wins(game, player, [depth], options, after)
    held = _held(game, player, [depth] if named else _holding_depths(game, depth, options), options, after)
    depths = [] if named else [k for k in telling_depths(game, depth) if k < depth]
    less = _wins(game, player, depths, options, after)
    whole = longest is not None and depth >= longest
    return [less, held, direct] if whole and not is_light(game, depth) else [direct, held, less]


def fastest(bounds: Bounds, player: Player, most: int, options: Options, question: Question) -> Duel:
    """The plan of "how fast does he win?": all depths in turn, and his being held.

    Parameters
    ----------
    bounds
        The findings about the game; new ones go there.
    player
        The player whose win is asked about.
    most
        The largest depth to ask about, in moves of both players.
    options
        The tools that are named; others are not tried.
    question
        The question, which tells when it is answered.
    """
    game = asked_of(bounds.game, player)
    lanes = []
    if game is not None:
        depths = list(telling_depths(game, most))
        lanes = [
            _wins(game, player, depths, options),
            _held(game, player, _holding_depths(game, most, options), options),
        ]
    return Duel(bounds, lanes, question.answered)


def winner(bounds: Bounds, options: Options) -> Duel:
    """The plan of "who wins?": Black's wins in turn of depths, and at all; White's holding; White's wins.

    A win of Black is looked at for as long again: people want to know how fast it is.
    """
    game = bounds.game
    most = MOST_DEPTH if bounds.longest is None else bounds.longest
    lanes = [_wins(game, Player.BLACK, telling_depths(game, most), options)]
    if bounds.longest is not None and is_light(game, most):
        lanes.append(_wins(game, Player.BLACK, [most], options))
    lanes.append(_held(game, Player.BLACK, _holding_depths(game, most, options), options))
    other = asked_of(game, Player.WHITE)
    if other is not None:
        lanes.append(_wins(other, Player.WHITE, telling_depths(other, most), options))
        if bounds.can_draw:
            lanes.append(_held(other, Player.WHITE, _holding_depths(other, most, options), options))

    start, since = time.monotonic(), [0.0]

    def patience(known: Bounds) -> float | None:
        if not known.within(Player.BLACK):
            return None
        since[0] = since[0] or time.monotonic()
        return since[0] + max(PATIENCE, since[0] - start) - time.monotonic()

    def done(known: Bounds) -> bool:
        left = patience(known)
        if left is not None:
            return left <= 0 or known.least(Player.BLACK) is not None
        return known.outcome is not None

    return Duel(bounds, lanes, done, patience)


def plain(bounds: Bounds, player: Player, depth: int, options: Options) -> Duel:
    """The plan of one depth for formulas without a preprocessor, which keep their names of variables.

    Parameters
    ----------
    bounds
        Bounds of the game. The plan has its own, so that it asks even when these answer.
    player
        The player whose win is asked about; White only where the colours can be exchanged.
    depth
        In moves of both players.
    options
        The tools that are named; others are not tried.
    """
    game = asked_of(bounds.game, player)
    assert game is not None
    combinations = list({each.plain().label: each.plain() for each in portfolio(game, options)}.values())
    fresh = Bounds(bounds.game)
    return Duel(
        fresh,
        [Lane(player, game, [depth], combinations)],
        lambda known: any(each.route == "formula" for each in known),
    )


def _wins(game: Game, player: Player, depths: Iterable[int], options: Options, after: str | None = None) -> Lane:
    return Lane(player, game, list(depths), portfolio(game, options), after=after)


def _holding_depths(game: Game, most: int, options: Options) -> list[int]:
    """From the start on, after one move, after two, …; first of all after the longest play, where that tells all.

    An encoding that was named is asked for the least depth.
    """
    complete, depths = game.complete_depth(), list(range(most + 1))
    tells_all = complete is not None and most >= complete and is_light(game, most) and options.encoding is None
    return [depths.pop(), *depths] if tells_all else depths


def _held(game: Game, player: Player, depths: Sequence[int], options: Options, after: str | None = None) -> Lane:
    return Lane(player, game, depths, portfolio(game, options, Asks.WHITE_HOLDS), Asks.WHITE_HOLDS, after)
