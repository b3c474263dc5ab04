"""``zermelo convert``: read a game in one format, write it in another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import DomainOption, GameArgument, JsonOption, load, print_json
from zermelo.errors import InputError
from zermelo.language import FORMATS, default_format, write_game
from zermelo.language.source import write_text
from zermelo.model import Game


def command(
    game: GameArgument,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file; standard output if absent.")] = None,
    form: Annotated[str | None, typer.Option("--format", help="bddl, pg or hex (default: by the file's name).")] = None,
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Convert a game between formats; what a format cannot say is an error, never dropped."""
    loaded = load(game, domain)
    written = deliver(loaded, output, form)
    if as_json and output is not None:
        print_json({"game": loaded.name, "file": str(output), "format": written})


def deliver(game: Game, output: Path | None, form: str | None) -> str:
    """Write a game to a file or to standard output; returns the format."""
    if form is None:
        suffix = output.suffix.removeprefix(".").lower() if output else ""
        form = {"ig": "bddl"}.get(suffix, suffix) if suffix in {*FORMATS, "ig"} else default_format(game)
    if form not in FORMATS:
        raise InputError(f"a format among {', '.join(FORMATS)}", found=repr(form))
    text = write_game(game, form)
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, text)
    return form
