"""Boards as text in colour, as wide as the window allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from zermelo.model import ClauseGame, Game, Layout, Player, Position

if TYPE_CHECKING:
    from rich.text import Text

STYLES = {
    "X": "bold blue",
    "O": "bold yellow",
    "*": "bold green",
    "#": "bold magenta",
    "+": "bold green",
    "-": "red",
    "=": "yellow",
    "?": "dim",
}
SIGNS = {"winning": "+", "losing": "-", "draw": "=", "open": "?"}
LEGEND = "+ winning, - losing, = draw, ? open"


def board(game: Game, position: Position, marks: Mapping[int, str], width: int) -> Text:
    """A drawing of a position with signs on some cells; narrower, or lists of stones, in a narrow window.

    Parameters
    ----------
    game, position
        The game, and the stones to draw.
    marks
        Signs by cell; in Game-SAT by variable, from 0.
    width
        Characters of a line of the window.

    >>> from zermelo.families import make
    >>> game = make("hex:3x3")
    >>> print(board(game, game.start, {4: "*"}, 80))
      a b c
     1 . . .
      2 . * .
       3 . . .
    >>> print(board(game, game.start._replace(black=1), {}, 8))
    Black a1
    White -
    """
    from rich.text import Text

    if isinstance(game, ClauseGame):
        return _formula(game.draw(position, dict(marks), width))
    lines = game.draw(position, dict(marks)).splitlines()
    graph = game.board.layout is Layout.GRAPH
    if not graph and max(map(len, lines)) > width:
        if game.board.layout is Layout.SQUARE and game.board.columns < 10 and game.board.rows < 10:
            lines = [line[:1] + line[1:].replace("  ", "\\0").replace(" ", "").replace("\\0", " ") for line in lines]
        if max(map(len, lines)) > width:
            names = {player: game.board.names(position.stones(player)) for player in Player}
            marked = [f"{game.board.cells[cell]}{sign}" for cell, sign in sorted(marks.items())]
            listed = [f"{player} {' '.join(cells) or '-'}" for player, cells in names.items()]
            return Text("\n".join([*listed, *([" ".join(marked)] if marked else [])]))
    if graph:  # the cells of a graph may be called X and O
        return Text("\n".join(lines))
    text = Text(no_wrap=True, overflow="crop")
    for number, line in enumerate(lines):
        for sign in line:
            text.append(sign, STYLES.get(sign, "") if number else "")
        if number < len(lines) - 1:
            text.append("\n")
    return text


def _formula(drawn: str) -> Text:
    """The clauses of a formula, with true and false literals marked."""
    from rich.text import Text

    text = Text(drawn)
    text.highlight_regex(r"\[-?[0-9]+\]", "bold green")
    text.highlight_regex(r"\(-?[0-9]*\)", "red")
    return text
