"""Files of a run: in memory where the tool allows it, else in a folder that is always removed.

A process that is killed by SIGKILL cannot remove its files.  So the best file is none: a formula goes to an anonymous
file in memory (``memfd_create``), which becomes the standard input of the tool and which the tool opens by the name
``/dev/stdin``.  It can be read again and again like any other file, and is gone when the last who has it open is gone.

Tools that want a real file (because they look at the end of its name, or write one) get a folder.  Its owner holds a
lock on a file in it, which the kernel releases when the owner dies, however that happens.  So a folder with such a file
and no lock is an orphan, and the next process that makes a folder first removes those.  Folders of other names, also
those that begin with ``zermelo-``, are somebody else's.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

PREFIX = "zermelo-run-"
"""The beginning of the names of our folders."""

OURS = re.compile(rf"{PREFIX}[a-z0-9_]{{8}}")
"""Their whole names, as ``mkdtemp`` makes them."""

OWNER = ".zermelo-run"
"""The locked file: a folder that has others and not this one is somebody else's."""

FRESH = 10.0
"""Seconds for which a folder without a lock may be one that is just being made."""

STDIN = Path("/dev/stdin")
"""The name by which a program finds the file that is its standard input."""


@contextmanager
def memory_file(write: Callable[[IO[str]], object]) -> Iterator[int]:
    """The descriptor of a file in memory, filled by ``write`` and ready to be read.

    >>> with memory_file(lambda file: file.write("p cnf 0 0")) as descriptor:
    ...     os.read(descriptor, 100)
    b'p cnf 0 0'
    """
    descriptor = os.memfd_create("formula")
    try:
        with (
            naming("the formula in memory"),
            open(descriptor, "w", encoding="ascii", newline="\n", closefd=False) as file,
        ):
            write(file)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Errors of the disk with the name of the file, which those of writing do not have.

    >>> with naming("the formula in memory"):
    ...     raise OSError(27, "File too large")
    Traceback (most recent call last):
      ...
    OSError: [Errno 27] File too large: 'the formula in memory'
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


@contextmanager
def work_folder() -> Iterator[Path]:
    """A new folder below the temporary one, removed with all that is in it.

    >>> with work_folder() as folder:
    ...     _ = (folder / "formula").write_text("p cnf 0 0")
    >>> folder.exists()
    False
    """
    sweep(tempfile.gettempdir())
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = os.open(folder / OWNER, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield folder
    finally:
        _remove(folder)
        os.close(lock)


@cache
def sweep(place: str) -> None:
    """Remove the folders of owners that were killed; once in the life of this process."""
    with contextlib.suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            if OURS.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _sweep(Path(entry.path), entry.stat(follow_symlinks=False))


def _sweep(folder: Path, status: os.stat_result) -> None:
    if status.st_uid != os.getuid() or time.time() - status.st_mtime < FRESH:
        return
    with contextlib.suppress(OSError):
        folder.rmdir()  # an owner killed before it had made its lock, or after it had removed it
        return
    lock = os.open(folder / OWNER, os.O_RDWR | os.O_NOFOLLOW)  # OSError: no folder of ours
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # OSError: it has a living owner
        _remove(folder)
    finally:
        os.close(lock)


def _remove(folder: Path) -> None:
    """The lock last: an owner killed here leaves an orphan that can be swept.

    By its descriptor: where the tool has put a link in the place of the folder, the link goes and its target stays.
    """
    try:
        descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:  # the tool has removed or moved it
        with contextlib.suppress(OSError):
            folder.unlink()
        return
    try:
        inside = Path(f"/proc/self/fd/{descriptor}")
        inside.chmod(0o700)
        for entry in list(inside.iterdir()):
            if entry.name != OWNER:
                _remove_entry(entry)
        with contextlib.suppress(OSError):
            (inside / OWNER).unlink(missing_ok=True)
            folder.rmdir()
    finally:
        os.close(descriptor)


def _remove_entry(entry: Path) -> None:
    """Also what the tool has made unreadable."""
    if entry.is_symlink() or not entry.is_dir():
        with contextlib.suppress(OSError):
            entry.unlink()
        return
    shutil.rmtree(entry, ignore_errors=True)
    if entry.exists():
        entry.chmod(0o700)
        for place, names, _ in os.walk(entry):  # from the top down: each folder is made readable before it is entered
            for inner in [Path(place, name) for name in names]:
                if not inner.is_symlink():
                    inner.chmod(0o700)
        shutil.rmtree(entry, ignore_errors=True)
