"""The manual page ``zermelo.1``, made from the table of commands and their options.

``python -m zermelo.cli.manual FILE`` writes it. The page is a part of the package (share/man/man1), and a test
compares it with what is made here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo import __version__
from zermelo.cli import app

_FILES = (
    ("the user's configuration folder, zermelo/tools.toml", "Solvers and preprocessors of the user's own."),
    ("the user's cache folder, zermelo/answers.sqlite", "Answers that are remembered; see zermelo cache."),
)
_VARIABLES = (
    ("ZERMELO_CONFIG", "Another configuration file; empty: none."),
    ("ZERMELO_CACHE", "Another file for answers; empty: nothing is remembered."),
    ("ZERMELO_TRACEBACK", "If set, an internal error shows where it arose."),
    ("NO_COLOR", "If set, boards are drawn without colours."),
)
_EXIT_CODES = (
    ("0", "Answered."),
    ("1", "Internal error: please report it."),
    ("2", "Bad input or usage: one line says where, and what was expected."),
    ("3", "Unknown: a limit, Ctrl-C, or a missing tool."),
)
_EXAMPLES = (
    ("zermelo solve hex:4x4", "Tell who wins Hex on a 4x4 board, and how fast."),
    ("zermelo solve puzzle.hex --depth 5 --first-moves", "Tell which first moves win within five moves."),
    ("zermelo play hex:5x5", "Play against the search."),
)


def page() -> str:
    """The manual page, in the language of man.

    >>> page().splitlines()[0]
    '.TH ZERMELO 1 "" "zermelo ..." "User Commands"'
    """
    lines = [f'.TH ZERMELO 1 "" "zermelo {__version__}" "User Commands"']
    lines += [".SH NAME", _plain("zermelo - decide who wins a two-player board game, prove it, and play")]
    lines += [".SH SYNOPSIS", ".B zermelo", ".I COMMAND", "[OPTIONS] [ARGUMENTS]"]
    lines += [".SH DESCRIPTION"]
    lines += [_plain("A game is a file (BDDL, .pg, .hex, .cnf) or a family with sizes, such as hex:4x4.")]
    lines += [_plain("'zermelo families' lists the families; 'zermelo COMMAND --help' tells about a command.")]
    lines += [".SH COMMANDS"]
    for name in app.COMMANDS:
        lines += _command(f"zermelo {name}", app.command(name))
    titled = {"EXIT STATUS": _EXIT_CODES, "ENVIRONMENT": _VARIABLES, "FILES": _FILES, "EXAMPLES": _EXAMPLES}
    for title, entries in titled.items():
        lines.append(f".SH {title}")
        lines += [line for term, text in entries for line in _entry(_plain(term), text)]
    return "\n".join(lines) + "\n"


def _command(name: str, built: Any) -> Iterator[str]:
    """The part of a command, or the parts of the commands of a group."""
    inner = getattr(built, "commands", {})
    if not inner:
        arguments = [each for each in built.params if each.param_type_name == "argument"]
        usage = " ".join([name, "[OPTIONS]", *(each.metavar or each.name.upper() for each in arguments)])
        yield f".SS {_plain(usage)}"
        yield _plain(" ".join((built.help or "").split()))
        for each in arguments:
            yield from _entry(rf"\fI{_plain(each.metavar or each.name.upper())}\fR", each.help or "")
        for each in built.params:
            if each.param_type_name == "option":
                names = ", ".join([*each.opts, *each.secondary_opts])
                yield from _entry(rf"\fB{_plain(names)}\fR", each.help or "")
    for each, command in inner.items():
        yield from _command(f"{name} {each}", command)


def _entry(term: str, text: str) -> list[str]:
    return [".TP", term, _plain(" ".join(text.split()))]


def _plain(text: str) -> str:
    """A text in which no character has a meaning for man; all others are ASCII or named.

    >>> print(_plain("--depth 'n' × 2"))
    \\-\\-depth \\(aqn\\(aq \\[u00D7] 2
    """
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    escaped = "".join(letter if ord(letter) < 128 else rf"\[u{ord(letter):04X}]" for letter in escaped)
    return rf"\&{escaped}" if escaped.startswith(".") else escaped


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
