"""``zermelo doctor``: what is installed, in which version, what is missing and how to get it."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import typer

from zermelo import __version__, _native
from zermelo.cli.common import JsonOption, print_json, table
from zermelo.errors import InputError
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS
from zermelo.solvers.tools_file import VARIABLE, place

EXTERNAL = {
    "quabs": "QCIR solver",
    "cqesto": "QCIR solver",
    "qesto": "QDIMACS solver",
    "hqspre": "preprocessor",
    "qratpre": "preprocessor (QRATPre+)",
}
"""What no package registry ships; docs/solvers.md has an entry for each, to be put into the configuration file."""


def command(as_json: JsonOption = False) -> None:
    """Tell what is installed and what is missing.

    The exit code is 3 when there is no QBF solver, and 2 when the configuration file is wrong.
    """
    rows = [
        _row("python", "runs everything", platform.python_version(), ""),
        _row("zermelo", "this package", __version__, ""),
        _row("native core", f"boards of up to {_native.MAX_CELLS} cells", __version__, ""),
        _row("pyqbf", "brings the QBF solvers", _package("pyqbf"), "pip install 'zermelo[qbf]'"),
    ]
    rows.append(_row("configuration", "describes further tools; optional", str(place() or "") or None, _config_help()))
    working, fault = 0, None
    try:
        solvers, preprocessors = dict(SOLVERS), dict(PREPROCESSORS)
    except InputError as error:  # what the package brings is listed all the same
        solvers, preprocessors, fault = SOLVERS.own, PREPROCESSORS.own, error
    for name, each in solvers.items():
        path = each.executable()
        working += path is not None
        rows.append(_row(name, each.description, (each.version() or "installed") if path else None, each.how_to_get))
    for name, tool in preprocessors.items():
        if name != "none":
            found = (tool.version() or "installed") if tool.available() else None
            rows.append(_row(name, tool.description, found, tool.how_to_get))
    for name, adds in EXTERNAL.items():
        if name not in {**solvers, **preprocessors}:
            how = "installing it and describing it in the configuration file (docs/solvers.md)"
            rows.append(_row(name, f"optional {adds}", None, how))
    if as_json:
        print_json({"tools": rows, "ready": working > 0})
    else:
        shown = [[row["name"], row["version"] or "missing", "; ".join(filter(None, _purpose(row)))] for row in rows]
        print(table([["what", "version", "what it is for, and how to get what is missing"], *shown]))
        print("ready" if working else "no QBF solver found: nothing can be solved")
    if fault is not None:
        raise fault
    raise typer.Exit(0 if working else 3)


def _config_help() -> str:
    path = place(existing=False)
    return f"writing {path}" if path else f"taking back {VARIABLE}, which is empty and means none"


def _purpose(row: dict[str, str]) -> tuple[str, str]:
    return row["adds"], f"get it by: {row['get']}" if row["get"] else ""


def _row(name: str, adds: str, found: str | None, how: str) -> dict[str, str]:
    return {"name": name, "version": found or "", "adds": adds, "get": "" if found else how}


def _package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
