"""Tasks of playing: a position, a reply of an opponent, a hint, the values of all moves, and a review."""

from __future__ import annotations

import random
import time
from typing import Any

from zermelo.errors import InputError
from zermelo.model import Player
from zermelo.picture.move_shape import SIGNS
from zermelo.picture.threats import threats
from zermelo.play.evaluation import Evaluator
from zermelo.play.levels import THINK, LevelOpponent, level_named
from zermelo.play.opponents import Opponent, RandomOpponent, SearchOpponent
from zermelo.play.play import Play
from zermelo.play.review import review
from zermelo.play.variation import principal_variation
from zermelo.web.task_server import PageTask, TaskServer, Tell, address_of
from zermelo.web.view import called, view

VALUE_SECONDS, DEPTH_SECONDS, REVIEW_SECONDS = 5.0, 3.0, 10.0
HINT_SECONDS = 0.5
"""Seconds for the value of a move that has been chosen, which is known most of the time."""

LINE_SECONDS, WHOLE_LINE_SECONDS = 1.0, 15.0
"""Seconds for a move of the best line, and for all its moves."""

VALUES = {None: "draw", Player.BLACK: "winning", Player.WHITE: "losing"}
"""The value of a play for Black, by its winner."""

MOST_SECONDS = 30.0
"""The longest that an opponent may think."""


def view_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """A position."""
    address = address_of(request)
    return view(server.play(address), address)


def _opponent(play: Play, name: str, seconds: float) -> Opponent:
    seed = random.randrange(1 << 30)
    if name == "random":
        return RandomOpponent(seed)
    if name.startswith("level "):
        return LevelOpponent(play.game, level_named(name.removeprefix("level ")), max(seconds, THINK), seed)
    if name == "search":
        return SearchOpponent(Evaluator(play.game, seconds), seed)
    raise InputError("an opponent among search, level 1 to level 10, level perfect, random", found=repr(name[:40]))


def _going_on(play: Play) -> Play:
    if play.is_over:
        raise InputError("a play that goes on; this one is over")
    return play


def reply_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The position after the reply of an opponent."""
    address = address_of(request)
    play = _going_on(server.play(address))
    seconds = min(MOST_SECONDS, float(request.get("seconds", 1.0)))
    reply = _opponent(play, str(request.get("opponent", "search")), seconds).choose(play)
    name, shown = play.game.move_name(reply.move), called(play.game, play.position, reply.move)
    play.push(reply.move)
    return {"move": name, "shown": shown, "why": reply.why, "view": view(play, address.after([*address.moves, name]))}


def hint_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """A good move, the reason, and the position with that move and its value."""
    address = address_of(request)
    play = _going_on(server.play(address))
    evaluator = Evaluator(play.game, min(MOST_SECONDS, float(request.get("seconds", 2.0))))
    reply = SearchOpponent(evaluator).choose(play)
    found = evaluator.evaluate(play.game.step(play.position, reply.move), HINT_SECONDS)
    drawn = view(play, address, values={reply.move: found.word(play.to_move)})
    shown = called(play.game, play.position, reply.move)
    return {"move": play.game.move_name(reply.move), "shown": shown, "why": reply.why, "view": drawn}


def values_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The value of each move for the player to move, with the number of moves to the end where it is found in time."""
    address = address_of(request)
    play = _going_on(server.play(address))
    game, player, evaluator = play.game, play.to_move, Evaluator(play.game)
    found = evaluator.after(play.position, VALUE_SECONDS)
    values = {move: each.word(player) for move, each in found.items()}
    end = time.monotonic() + DEPTH_SECONDS
    depths = {}
    decided = [move for move, value in values.items() if value in ("winning", "losing")]
    for number, move in enumerate(decided):
        share = (end - time.monotonic()) / (len(decided) - number)
        winner = player if values[move] == "winning" else player.other
        after = game.step(play.position, move)
        if game.winner(after) is winner:  # a move more where the other player is stuck: that he finds out counts
            depths[move] = 1 + (game.goal_winner(after) is not winner)
        elif (fastest := evaluator.fastest(after, winner, None, share)) is not None and fastest.depth is not None:
            depths[move] = 1 + fastest.depth
    listed = [
        {"move": game.move_name(move), "value": value, "sign": SIGNS[value], "depth": depths.get(move)}
        for move, value in values.items()
    ]
    return {"values": listed, "view": view(play, address, values=values, depths=depths)}


def threats_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The threats of a position in words."""
    return {"told": threats_told(server.play(address_of(request)))}


def threats_told(play: Play) -> list[str]:
    """The threats of both players, one line each."""
    told = []
    game, names = play.game, play.game.board.names
    for missing, words in ((1, "wins at once with"), (2, "needs two more moves on")):
        for player in Player:
            found = [each for each in threats(game, play.position, missing) if each.player is player]
            shown = list(dict.fromkeys(" ".join(names(each.missing)) for each in found))
            if shown:
                more = ", …" if len(shown) > 6 else ""
                told.append(f"{game.called(player)} {words} {', '.join(shown[:6])}{more}.")
    return told


def review_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The first mistake of each player, or that there was none."""
    address = address_of(request)
    play = server.play(address)
    winner = play.winner
    players = [winner.other] if winner is not None else list(Player)
    told = list[dict[str, Any]]()
    for player in players:
        found = review(play, player, Evaluator(play.game), REVIEW_SECONDS / len(players))
        name = play.game.called(player)
        if found.slip is None:
            sure = f"{name} made no mistake: against the best play no move was better."
            told.append({"told": sure if found.complete else f"No mistake of {name} was found in the time for it."})
            continue
        slip = found.slip
        made, better = play.game.move_name(slip.move), play.game.move_name(slip.better)
        could = "win" if slip.lost == "win" else f"keep {play.game.called(player.other)} from winning"
        told.append({
            "told": f"With move {slip.number}, {made}, {name} gave the game away: {better} could still {could}.",
            "back": slip.number - 1, "move": made, "better": better,
        })  # fmt: skip
    return {"review": told, "names": address.moves}


def line_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The play in which nobody makes a mistake, as far as the search sees, and whether it sees who should win it."""
    play = _going_on(server.play(address_of(request)))
    should = Evaluator(play.game, LINE_SECONDS).evaluate(play.position).word(Player.BLACK)
    ended = principal_variation(play, seconds=LINE_SECONDS, whole=WHOLE_LINE_SECONDS)
    endless = "The play goes round in circles." if play.goes_round else "The line goes on: the time for it is up."
    told = play.result() if ended else endless
    if should != VALUES[play.winner]:
        told += " The search did not decide every move in its time: somebody may do better."
    return {"line": play.names, "told": told}


PLAY_TASKS: dict[str, PageTask] = {
    "view": view_task,
    "reply": reply_task,
    "hint": hint_task,
    "values": values_task,
    "threats": threats_task,
    "review": review_task,
    "line": line_task,
}
