"""Connection games (generalized Hex): Black joins two borders of a graph, White keeps them apart.

The players claim open cells in turn. Black (Short) wins when his cells join a *source* cell to a *target* cell along
edges; White (Cut) wins when that can no longer happen. It is a maker-breaker game whose winning sets are paths and are
never listed. On a Hex board White has borders of her own: she has cut Black off exactly when she has joined them (the
Hex theorem), which the transversal encoding uses.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from zermelo.errors import InputError
from zermelo.model.board import Board, Layout, cells_of
from zermelo.model.game import Player, Position
from zermelo.model.placement import PlacementGame
from zermelo.model.turns import Turns


@dataclass(frozen=True, repr=False)
class ConnectionGame(PlacementGame):
    """A connection game.

    Parameters
    ----------
    board
        The cells.
    neighbours
        For each cell the mask of its neighbours; symmetric, no loops.
    source, target
        Masks of the cells at Black's two borders.
    white_source, white_target
        Masks of White's two borders on a Hex board; None on a graph that has no such borders.
    joined
        True when the borders touch without any stone (a contracted graph with an edge from source to target).

    The other parameters are those of :class:`~zermelo.model.positional.PositionalGame`.

    >>> game = ConnectionGame.hex(3, 3)
    >>> game.winner(Position(black=game.board.mask(["b1", "b2", "a3"]))) is Player.BLACK
    True
    >>> game.winner(Position(white=game.board.mask(["a2", "b2", "c1"]))) is Player.WHITE
    True
    """

    name: str
    board: Board
    neighbours: tuple[int, ...]
    source: int
    target: int
    white_source: int | None = None
    white_target: int | None = None
    joined: bool = False
    start: Position = Position()
    turns: Turns = Turns()
    depth: int | None = None
    first_moves: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        self._check_stones()
        if len(self.neighbours) != len(self.board):
            raise InputError(f"neighbours of {len(self.board)} cells", found=f"neighbours of {len(self.neighbours)}")
        for cell, around in enumerate(self.neighbours):
            wrong = around & ~self.board.full or around >> cell & 1
            if wrong or any(not self.neighbours[other] >> cell & 1 for other in cells_of(around)):
                raise InputError(f"neighbours of {self.board.cells[cell]} that are other cells and mutual")

    @classmethod
    def hex(cls, columns: int, rows: int, name: str | None = None, start: Position = Position()) -> ConnectionGame:
        """Hex on columns × rows hexagons: Black joins row 1 to the last row, White the left to the right side.

        Parameters
        ----------
        columns, rows
            The size of the board.
        name
            The name of the game; None for one like ``hex:3x3``.
        start
            The stones at the start.
        """
        board = Board.hex(columns, rows)
        return cls(
            name or f"hex:{columns}x{rows}",
            board,
            tuple(board.hex_neighbours(cell) for cell in range(len(board))),
            source=board.side("first"),
            target=board.side("last"),
            white_source=board.side("left"),
            white_target=board.side("right"),
            start=start,
        )

    @property
    def kind(self) -> str:
        return "connection game (Hex), maker-breaker" if self.is_hex else "connection game, maker-breaker"

    @cached_property
    def is_hex(self) -> bool:
        """True for Hex: a whole rhombus of hexagons, White's borders across Black's, so that a draw is impossible."""
        board = self.board
        if board.layout is not Layout.HEX or self.white_source is None or self.joined:
            return False
        if board.columns * board.rows != len(board):
            return False  # before anything is made for a board that is only said to be large
        plain = ConnectionGame.hex(board.columns, board.rows)
        ours, theirs = {self.source, self.target}, {self.white_source, self.white_target}
        ends, sides = {plain.source, plain.target}, {plain.white_source, plain.white_target}
        return self.neighbours == plain.neighbours and (ours, theirs) in ((ends, sides), (sides, ends))

    def reach(self, start: int, through: int) -> int:
        """The cells of ``through`` that can be reached from ``start`` by steps inside ``through``."""
        reached = frontier = start & through
        while frontier:
            around = 0
            for cell in cells_of(frontier):
                around |= self.neighbours[cell]
            frontier = around & through & ~reached
            reached |= frontier
        return reached

    def connects(self, stones: int) -> bool:
        """Tell whether these cells join Black's borders."""
        return self.joined or bool(self.reach(self.source, stones) & self.target)

    def winner(self, position: Position) -> Player | None:
        if self.connects(position.black):
            return Player.BLACK
        return None if self.connects(self.board.full & ~position.white) else Player.WHITE

    def swapped(self) -> ConnectionGame:
        """On a Hex board: the same game with the colours exchanged (and so White's borders for Black)."""
        if self.white_source is None or self.white_target is None:
            raise InputError("a Hex board to exchange the colours", found="a graph without borders of White")
        return replace(
            self,
            source=self.white_source,
            target=self.white_target,
            white_source=self.source,
            white_target=self.target,
            start=self.start.swapped(),
            turns=self.turns.swapped(),
        )
