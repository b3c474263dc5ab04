"""``zermelo make``: write the game of a family to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, print_json
from zermelo.cli.convert import deliver
from zermelo.families import make


def command(
    family: Annotated[
        str, typer.Argument(metavar="FAMILY", help="Such as httt:tippy,board=4x4; see 'zermelo families'.")
    ],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file; standard output if absent.")] = None,
    form: Annotated[str | None, typer.Option("--format", help="bddl, pg or hex (default: by the file's name).")] = None,
    as_json: JsonOption = False,
) -> None:
    """Write the game of a family expression as a file: the same game."""
    game = make(family)
    written = deliver(game, output, form)
    if as_json and output is not None:
        print_json({"game": game.name, "file": str(output), "format": written})
