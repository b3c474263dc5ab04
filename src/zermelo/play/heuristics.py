"""Heuristic move ordering for positions that the search has not decided in time."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any

from zermelo.model import ClauseGame, ConnectionGame, Game, Player, Position, PositionalGame, cells_of


def ordered_by_heuristics(game: Game, position: Position, moves: Sequence[Any]) -> list[Any]:
    """The moves, best heuristic value first; equal ones keep their order.

    In games of winning sets, cells where the open sets of both players weigh most (2^-k with k open cells); in
    connection games, cells on the shortest ways of both, in stones that are lacking; in Game-SAT, literals whose open
    clauses weigh most. In grid games the order stays as it is.

    Parameters
    ----------
    game, position
        The game, and the position in which the moves are legal.
    moves
        The moves to be ordered.

    >>> from zermelo.families import make
    >>> game = make("ttt")
    >>> game.move_name(ordered_by_heuristics(game, game.start, game.legal(game.start))[0])
    'b2'
    """
    if isinstance(game, PositionalGame):
        weights = _weights(game, position)
    elif isinstance(game, ConnectionGame):
        weights = _ways(game, position)
    elif isinstance(game, ClauseGame):
        literals, side = _literals(game, position), 1 if game.mover(position) is Player.BLACK else -1
        return sorted(moves, key=lambda move: -literals.get(side * move, 0.0))
    else:
        return list(moves)
    return sorted(moves, key=lambda move: -weights[move])


def _literals(game: ClauseGame, position: Position) -> dict[int, float]:
    """Weights of literals in the open clauses: MAX makes heavy ones true, MIN makes them false."""
    true, false, _ = position
    found: dict[int, float] = {}
    for clause in game.clauses:
        if not (clause.positive & true or clause.negative & false):
            left = [literal for literal in clause.literals() if not (true | false) >> abs(literal) - 1 & 1]
            for literal in left:
                found[literal] = found.get(literal, 0.0) + 0.5 ** len(left)
    return found


def _weights(game: PositionalGame, position: Position) -> list[float]:
    found = [0.0] * len(game.board)
    for player in Player:
        mine, theirs = position.stones(player), position.stones(player.other)
        for each in game.winning_sets(player):
            if not each & theirs:
                left = each & ~mine
                for cell in cells_of(left):
                    found[cell] += 0.5 ** left.bit_count()
    return found


def _ways(game: ConnectionGame, position: Position) -> list[float]:
    """Minus the stones missing on both players' shortest paths through a cell; ties go to the middle."""
    found = [0.0] * len(game.board)
    sides = [(game, position)]
    if game.white_source is not None:
        sides.append((game.swapped(), position.swapped()))
    for seen, stones in sides:
        one, two = (_lacking(seen, stones, border) for border in (seen.source, seen.target))
        for cell in range(len(found)):
            found[cell] -= one[cell] + two[cell] + 0.1 * abs(one[cell] - two[cell])
    return found


def _lacking(game: ConnectionGame, position: Position, border: int) -> list[int]:
    """For each cell the stones that Black lacks on a shortest path from a border to it, inclusive."""
    far = len(game.board) + 1
    found = [far] * (far - 1)
    cost = [far if position.white >> cell & 1 else 1 - (position.black >> cell & 1) for cell in range(far - 1)]
    queue = [(cost[cell], cell) for cell in cells_of(border)]
    heapq.heapify(queue)
    while queue:
        lacking, cell = heapq.heappop(queue)
        if lacking >= found[cell]:
            continue
        found[cell] = lacking
        for other in cells_of(game.neighbours[cell]):
            heapq.heappush(queue, (lacking + cost[other], other))
    return found
