"""Pictures of positions without a board: formulas of Game-SAT, nodes of graphs, fluents without coordinates."""

from __future__ import annotations

import re
import textwrap

from zermelo.model import ClauseGame, Game, Position
from zermelo.picture.canvas import WIDE, Canvas

SIZE = 0.3
"""Units of the height of a letter."""

TRUE, FALSE, INK = "#00835f", "#a59d90", "#2b2b33"
"""The colours of true literals, of false ones, and of all else."""

MOST_LETTERS = 48
"""Letters of a line."""

_LITERAL = re.compile(r"\[-?\d+\]|\(-?\d*\)")


def text_canvas(game: Game, position: Position) -> Canvas:
    """A position as lines of text.

    Parameters
    ----------
    game, position
        The game and the position.

    >>> from zermelo.families import make
    >>> game = make("dots-and-boxes:1x1")
    >>> [each.text for each in text_canvas(game, game.start).group]
    ['(boxes 0) (control black)']
    """
    formula = isinstance(game, ClauseGame)
    drawn = game.draw(position, {}, MOST_LETTERS) if isinstance(game, ClauseGame) else game.draw(position)
    lines = [part for line in drawn.splitlines() for part in textwrap.wrap(line, MOST_LETTERS) or [""]]
    widest = max(map(len, lines), default=0)
    canvas = Canvas(0, 0, widest * SIZE * (0.62 if formula else WIDE) + 0.6, len(lines) * SIZE * 1.5 + 0.3)
    for number, line in enumerate(lines):
        y = 0.15 + (number + 0.5) * SIZE * 1.5
        if not formula:
            canvas.text((0.3, y), line, SIZE, INK, text_anchor="start")
            continue
        at = 0
        for match in [*_LITERAL.finditer(line), None]:
            _write(canvas, line[at : match.start() if match else None], at, y, INK)
            if match is not None:
                _write(canvas, match[0], match.start(), y, TRUE if match[0].startswith("[") else FALSE)
                at = match.end()
    return canvas


def _write(canvas: Canvas, text: str, column: int, y: float, colour: str) -> None:
    """Letters of equal width, from a column on."""
    start = len(text) - len(text.lstrip())
    if text.strip():
        style = {"text_anchor": "start", "font_family": "'DejaVu Sans Mono', Menlo, Consolas, monospace"}
        canvas.text((0.3 + (column + start) * SIZE * 0.602, y), text.strip(), SIZE, colour, **style)
