"""The winner without any bound on the depth: all reachable positions, solved backwards from the ends of plays.

Works for games with cycles too (a piece that may stay where it is): what neither player can force is a draw, and that
is a proof and no time-out. It holds the whole graph of positions in memory and is meant for small games.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.errors import LimitError
from zermelo.model import Game, Player, Position


class Exact(NamedTuple):
    """The result: the winner (None: neither can force a win), the least depth of the win, the positions looked at.

    ``first_move`` wins within that depth, where the winner opens.
    """

    winner: Player | None
    depth: int | None
    positions: int
    first_move: Any = None


class Distances:
    """For every position that can be reached, within how many moves a player forces a win; None where he cannot.

    Raises :class:`~zermelo.errors.LimitError` as :func:`solve_exactly`.

    >>> from zermelo.model import ConnectionGame
    >>> game = ConnectionGame.hex(2, 2)
    >>> Distances(game, Player.BLACK)[game.start]
    3
    """

    def __init__(
        self,
        game: Game,
        player: Player,
        node_limit: int = 1_000_000,
        time_limit: float | None = None,
        graph: _Graph | None = None,
    ) -> None:
        graph = graph or _explore(game, node_limit, time_limit)
        self._game, self._numbers, self._found = game, graph.numbers, _distances(graph, player)

    def __getitem__(self, position: Position) -> int | None:
        return self._found[self._numbers[position.black, position.white, self._game.mover(position)]]


def both_distances(game: Game, node_limit: int = 1_000_000) -> dict[Player, Distances]:
    """The distances of both players; the graph of positions is made once."""
    graph = _explore(game, node_limit, None)
    return {player: Distances(game, player, graph=graph) for player in Player}


@dataclass
class _Graph:
    """The reachable positions, numbered; ``decided`` are the ends of plays with the moves until they are found out."""

    to_move: list[Player]
    before: list[list[int]]
    degree: list[int]
    ends: list[tuple[int, Player, int]]
    first: list[tuple[Any, int]]
    numbers: dict[tuple[int, int, Player], int]


def solve_exactly(game: Game, node_limit: int = 200_000, time_limit: float | None = None) -> Exact:
    """Solve a game from its start position completely.

    Raises :class:`~zermelo.errors.LimitError` when more than ``node_limit`` positions can be reached or
    ``time_limit`` seconds have passed.

    >>> from zermelo.model import ConnectionGame
    >>> solve_exactly(ConnectionGame.hex(2, 2))[:2]
    (<Player.BLACK: 'black'>, 3)
    """
    graph = _explore(game, node_limit, time_limit)
    for player in Player:
        distances = _distances(graph, player)
        depth = distances[0]
        if depth is not None:
            opens = depth > 0 and graph.to_move[0] is player
            best = (move for move, after in graph.first if opens and distances[after] == depth - 1)
            return Exact(player, depth, len(graph.to_move), next(best, None))
    return Exact(None, None, len(graph.to_move))


def _explore(game: Game, node_limit: int, time_limit: float | None) -> _Graph:
    deadline = None if time_limit is None else time.monotonic() + time_limit
    waiting: deque[Position] = deque()
    graph = _Graph([], [], [], [], [], {})
    numbers = graph.numbers

    def number(position: Position) -> int:
        key = (position.black, position.white, game.mover(position))
        if key not in numbers:
            numbers[key] = len(numbers)
            waiting.append(position)
            graph.to_move.append(key[2])
            graph.before.append([])
            graph.degree.append(0)
        return numbers[key]

    number(game.start)
    while waiting:
        position = waiting.popleft()
        here = number(position)
        if len(numbers) > node_limit:
            raise LimitError("size", f"more than {node_limit} positions can be reached")
        if deadline is not None and time.monotonic() > deadline:
            raise LimitError("time", "out of time")
        reached = game.goal_winner(position)
        moves = game.legal(position)
        if reached is not None:
            graph.ends.append((here, reached, 0))
        elif not moves:
            stuck = game.winner(position)
            if stuck is not None:
                graph.ends.append((here, stuck, 1))
        replies = [(move, number(game.step(position, move))) for move in moves]
        if here == 0:
            graph.first = replies
        for after in {after for _, after in replies}:
            graph.before[after].append(here)
            graph.degree[here] += 1
    return graph


def _distances(graph: _Graph, player: Player) -> list[int | None]:
    """For each position the least depth within which ``player`` forces a win; None where he cannot."""
    found: list[int | None] = [None] * len(graph.to_move)
    open_replies = graph.degree.copy()
    layer, later = [], {1: []}  # type: list[int], dict[int, list[int]]
    for here, winner, delay in graph.ends:
        if winner is player:
            (layer if delay == 0 else later[1]).append(here)
    depth = 0
    while layer or depth in later or depth + 1 in later:
        for here in layer:
            found[here] = depth
        following = []
        for here in layer:
            for before in graph.before[here]:
                open_replies[before] -= 1
                if found[before] is None and (graph.to_move[before] is player or open_replies[before] == 0):
                    found[before] = depth + 1
                    following.append(before)
        depth += 1
        layer = following + later.pop(depth, [])
    return found
