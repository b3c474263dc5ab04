"""Loading a game: from a file, from the text of a file, or from a family expression."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from zermelo.bridges.object_game import is_openspiel, load_openspiel
from zermelo.errors import InputError
from zermelo.families import FAMILIES, is_family, make
from zermelo.families.drawn_size import sized
from zermelo.model import Game, NetGame, Player

MOST_DRAWN = 100_000
"""Bytes of the largest file that may be a family and a drawn board."""


def load(
    source: str | os.PathLike[str] | Game,
    domain: str | os.PathLike[str] | None = None,
    *,
    win: int | tuple[int | None, int | None] | None = None,
    board: str | None = None,
    to_move: Player | str | None = None,
) -> Game:
    """The game of a file, of the text of a file, or of a family expression.

    Parameters
    ----------
    source
        A path; or a text: the name of a file, an expression such as ``"hex:4x4"`` (``zermelo families`` lists them) or
        ``"openspiel:tic_tac_toe"``, or all the text of a file in any of the languages. A file wins over a family of the
        same name. A game is returned as it is.
    domain
        The domain file of a BDDL problem, where it is not ``domain.*`` in the same folder.
    win
        In a ground game, the score from 0 to 100 from which Black has won, or those of Black and White; by default the
        highest scores.
    board
        A position of the game drawn in text, such as ``"X . O\n. X .\n. . ."``: rows as one sees them, X or B for black
        stones, O or W for white ones, ``.``, ``_`` or ``-`` for open cells. A family without a size gets that of the
        drawing. The text of a game may also be a line with the family and the drawing below it.
    to_move
        The player who moves at a drawn position; None: as the numbers of stones tell.

    Notes
    -----
    Raises ``InputError``, with line and column, for a text that is none of these; ``TypeError`` for anything else.

    Examples
    --------
    >>> load("hex:3x3")
    <hex:3x3: connection game (Hex), maker-breaker, Black to move>
    >>> load("3x3 b[b2]").moves[:4]
    ['a1', 'a2', 'a3', 'b1']
    >>> load("hex", board="X . O\\n. . .\\n. . .").start
    Position(black=1, white=64, ply=2)
    >>> load("hx:3x3")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: hx:3x3:1:1: found 'hx', expected the name of a family of games; did you mean hex...?
    """
    if board is not None and not isinstance(board, str):
        raise TypeError(f"load() takes a board as a text, not {board!r}")
    heading, drawing = (None, board) if board is not None else _headed(source)
    if drawing is not None:
        return _drawn(source if heading is None else heading, drawing, domain, to_move)
    if to_move is not None:
        raise InputError("a drawn board with the player to move", found=f"to_move={to_move} alone")
    game = source if isinstance(source, Game) else _loaded(source, domain)
    scores = win if isinstance(win, tuple) else (win, None)
    if scores == (None, None):
        return game
    if not isinstance(game, NetGame):
        raise InputError("a ground game, to set the score that wins", found=game.kind, source=game.name)
    return game.with_thresholds(*scores)


def _drawn(
    source: str | os.PathLike[str] | Game,
    board: str,
    domain: str | os.PathLike[str] | None,
    to_move: Player | str | None,
) -> Game:
    """The game at a drawn position."""
    from zermelo.language.drawn_board import placed, read_drawing

    mover = next((each for each in Player if to_move is not None and each.value == str(to_move).lower()), None)
    if to_move is not None and mover is None:
        raise InputError("black or white to move", found=repr(to_move))
    drawing = read_drawing(board)
    if isinstance(source, str) and is_family(source) and drawing.rows:
        source = sized(source, drawing.columns, len(drawing.rows), FAMILIES)
    game = source if isinstance(source, Game) else _loaded(source, domain)
    return placed(game, drawing, mover)


def _headed(source: object) -> tuple[str | None, str | None]:
    """The family and the drawing of a text, or a file, whose first line is a family and whose others are a board."""
    named = isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source.strip())
    path = existing(os.fspath(source)) if named and isinstance(source, str | os.PathLike) else None
    if named and (path is None or not path.is_file() or path.stat().st_size > MOST_DRAWN):
        return None, None
    from zermelo.language.source import normal, read_text  # not for families, which need no language

    if path is not None:
        try:
            text = read_text(path)
        except InputError:  # which is told by whoever reads it as a game
            return None, None
    elif isinstance(source, str):
        text = source
    else:
        return None, None
    lines = [line for line in normal(text).split("\n") if line.partition("%")[0].strip()]
    if len(lines) < 2 or not is_family(lines[0].partition("%")[0].strip()):
        return None, None
    return lines[0].partition("%")[0].strip(), "\n".join(lines[1:])


def _loaded(source: str | os.PathLike[str], domain: str | os.PathLike[str] | None) -> Game:
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"load() takes a path, a text or a family such as 'hex:4x4', not {repr(source)[:80]}")
    text = os.fspath(source)
    found = existing(text)
    is_file = isinstance(source, os.PathLike) or (found is not None and not (found.is_dir() and is_family(text)))
    one_line = "\n" not in text.strip()
    if one_line and found is None and is_openspiel(text) and not isinstance(source, os.PathLike):
        if domain is not None:
            raise InputError("no domain file with a game of OpenSpiel", found=repr(os.fspath(domain)))
        return load_openspiel(text)
    if one_line and not is_file and (is_family(text) or _looks_like_family(text)):
        if domain is not None:
            raise InputError("no domain file with a family", found=repr(os.fspath(domain)))
        return make(text)
    from zermelo.language import format_of, read_game, read_game_text
    from zermelo.language.source import quote

    if found is not None and found.suffix == ".cnf" and found.is_file():
        advice = "zermelo.gamesat.read_cnf(path).game(side) is one, side tells who opens"
        raise InputError("a game", found="a formula", source=text, advice=advice)
    if is_file:
        return read_game(text, domain)
    if not one_line or format_of(text) is not None:
        return read_game_text(text, domain=domain)
    near = difflib.get_close_matches(text.partition(":")[0].strip().lower(), FAMILIES, n=1)
    missing = "/" in text or Path(text).suffix
    advice = "no such file" if missing else "'zermelo families' lists the families"
    advice = f"did you mean the family {near[0]}?" if near else advice
    raise InputError("a game file or a family such as hex:4x4", found=quote(text, 200), advice=advice)


def existing(text: str) -> Path | None:
    """The file, folder or link of that name, if there is one."""
    return Path(text) if os.path.lexists(text) else None


def _looks_like_family(text: str) -> bool:
    """Tell whether a text that names no file is rather a misspelt family than a file that is missing."""
    name, colon, _ = text.partition(":")
    return bool(colon) and not any(sign in name for sign in "/.{")  # a brace begins a game graph
