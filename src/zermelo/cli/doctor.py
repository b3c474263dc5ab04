"""``zermelo doctor``: what is installed, in which version, what is missing and how to get it; and the licences."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from typing import Annotated

import typer

from zermelo import __version__, _native
from zermelo.cli.common import JsonOption, print_json, table
from zermelo.errors import InputError
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS
from zermelo.solvers.licence import PACKAGE_LICENCES, Licence
from zermelo.solvers.tools_file import VARIABLE, place

_UNREADY = "no QBF solver found: games are searched, proven and played; formulas are written, and not solved"
_REQUIREMENT = re.compile(r"([\w.-]+)(?:.*extra == ['\"](\w+))?")
"""A requirement of the package: the name of a library, and the extra to which it belongs, if any."""
_TOOLS_OF_DEVELOPERS = ("test", "docs")


def command(
    as_json: JsonOption = False,
    licences: Annotated[bool, typer.Option("--licences", help="Tell the licence of all that is installed.")] = False,
) -> None:
    """Tell what is installed and what is missing.

    The exit code is 3 when there is no QBF solver, and 2 when the configuration file is wrong.
    """
    if licences:
        _tell_licences(as_json)
        return
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
        solvers, preprocessors, fault = SOLVERS.described(), PREPROCESSORS.described(), error
    for name, each in solvers.items():
        path = each.executable()
        working += path is not None
        rows.append(_row(name, each.description, (each.version() or "installed") if path else None, each.how_to_get))
    for name, tool in preprocessors.items():
        if name != "none":
            found = (tool.version() or "installed") if tool.available() else None
            rows.append(_row(name, tool.description, found, tool.how_to_get))
    if as_json:
        print_json({"tools": rows, "ready": working > 0})
    else:
        shown = [[row["name"], row["version"] or "missing", "; ".join(filter(None, _purpose(row)))] for row in rows]
        print(table([["what", "version", "what it is for, and how to get what is missing"], *shown]))
        print("ready" if working else _UNREADY)
    if fault is not None:
        raise fault
    raise typer.Exit(0 if working else 3)


def _tell_licences(as_json: bool) -> None:
    """Print the licence of each library and each tool that is installed."""
    found = [("zermelo", __version__, Licence("MIT", "its file LICENSE"))]
    found += [(name, version(name), _licence(name)) for name in _libraries()]
    for solver in SOLVERS.values():
        if solver.executable() is not None:
            found.append((solver.name, solver.version() or "installed", solver.licence))
    for tool in PREPROCESSORS.values():
        if tool.name != "none" and tool.available():
            found.append((tool.name, tool.version() or "installed", tool.licence))
    if as_json:
        rows = [{"name": name, "version": of, "licence": it.terms, "source": it.source} for name, of, it in found]
        print_json({"licences": rows})
        return
    print(table([["what", "version", "licence", "read in"], *([name, of, *licence] for name, of, licence in found)]))
    print("Solvers and preprocessors run as programs of their own; Zermelo contains none of them.")


def _libraries() -> list[str]:
    """The Python packages that Zermelo uses, of those that are installed; what its developers need is left out."""
    try:
        matches = [match for text in requires("zermelo") or [] if (match := _REQUIREMENT.match(text))]
    except PackageNotFoundError:  # it runs from a folder that was put on the path
        matches = []
    names = dict.fromkeys(match[1] for match in matches if match[2] not in _TOOLS_OF_DEVELOPERS)
    return [name for name in names if name != "zermelo" and _package(name) is not None]


def _licence(package: str) -> Licence:
    """The licence of an installed Python package: as verified, or as its metadata state it.

    >>> _licence("lark").terms
    'MIT'
    """
    if package in PACKAGE_LICENCES:
        return PACKAGE_LICENCES[package]
    stated = metadata(package)
    short = [
        text for key in ("License-Expression", "License") for text in stated.get_all(key) or [] if "\n" not in text
    ]
    classified = [text.rpartition(" :: ")[2] for text in stated.get_all("Classifier") or [] if "License ::" in text]
    return Licence(next(iter([*short, *classified]), "unknown"), "its metadata")


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
