"""SQLite files of ours: known by their headers, made in one transaction, written by one process or by many.

A file that is not ours is never changed: its header tells before SQLite opens it. What is written is there whole or not
at all; a kill, a reboot or a full disk costs what was under way and nothing else. Others read meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, Self

from zermelo.errors import InputError, LimitError
from zermelo.file_lock import locked
from zermelo.files import writable

BUSY = 30.0
"""Seconds that the owner of a file waits for a reader that is in the way."""

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors of a file that is used: SQLite quotes what it cannot read, also bytes that are no text."""

_MAGIC = b"SQLite format 3\0"
_GONE = "moved, removed or replaced while it was used; nothing more is written"


class UnusableFileError(Exception):
    """A file that is none of a format; ``found`` says what it is, and the message is "it is ...".

    >>> str(UnusableFileError("no regular file"))
    'it is no regular file'
    """

    def __init__(self, found: str) -> None:
        self.found = found
        super().__init__(f"it is {found}")


class SqliteFormat(NamedTuple):
    """A format of files.

    Parameters
    ----------
    application
        Four letters that tell our files of this kind from others, in the header.
    version
        Of the tables, in the header.
    tables
        SQL statements that make them.
    """

    application: int
    version: int
    tables: tuple[str, ...]

    def check(self, path: Path) -> bool:
        """Look at a file without changing it: True if it is of this format, False if it is missing or empty.

        Raises ``UnusableFileError`` for all else, ``OSError`` for a file that cannot be read.
        """
        if path.exists() and not path.is_file():
            raise UnusableFileError("no regular file")
        page = b""
        with suppress(FileNotFoundError), path.open("rb") as file:
            page = file.read(105)
        if not page:
            return False
        if len(page) < 105 or not page.startswith(_MAGIC):
            raise UnusableFileError("no SQLite database")
        version, application = struct.unpack(">I4xI", page[60:72])
        tables = struct.unpack(">H", page[103:105])[0]  # the entries of the first page of the schema
        if (version, application, tables) == (0, 0, 0) and not _has_log(path):
            return False
        self._check_header(application, version)
        return True

    def _check_header(self, application: int, version: int) -> None:
        if application != self.application:
            raise UnusableFileError("a database of another program")
        if version != self.version:
            raise UnusableFileError(f"one of format {version}, not {self.version}: another version wrote it")

    def open(self, path: Path, busy: float, synchronous: Literal["NORMAL", "FULL"]) -> sqlite3.Connection:
        """Open a file to write it, or make it.

        Parameters
        ----------
        path
            The file; its folder is there.
        busy
            Seconds to wait for other processes.
        synchronous
            FULL: what is written survives a power cut. NORMAL: the file does, but the latest transactions may be gone.

        Raises ``UnusableFileError``, ``OSError`` or one of `SQLITE_ERRORS`.
        """
        self.check(path)
        connection = sqlite3.connect(path, timeout=busy, isolation_level=None)
        try:
            connection.execute(f"PRAGMA synchronous = {synchronous}")
            if not _has_tables(connection):
                self._make_tables(connection)
            names = ("application_id", "user_version")  # once more: the file may end in a log beside it
            self._check_header(*(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names))
            with suppress(sqlite3.OperationalError):  # another process is in the file; a reader waits then, no more
                connection.execute("PRAGMA journal_mode = WAL")  # only now: the header has to be in the file itself
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        with transaction(connection):
            if _has_tables(connection):  # another process was faster
                return
            for table in self.tables:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id = {self.application}")
            connection.execute(f"PRAGMA user_version = {self.version}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is written inside, or nothing of it.

    >>> connection = sqlite3.connect(":memory:", isolation_level=None)
    >>> with suppress(ZeroDivisionError), transaction(connection):
    ...     _ = connection.execute("CREATE TABLE numbers (number)")
    ...     1 / 0
    >>> connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (0,)
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # where the disk is full SQLite has gone back by itself
            connection.execute("ROLLBACK")
        raise


class OwnedDatabase:
    """A file that one process writes, and that others may read meanwhile; a context manager.

    Its writer holds a lock on a file beside it, which the kernel releases when the writer dies, however that happens.

    Parameters
    ----------
    path
        The file; made when it is not there.
    writing
        False to read only: nothing is locked, and another process may write.

    Raises ``InputError`` for a file that is something else, or one that another process writes.
    """

    FORMAT: ClassVar[SqliteFormat]
    KIND: ClassVar[str]
    """For messages: "a file of campaign results"."""
    PARTS: ClassVar[str]
    """The contents, for messages: "rows"."""
    MADE: ClassVar[str | None] = None
    """The command that makes one, for who reads: "'zermelo campaign run' makes one"."""

    def __init__(self, path: Path, *, writing: bool = True) -> None:
        self._lock: int | None = None
        self._opened: os.stat_result | None = None
        try:
            self.path = Path(os.path.realpath(path))
            with self._errors():
                self._connection = self._writable(path) if writing else self._readable()
        except UnusableFileError as error:
            self._unlock()
            advice = "give another --db" if writing else self.MADE
            raise InputError(self.KIND, found=error.found, source=str(path), advice=advice) from error
        except OSError as error:
            self._unlock()
            raise InputError(f"cannot read: {error.strerror or error}", source=str(path)) from error
        except BaseException:
            self._unlock()
            raise

    def _writable(self, name: Path) -> sqlite3.Connection:
        self.FORMAT.check(self.path)  # no lock beside a file of others
        if self.path.exists() and self.path.stat().st_nlink > 1:  # its lock and its log have the names of one
            raise UnusableFileError("a file of several names, by hard links")
        logs = (_beside(self.path, end) for end in ("-wal", "-shm"))
        writable([name, *(log for log in logs if log.exists())])  # SQLite would read it, and leave logs like it
        self._lock = locked(self.path, name, self.KIND)
        connection = self.FORMAT.open(self.path, BUSY, "FULL")
        self._opened = self.path.stat()
        return connection

    def _readable(self) -> sqlite3.Connection:
        if not self.FORMAT.check(self.path):
            raise UnusableFileError("an empty file" if self.path.exists() else "no such file")
        # Where only others may write, and nobody does, SQLite would make logs that those cannot write.
        alone = not os.access(self.path, os.W_OK) and not _beside(self.path, "-wal").exists()
        address = f"{self.path.as_uri()}?{'immutable=1' if alone else 'mode=rw'}"
        connection = sqlite3.connect(address, timeout=BUSY, isolation_level=None, uri=True)
        connection.execute("PRAGMA query_only = 1")
        return connection

    def close(self) -> None:
        """Close the file, and let others write it."""
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction whose errors are for people; ``LimitError`` where the file is not in its place any more."""
        try:
            there = self._opened is None or os.path.samestat(self._opened, self.path.stat())
        except OSError:
            there = False
        if not there:
            raise LimitError("disk", f"{self.path}: {_GONE}")
        with self._errors(), transaction(self._connection):
            yield

    def _read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a query; errors are for people."""
        with self._errors():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Errors of the disk, and of a file that is damaged, as errors for people."""
        try:
            yield
        except sqlite3.IntegrityError as error:  # somebody has removed the lock of the one that writes
            found = "rows that another process has written"
            raise InputError(f"{self.KIND} that nobody else writes", found=found, source=str(self.path)) from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite quotes what it cannot read
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            if not isinstance(error, sqlite3.OperationalError) or code == sqlite3.SQLITE_ERROR:
                raise self.damaged(str(error)) from error  # a page or a table is not what it was
            safe = f"all {self.PARTS} so far are safe, the same command goes on from there"
            raise LimitError("disk", f"{self.path}: cannot be used: {error}; {safe}") from error

    @contextmanager
    def as_written(self) -> Iterator[None]:
        """Rows that nobody has written like this as an error for people."""
        try:
            yield
        except InputError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, AssertionError, OverflowError) as error:
            raise self.damaged("a row that is not as it was written") from error

    def damaged(self, found: str) -> InputError:
        """Error for people about a file that is not as it was written."""
        advice = "go on from a copy of it, or give another --db"
        return InputError(f"{self.KIND} that is whole", found=found, source=str(self.path), advice=advice)


def _has_log(path: Path) -> bool:
    """True if a log lies beside a database, which may hold its tables; ours have theirs before there is one."""
    log = _beside(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def _beside(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")


def _has_tables(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
