"""Pictures in notebooks: a game as SVG; HTML made of sentences, boards and folded text.

Notebooks ask an object for ``_repr_svg_`` or ``_repr_html_``. Games lie below pictures and cannot import them; so
:func:`register` gives the class of games the function that draws them. The public names of the package call it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.model import Game, Position


def register() -> None:
    """Let games draw themselves in notebooks."""
    Game.drawer = board


def board(game: Game, position: Position | None = None, move: Any = None) -> str:
    """A position as SVG.

    Parameters
    ----------
    game
        The game.
    position
        The stones; None for the start position.
    move
        A winning move of the player to move, which is marked; None for no mark.

    >>> from zermelo.families import make
    >>> board(make("hex:2x2"), move=1).count("<polygon")
    4
    """
    from zermelo.picture.svg import Picture, svg  # here, so that programs that draw nothing do not wait for it

    return svg(Picture(game, position, {} if move is None else {move: "winning"}))


def page(sentence: str, picture: str, folded: dict[str, Iterable[str]], notes: Iterable[str] = ()) -> str:
    """A sentence, a picture, notes, and lists of lines that open at a click, as HTML.

    Parameters
    ----------
    sentence
        The first line; plain text.
    picture
        SVG, or empty.
    folded
        Lists of lines by their titles; empty lists are left out.
    notes
        Lines below the picture.

    >>> print(page("Black wins.", "", {"Evidence": ["search: 5 < 6"], "Notes": []}))
    <div><p><b>Black wins.</b></p><details><summary>Evidence</summary><ul><li>search: 5 &lt; 6</li></ul></details></div>
    """
    from html import escape

    parts = [f"<p><b>{escape(sentence)}</b></p>", picture, *(f"<p>{escape(note)}</p>" for note in notes)]
    for title, lines in folded.items():
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        if items:
            parts.append(f"<details><summary>{escape(title)}</summary><ul>{items}</ul></details>")
    return f"<div>{''.join(parts)}</div>"
