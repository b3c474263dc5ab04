"""Games in files and texts of any language: which language it is, its reader and its writer."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from zermelo.errors import InputError, UnsupportedError
from zermelo.language.bddl import domain_file, is_bddl, read_grid_text, write_grid_game
from zermelo.language.drawn_board import LOOKS
from zermelo.language.game_graph import MOST_WRITTEN, graph_of, is_game_graph, read_graph_text, write_graph
from zermelo.language.gdl import is_gdl, read_gdl_text
from zermelo.language.gdl_writer import write_gdl
from zermelo.language.hexdiagram import is_hex_diagram, read_hex_text, write_hex
from zermelo.language.pg import is_pg, read_pg_text, write_pg
from zermelo.language.source import read_text
from zermelo.language.toss import is_toss, read_toss_text
from zermelo.language.toss_writer import write_toss
from zermelo.model import ConnectionGame, Game, GraphGame, GridGame, NetGame, PositionalGame

LIMIT_MB = 32
_BLANK = re.compile(r"\n\s+")


class GameLanguage(NamedTuple):
    """A language for games: its file suffixes, the usual one first, and the games that it can describe."""

    suffixes: tuple[str, ...]
    games: str


FORMATS: dict[str, GameLanguage] = {
    "bddl": GameLanguage((".ig", ".bddl"), "grid games"),
    "pg": GameLanguage((".pg",), "positional and connection games"),
    "hex": GameLanguage((".hex",), "Hex positions in which Black moves"),
    "gdl": GameLanguage((".kif", ".gdl"), "ground games"),
    "toss": GameLanguage((".toss",), "rules that rewrite structures; written: positional games"),
    "graph": GameLanguage((".jsonl",), "games of few positions, written out"),
}
"""The languages by name."""

_BY_SUFFIX = {suffix: name for name, form in FORMATS.items() for suffix in form.suffixes}
_SUPPORTED = ", ".join(f"{name} ({' '.join(form.suffixes)}: {form.games})" for name, form in FORMATS.items())


def format_of(text: str, path: str | os.PathLike[str] = "") -> str | None:
    """The language of a text, told by its content, or else by the suffix of its file; None when neither tells.

    >>> format_of("#boardsize 3 3", "game.pg"), format_of("#positions a b"), format_of("3 b[a1]")
    ('bddl', 'pg', 'hex')
    >>> format_of("; tic-tac-toe\\n(role x) (role o)")
    'gdl'
    >>> format_of("?", "game.PG")
    'pg'
    """
    if is_toss(text):
        return "toss"
    if is_game_graph(text):
        return "graph"
    if is_gdl(text):
        return "gdl"
    if is_pg(text):  # before BDDL: polyominoes, too, have a section #blackgoal
        return "pg"
    if is_bddl(_BLANK.sub("\n", text)):  # long blank stretches would cost its pattern quadratic time
        return "bddl"
    if is_hex_diagram(text):
        return "hex"
    return _BY_SUFFIX.get(Path(path).suffix.lower())


def read_game(path: str | os.PathLike[str], domain: str | os.PathLike[str] | None = None) -> Game:
    """The game in a file of any language; its name is that of the file, without folders.

    Parameters
    ----------
    path
        The file; at most 32 MB.
    domain
        The domain of a BDDL problem, when it is another file than ``domain.ig`` beside the problem.

    Raises ``InputError`` with file, line and column for a file that is wrong, that is in none of the languages, or that
    is no BDDL problem and comes with a domain.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "corner.hex")
    ...     _ = path.write_text("3x2 b[a1]")
    ...     game = read_game(path)
    >>> game.name, game.kind
    ('corner.hex', 'connection game (Hex), maker-breaker')
    """
    source = os.fspath(path)
    return read_game_text(read_text(source, LIMIT_MB), source, domain)


def read_game_text(text: str, source: str = "text", domain: str | os.PathLike[str] | None = None) -> Game:
    """The game in the text of a file.

    Parameters
    ----------
    text
        All of the file.
    source
        The name that errors give it; its last part becomes the name of the game.
    domain
        The domain file of a BDDL problem, see :func:`read_game`.

    Raises as :func:`read_game`.

    >>> read_game_text("3x2 b[a1]")
    <text: connection game (Hex), maker-breaker, Black to move>
    """
    form = format_of(text, source)
    if form is None:
        raise InputError(
            f"a game in one of the languages {_SUPPORTED}",
            found="none of them",
            source=source,
            advice=f"{LOOKS}, below a line with the family",
        )
    if form != "bddl" and domain is not None:
        found = f"a game in the language {form}"
        raise InputError("a BDDL problem to go with the domain file", found=found, source=source)
    if form == "pg":
        return read_pg_text(text, source)
    if form == "hex":
        return read_hex_text(text, source)
    if form == "gdl":
        return read_gdl_text(text, source)
    if form == "toss":
        return read_toss_text(text, source)
    if form == "graph":
        return read_graph_text(text, source)
    return read_grid_text(text, source, domain, name=Path(source).name, limit_mb=LIMIT_MB)


def sources(path: str | os.PathLike[str], domain: str | os.PathLike[str] | None = None) -> list[Path]:
    """The files that :func:`read_game` reads for these arguments: the game, and the domain if there is one.

    A pipe is not read to find out, for that can be done only once.
    """
    game = Path(path)
    if domain is not None or not game.is_file():
        return [game, *([] if domain is None else [Path(domain)])]
    text = read_text(game, LIMIT_MB)
    beside = domain_file(text, os.fspath(path)) if format_of(text, path) == "bddl" else None
    return [game, *([] if beside is None else [beside])]


def write_game(game: Game, fmt: str | os.PathLike[str], most: int = MOST_WRITTEN, *, faithful: bool = False) -> str:
    """The text of a game.

    Parameters
    ----------
    game
        Any game.
    fmt
        One of :data:`FORMATS`, or the path of a file, whose suffix tells the language. The file is not written.
    most
        The largest number of positions of a game that is written out as a graph.
    faithful
        True to write BDDL in the language of its paper only, without our extensions.

    Raises ``InputError`` for an unknown language, ``UnsupportedError`` for a game that this language cannot say, and
    ``LimitError`` for one with too many positions.

    >>> print(write_game(ConnectionGame.hex(3, 2), "empty.hex"), end="")
    3x2
    >>> write_game(ConnectionGame.hex(3, 2), "bddl")
    Traceback (most recent call last):
      ...
    zermelo.errors.UnsupportedError: hex:3x2: found connection game (Hex), maker-breaker, expected a game that bddl ...
    """
    wanted = os.fspath(fmt)
    form = wanted if wanted in FORMATS else _BY_SUFFIX.get(Path(wanted).suffix.lower())
    if form is None:
        raise InputError(f"one of the languages {_SUPPORTED}", found=repr(wanted))
    if form == "graph":
        return write_graph(game if isinstance(game, GraphGame) else graph_of(game, most))
    writers: dict[str, tuple[tuple[type[Game], ...], Callable[..., str]]] = {
        "bddl": ((GridGame,), partial(write_grid_game, faithful=faithful)),
        "pg": ((PositionalGame, ConnectionGame), write_pg),
        "hex": ((ConnectionGame,), write_hex),
        "gdl": ((NetGame,), write_gdl),
        "toss": ((PositionalGame,), write_toss),
    }
    kinds, write = writers[form]
    if not isinstance(game, kinds):
        fits = [name for name, (others, _) in writers.items() if isinstance(game, others)]
        raise UnsupportedError(
            f"a game that {form} can say ({FORMATS[form].games})",
            found=game.kind,
            source=game.name,
            advice=f"{' or '.join(fits) or 'graph'} fits",
        )
    return write(game)
