"""The commands put together, and a command line run through them.

``invoke`` uses the framework's public ``make_context`` and ``invoke`` and not its ``main``, which would turn a closed
pipe into exit code 1 and Ctrl-C into 130 before anybody here hears of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import typer

from zermelo.cli import (
    cache,
    certify,
    check,
    convert,
    doctor,
    encode,
    family,
    gamesat,
    lists,
    make,
    perft,
    play,
    show,
    sizes,
    solve,
    solver,
)
from zermelo.errors import InputError

app = typer.Typer(
    name="zermelo",
    help="Decide who wins a two-player board game, prove it, and show it.",
    epilog="Exit codes: 0 answered, 1 internal error, 2 bad input or usage, 3 unknown (limit, Ctrl-C, missing tool).",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (solve, check, play, certify, encode, sizes, family, show, convert, make, perft, doctor):
    app.command(module.__name__.rpartition(".")[2])(module.command)
for name, listing in lists.COMMANDS.items():
    app.command(name)(listing)
app.add_typer(solver.app, name="solver")
app.add_typer(cache.app, name="cache")
app.add_typer(gamesat.app, name="gamesat")

_UsageError: type[Exception] = typer.BadParameter.__mro__[2]
"""What the framework raises for a wrong command line; from which module depends on the version of typer."""


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context, version: bool = typer.Option(False, "--version", help="Print the version and exit.")
) -> None:
    """Decide who wins a two-player board game, prove it, and show it."""
    if version:
        from zermelo import __version__

        print(f"zermelo {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


def invoke(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; a wrong command line is an ``InputError``."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("zermelo", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort
    except _UsageError as error:
        where = getattr(getattr(error, "ctx", None), "command_path", "zermelo")
        raise InputError(_message(error), advice=f"see {where} --help") from error
    return 0


def _message(error: Exception) -> str:
    parameter = getattr(error, "param", None)
    if type(error).__name__ == "MissingParameter" and parameter is not None:
        return f"{parameter.metavar or parameter.name.upper()} is missing"
    return str(getattr(error, "format_message", error.__str__)()).rstrip(".")
