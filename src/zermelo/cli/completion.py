"""Completion of command lines by shells: commands, options, and the values that are cheap to list.

A shell runs ``zermelo`` with the line so far in the variable ``_ZERMELO_COMPLETE`` and others; the scripts that make it
do so are the framework's. Only the command of the line is imported, and of its values those that are asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.cli.app import COMPLETION
from zermelo.errors import InputError

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


class Item(NamedTuple):
    """A completion, as the framework hands it to a shell."""

    value: str
    help: str = ""
    type: str = "plain"


def _encodings() -> Iterable[Item]:
    from zermelo.encodings import ENCODINGS

    return [Item(name, each.title) for name, each in ENCODINGS.items()]


def _families() -> Iterable[Item]:
    from zermelo.families import FAMILIES

    return [Item(each.examples[0], each.summary) for each in FAMILIES.values()]


def _solvers() -> Iterable[Item]:
    from zermelo.solvers import SOLVERS

    return [Item(name, each.description) for name, each in SOLVERS.items()]


def _preprocessors() -> Iterable[Item]:
    from zermelo.preprocess import PREPROCESSORS

    return [Item("auto"), *(Item(name, each.description) for name, each in PREPROCESSORS.items())]


_VALUES: dict[str, Callable[[], Iterable[Item]]] = {
    "game": _families,  # where none fits, the shell completes names of files
    "encoding": _encodings,
    "solver": _solvers,
    "preprocessor": _preprocessors,
    "method": lambda: [Item("auto"), Item("qbf"), Item("search")],
    "player": lambda: [Item("black"), Item("white")],
}
"""The values of parameters, by their names in the code."""


def suggest(built: Any) -> None:
    """Let the parameters of a command, or of all commands of a group, complete their values."""
    for each in getattr(built, "commands", {}).values():
        suggest(each)
    for parameter in built.params:
        if parameter.name in _VALUES:
            parameter.shell_complete = _completer(_VALUES[parameter.name])


def _completer(values: Callable[[], Iterable[Item]]) -> Callable[[Any, str], list[Item]]:
    return lambda _, incomplete: [item for item in values() if item.value.startswith(incomplete)]


def answer(group: Any) -> int:
    """Print the completions that a shell asks for; the exit code is 0 when the question was understood."""
    from typer.completion import completion_init, shell_complete  # type: ignore[attr-defined]

    completion_init()
    return shell_complete(group, {}, "zermelo", COMPLETION, os.environ[COMPLETION])


def script() -> str:
    """The script for the shell of the user, to be run by it when it starts."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    return str(get_completion_script(prog_name="zermelo", complete_var=COMPLETION, shell=_shell()))


def install() -> str:
    """Put the script where the shell of the user finds it, and tell the place."""
    from typer.completion import install as put  # type: ignore[attr-defined]

    shell, path = put(_shell(), "zermelo", COMPLETION)
    return f"completion for {shell} installed in {path}; it works in terminals that are opened from now on"


def _shell() -> str:
    """The shell that runs this program or, where that is none, the one that $SHELL names; InputError for no shell."""
    import shellingham

    try:
        name = shellingham.detect_shell()[0]
    except shellingham.ShellDetectionFailure:
        name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        advice = "set the variable SHELL to the path of one"
        raise InputError(f"a shell among {', '.join(SHELLS)}", found=repr(name) if name else "none", advice=advice)
    return str(name)
