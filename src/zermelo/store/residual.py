"""The residual game of a placement game: an equal game on the open cells alone.

A winning set loses the cells that its owner holds, and falls when the opponent holds one; of sets within each other the
smaller decides. On a graph, open cells beside one group of Black's stones become neighbours, those beside a group at a
border become border cells, and White's cells vanish. Who has won, now and after any further stones, stays the same. So
positions that differ only in stones without effect become one.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.model import ConnectionGame, PositionalGame, cells_of
from zermelo.model.minimal_sets import minimal


class ResidualSets(NamedTuple):
    """The winning sets of the residual game, of each player, as masks of open cells."""

    black: frozenset[int]
    white: frozenset[int]


class ResidualGraph(NamedTuple):
    """The graph of the residual game: the neighbours of each open cell, Black's borders, True if they touch already."""

    around: dict[int, int]
    source: int
    target: int
    joined: bool


def residual_sets(game: PositionalGame) -> ResidualSets:
    """The winning sets of the residual game.

    >>> from zermelo.model import Board, Position, Rule
    >>> board = Board.square(4, 1)
    >>> start = Position(0, 0b1, 1)
    >>> residual_sets(PositionalGame("", board, Rule.MAKER_BREAKER, (0b0011, 0b0110, 0b1110), start=start))
    ResidualSets(black=frozenset({6}), white=frozenset())
    """
    black, white, _ = game.start
    return ResidualSets(
        frozenset(minimal(mask & ~black for mask in game.black_sets if not mask & white)),
        frozenset(minimal(mask & ~white for mask in game.white_sets if not mask & black)),
    )


def residual_graph(game: ConnectionGame) -> ResidualGraph:
    """The graph of the residual game; edges within a border say nothing and are left out.

    >>> from zermelo.model import Position
    >>> game = ConnectionGame.hex(3, 3, start=Position(black=0b10000, ply=1))
    >>> left = residual_graph(game)
    >>> game.board.names(left.around[game.board.cell("b1")])
    ['a2', 'a3', 'b3', 'c2']
    """
    black, white, _ = game.start
    free = game.board.full & ~(black | white)
    around = {cell: game.neighbours[cell] & free for cell in cells_of(free)}
    source, target, joined = game.source & free, game.target & free, game.joined
    stones = black
    while stones:
        group = game.reach(stones & -stones, black)
        stones &= ~group
        beside = 0
        for cell in cells_of(group):
            beside |= game.neighbours[cell] & free
        for cell in cells_of(beside):
            around[cell] |= beside & ~(1 << cell)
        at_source, at_target = bool(group & game.source), bool(group & game.target)
        source |= beside if at_source else 0
        target |= beside if at_target else 0
        joined = joined or (at_source and at_target)
    for cell in around:
        for border in (source, target):
            if border >> cell & 1:
                around[cell] &= ~border
    return ResidualGraph(around, source, target, joined)
