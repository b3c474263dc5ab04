"""Which lanes a question is asked in: the formulas that can answer it, and at which depths."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from zermelo.encodings import Asks
from zermelo.model import Game, Player
from zermelo.questions import Options, telling_depths
from zermelo.search.engines import Engine
from zermelo.solve.combination import ways
from zermelo.solve.duel import Duel, Known, Lane
from zermelo.solve.task import is_light

PATIENCE = 2.0
"""Seconds, at least, that are spent on the least depth of a win that is known."""


def within(game: Game, depth: int, options: Options, after: str | None = None) -> Duel:
    """Does Black win within the depth? The depth itself, whether White holds, and (lest it be much too large) less.

    Of a depth that no play exceeds the question is whether he wins at all, and on a large board that depth comes last.
    """
    complete = game.complete_depth()
    named = options.encoding is not None
    direct = _wins(game, [depth], options, after)
    held = _held(game, [depth] if named else _holding_depths(game, depth, options), options, after)
    less = _wins(game, [] if named else [k for k in telling_depths(game, depth) if k < depth], options, after)
    whole = complete is not None and depth >= complete
    lanes = [less, held, direct] if whole and not _is_easy(direct, depth) else [direct, held, less]
    return Duel(lanes, lambda known: known[Player.BLACK].within(depth) is not None)


def fastest(game: Game, most: int, options: Options) -> Duel:
    """The least depth of a win of Black: all depths in turn, by a search the largest at once; whether White holds."""
    depths = list(telling_depths(game, most))

    def done(known: dict[Player, Known]) -> bool:
        return all(known[Player.BLACK].within(depth) is not None for depth in depths)

    lanes = [_wins(game, depths, options), _held(game, _holding_depths(game, most, options), options)]
    direct = _wins(game, [most], options)
    if _is_searched(direct):  # a "no" there spares all depths, of which an endless game has thousands
        lanes.insert(1, direct)
    return Duel(lanes, done)


def winner(game: Game, most: int, options: Options, *, draws: bool, white_may_win: bool) -> Duel:
    """Who wins? Black's wins in turn of depths, and at once at all; whether White holds him; and White's wins.

    A win of Black is looked at for as long again: people want to know how fast it is.

    Parameters
    ----------
    game
        The game.
    most
        The largest depth to ask for.
    options
        Names of tools restrict what is tried.
    draws
        Whether the game can end without a winner: else who does not win loses.
    white_may_win
        Whether to ask for White's wins.
    """
    if options.checkpoint is not None:
        return _one_after_the_other(game, most, options, draws=draws, white_may_win=white_may_win)
    lanes = [_wins(game, telling_depths(game, most), options)]
    direct = _wins(game, [most], options)
    if _is_searched(direct) or (game.complete_depth() is not None and is_light(game, most)):
        lanes.insert(0 if _is_searched(direct) else 1, direct)
    lanes.append(_held(game, _holding_depths(game, most, options), options))
    if white_may_win:
        other = game.swapped()
        lanes.append(_wins(other, telling_depths(other, most), options, player=Player.WHITE))

    start, since = time.monotonic(), [0.0]

    def patience(known: dict[Player, Known]) -> float | None:
        if known[Player.BLACK].won is None:
            return None
        since[0] = since[0] or time.monotonic()
        return since[0] + max(PATIENCE, since[0] - start) - time.monotonic()

    def done(known: dict[Player, Known]) -> bool:
        black, white, left = known[Player.BLACK], known[Player.WHITE], patience(known)
        if left is not None:
            return left <= 0 or black.least(game) is not None
        if white.won is not None:
            return True
        return (black.never and white.never) if draws else (black.never or white.never)

    return Duel(lanes, done, patience)


def _one_after_the_other(game: Game, most: int, options: Options, *, draws: bool, white_may_win: bool) -> Duel:
    """Who wins? Whether Black wins at all, and then White, where that is another question; not how fast."""
    other = game.swapped()
    lanes = [_wins(game, [most], options)]
    if white_may_win:
        complete = other.complete_depth()
        lanes.append(_wins(other, [most if complete is None else complete], options, player=Player.WHITE))

    def done(known: dict[Player, Known]) -> bool:
        black, white = known[Player.BLACK], known[Player.WHITE]
        if black.won is not None or white.won is not None:
            return True
        return black.never and (white.never or not draws)

    return Duel(lanes, done)


def _is_easy(lane: Lane, depth: int) -> bool:
    """Whether the largest depth may be asked for at once: its formula is small, or a search needs none."""
    return is_light(lane.game, depth) or _is_searched(lane)


def _is_searched(lane: Lane) -> bool:
    return any(isinstance(way, Engine) for way in lane.combinations)


def _wins(
    game: Game, depths: Iterable[int], options: Options, after: str | None = None, player: Player = Player.BLACK
) -> Lane:
    return Lane(player, game, list(depths), ways(game, options), after=after)


def _holding_depths(game: Game, most: int, options: Options) -> list[int]:
    """From the start on, after one move, after two, …; first of all after the longest play, where that tells all.

    An encoding that was named is asked for the least depth.
    """
    complete, depths = game.complete_depth(), list(range(most + 1))
    tells_all = complete is not None and most >= complete and is_light(game, most) and options.encoding is None
    return [depths.pop(), *depths] if tells_all else depths


def _held(game: Game, depths: Sequence[int], options: Options, after: str | None = None) -> Lane:
    return Lane(Player.BLACK, game, depths, ways(game, options, Asks.WHITE_HOLDS), Asks.WHITE_HOLDS, after)
