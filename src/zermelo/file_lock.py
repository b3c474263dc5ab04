"""The lock on a file that one process writes: the kernel releases it when that process dies, however that happens."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from zermelo.errors import InputError


def locked(path: Path, name: Path, wanted: str) -> int:
    """The descriptor of a file beside another one that this process has locked; programs it starts do not inherit it.

    The file stays: to remove it would let two processes lock two files of one name.

    Parameters
    ----------
    path
        The file that is to be written.
    name
        The same as the user calls it.
    wanted
        Its kind, for the message when another process has it: "a file of results".
    """
    beside = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", source=str(beside)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    except BlockingIOError:
        owner = os.pread(lock, 20, 0).decode(errors="replace").strip()
        os.close(lock)
        advice = "wait for it, or give another --db"
        found = f"one that process {owner or 'of another client'} writes"
        raise InputError(f"{wanted} that nobody else writes", found=found, source=str(name), advice=advice) from None
    except OSError:  # a full disk: the lock holds all the same
        return lock
    return lock
