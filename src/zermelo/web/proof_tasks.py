"""Tasks of answers and proofs: solving with progress, and walking the strategies that were found."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from zermelo.errors import InputError
from zermelo.model import Game
from zermelo.picture.svg import Picture, svg
from zermelo.play.follow import Follower, pairs_at
from zermelo.play.follow_formula import follower_for
from zermelo.play.play import Play
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.solving.journal import Event
from zermelo.strategy.entry import Argument, Packing, Sum
from zermelo.verdict import Proof, Query, Verdict
from zermelo.web.play_tasks import threats_told
from zermelo.web.task_server import PageTask, TaskServer, Tell, address_of
from zermelo.web.view import view
from zermelo.wording import counted

MOST_REPLIES = 400
"""Replies of a position that a walk shows."""

NICE = 5
"""The niceness of a worker that answers a question, so that clicks come first."""

JOBS = 2
"""Runs that an answer may have at a time."""


def solve_task(server: TaskServer, request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The answer to a question about a position; the strategies stay with this worker."""
    with suppress(OSError):
        os.nice(NICE)
    address = address_of(request)
    play = server.play(address)
    game = play.game.after(play.line)
    query = Query.about(
        game, request.get("kind"), request.get("player"), request.get("depth"),
        first_moves=bool(request.get("first_moves")),
    )  # fmt: skip
    named = {name: request[name] for name in ("encoding", "solver") if request.get(name)}
    options = Options(
        time_limit=float(request["seconds"]), memory_limit_mb=server.megabytes, jobs=JOBS,
        method="qbf" if named else str(request.get("method") or "auto"), **named,
    )  # fmt: skip

    def watch(event: Event) -> None:
        tell({"event": event.kind, "text": event.text, "run": event.run, "figures": _plain(event.figures)})

    verdict = solve(game, query, options, watch)
    server.strategies = list(verdict.strategies)
    server.followers = [follower_for(each) for each in server.strategies]
    server.base = address
    return answer_of(verdict, play, address, query)


def _plain(figures: dict[str, Any] | None) -> dict[str, Any] | None:
    """The figures of progress that the page shows."""
    if figures is None:
        return None
    left = figures.get("first_moves_left")
    return {
        "nodes": figures.get("nodes"),
        "speed": figures.get("speed"),
        "depth": figures.get("depth"),
        "left": len(left) if isinstance(left, list | tuple) else left,
    }


def answer_of(verdict: Verdict, play: Play, address: Any, query: Query) -> dict[str, Any]:
    """An answer as the page wants it."""
    game, position = play.game, play.position
    values: dict[Any, str] = {}
    if verdict.first_move is not None and not play.is_over:
        values = {game.find_move(verdict.first_move, position): "winning"}
    table, signs = _first_moves(verdict, game)
    values |= {game.find_move(name, position): value for name, value in table.items()}
    last = (play.positions[-2], play.line[-1]) if play.line else None
    title = f"+ a winning move: {verdict.first_move}" if verdict.first_move and not table else ""
    asked, proof = str(query), verdict.proof
    return {
        "sentence": verdict.sentence(),
        "question": asked[:1].upper() + asked[1:],
        "known": verdict.known,
        "outcome": verdict.outcome,
        "answer": verdict.answer,
        "first_move": verdict.first_move,
        "first_moves": table or None,
        "signs": signs,
        "checked": verdict.checked,
        "checked_part": verdict.checked_part,
        "positions": 0 if proof is None else proof.positions,
        "replies": 0 if proof is None else proof.replies,
        "by": "" if proof is None else _checked_by(proof),
        "method": verdict.method,
        "evidence": list(verdict.evidence),
        "notes": list(verdict.notes),
        "seconds": round(verdict.seconds, 2),
        "svg": svg(Picture(game, position, values, last=last, title=title)),
        "claims": [
            {
                "told": each.told,
                "player": each.claim.player.value,
                "wins": each.claim.wins,
                "entries": counted(len(each), "entries"),
            }
            for each in verdict.strategies
        ],
        "view": view(play, address, values=values),
    }


