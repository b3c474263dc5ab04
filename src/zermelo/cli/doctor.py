"""``zermelo doctor``: what is installed, in which version, what is missing and how to get it."""

from __future__ import annotations

import platform
import shutil
from importlib.metadata import PackageNotFoundError, version

import typer

from zermelo import __version__, _native
from zermelo.cli.common import JsonOption, print_json, table
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS

EXTERNAL = {
    "quabs": ("QCIR solver", "putting the program quabs on PATH"),
    "cqesto": ("QCIR solver", "putting the program cqesto on PATH"),
    "qesto": ("QDIMACS solver", "putting the program qesto on PATH"),
    "hqspre": ("preprocessor", "putting the program hqspre on PATH"),
    "qratpre+": ("preprocessor", "putting the program qratpre+ on PATH"),
}
"""Programs that no package registry ships; nothing needs them yet, an adapter would add what is named here."""


def command(as_json: JsonOption = False) -> None:
    """Tell what is installed and what is missing.

    The exit code is 3 when there is no QBF solver.
    """
    rows = [
        _row("python", "runs everything", platform.python_version(), ""),
        _row("zermelo", "this package", __version__, ""),
        _row("native core", f"boards of up to {_native.MAX_CELLS} cells", __version__, ""),
        _row("pyqbf", "brings the QBF solvers", _package("pyqbf"), "pip install pyqbf==1.1.1.3"),
    ]
    working = 0
    for name, each in SOLVERS.items():
        path = each.executable()
        working += path is not None
        rows.append(_row(name, each.description, (each.version() or "installed") if path else None, each.how_to_get))
    for name, tool in PREPROCESSORS.items():
        if name != "none":
            found = "installed" if tool.available() else None
            rows.append(_row(name, tool.description, found, tool.how_to_get))
    for name, (adds, how) in EXTERNAL.items():
        rows.append(
            _row(name, f"optional {adds}", "found on PATH, no adapter yet" if shutil.which(name) else None, how)
        )
    if as_json:
        print_json({"tools": rows, "ready": working > 0})
    else:
        shown = [[row["name"], row["version"] or "missing", "; ".join(filter(None, _purpose(row)))] for row in rows]
        print(table([["what", "version", "what it is for, and how to get what is missing"], *shown]))
        print("ready" if working else "no QBF solver found: nothing can be solved")
    raise typer.Exit(0 if working else 3)


def _purpose(row: dict[str, str]) -> tuple[str, str]:
    return row["adds"], f"get it by: {row['get']}" if row["get"] else ""


def _row(name: str, adds: str, found: str | None, how: str) -> dict[str, str]:
    return {"name": name, "version": found or "", "adds": adds, "get": "" if found else how}


def _package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
