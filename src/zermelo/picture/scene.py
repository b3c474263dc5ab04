"""Scenes: a board with the things that stand on its cells, alike for all games that have cells."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.model import Game, NetGame, Player, Position, StateGame, cells_of
from zermelo.model.net_drawing import CLOSED, CellFluents, cell_fluents
from zermelo.picture.geometry import BoardPlan, plan, plan_of_squares

BLACK, WHITE, CLOSED_CELL, OPEN = "black", "white", "#", ""
"""Contents of a cell; any other is a text."""

AS_BLACK = frozenset({"x", "black", "bp", "1", "r", "red"})
AS_WHITE = frozenset({"o", "white", "wp", "w", "2"})
"""Values of cells that are drawn as stones where the roles are not called so."""


@dataclass(frozen=True)
class Scene:
    """A position as there is to draw.

    Parameters
    ----------
    plan
        The cells in the plane.
    contents
        Of each cell: ``black`` or ``white`` for a stone, ``#`` for a cell that is closed, empty, or a text.
    rest
        The part of the position that no cell shows, as text.
    """

    plan: BoardPlan
    contents: list[str]
    rest: str = ""


def has_cells(game: Game) -> bool:
    """True if positions of a game have a board to draw.

    >>> from zermelo.families import make
    >>> has_cells(make("hex:2x2")), has_cells(make("dots-and-boxes:1x1")), has_cells(make("misere-ttt"))
    (True, False, True)
    """
    if isinstance(game, NetGame):
        return cell_fluents(game.net.fluents) is not None
    return not isinstance(game, StateGame) and len(game.board) > 0


def scene(game: Game, position: Position) -> Scene:
    """The scene of a position.

    Parameters
    ----------
    game
        A game that `has_cells`.
    position
        The position.

    >>> from zermelo.families import make
    >>> game = make("isolation:3x2")
    >>> scene(game, game.start).contents
    ['', 'white', '', '', 'black', '']
    """
    if isinstance(game, NetGame):
        board = cell_fluents(game.net.fluents)
        assert board is not None
        return _net_scene(game, board, position)
    contents = [OPEN] * len(game.board)
    for player, name in ((Player.BLACK, BLACK), (Player.WHITE, WHITE)):
        for cell in cells_of(position.stones(player)):
            contents[cell] = name
    return Scene(plan(game), contents)


def _net_scene(game: NetGame, board: CellFluents, position: Position) -> Scene:
    """A board of squares with the values of its cells; text that is true of no cell is the rest."""
    wide = len(board.columns)
    values: list[list[str]] = [[] for _ in range(wide * len(board.rows))]
    stones = {game.roles[game.role_of(player)]: player.value for player in Player}
    others = 0
    for fluent in cells_of(position.black):
        if fluent not in board.cells:
            others |= 1 << fluent
            continue
        column, row, value = board.cells[fluent]
        if value != board.blank:
            values[row * wide + column].append(_content(value, stones))
    rest = " ".join(game.board.names(others))
    return Scene(plan_of_squares(board.columns, board.rows), [" ".join(sorted(each)) for each in values], rest)


def _content(value: str, stones: dict[str, str]) -> str:
    """The thing that a value of a cell stands for."""
    if value in stones:
        return stones[value]
    if value in CLOSED or not value:
        return CLOSED_CELL
    if not stones.keys() & (AS_BLACK | AS_WHITE) and value in AS_BLACK | AS_WHITE:
        return BLACK if value in AS_BLACK else WHITE
    return value