def _first_moves(verdict: Verdict, game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """First moves with their values for the player who was asked for, and those values in words; empty if not asked."""
    player, depth = verdict.query.player, verdict.moves_depth
    mine, within = game.called(player), "" if depth is None else f" within {depth}"
    if verdict.first_move_outcomes and verdict.query.kind == "winner":
        names: dict[Any, str] = {"win": "winning", "draw": "draw", "loss": "losing", None: "open"}
        table: dict[str, Any] = verdict.first_move_outcomes
        told = [f"{mine} wins", "a draw", f"{game.called(player.other)} wins", "open"]
    else:
        names = {True: "winning", False: "losing", None: "open"}
        table = verdict.first_moves or {}
        told = [f"{mine} wins{within}", f"{mine} does not win{within}", "open"]
    values = {name: names[value] for name, value in table.items()}
    return values, dict(zip(names.values(), told, strict=True)) if values else {}


def _checked_by(proof: Proof) -> str:
    """The check of an answer in words."""
    if proof.derived:
        return f"deriving {counted(proof.positions, 'facts')}, each by the rules"
    return f"playing {counted(proof.replies, 'replies')} against strategies of {counted(proof.positions, 'positions')}"


def walk_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """A position that a play by a strategy reaches: its move with the reason, or the replies with its answers.

    The moves of the request go on from those of the question; the strategy is the one of that number.
    """
    address = address_of(request)
    number = int(request.get("claim", 0))
    if not 0 <= number < len(server.followers):
        raise InputError("a claim of this answer", found=str(number))
    follower, base = server.followers[number], len(server.base.moves)
    whole = server.play(address)
    if list(address.moves[:base]) != list(server.base.moves):
        raise InputError("a line that begins with the moves of the question")
    play = Play(follower.game, whole.line[base:])
    reply = follower.reply(play) if not play.is_over else None
    mine = play.to_move is follower.player
    pairs = pairs_at([follower], play)
    values = {} if reply is None else {reply.move: "winning"}
    return {
        "claim": follower.strategy.told,
        "player": follower.player.value,
        "mine": mine,
        "over": play.is_over,
        "told": play.result() if play.is_over else _told(play, follower, reply, pairs),
        "move": None if reply is None else play.game.move_name(reply.move),
        "why": None if reply is None else reply.why,
        "pairs": [[play.game.board.cells[cell] for cell in pair] for pair in pairs],
        "replies": [] if mine or play.is_over else _replies(play, follower),
        "threats": threats_told(play),
        "view": view(whole, address, values=values, pairs=pairs),
    }


def _told(play: Play, follower: Follower, reply: Any, pairs: Any) -> str:
    """The place in one sentence."""
    name = play.game.called(play.to_move)
    if reply is not None:
        why = reason(reply.why, follower) or f"the strategy says so: {follower.strategy.told}"
        return f"{name} plays {play.game.move_name(reply.move)}: {why}."
    if play.to_move is follower.player:
        return f"{name} needs no stored move here: the claim is settled, or the play has left the strategy."
    inside = " Any move inside a pair is answered by the other cell of the pair." if pairs else ""
    return f"{name} may play anything.{inside}"


def reason(why: str, follower: Follower) -> str:
    """The reason of a move without the claim behind it; empty where it is only that the strategy says so."""
    said = (follower.strategy.told, str(follower.strategy.claim))
    return "" if why.endswith(said) and ": " in why else why


def _replies(play: Play, follower: Follower) -> list[dict[str, Any]]:
    """The replies of the other player, each with the answer of the strategy."""
    found = []
    game = play.game
    for move in play.legal[:MOST_REPLIES]:
        after = Play(game, [*play.line, move])
        answer = None if after.is_over else follower.reply(after)
        stored = None if after.is_over or after.to_move is not follower.player else _kind(follower, after)
        found.append({
            "move": game.move_name(move),
            "answer": None if answer is None else game.move_name(answer.move),
            "why": None if answer is None else reason(answer.why, follower),
            "end": after.result() if after.is_over else None,
            "argument": stored,
        })  # fmt: skip
    return found


def _kind(follower: Follower, play: Play) -> str | None:
    """The argument that settles a position, in a word; None where the strategy goes on move by move."""
    if follower.strategy.claim.derived or follower.strategy.claim.breaking:
        return None
    stored = follower.stored(play.position)
    return type(stored).__name__.lower() if isinstance(stored, Argument | Packing | Sum) else None


PROOF_TASKS: dict[str, PageTask] = {"solve": solve_task, "walk": walk_task}
