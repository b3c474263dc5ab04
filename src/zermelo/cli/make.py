"""``zermelo make``: write the game of a family to a file."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import JsonOption
from zermelo.cli.convert import FormatOption, OutputOption, deliver
from zermelo.families import make


def command(
    family: Annotated[
        str, typer.Argument(metavar="FAMILY", help="Such as httt:tippy,board=4x4; see 'zermelo families'.")
    ],
    output: OutputOption = None,
    form: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the game of a family expression to a file."""
    deliver(make(family), output, form, as_json)
