"""``zermelo lesson``: write a page or a notebook on a game for those who teach it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import DomainOption, GameArgument, WinOption, distinct_from_game, load
from zermelo.errors import InputError
from zermelo.files import write_text
from zermelo.lesson import SECONDS, as_lesson_html, as_notebook, sections


def command(
    game: GameArgument,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file, .html or .ipynb (default: HTML to standard output)."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The seed that chooses the position to think about.")] = 0,
    time_limit: Annotated[float, typer.Option("--time-limit", min=0, help="Seconds for all searches.")] = SECONDS,
    domain: DomainOption = None,
    win: WinOption = "",
) -> None:
    """Write a lesson on a game: rules, hints, its proof, theorems.

    A page of HTML without scripts, or a notebook; everything on it is computed from the game.
    """
    suffix = ".html" if output is None else output.suffix.lower()
    if suffix not in (".html", ".ipynb"):
        raise InputError("a file that ends in .html or .ipynb", found=repr(str(output)))
    distinct_from_game([output], game, domain)
    loaded = load(game, domain, win)
    found = sections(loaded, seed, time_limit)
    text = (as_lesson_html if suffix == ".html" else as_notebook)(loaded.name, found)
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, [text])
