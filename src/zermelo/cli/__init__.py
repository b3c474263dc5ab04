"""The command line: one file per command, errors of one line, and exit codes that scripts can rely on."""

from __future__ import annotations

import os
import sys

import click
import typer

from zermelo.cli import convert, doctor, encode, lists, make, perft, show, solve
from zermelo.errors import InputError, LimitError, MissingToolError, ZermeloError

app = typer.Typer(
    name="zermelo",
    help="Decide who wins a two-player board game, prove it, and show it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (solve, encode, show, convert, make, perft, doctor):
    app.command(module.__name__.rpartition(".")[2])(module.command)
for name, listing in lists.COMMANDS.items():
    app.command(name)(listing)


@app.callback(invoke_without_command=True)
def top(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    """Decide who wins a two-player board game, prove it, and show it."""
    if version:
        from zermelo import __version__

        print(f"zermelo {__version__}")
        raise typer.Exit


def main() -> None:
    """Run a command; every error that a user can cause ends in one line on standard error."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = app(arguments, prog_name="zermelo", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        return _fail(error.format_message(), 2, "see zermelo --help")
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except InputError as error:
        return _fail(str(error), 2)
    except (LimitError, MissingToolError) as error:
        return _fail(str(error), 3)
    except ZermeloError as error:
        return _fail(f"internal error: {error}", 1, "please report it with the command that you ran")
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", 3)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{error.filename or 'file'}: {error.strerror or error}", 2)
    except RecursionError:
        return _fail("internal error: the input nests too deeply", 1, "please report it with the command that you ran")
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int, advice: str = "") -> int:
    line = " ".join(message.split())
    print(f"zermelo: {line}{'; ' + advice if advice else ''}", file=sys.stderr)
    return code
