"""The side of a worker: it reads requests, one JSON object a line, does them, and tells what happens.

    {"task": "view", "game": "hex:3x3", "text": "", "moves": ["b2"]}     from the server
    {"event": "progress", …}                                             any number of them
    {"result": {…}}  or  {"error": "…", "line": 3, "column": 7}          the last line

A text of a request is read by the languages of games or as a family's expression, and never as the name of a file.
"""

from __future__ import annotations

import json
import socket
from collections import OrderedDict
from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any

from zermelo.errors import InputError, LimitError, MissingToolError, ZermeloError
from zermelo.families import make
from zermelo.language import read_game_text
from zermelo.model import Game
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.strategy.entry import Strategy
from zermelo.web.address import Address

KEPT = 8
"""Games that a worker keeps."""

SOURCE = "your game"
"""The name of a text in errors, and of its game."""

Tell = Callable[[dict[str, Any]], None]
PageTask = Callable[["TaskServer", dict[str, Any], Tell], dict[str, Any]]


class TaskServer:
    """A worker: the games that it has read, and the strategies that it has found.

    Parameters
    ----------
    connection
        The socket to the server.
    megabytes
        Memory for the tables of a search.
    tasks
        All that it can do, by name.
    """

    def __init__(self, connection: socket.socket, megabytes: int, tasks: Mapping[str, PageTask]) -> None:
        self.connection, self.megabytes, self._tasks = connection, megabytes, tasks
        self._games: OrderedDict[tuple[str, str], Game] = OrderedDict()
        self._last: tuple[Address, Play] | None = None
        """The play before, whose moves need not be read again."""
        self.strategies: list[Strategy] = []
        """Those of the answer that this worker has found."""
        self.base = Address()
        """The game and moves that they are about."""
        self.followers: list[Follower] = []
        """The strategies at work."""

    def serve(self) -> None:
        """Do what comes, until the server closes the connection."""
        with self.connection.makefile("rb") as lines:
            for line in lines:
                reply = self.answer(json.loads(line))
                self._send(reply)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The last line of the reply to a request."""
        try:
            return {"result": self._tasks[request["task"]](self, request, self._send)}
        except InputError as error:
            return {"error": _told(error), "line": error.line, "column": error.column}
        except LimitError as error:
            return {"error": str(error), "limit": error.reason}
        except MissingToolError as error:
            return {"error": str(error), "limit": "missing"}
        except MemoryError:
            return {"error": "out of memory", "limit": "memory"}
        except RecursionError:
            return {"error": "the text nests too deeply"}
        except ZermeloError as error:
            return {"error": f"internal error: {error}", "internal": True}
        except Exception as error:  # noqa: BLE001  # a bug: the page says so, and the server goes on
            return {"error": f"internal error: {type(error).__name__}: {error}", "internal": True}

    def _send(self, message: dict[str, Any]) -> None:
        self.connection.sendall(json.dumps(message).encode() + b"\n")

    def game(self, address: Address) -> Game:
        """The game of an address, read or remembered."""
        key = (address.game, address.text)
        if key not in self._games:
            self._games[key] = make(address.game) if address.game else read_game_text(address.text, SOURCE)
            while len(self._games) > KEPT:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return self._games[key]

    def play(self, address: Address) -> Play:
        """The play of an address; ``InputError`` for a move that is not legal."""
        play, known = Play(self.game(address)), 0
        if self._last is not None and self._last[1].game is play.game:
            names, last = self._last[0].moves, self._last[1]
            known = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(names, address.moves, strict=False))))
            play.line, play.positions = last.line[:known], last.positions[: known + 1]
        for number, name in enumerate(address.moves[known:], known + 1):
            try:
                play.make(name)
            except InputError as error:
                error.source = f"move {number}"
                raise
        kept = Play(play.game)
        kept.line, kept.positions = list(play.line), list(play.positions)
        self._last = address, kept
        return play


def address_of(request: Mapping[str, Any]) -> Address:
    """The address in a request."""
    return Address(request.get("game", ""), request.get("text", ""), tuple(request.get("moves", ())))


def _told(error: InputError) -> str:
    """The message of an error without the name of our own for the text."""
    return str(error).removeprefix(f"{SOURCE}:")
