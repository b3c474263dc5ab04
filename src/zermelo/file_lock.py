"""The lock on a file that one process writes: the kernel releases it when that process dies, however that happens."""

from __future__ import annotations

import fcntl
import os
import re
import stat
from pathlib import Path

from zermelo.errors import InputError

_CONTENT = re.compile(rb"[0-9]{0,19}\n?")
"""The content of a lock file: nothing, or the number of a process."""


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
        lock = opened(beside, "give another --db")
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


def opened(lock: Path, otherwise: str) -> int:
    """The descriptor of a lock file, which is made where there is none; it is not locked yet.

    Parameters
    ----------
    lock
        The file.
    otherwise
        What the user may do instead of moving away a file that is no lock, for the message.

    Raises ``InputError`` for a file that is no lock, which stays as it is; ``OSError`` where none can be made.
    """
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    except OSError:
        if not lock.is_symlink():
            raise
    else:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and _CONTENT.fullmatch(os.pread(descriptor, 32, 0)):
            return descriptor
        os.close(descriptor)
    advice = f"move it away, or {otherwise}"
    raise InputError("a lock file, or none", found="a file that is no lock", source=str(lock), advice=advice)
