"""The command line: one file per command, errors of one line, and exit codes that scripts can rely on.

``run`` goes through the framework's public ``make_context`` and ``invoke`` and not through its ``main``, which would
turn a closed pipe into exit code 1 and Ctrl-C into 130 before anybody here hears of it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

import typer

from zermelo.cli import convert, doctor, encode, lists, make, perft, show, solve
from zermelo.errors import InputError, LimitError, MissingToolError, ZermeloError

app = typer.Typer(
    name="zermelo",
    help="Decide who wins a two-player board game, prove it, and show it.",
    epilog="Exit codes: 0 answered, 1 internal error, 2 bad input or usage, 3 unknown (limit, interrupt, missing tool).",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (solve, encode, show, convert, make, perft, doctor):
    app.command(module.__name__.rpartition(".")[2])(module.command)
for name, listing in lists.COMMANDS.items():
    app.command(name)(listing)

_UsageError = typer.BadParameter.__mro__[1]
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


def main() -> None:
    """Run a command; every error that a user can cause ends in one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that the terminal cannot print must not end the work
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code.

    >>> run(["--version"])  # doctest: +ELLIPSIS
    zermelo ...
    0
    """
    try:
        code = _invoke(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except _UsageError as error:
        return _fail(*_usage(error))
    except InputError as error:
        return _fail(str(error), 2)
    except (LimitError, MissingToolError) as error:
        return _fail(str(error), 3)
    except ZermeloError as error:
        return _fail(f"internal error: {error}", 1, "please report it with the command that you ran")
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", 3)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        place = str(error.filename or "standard output")
        return _fail(f"{place if len(place) <= 200 else place[:199] + '…'}: {error.strerror or error}", 2)
    except MemoryError:
        return _fail("out of memory", 3, "a smaller depth or another encoding needs less")
    except RecursionError:
        return _fail("internal error: the input nests too deeply", 1, "please report it with the command that you ran")
    return code


def _invoke(arguments: Sequence[str]) -> int:
    command = typer.main.get_command(app)
    try:
        with command.make_context("zermelo", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    return 0


def _usage(error: Exception) -> tuple[str, int, str]:
    """The message of a wrong command line, the exit code, and where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "zermelo"
    parameter = getattr(error, "param", None)
    if type(error).__name__ == "MissingParameter" and parameter is not None:
        said = f"{parameter.metavar or parameter.name.upper()} is missing"
    else:
        said = getattr(error, "format_message", error.__str__)().rstrip(".")
    return said, 2, f"see {path} --help"


def _fail(message: str, code: int, advice: str = "") -> int:
    line = " ".join(message.split())
    with contextlib.suppress(OSError):
        print(f"zermelo: {line}{'; ' + advice if advice else ''}", file=sys.stderr)
    return code


def _drop_output() -> None:
    """Let what is still buffered go nowhere, or the interpreter would fail on it once more when it ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
