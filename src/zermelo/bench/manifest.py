"""The manifest of a benchmark family: a row for each file, as CSV for people and as JSON for programs.

It is always a true list: rows are sorted by file name and written whole or not at all, so that an interrupted run and
its continuation end in the same bytes as one run. Several runs may work in a folder at once; what is no longer there
is no longer listed.
"""

from __future__ import annotations

import contextlib
import csv
import fcntl
import hashlib
import io
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from zermelo.errors import InputError
from zermelo.files import write_text

CSV, JSON = "manifest.csv", "manifest.json"

_PAUSE = 1.0
"""Seconds between two writings: what is lost when the machine stops."""


@dataclass(frozen=True)
class ManifestRow:
    """One file.

    Parameters
    ----------
    family, parameters
        The two halves of the game's canonical expression.
    encoding, query, depth
        The question and the encoding.
    form
        The language, and ``cleansed`` or ``annotated``.
    variables, clauses, gates, literals, blocks, universal, existential
        The size in this language; circuits have gates, the others clauses.
    expected, established
        ``true``, ``false`` or ``unknown``, and by what.
    sha256
        Of the file as it is, compressed or not.
    version
        Of this package.
    rules
        SHA-256 of the rules, for a sheet of GDL; empty for other games, and in older manifests.
    """

    file: str
    family: str
    parameters: str
    encoding: str
    query: str
    depth: int
    form: str
    blocks: int
    variables: int
    clauses: int | None
    gates: int | None
    literals: int
    universal: int
    existential: int
    expected: str
    established: str
    sha256: str
    version: str
    rules: str = ""


class Manifest:
    """The rows of a folder, those of earlier runs included.

    Raises ``InputError`` when the folder holds a file of that name which is something else.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows = self._read()
        self._new: dict[str, ManifestRow] = {}
        self._written = 0.0

    def _read(self) -> dict[str, ManifestRow]:
        """The rows on the disk."""
        path = self.folder / JSON
        if not path.exists():
            return {}
        if not path.is_file():
            raise InputError("a manifest", found="something else", source=str(path), advice="choose another folder")
        try:
            return {each["file"]: ManifestRow(**each) for each in json.loads(path.read_text(encoding="utf-8"))}
        except (ValueError, KeyError, TypeError) as error:
            advice = "choose another folder"
            raise InputError("a manifest of this version", found="another", source=str(path), advice=advice) from error

    def add(self, row: ManifestRow) -> None:
        """Put in a row of a file that is there; the manifest follows now or within a second."""
        self._new[row.file] = self._rows[row.file] = row
        if time.monotonic() > self._written + _PAUSE:
            self.save()

    def save(self) -> None:
        """Write both files: the rows on the disk and the new ones, of files that are there."""
        with _locked(self.folder):
            merged = self._read() | self._new
            self._rows = {name: row for name, row in sorted(merged.items()) if (self.folder / name).is_file()}
            rows = [asdict(row) for row in self._rows.values()]
            table = io.StringIO()
            writer = csv.DictWriter(table, [each.name for each in fields(ManifestRow)], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
            write_text(self.folder / CSV, [table.getvalue()])
            write_text(self.folder / JSON, ["[\n", ",\n".join(json.dumps(row) for row in rows), "\n]\n"])
        self._new.clear()
        self._written = time.monotonic()

    def intact(self, name: str) -> ManifestRow | None:
        """The row of a file that is there as it was written; None otherwise."""
        row = self._rows.get(name)
        path = self.folder / name
        return row if row is not None and path.is_file() and sha256(path) == row.sha256 else None


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One process at a time; where the file system has no locks for folders, nothing is locked."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def sha256(path: Path) -> str:
    """The hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
