"""``zermelo convert``: read a game in one format, write it in another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import DomainOption, GameArgument, JsonOption, load, print_json
from zermelo.errors import InputError
from zermelo.files import write_text
from zermelo.language import FORMATS, write_game
from zermelo.model import Game, GridGame


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
    """Write a game to a file (whole or not at all) or to standard output; returns the format."""
    if form is None and output is not None and output.suffix:
        form = next((name for name, each in FORMATS.items() if output.suffix.lower() in each.suffixes), None)
        if form is None:
            endings = ", ".join(suffix for each in FORMATS.values() for suffix in each.suffixes)
            raise InputError(f"a file name that ends in {endings}", found=repr(output.name), advice="or give --format")
    form = form or ("bddl" if isinstance(game, GridGame) else "pg")
    text = write_game(game, form)
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, [text])
    return form
