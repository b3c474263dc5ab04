"""The table of commands, and the run of a command line.

A command is imported when it is called. The table below holds the module of each command and its first sentence for
the list of commands, so that neither ``zermelo --help`` nor a command waits for the libraries of the others.

``invoke`` uses the framework's public ``make_context`` and ``invoke`` and not its ``main``, which would turn a closed
pipe into exit code 1 and Ctrl-C into 130.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from zermelo.errors import InputError

COMPLETION = "_ZERMELO_COMPLETE"
"""The variable by which a shell asks how a command line may go on."""


class CommandPlace(NamedTuple):
    """The place of a command: a module of this folder, the function or group in it, and its first sentence."""

    module: str
    name: str
    summary: str


COMMANDS = {
    "solve": CommandPlace("solve", "command", "Decide a game: who wins, how fast, by which first moves?"),
    "outcome": CommandPlace("outcome", "command", "Tell the outcome class: who wins when either player opens?"),
    "value": CommandPlace("value", "command", "Find the value of a game, or of a sum of games."),
    "table": CommandPlace("table", "command", "Print a table of answers for all sizes of a game."),
    "check": CommandPlace("check", "command", "Check that a strategy proves its claim."),
    "strategy": CommandPlace("strategy", "app", "Make strategy files small, and whole again."),
    "play": CommandPlace("play", "command", "Play a game: against a proof, the search, or people."),
    "gtp": CommandPlace("gtp", "command", "Play Hex by GTP, for programs such as HexGui."),
    "serve": CommandPlace("serve", "command", "Open a page in the browser to solve and play games."),
    "certify": CommandPlace("certify", "command", "Decide a formula and prove the answer."),
    "encode": CommandPlace("encode", "command", "Write the formula of a game and a depth."),
    "sizes": CommandPlace("sizes", "command", "Tell how large the formulas of a game are."),
    "family": CommandPlace("family", "command", "Write a benchmark family of formulas, with a manifest."),
    "show": CommandPlace("show", "command", "Draw a position and tell the rules in short."),
    "convert": CommandPlace("convert", "command", "Convert a game between file formats."),
    "make": CommandPlace("make", "command", "Write the game of a family expression to a file."),
    "perft": CommandPlace("perft", "command", "Count plays and positions by two engines."),
    "doctor": CommandPlace("doctor", "command", "Tell what is installed and what is missing."),
    "families": CommandPlace("lists", "families", "List the families of games, with an example of each."),
    "encodings": CommandPlace("lists", "encodings", "List the encodings, and what each takes and answers."),
    "solvers": CommandPlace("lists", "solvers", "List the QBF solvers and preprocessors that are supported."),
    "solver": CommandPlace("solver", "app", "Work on the adapters of solvers and preprocessors."),
    "cache": CommandPlace("cache", "app", "Show, export, import and clear the memory of answers."),
    "campaign": CommandPlace("campaign", "app", "Run many games in many ways, all results on record."),
    "attack": CommandPlace("attack", "command", "Attack one game by many jobs: does this player win?"),
    "reproduce": CommandPlace("reproduce", "command", "Run the papers' tables and figures again, ours beside theirs."),
    "puzzle": CommandPlace("puzzle", "app", "Make and check puzzles: positions with one winning first move."),
    "lesson": CommandPlace("lesson", "command", "Write a lesson on a game: rules, hints, its proof, theorems."),
    "gamesat": CommandPlace("gamesat", "app", "Game-SAT: who wins a CNF; random formulas; experiments."),
}
"""All commands, in the order of the help text; a test compares the summaries with the commands' own."""


def command(name: str) -> Any:
    """Import the command of that name and build it as the framework wants it.

    >>> command("solver").list_commands(None)
    ['test']
    """
    place = COMMANDS[name]
    found = getattr(import_module(f"zermelo.cli.{place.module}"), place.name)
    holder = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    holder.callback()(lambda: None)  # with a callback of its own it is a group, whatever it holds
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name)
    else:
        holder.command(name)(found)
    group: Any = typer.main.get_command(holder)
    _refuse_nan(group.commands[name])
    if COMPLETION in os.environ:
        from zermelo.cli.completion import suggest

        suggest(group.commands[name])
    return group.commands[name]


def _refuse_nan(built: Any) -> None:
    """Make "nan", which the framework accepts as a number, a usage error in every option of a command or group."""
    for each in getattr(built, "commands", {}).values():
        _refuse_nan(each)
    for parameter in built.params:
        parameter.callback = parameter.callback or _number


def _number(context: Any, parameter: Any, value: Any) -> Any:
    if isinstance(value, float) and math.isnan(value):
        raise typer.BadParameter("nan is no number", ctx=context, param=parameter)
    return value


class _Lazy(TyperGroup):
    """The group of all commands; ``commands`` holds stand-ins with a name and a summary, for lists and advice."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._loaded: dict[str, Any] = {}
        for name, place in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=place.summary, rich_markup_mode=None)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 (the framework's interface)
        """The command itself, which is imported now."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self._loaded:
            self._loaded[cmd_name] = command(cmd_name)
        return self._loaded[cmd_name]

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete the name of a command from the stand-ins; nothing is imported, and nothing is run afterwards."""
        self._loaded = dict(self.commands)
        return super().shell_complete(ctx, incomplete)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the stand-ins, which needs no import of the commands."""
        TyperGroup(name=self.name, commands=dict(self.commands)).format_commands(ctx, formatter)


app = typer.Typer(
    name="zermelo",
    cls=_Lazy,
    help="Decide who wins a two-player board game, prove it, and show it.",
    epilog="Exit codes: 0 answered, 1 internal error, 2 bad input or usage, "
    "3 unknown (limit, Ctrl-C, missing tool, full disk).",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

_UsageError: type[Exception] = typer.BadParameter.__mro__[2]
"""The framework's error for a wrong command line; from which module it comes depends on the version of typer."""


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
    install_completion: bool = typer.Option(
        False, "--install-completion", help="Teach the shell to complete commands."
    ),
    show_completion: bool = typer.Option(False, "--show-completion", help="Print the script that teaches the shell."),
) -> None:
    """Decide who wins a two-player board game, prove it, and show it."""
    if version:
        from zermelo import __version__

        print(f"zermelo {__version__}")
        raise typer.Exit
    if install_completion or show_completion:
        from zermelo.cli import completion

        print(completion.install() if install_completion else completion.script())
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


def invoke(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; a wrong command line is an ``InputError``."""
    group = typer.main.get_command(app)
    if COMPLETION in os.environ:
        from zermelo.cli.completion import answer

        return answer(group)
    try:
        with group.make_context("zermelo", list(arguments)) as context:
            group.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort
    except _UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # a group alone, such as "zermelo puzzle"
            print(error)
            return 0
        where = getattr(getattr(error, "ctx", None), "command_path", "zermelo")
        raise InputError(_message(error), advice=f"see {where} --help") from error
    return 0


def _message(error: Exception) -> str:
    parameter = getattr(error, "param", None)
    if type(error).__name__ == "MissingParameter" and parameter is not None:
        names = [name for name in parameter.opts if name.startswith("-")]
        return f"{names[0] if names else parameter.metavar or parameter.name.upper()} is missing"
    return str(getattr(error, "format_message", error.__str__)()).rstrip(".")
