"""Tasks of files: pictures, games, strategies and formulas to download; positions set up by hand; texts checked."""

from __future__ import annotations

import base64
import io
from typing import Any

from zermelo.encodings import encode
from zermelo.encodings.registry import fitting
from zermelo.errors import InputError, UnsupportedError
from zermelo.families import rule_sheet
from zermelo.formula import write_qcir, write_qdimacs
from zermelo.language import FORMATS, write_game
from zermelo.model import Game, Player, Position
from zermelo.picture.output import converted
from zermelo.picture.svg import Picture, svg
from zermelo.picture.threats import threats
from zermelo.questions import depth_in_play
from zermelo.solvers import SOLVERS
from zermelo.strategy.file import write_strategies
from zermelo.web.address import Address
from zermelo.web.task_server import PageTask, TaskServer, Tell, address_of
from zermelo.web.view import view

ORDER = ("hex", "pg", "bddl", "gdl", "graph")
"""Languages for a game, the plainest first."""

MOST_FILE = 24 << 20
"""Bytes of a file to download."""


def game_text(game: Game) -> tuple[str, str]:
    """The text of a game in the first language that can say it, and that language's suffix."""
    for form in ORDER:
        try:
            return write_game(game, form), FORMATS[form].suffixes[0]
        except UnsupportedError:
            continue
    raise UnsupportedError("a game that some language can say", found=game.kind, source=game.name)


def _text(server: TaskServer, address: Address) -> tuple[str, str]:
    play = server.play(address)
    if address.moves:
        return game_text(play.game.after(play.line))
    if address.text:
        return address.text, ".txt"
    sheet = rule_sheet(address.game)
    return (sheet, ".gdl") if sheet is not None else game_text(play.game)


def text_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The text of a game after its moves, for the editor."""
    text, suffix = _text(server, address_of(request))
    return {"text": text, "suffix": suffix}


def export_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """A file to download: its bytes in base64, and the end of its name."""
    address, kind = address_of(request), str(request["file"])
    play = server.play(address)
    if kind in ("svg", "png", "pdf"):
        last = (play.positions[-2], play.line[-1]) if play.line else None
        picture = svg(Picture(play.game, play.position, threats=threats(play.game, play.position), last=last))
        data = picture.encode() if kind == "svg" else converted(picture, kind)
        return _file(data, f".{kind}")
    if kind == "game":
        text, suffix = _text(server, address)
        return _file(text.encode(), suffix)
    if kind == "strategy":
        if not server.strategies:
            raise InputError("an answer with a strategy to save", found="none")
        written = io.StringIO()
        write_strategies(written, server.strategies[0].game, server.strategies)
        return _file(written.getvalue().encode(), ".strategy")
    if kind in ("qdimacs", "qcir"):
        encoded = _encoded(server, request)
        written = io.StringIO()
        if kind == "qdimacs":
            write_qdimacs(encoded.clauses()[0], written)
        else:
            write_qcir(encoded.circuit()[0], written)
        return _file(written.getvalue().encode(), f".{kind}")
    raise InputError("a file among svg, png, pdf, game, strategy, qdimacs, qcir", found=repr(kind[:40]))


def _file(data: bytes, suffix: str) -> dict[str, Any]:
    if len(data) > MOST_FILE:
        raise InputError(
            f"a file of at most {MOST_FILE >> 20} MB", found=f"{len(data) >> 20} MB",
            advice="the command line writes larger ones",
        )  # fmt: skip
    return {"data": base64.b64encode(data).decode(), "suffix": suffix}


def _encoded(server: TaskServer, request: dict[str, Any]) -> Any:
    play = server.play(address_of(request))
    game = play.game.after(play.line)
    depth = request.get("depth")
    depth = game.depth if depth is None else int(depth)
    if depth is None:
        raise InputError("a depth for the formula", found="none")
    return encode(game, depth_in_play(game, depth), request.get("encoding") or None)


def sizes_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The sizes of a formula; the encodings that fit the game, and the solvers that are installed."""
    play = server.play(address_of(request))
    game = play.game.after(play.line)
    names = [each.name for each in fitting(game)]
    solvers = [name for name, each in SOLVERS.items() if each.executable() is not None]
    found: dict[str, Any] = {"encodings": names, "solvers": solvers, "longest": game.complete_depth()}
    if request.get("depth") is None and game.depth is None:
        return found
    encoded = _encoded(server, request)
    sizes = encoded.clauses()[0].sizes()._asdict()
    return found | {"sizes": sizes, "encoding": encoded.encoding, "depth": encoded.depth,
                    "answer": encoded.answer, "why": encoded.why}  # fmt: skip


def setup_task(server: TaskServer, request: dict[str, Any], _: Tell) -> dict[str, Any]:
    """The text of a position that was set up by hand: the stones of both players, and who moves."""
    address = Address(request.get("game", ""), request.get("text", ""))
    game = server.game(address)
    if not view(server.play(address), address)["stones"]:
        raise InputError("a game in which stones stay where they are put", found=game.kind)
    black, white = (game.board.mask(request.get(each.value, [])) for each in Player)
    mover = Player(request.get("mover", "black"))
    ply = game.start.ply
    while game.player_at(ply) is not mover:
        ply += 1
    placed = game.at(Position(black, white, ply))
    text = game_text(placed)[0]
    made = Address(text=text)
    return {"text": text, "view": view(server.play(made), made)}


FILE_TASKS: dict[str, PageTask] = {
    "text": text_task,
    "export": export_task,
    "sizes": sizes_task,
    "setup": setup_task,
}
