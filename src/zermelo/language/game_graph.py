"""Game graphs as JSON lines: one node a line.

    {"n": 0, "to": "black", "moves": {"a": 1, "b": 2}}
    {"n": 1, "end": "white"}
    {"n": 2, "end": "draw"}

``n`` is the name of a node, a whole number or a text (7 and "7" are the same). A node has a player ``to`` move and the
``moves``, at least one, each with the node that it leads to; or it is an ``end``: ``black`` or ``white`` has won, or it
is a ``draw``. The play starts in the first node, or in the one with ``"start": true``. The order of the nodes does not
matter otherwise, and empty lines are skipped. Plays may go round in circles: nobody has won an endless one.

:func:`graph_of` writes down any game, as long as its positions are few.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.errors import InputError, LimitError
from zermelo.language.source import Source, normal
from zermelo.model import Game, GameGraph, GraphGame, GraphNode, Player, Position

MOST_NODES = 1_000_000
"""The largest number of nodes of a graph."""

MOST_WRITTEN = 200_000
"""The largest number of positions of a game that is written as a graph, unless said otherwise."""

LONGEST_NAME = 200
"""Characters of a name."""

LARGEST = 10**18
"""The largest number that names a node."""

_ENDS = {"black": Player.BLACK, "white": Player.WHITE, "draw": None}
_KEYS = ("n", "to", "moves", "end", "start")


def is_game_graph(text: str) -> bool:
    """True if a text begins as a game graph does: with a JSON object that names a node.

    >>> is_game_graph('{"n": 0, "end": "draw"}'), is_game_graph("#boardsize 3 3")
    (True, False)
    """
    first = text.lstrip()[:1000]
    return first.startswith("{") and '"n"' in first.partition("\n")[0]


def read_graph_text(text: str, source: str = "text") -> GraphGame:
    """The game of a text.

    Parameters
    ----------
    text
        All of the file.
    source
        The name that errors give it; its last part becomes the name of the game.

    Raises ``InputError`` with line and column.

    >>> game = read_graph_text('{"n": 0, "to": "white", "moves": {"a": 0, "b": "x"}}\\n{"n": "x", "end": "white"}')
    >>> game.moves, str(game.to_move)
    (['a', 'b'], 'White')
    >>> read_graph_text('{"n": 0, "to": "white", "moves": {"a": 7}}')
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: text:1:35: found '7', expected a node of the graph; no line defines it
    """
    return _GraphReader(Source(source, normal(text))).read()


class _GraphReader:
    """A reader of one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line = 0
        self.text = ""
        """The line that is being read, and its number from 1."""
        self.defined: dict[str, int] = {}
        """The line of each node."""

    def wrong(self, expected: str, found: str | None = None, *, at: str = "", advice: str | None = None) -> InputError:
        """An error in this line, at the first place where a text stands."""
        column = self.text.find(at) + 1 if at else 0
        return self.source.error(self.line, max(1, column), expected, found, advice=advice)

    def read(self) -> GraphGame:
        found: list[tuple[str, Player | None, dict[str, str], Player | None]] = []
        start = None
        lines = self.source.text.split("\n")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            self.line, self.text = number, line
            value = self._value()
            name = self._name(value.get("n"), '"n"')
            if name in self.defined:
                raise self.wrong(
                    "every node once", name, at='"n"', advice=f"it is defined in line {self.defined[name]}, too"
                )
            if len(self.defined) >= MOST_NODES:
                raise self.wrong(f"at most {MOST_NODES} nodes", "more")
            self.defined[name] = self.line
            if value.get("start", False) is not False:
                if value["start"] is not True:
                    raise self.wrong("true or false for 'start'", json.dumps(value["start"]), at='"start"')
                if start is not None:
                    advice = f"line {self.defined[start]} has one, too"
                    raise self.wrong("one node with 'start'", "another one", at='"start"', advice=advice)
                start = name
            found.append((name, *self._rest(value)))
        if not found:
            raise InputError("a game graph, one node a line", found="no node", source=self.source.name)
        numbers = {name: number for number, name in enumerate(self.defined)}
        nodes = []
        for name, mover, moves, winner in found:
            self.line = self.defined[name]
            self.text = lines[self.line - 1]
            for label, target in moves.items():
                if target not in numbers:
                    raise self._dangling(label, target)
            targets = tuple((label, numbers[target]) for label, target in moves.items())
            nodes.append(GraphNode(name, mover, targets, winner))
        first = Position(0 if start is None else numbers[start])
        return GraphGame(Path(self.source.name or "graph").name, GameGraph(tuple(nodes)), first)

    def _dangling(self, label: str, target: str) -> InputError:
        spelled = "|".join(re.escape(json.dumps(label, ensure_ascii=escaped)) for escaped in (True, False))
        key = re.compile(rf"({spelled})\s*:").search(self.text, max(0, self.text.find('"moves"')))
        place = 0 if key is None else key.start()
        return self.source.error(self.line, place + 1, "a node of the graph", target, advice="no line defines it")

    def _value(self) -> dict[str, Any]:
        """The object in this line."""
        try:
            value = json.loads(self.text, object_pairs_hook=self._once, parse_constant=self._constant)
        except json.JSONDecodeError as error:
            raise self.source.error(
                self.line, error.colno, "a node in JSON", self.text[error.colno - 1 :], advice=error.msg
            ) from None
        except InputError:
            raise
        except RecursionError:
            raise self.wrong("a node in JSON", "values within values without end") from None
        except ValueError:  # digits without end
            raise self.wrong(f"numbers of at most {LARGEST}", "a number of thousands of digits") from None
        if not isinstance(value, dict):
            raise self.wrong('a node, such as {"n": 0, "end": "draw"}', self.text)
        unknown = next((key for key in value if key not in _KEYS), None)
        if unknown is not None:
            raise self.wrong(f"keys among {', '.join(_KEYS)}", unknown, at=json.dumps(unknown))
        return value

    def _once(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise self.wrong("every key and every move of a node once", twice, at=json.dumps(twice))
        return value

    def _constant(self, text: str) -> Any:
        raise self.wrong("a name, a whole number or a text", text, at=text)

    def _name(self, value: Any, at: str) -> str:
        """The name of a node."""
        if type(value) is int and 0 <= value <= LARGEST:
            return str(value)
        if isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable():
            return value
        wanted = f"the name of a node: a whole number from 0 to {LARGEST}, or a text of 1 to {LONGEST_NAME} characters"
        raise self.wrong(wanted, "none" if value is None else json.dumps(value), at=at)

    def _rest(self, value: dict[str, Any]) -> tuple[Player | None, dict[str, str], Player | None]:
        """The player to move and the moves, or the winner."""
        if "end" in value:
            if "moves" in value or "to" in value:
                raise self.wrong("moves or an end", "both", at='"end"')
            if not isinstance(value["end"], str) or value["end"] not in _ENDS:
                raise self.wrong("black, white or draw as the end", json.dumps(value["end"]), at='"end"')
            return None, {}, _ENDS[value["end"]]
        moves = value.get("moves")
        if not moves or not isinstance(moves, dict):
            found = "none" if "moves" not in value else json.dumps(moves)
            raise self.wrong('moves such as "moves": {"a": 1}, or an "end"', found, at='"moves"')
        if value.get("to") not in ("black", "white"):
            found = "none" if "to" not in value else json.dumps(value["to"])
            raise self.wrong('the player to move, "to": "black" or "white"', found, at='"to"')
        for label in moves:
            spaced = any(sign.isspace() or not sign.isprintable() for sign in label)
            if spaced or not 0 < len(label) <= LONGEST_NAME:
                wanted = f"the name of a move: 1 to {LONGEST_NAME} characters, no spaces"
                raise self.wrong(wanted, label or '""', at=json.dumps(label))
        targets = {label: self._name(target, json.dumps(label)) for label, target in moves.items()}
        return Player(value["to"]), targets, None


def write_graph(game: GraphGame) -> str:
    """The text of a game graph.

    >>> game = GraphGame("door", GameGraph((GraphNode("0", Player.WHITE, (("go", 1),)), GraphNode("out", None))))
    >>> print(write_graph(game), end="")
    {"n": 0, "to": "white", "moves": {"go": "out"}}
    {"n": "out", "end": "draw"}
    """
    return "".join(_lines(game))


def _lines(game: GraphGame) -> Iterator[str]:
    nodes = game.graph.nodes
    for number, node in enumerate(nodes):
        value: dict[str, Any] = {"n": _written(node.name)}
        if number == game.start.black and number:
            value["start"] = True
        if node.mover is None:
            value["end"] = "draw" if node.winner is None else node.winner.value
        else:
            value |= {"to": node.mover.value, "moves": {label: _written(nodes[to].name) for label, to in node.moves}}
        yield json.dumps(value, ensure_ascii=False) + "\n"


def _written(name: str) -> str | int:
    number = int(name) if name.isascii() and name.isdigit() and len(name) <= 18 else -1
    return number if str(number) == name else name


def graph_of(game: Game, most: int = MOST_WRITTEN) -> GraphGame:
    """The graph of all positions that can be reached from the start position, numbered in the order of discovery.

    Parameters
    ----------
    game
        Any game.
    most
        The largest number of positions.

    Raises ``LimitError`` when there are more.

    A player of a grid game who cannot move has lost, and it takes the move that he cannot make to find that out. So
    there a position without moves has one move, called ``-``, to the end of the play: depths stay as they are.

    >>> from zermelo.model import ConnectionGame
    >>> graph_of(ConnectionGame.hex(2, 1)).size_text
    '3 nodes and 2 moves'
    """
    numbers: dict[tuple[int, int, Player], int] = {}
    positions: list[Position] = []

    def number(position: Position) -> int:
        key = position.black, position.white, game.mover(position)
        found = numbers.get(key)
        if found is None:
            if len(positions) >= most:
                raise LimitError("size", f"{game.name}: more than {most} positions can be reached")
            found = numbers[key] = len(positions)
            positions.append(position)
        return found

    number(game.start)
    drafts: list[tuple[Player | None, dict[str, int], Player | None]] = []
    stuck: list[tuple[int, Player]] = []
    while len(drafts) < len(positions):
        position = positions[len(drafts)]
        reached = game.goal_winner(position)
        moves = [] if reached is not None else game.legal(position)
        if moves:
            targets: dict[str, int] = {}
            for move in moves:
                label = "".join(game.move_name(move).split()) or "?"
                label = f"{label}#{len(targets)}" if label in targets else label
                targets[label] = number(game.step(position, move))
            drafts.append((game.mover(position), targets, None))
            continue
        winner = game.winner(position)
        if reached is None and winner is not None:
            stuck.append((len(drafts), winner))
        drafts.append((None, {}, winner))
    ends = {winner: len(drafts) + at for at, winner in enumerate(dict.fromkeys(winner for _, winner in stuck))}
    for at, winner in stuck:
        drafts[at] = game.mover(positions[at]), {"-": ends[winner]}, None
    drafts += [(None, {}, winner) for winner in ends]
    nodes = (
        GraphNode(str(at), mover, tuple(targets.items()), winner) for at, (mover, targets, winner) in enumerate(drafts)
    )
    return GraphGame(game.name, GameGraph(tuple(nodes)), depth=game.depth)
