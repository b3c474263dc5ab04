"""``zermelo families``, ``encodings`` and ``solvers``: what there is, a line each."""

from __future__ import annotations

from zermelo.cli.common import JsonOption, print_json, table
from zermelo.encodings import ENCODINGS
from zermelo.families import FAMILIES
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS


def _print(what: str, rows: list[dict[str, str]], as_json: bool) -> None:
    if as_json:
        print_json({what: rows})
    else:
        print(table([list(row.values()) for row in rows]))


def families(as_json: JsonOption = False) -> None:
    """List the families of games, with an example of each."""
    rows = [{"name": name, "example": each.examples[0], "description": each.summary} for name, each in FAMILIES.items()]
    _print("families", rows, as_json)


def encodings(as_json: JsonOption = False) -> None:
    """List the encodings."""
    rows = [{"name": name, "title": each.title, "source": each.source} for name, each in ENCODINGS.items()]
    _print("encodings", rows, as_json)


def solvers(as_json: JsonOption = False) -> None:
    """List the QBF solvers and preprocessors that are supported."""
    rows = [
        {
            "name": name,
            "kind": "solver",
            "installed": "installed" if each.executable() else "missing",
            "description": each.description,
        }
        for name, each in SOLVERS.items()
    ]
    rows += [
        {
            "name": name,
            "kind": "preprocessor",
            "installed": "installed" if each.available() else "missing",
            "description": each.description,
        }
        for name, each in PREPROCESSORS.items()
    ]
    _print("solvers", rows, as_json)


COMMANDS = {"families": families, "encodings": encodings, "solvers": solvers}
