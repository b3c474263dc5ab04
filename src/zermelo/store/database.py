"""The file: one SQLite database that many processes may use at once, and that a kill at any moment leaves whole.

A write-ahead log lets everybody read while one writes; writers wait for each other. A file that is not ours is never
changed: its header tells before it is opened.
"""

from __future__ import annotations

import math
import sqlite3
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.files import in_unicode
from zermelo.sqlite_file import SqliteFormat, transaction
from zermelo.store.canonical import key_of
from zermelo.store.fact import EVER, ONE, TWO, Origin, StoredFact

BUSY = 10.0
"""Seconds to wait for another process that writes."""

STEP = 0.2
"""Seconds of it from one look for signals to the next."""

_TABLES = (
    """
    CREATE TABLE games (
        key TEXT PRIMARY KEY,           -- SHA-256 of the text
        kind TEXT NOT NULL,             -- for people, like the name
        name TEXT NOT NULL,             -- that of the first game of this form
        text BLOB NOT NULL              -- the canonical text, compressed
    )""",
    """
    CREATE TABLE facts (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (key),
        role INTEGER NOT NULL,          -- the player of this number in the text ...
        after TEXT NOT NULL,            -- ... after this first move, if any ...
        depth INTEGER NOT NULL,         -- ... within so many moves ...
        answer INTEGER NOT NULL,        -- ... wins or does not ...
        first_move TEXT NOT NULL,       -- ... by this move, if any
        encoding TEXT NOT NULL,
        preprocessor TEXT NOT NULL,
        preprocessor_version TEXT NOT NULL,
        solver TEXT NOT NULL,
        solver_version TEXT NOT NULL,
        checked INTEGER NOT NULL,
        zermelo TEXT NOT NULL,
        edition INTEGER NOT NULL,
        seconds REAL NOT NULL,
        date TEXT NOT NULL,             -- UTC, ISO 8601
        disputed INTEGER NOT NULL,      -- contradicts another one
        UNIQUE (game, role, after, depth, answer, encoding, preprocessor, preprocessor_version, solver, solver_version,
                checked, zermelo, edition)
    )""",
)
_FORMAT = SqliteFormat(0x5A52_4D4C, 1, _TABLES)
"""The header of our files: "ZRML", and the version of the tables."""

_ORIGIN = [each.name for each in fields(Origin)]
_COLUMNS = [
    *("role", "after", "depth", "answer", "first_move", *_ORIGIN),
    *("checked", "zermelo", "edition", "seconds", "date", "disputed"),
]
_FLAGS = ("answer", "checked", "disputed")
_TYPES = {**dict.fromkeys(("role", "depth", "edition", *_FLAGS), int), "seconds": float}
"""The types of columns that hold no text."""
_WHICH = "WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR date < ?2)"


class StoredGame(NamedTuple):
    """A game as it is stored."""

    key: str
    kind: str
    name: str
    text: str


class Database:
    """An open file; every method may raise `zermelo.sqlite_file.SQLITE_ERRORS`."""

    def __init__(self, path: Path) -> None:
        """Open a file, or make it; UnusableFileError or OSError when that cannot be."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = _FORMAT.open(path, BUSY, "NORMAL")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[None]:
        """All of what is written inside, or nothing of it.

        Parameters
        ----------
        patience
            Seconds to wait for another process that writes, `BUSY` at most; None: so many.
        """
        until = time.monotonic() + (BUSY if patience is None else min(BUSY, patience))
        with ExitStack() as stack:
            self._wait(STEP)
            while True:
                try:
                    stack.enter_context(transaction(self._connection))
                    break
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                        raise
            self._wait(BUSY)
            yield

    def _wait(self, seconds: float) -> None:
        """Set the time for which SQLite itself waits, deaf to signals."""
        self._connection.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")

    def add_game(self, game: StoredGame) -> None:
        """Store a game, unless it is there."""
        values = (game.key, game.kind, in_unicode(game.name), zlib.compress(in_unicode(game.text).encode()))
        self._connection.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", values)

    def add(self, key: str, record: StoredFact) -> None:
        """Store a record; of two that differ in cost only the later one stays, with the first move if either has it."""
        columns = ["game", *_COLUMNS]
        self._connection.execute(
            f"INSERT INTO facts ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "
            "ON CONFLICT DO UPDATE SET seconds = excluded.seconds, date = excluded.date, "
            "disputed = max(disputed, excluded.disputed), "
            "first_move = CASE excluded.first_move WHEN '' THEN first_move ELSE excluded.first_move END",
            (key, *(getattr(record.origin if column in _ORIGIN else record, column) for column in _COLUMNS)),
        )

    def dispute(self, record: StoredFact) -> None:
        """Mark a record as contradicting another one."""
        self._connection.execute("UPDATE facts SET disputed = 1 WHERE number = ?", (record.number,))

    def game(self, key: str) -> StoredGame | None:
        """The game of a key."""
        return next(self._games("WHERE key = ?", key), None)

    def games(self) -> list[StoredGame]:
        """All games, by kind and name."""
        return list(self._games("ORDER BY kind, name, key"))

    def _games(self, which: str, *values: str) -> Iterator[StoredGame]:
        for key, kind, name, text in self._connection.execute(
            f"SELECT key, kind, name, text FROM games {which}", values
        ):
            typed = (type(kind), type(name), type(text)) == (str, str, bytes)
            if not typed or key_of(form := zlib.decompress(text).decode(errors="replace")) != key:
                raise _damaged()
            yield StoredGame(key, kind, name, form)

    def records(self, key: str) -> list[StoredFact]:
        """The records of a game, as they were added."""
        columns = ", ".join(["number", *_COLUMNS])
        rows = self._connection.execute(f"SELECT {columns} FROM facts WHERE game = ? ORDER BY number", (key,))
        return [_record(row) for row in rows]

    def count(self, key: str | None, before: str | None) -> tuple[int, int]:
        """The number of facts of a game (None: of all) before a date (None: any), and of their games."""
        counts = f"SELECT count(*), count(DISTINCT game) FROM facts {_WHICH}"
        facts, games = self._connection.execute(counts, (key, before)).fetchone()
        return facts, games

    def delete(self, key: str | None, before: str | None) -> int:
        """Delete what :meth:`count` counts, and games of which nothing is left; the number of facts."""
        with self.writing():
            deleted = self._connection.execute(f"DELETE FROM facts {_WHICH}", (key, before)).rowcount
            self._connection.execute("DELETE FROM games WHERE key NOT IN (SELECT game FROM facts)")
        with suppress(sqlite3.OperationalError):  # in use: it gets smaller another time
            self._connection.execute("VACUUM")
        return deleted


def _record(row: Sequence[Any]) -> StoredFact:
    number, *values = row
    named: dict[str, Any] = dict(zip(_COLUMNS, values, strict=True))
    if any(type(value) is not _TYPES.get(name, str) for name, value in named.items()):
        raise _damaged()
    role, depth, seconds = named["role"], named["depth"], named["seconds"]
    if role not in (ONE, TWO) or not 0 <= depth <= EVER or not math.isfinite(seconds):
        raise _damaged()
    named["origin"] = Origin(**{name: named.pop(name) for name in _ORIGIN})
    for name in _FLAGS:
        named[name] = bool(named[name])
    return StoredFact(**named, number=number)


def _damaged() -> sqlite3.DatabaseError:
    return sqlite3.DatabaseError("a row that is not as it was written")
