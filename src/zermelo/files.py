"""Reading of files, and atomic writing.

A solver may take a half-written formula for a smaller one.  So text goes to a temporary file in the same folder, which
replaces the target only when it is complete; a full disk or Ctrl-C leaves the old file, or none.  Names
that end in ``.gz`` are compressed, without the time stamp and the name that gzip would put in, so that the same formula
is the same file byte for byte.  Every failure is an `InputError` that names the file.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from zermelo.errors import InputError
from zermelo.reading import open_to_read

FilePath = str | os.PathLike[str]
"""The path of a file."""

Target = FilePath | IO[str]
"""The target of a text: a path, or an open text file."""

TextSource = FilePath
"""The source of a text: a path, or the text (a ``str`` that is empty, has a newline, or begins with a header)."""


def write_text(target: Target, chunks: Iterable[str]) -> None:
    """Write text to a path, atomically and in UTF-8, or to an open text file."""
    if not isinstance(target, str | os.PathLike):
        for chunk in chunks:
            target.write(chunk)
        return
    _write(os.fspath(target), (chunk.encode() for chunk in chunks))


def write_bytes(target: FilePath, content: bytes) -> None:
    """Write bytes to a path, atomically."""
    _write(os.fspath(target), [content])


def _write(name: str, chunks: Iterable[bytes]) -> None:
    try:
        path = Path(_place(name))  # a link stays a link
        if path.exists() and not path.is_file():  # /dev/stdout, a pipe: nothing to replace; a folder: an error
            with path.open("wb") as file:
                _pour(file, name, chunks)
            return
        half = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
        try:
            with half.open("xb") as file:
                _pour(file, name, chunks)
            half.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                half.unlink()
            raise
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot write: {getattr(error, 'strerror', None) or error}", source=name) from error


def distinct(outputs: Iterable[FilePath | None], inputs: Iterable[FilePath | None]) -> None:
    """Raise ``InputError`` where a file would be written over one that is read, or two into the same place.

    >>> distinct(["a.svg", None], ["a.pg"])
    >>> distinct(["a.pg"], ["./a.pg"])
    Traceback (most recent call last):
    ...
    zermelo.errors.InputError: a.pg: found the name of an input or of another output, expected another file to write
    """
    taken = {_place(name) for name in inputs if name is not None}
    for name in outputs:
        if name is None or (Path(name).exists() and not Path(name).is_file()):  # a folder, /dev/stdout: told elsewhere
            continue
        if _place(name) in taken:
            found = "the name of an input or of another output"
            raise InputError("another file to write", found=found, source=os.fspath(name))
        taken.add(_place(name))


def writable(outputs: Iterable[FilePath | None]) -> None:
    """Raise ``InputError`` where no file can be written, before any work is done for it.

    A pipe is refused, too: what is written is to be read again.

    >>> writable([None, "a.strategy"])
    >>> writable(["no/such/folder/a.strategy"])
    Traceback (most recent call last):
    ...
    zermelo.errors.InputError: no/such/folder/a.strategy: found no such folder, expected a file that can be written
    """
    for name in outputs:
        if name is None:
            continue
        path = Path(_place(name))
        changed = [path.parent] if path.is_file() or not path.exists() else []  # a new file takes the place of the old
        changed += [path] if path.exists() else []
        found = None
        if path.is_dir():
            found = "a folder"
        elif path.is_fifo():
            found = "a pipe"
        elif not path.parent.is_dir():
            found = "no such folder"
        elif not all(os.access(each, os.W_OK) for each in changed):
            found = "no permission"
        if found is not None:
            raise InputError("a file that can be written", found=found, source=os.fspath(name))


def companions(name: FilePath, *ends: str) -> list[str]:
    """The names of files beside another one, or beside the one that it leads to as a link.

    >>> companions("/none/a.db", ".lock", "-wal")
    ['/none/a.db.lock', '/none/a.db-wal']
    """
    return [f"{_place(name)}{end}" for end in ends]


def sqlite_files(name: FilePath) -> list[FilePath]:
    """A database and the files that are kept beside it: its lock, and those of SQLite.

    >>> sqlite_files("/none/a.db")
    ['/none/a.db', '/none/a.db.lock', '/none/a.db-wal', '/none/a.db-shm', '/none/a.db-journal']
    """
    return [name, *companions(name, ".lock", "-wal", "-shm", "-journal")]


def in_unicode(text: str) -> str:
    r"""The text with question marks for bytes of a name that are no UTF-8, which Python reads as halves of characters.

    >>> in_unicode("game\udcff.hex")
    'game?.hex'
    """
    return text.encode(errors="replace").decode()


def _place(name: FilePath) -> str:
    """The real path of a name; the name itself where no file can have it, and of a pipe, which may have no other."""
    try:
        return os.fspath(name) if Path(name).is_fifo() else os.path.realpath(name)
    except (OSError, ValueError):
        return os.fspath(name)


def comment_lines(comments: Iterable[str], mark: str) -> Iterator[str]:
    """Comments as lines that start with ``mark``; ASCII, because some solvers read nothing else.

    >>> print(*comment_lines(["one", "größer"], "c"), sep="", end="")
    c one
    c gr\\xf6\\xdfer
    """
    for comment in comments:
        for line in comment.encode("ascii", "backslashreplace").decode().splitlines() or [""]:
            yield f"{mark} {line}".rstrip() + "\n"


def _pour(file: IO[bytes], name: str, chunks: Iterable[bytes]) -> None:
    if name.endswith(".gz"):
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
            packed.writelines(chunks)
    else:
        file.writelines(chunks)


def read_text(source: TextSource, name: str | None = None) -> tuple[str, str | None]:
    """The text, and the name for error messages; see `TextSource` for what counts as text."""
    if isinstance(source, str) and ("\n" in source or not source or source.startswith(("p cnf", "#QCIR"))):
        return source, name
    path = os.fspath(source)
    try:
        with open_to_read(path) as file:
            content = file.read()
        if path.endswith(".gz"):
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read()
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(f"cannot read: {getattr(error, 'strerror', None) or error}", source=name or path) from error
    return content.decode("utf-8", "replace").removeprefix("\ufeff"), name or path
