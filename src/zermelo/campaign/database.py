"""The results of a campaign: one SQLite file, written by one process, a transaction for each row.

A row is there whole or not at all, and it is on the disk when it is there: a kill, a reboot or a full disk costs what
was under way and nothing else. Anybody may read while the campaign runs. Its writer holds a lock on a file beside it,
which the kernel releases when the writer dies, however that happens.

Tables: ``meta`` (the campaign file), ``plan`` (the cells, in order; those of earlier plans without a place),
``results`` (a row for each cell that is done), ``contradictions`` (games on which answers exclude each other).
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from zermelo.campaign.cell import FAILED, SOLVED, UNKNOWN, CampaignCell
from zermelo.files import in_unicode
from zermelo.sqlite_file import OwnedDatabase, SqliteFormat

_TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """
    CREATE TABLE plan (
        key TEXT PRIMARY KEY,           -- of the cell
        place INTEGER,                  -- in the campaign as it is now; null: no cell of it
        cell TEXT NOT NULL              -- JSON
    )""",
    """
    CREATE TABLE results (
        key TEXT PRIMARY KEY,           -- of the cell
        game TEXT NOT NULL,             -- its name: file or expression
        game_sha256 TEXT NOT NULL,
        way TEXT NOT NULL,
        repetition INTEGER NOT NULL,
        asked TEXT NOT NULL,            -- JSON: kind, player, depth as in the campaign file
        time_limit REAL,                -- seconds
        memory_limit_mb INTEGER,
        jobs INTEGER NOT NULL,          -- runs at a time inside the cell
        checks INTEGER NOT NULL,        -- whether the answer was to be proven and checked
        status TEXT NOT NULL,           -- solved, unknown, failed
        reason TEXT,                    -- why there is no answer
        detail TEXT,                    -- the same in a line for people
        answer INTEGER,                 -- as in --json, like the next ones
        outcome TEXT,
        depth INTEGER,
        refuted_depth INTEGER,
        won_depth INTEGER,
        complete INTEGER,
        method TEXT,
        checked INTEGER,
        seconds REAL NOT NULL,          -- wall-clock time of the process from start to end
        cpu_seconds REAL NOT NULL,      -- of it and all that it started
        peak_memory_mb REAL NOT NULL,   -- the largest that was seen of all of them together
        exit_code INTEGER,
        signal INTEGER,
        tries INTEGER NOT NULL,         -- more than 1: somebody killed the first ones
        host TEXT NOT NULL,
        machine TEXT NOT NULL,
        zermelo TEXT NOT NULL,          -- versions
        tools TEXT NOT NULL,            -- JSON: versions by name
        source_commit TEXT,             -- of this package, where it runs from a repository
        date TEXT NOT NULL,             -- UTC, ISO 8601, of the end
        verdict TEXT                    -- the whole object of --json
    )""",
    "CREATE INDEX results_by_game ON results (game_sha256)",
    """
    CREATE TABLE contradictions (
        number INTEGER PRIMARY KEY,
        game_sha256 TEXT NOT NULL,
        game TEXT NOT NULL,
        first TEXT NOT NULL,            -- keys of the two cells; the same one where a cell contradicts itself
        second TEXT NOT NULL,
        said TEXT NOT NULL,             -- in a line for people
        folder TEXT,                    -- with both formulas
        date TEXT NOT NULL
    )""",
)

_COLUMNS = {
    name: (kind, needed)
    for name, kind, needed in re.findall(r"(\w+) (TEXT|INTEGER|REAL)( NOT NULL)?", "".join(_TABLES))
}
"""The kind of the values of each column, and whether there must be one; a name means the same in all tables."""

ResultRow = dict[str, Any]


class ResultsDatabase(OwnedDatabase):
    """An open file of results; a context manager.

    Parameters
    ----------
    path
        The file; made when it is not there.
    writing
        False to read only: nothing is locked, and other processes may write.

    Raises ``InputError`` for a file that is something else, or one that another client writes.
    """

    FORMAT = SqliteFormat(0x5A52_4D43, 1, _TABLES)  # "ZRMC"
    KIND = "a file of campaign results"
    PARTS = "rows"
    MADE = "'zermelo campaign run' makes one"

    def __init__(self, path: Path, *, writing: bool = True) -> None:
        super().__init__(path, writing=writing)
        self._connection.row_factory = sqlite3.Row

    # -- writing ----------------------------------------------------------------------------------------------------

    def set_plan(self, path: Path, text: str, cells: Iterable[CampaignCell]) -> None:
        """Take in a plan: these cells, in this order, are the campaign from now on."""
        with self._writing():
            self._connection.execute("UPDATE plan SET place = NULL")
            self._connection.executemany(
                "INSERT INTO plan VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET place = ?2, cell = ?3",
                ((cell.key, place, json.dumps(cell.to_json())) for place, cell in enumerate(cells)),
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)", (_values("file", str(path)), _values("text", text))
            )

    def add(self, row: ResultRow) -> bool:
        """Write a row; False when there is one of this key already, which stays unless its cell failed."""
        marks = ", ".join("?" * len(row))
        new = ", ".join(f"{name} = excluded.{name}" for name in row)
        with self._writing():
            added = self._connection.execute(
                f"INSERT INTO results ({', '.join(row)}) VALUES ({marks})"
                f" ON CONFLICT (key) DO UPDATE SET {new} WHERE results.status = 'failed'",
                _values(*row.values()),
            )
            return added.rowcount == 1

    def add_contradiction(self, row: ResultRow) -> int:
        """Write down that two answers on a game exclude each other; the number of the contradiction."""
        marks = ", ".join("?" * len(row))
        with self._writing():
            added = self._connection.execute(
                f"INSERT INTO contradictions ({', '.join(row)}) VALUES ({marks})", _values(*row.values())
            )
            return int(added.lastrowid or 0)

    def set_folder(self, number: int, folder: Path) -> None:
        """Write down where the evidence of a contradiction is."""
        with self._writing():
            values = _values(str(folder), number)
            self._connection.execute("UPDATE contradictions SET folder = ? WHERE number = ?", values)

    # -- reading ----------------------------------------------------------------------------------------------------

    def done(self, *, failed: bool = True) -> set[str]:
        """The keys of the cells that have a row; without those that failed if ``failed`` is False."""
        kept = "" if failed else " WHERE status != 'failed'"
        return {key for (key,) in self._read(f"SELECT key FROM results{kept}")}

    def rows(self, columns: str = "*", where: str = "1", values: Sequence[Any] = ()) -> Iterator[ResultRow]:
        """Rows of the results in the order in which they were written, one at a time.

        Parameters
        ----------
        columns, where
            SQL: the columns, and a condition.
        values
            For the question marks in the condition.
        """
        query = f"SELECT {columns} FROM results WHERE {where} ORDER BY rowid"
        with self._errors(), self.as_written():
            for row in self._connection.execute(query, values):
                yield _as_declared(dict(row))

    def contradictions(self) -> list[ResultRow]:
        """All contradictions, in the order in which they were found."""
        return [dict(row) for row in self._read("SELECT * FROM contradictions ORDER BY number")]

    def planned(self) -> list[CampaignCell]:
        """The cells of the campaign as it is now, in order."""
        found = self._read("SELECT cell FROM plan WHERE place IS NOT NULL ORDER BY place")
        with self.as_written():
            return [CampaignCell.from_json(json.loads(text)) for (text,) in found]

    def cell(self, key: str) -> CampaignCell | None:
        """The cell of a key, of this plan or an earlier one."""
        found = self._read("SELECT cell FROM plan WHERE key = ?", [key])
        with self.as_written():
            return CampaignCell.from_json(json.loads(found[0][0])) if found else None

    def meta(self, name: str) -> str | None:
        """The name (``"file"``) or the text (``"text"``) of the campaign file."""
        return next((str(value) for (value,) in self._read("SELECT value FROM meta WHERE name = ?", [name])), None)

    def counts(self) -> dict[str, int]:
        """The cells of the campaign as it is now, how many are done, and how these ended."""
        found = {"cells": 0, "done": 0, "solved": 0, "unknown": 0, "failed": 0}
        query = """
            SELECT results.status, count(*) FROM plan LEFT JOIN results USING (key)
            WHERE place IS NOT NULL GROUP BY results.status"""
        with self.as_written():
            for status, number in self._read(query):
                found["cells"] += number
                if status is not None:
                    found["done"] += number
                    found[status] += number
        ((found["contradictions"],),) = self._read("SELECT count(*) FROM contradictions")
        return found

    def tally(self) -> list[tuple[str, str, str | None, int]]:
        """Way, status, reason and number of the cells that are done, ways in the order of the campaign as it is now."""
        query = """
            SELECT way, status, reason, count(*) FROM plan JOIN results USING (key)
            WHERE place IS NOT NULL GROUP BY way, status, reason ORDER BY min(place)"""
        with self.as_written():
            return [tuple(_as_declared(dict(row)).values()) for row in self._read(query)]

    def misses(self) -> list[tuple[str, str, str, str, str | None]]:
        """Game, way, status, reason and detail of the cells that failed or do not fit, in the order of the campaign."""
        query = """
            SELECT game, way, status, reason, detail FROM plan JOIN results USING (key)
            WHERE place IS NOT NULL AND (status = 'failed' OR reason = 'unsupported') ORDER BY place"""
        with self.as_written():
            return [tuple(_as_declared(dict(row)).values()) for row in self._read(query)]


def _values(*given: Any) -> list[Any]:
    """Values for question marks; SQLite takes no text with bytes of a name that are no UTF-8."""
    return [in_unicode(value) if isinstance(value, str) else value for value in given]


def _as_declared(row: ResultRow) -> ResultRow:
    """A row whose values are of the kinds that the table declares, which SQLite does not ask for, or a ValueError."""
    for name, value in row.items():
        kind, needed = _COLUMNS.get(name, ("", ""))
        fits = {
            "TEXT": isinstance(value, str),
            "INTEGER": isinstance(value, int),
            "REAL": isinstance(value, int | float) and math.isfinite(value),
        }.get(kind, True)
        if (needed and value is None) or (value is not None and not fits):
            raise ValueError(name)
    if row.get("status", SOLVED) not in (SOLVED, UNKNOWN, FAILED):
        raise ValueError("status")
    if not (row.get("verdict") or "{").startswith("{"):  # an object, as JSON
        raise ValueError("verdict")
    return row
