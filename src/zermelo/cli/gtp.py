"""``zermelo gtp``: an engine for Hex that programs with a board speak to by GTP."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from zermelo.play.gtp import LARGEST, GtpEngine
from zermelo.play.levels import THINK, level_named


def command(
    size: Annotated[
        int, typer.Option("--size", min=1, max=LARGEST, help="Columns and rows of the board, until 'boardsize'.")
    ] = 11,
    level: Annotated[
        str, typer.Option("--level", help="The level of play: 1 (weak) to 10 (strong), or perfect.")
    ] = "8",
    think: Annotated[float, typer.Option("--think", min=0.01, help="The longest time for a move, in seconds.")] = THINK,
    seed: Annotated[int, typer.Option("--seed", help="The seed of random choices.")] = 0,
    swap: Annotated[
        bool, typer.Option("--swap", help="Answer the first stone by 'swap-pieces' where that is better.")
    ] = False,
) -> None:
    """Play Hex by GTP, for programs such as HexGui.

    Commands come by standard input, a line each; responses go to standard output. 'list_commands' lists them.
    """
    engine = GtpEngine(size, size, level_named(level), think, seed, swap)
    if sys.stdin is None:
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for response in engine.responses(sys.stdin):
        sys.stdout.write(response)
        sys.stdout.flush()
