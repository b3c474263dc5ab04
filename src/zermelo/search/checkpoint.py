"""Checkpoints: the tables of a native search in a file, from which the next one goes on.

Every entry of a table is a proven fact: a search that goes on from a checkpoint finds the same answers as a search in
one go, whatever was lost between. It is written beside the former one, which it replaces when it is whole; see
``native/search/checkpoint.hpp``.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from zermelo import _native
from zermelo.errors import InputError
from zermelo.file_lock import opened
from zermelo.questions import CheckpointFile
from zermelo.search.progress import NOT_WRITTEN

EVERY = 30.0
"""Seconds between two writes, at least; more where writing would take more than a twentieth of the time."""

ADVICE = "name another file, or move this one away to begin anew"


@dataclass(frozen=True)
class Saved:
    """The header of a checkpoint.

    Parameters
    ----------
    engine
        The search that wrote it, with the version of its tables.
    title
        The name of the game.
    nodes, seconds
        Positions looked at, and wall-clock time, in all sessions.
    sessions
        The number of sessions.
    positions
        The number of positions in the file.
    """

    engine: str
    title: str
    nodes: int
    seconds: float
    sessions: int
    positions: int


def read(path: Path) -> Saved:
    """The header of a checkpoint; InputError for a file that is none."""
    with _explained(path):
        engine, title, nodes, seconds, sessions, positions = _native.checkpoint_header(os.fsencode(path))
    engine_name, game = engine.decode(errors="replace"), title.decode(errors="replace")
    return Saved(engine_name, game, nodes, seconds, sessions, positions)


def require(path: Path) -> None:
    """Raise ``InputError`` where something else than a checkpoint is, or no file can be."""
    place = Path(os.path.realpath(path))  # a link stays one
    if place.exists():
        if not place.is_file():
            found = "a folder" if place.is_dir() else "something else"
            raise InputError("a file for the checkpoint", found=found, source=str(path))
        read(path)
    elif not place.parent.is_dir():
        raise _unwritable(path, errno.ENOENT)
    if not all(os.access(each, os.W_OK) for each in (place.parent, place) if each.exists()):
        raise _unwritable(path, errno.EACCES)


def _unwritable(path: Path, code: int | None) -> InputError:
    return InputError(f"no checkpoint can be written there: {os.strerror(code or 0)}", source=str(path))


Keep = tuple[bytes, bytes, bytes, float, int | None]
"""A checkpoint as the core takes it: the path, a digest of the facts, the title, seconds between two writes, and the
bytes that it has at most."""


@contextmanager
def kept_search(
    file: CheckpointFile | None, title: str, build: Callable[[Keep | None], _native.Search], *facts: object
) -> Iterator[_native.Search]:
    """A search that goes on from a checkpoint, and writes it at the end.

    Parameters
    ----------
    file, title, facts
        As of :func:`kept_in`, which tells what it raises.
    build
        Makes the search.
    """
    with kept_in(file, title, *facts) as keep:
        native = build(keep)
        try:
            yield native
        finally:
            native.save()


@contextmanager
def kept_in(file: CheckpointFile | None, title: str, *facts: object) -> Iterator[Keep | None]:
    """Lock a checkpoint, and yield it as the core takes it; or None.

    Parameters
    ----------
    file
        The file and its limit; None for no checkpoint.
    title
        The name of the game, for people.
    facts
        All that the meaning of the tables depends on.

    Raises ``InputError`` for a file that is no checkpoint of this search, is damaged, in use, or cannot be written.
    """
    if file is None:
        yield None
        return
    path, short = file.path, title.encode()[:1000]
    require(path)
    place = Path(os.path.realpath(path))  # a link stays one
    with _locked(path, place, short), _explained(path):
        digest = hashlib.sha256(repr(facts).encode()).digest()
        yield os.fsencode(place), digest, short, EVERY, file.most_bytes


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except _native.CheckpointError as error:
        raise InputError(str(error), source=str(path), advice=ADVICE) from None


@contextmanager
def _locked(path: Path, place: Path, title: bytes) -> Iterator[None]:
    """Hold the lock of a file: of two searches that wrote it, each would throw away what the other has found."""
    lock, half = (place.with_name(f"{place.name}{end}") for end in (".lock", ".tmp"))
    killed = lock.exists()  # or alive
    try:
        descriptor = opened(lock, "name another checkpoint")
    except OSError as error:
        raise _unwritable(path, error.errno) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            free = lock.exists() and os.path.samestat(os.fstat(descriptor), lock.stat())  # else its owner has just gone
        except OSError as error:
            free = not isinstance(error, BlockingIOError)  # otherwise a file system without locks
        if not free:
            raise InputError("another search is using this checkpoint", source=str(path))
        if os.path.lexists(half):
            if not (killed and _is_half(half, title)):
                if not killed:
                    lock.unlink()
                wanted, advice = "none, or what a killed run has left", "move it away, or name another checkpoint"
                raise InputError(wanted, found="a file of another origin", source=str(half), advice=advice)
            half.unlink()
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()
    finally:
        os.close(descriptor)


def _is_half(path: Path, title: bytes) -> bool:
    """True for the file that a search in a game was writing when it was killed: nothing yet, or its header is there."""
    if path.is_symlink() or not path.is_file():
        return False
    try:
        return path.stat().st_size == 0 or bool(_native.checkpoint_header(os.fsencode(path))[1] == title)
    except _native.CheckpointError:
        return False


def remarks(warning: str) -> tuple[str, ...]:
    """The notes of a result: that a checkpoint could not be written, and why; none for an empty warning."""
    return (f"{NOT_WRITTEN}: {warning}; the one before it, if any, is kept",) if warning else ()
