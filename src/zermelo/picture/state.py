"""Drawings of games on states: squares with stones or letters where fluents name cells, else the state as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from zermelo.model import Game, NetGame, Player, Position, cells_of
from zermelo.model.net_drawing import cell_fluents

UNIT = 44.0
"""Pixels of the side of a cell."""

TEXT = 13.0
"""Pixels of the height of a line of text."""

BLACK = frozenset({"x", "black", "bp", "1", "r", "red"})
WHITE = frozenset({"o", "white", "wp", "w", "2"})
"""Values of cells that are drawn as stones, as the names of the roles are."""


def state_drawing(
    game: Game, position: Position, title: str, colours: dict[str, str]
) -> tuple[ET.Element, float, float]:
    """A state as a group of SVG, with its width and height in pixels.

    Parameters
    ----------
    game, position
        The game and the state.
    title
        A line below it; empty for none.
    colours
        The colours by name: ``ink``, ``board``, ``line``, ``pale``.
    """
    group = ET.Element("g")
    board = cell_fluents(game.net.fluents) if isinstance(game, NetGame) else None
    top, wide = 8.0, 0.0
    if not isinstance(game, NetGame) or board is None:
        lines = list(_wrapped(game.draw(position)))
    else:
        shown = {board.cells[k] for k in cells_of(position.black) if k in board.cells}
        for column, name in enumerate(board.columns):
            _text(group, (column + 1) * UNIT, top + 12, name, colours["pale"])
        for row, name in enumerate(board.rows):
            y = top + 20 + row * UNIT
            _text(group, UNIT / 4, y + UNIT / 2 + 5, name, colours["pale"])
            for column in range(len(board.columns)):
                x = (column + 0.5) * UNIT
                square = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{UNIT:g}", "height": f"{UNIT:g}"}
                ET.SubElement(group, "rect", square, fill=colours["board"], stroke=colours["line"])
                values = sorted(value for c, r, value in shown if (c, r) == (column, row) and value != board.blank)
                stones = {game.roles[game.role_of(player)]: player.value for player in Player}
                _cell(group, x + UNIT / 2, y + UNIT / 2, [stones.get(each, each) for each in values], colours)
        top += 20 + len(board.rows) * UNIT
        wide = (len(board.columns) + 1) * UNIT
        others = " ".join(game.board.names(position.black & ~sum(1 << k for k in board.cells)))
        lines = list(_wrapped(others))
    for line in [*lines, *([title] if title else [])]:
        top += TEXT * 1.4
        _text(group, 8, top, line, colours["ink"], anchor="start")
        wide = max(wide, 16 + len(line) * TEXT * 0.56)
    return group, wide, top + 10


def _cell(group: ET.Element, x: float, y: float, values: list[str], colours: dict[str, str]) -> None:
    """One cell: a stone, or the values as text; a value without a name is a dark square."""
    text = " ".join(values)
    if text in BLACK | WHITE:
        fill = colours["ink"] if text in BLACK else "#ffffff"
        circle = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{UNIT * 0.36:g}"}
        ET.SubElement(group, "circle", circle, fill=fill, stroke=colours["ink"])
    elif values == [""]:
        side = UNIT * 0.6
        square = {"x": f"{x - side / 2:g}", "y": f"{y - side / 2:g}", "width": f"{side:g}", "height": f"{side:g}"}
        ET.SubElement(group, "rect", square, fill=colours["ink"])
    elif text:
        _text(group, x, y + 5, text, colours["ink"], size=min(16.0, UNIT * 1.5 / len(text)))


def _text(
    group: ET.Element, x: float, y: float, text: str, colour: str, *, anchor: str = "middle", size: float = TEXT
) -> None:
    place = {"x": f"{x:g}", "y": f"{y:g}", "font-size": f"{size:g}", "text-anchor": anchor}
    ET.SubElement(group, "text", place, fill=colour).text = text


def _wrapped(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield from textwrap.wrap(line, 60) or [""]
