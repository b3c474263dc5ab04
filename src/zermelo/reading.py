"""Opening of files that a user names: regular files, and pipes with a writer.

A folder, a device or a socket is refused before anything is read. A named pipe that nobody writes to would block for
ever when it is opened: it is refused after `WAIT` seconds. The pipes of a shell, ``<(command)`` and ``/dev/stdin``, and
named ones with a writer are read to their end however long the writer takes, as any filter does.
"""

from __future__ import annotations

import errno
import io
import os
import select
import stat
import time
from pathlib import Path
from typing import Any

WAIT = 3.0
"""Seconds to wait for a writer of a named pipe."""

_LOOK = 0.02
"""Seconds between two checks for a writer; no event reports a writer that has not written yet."""

_KINDS = ((stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"), (stat.S_ISSOCK, "a socket"))


def open_to_read(path: str | os.PathLike[str]) -> io.BufferedReader:
    """Open a regular file or a pipe for reading.

    Raises ``OSError`` for anything else, and for a file that cannot be opened; for a pipe without a writer, the first
    read raises it.

    >>> open_to_read("/dev/zero")
    Traceback (most recent call last):
      ...
    OSError: [Errno 22] a device: '/dev/zero'
    """
    mode = Path(path).stat().st_mode
    for matches, what in _KINDS:
        if matches(mode):
            raise OSError(errno.EINVAL, what, os.fspath(path))
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        return io.BufferedReader(_Pipe(descriptor, os.fspath(path)))
    return os.fdopen(descriptor, "rb")


class _Pipe(io.RawIOBase):
    """The reading end of a pipe, opened without waiting for a writer.

    A read fails with EAGAIN as long as there is a writer without data, and gives the end of the file when there is no
    writer. That is the true end once there has been a writer; a hang-up, checked before the read, shows a writer who
    came and went between two reads.
    """

    def __init__(self, descriptor: int, name: str) -> None:
        self._descriptor, self._name = descriptor, name
        self._until = time.monotonic() + WAIT
        self._written = False
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def readinto(self, buffer: Any) -> int:
        """Read the available bytes, waiting for the first one; 0 at the end."""
        while True:
            ended = any(event & select.POLLHUP for _, event in self._poll.poll(0))
            try:
                data = os.read(self._descriptor, len(buffer))
            except BlockingIOError:  # there is a writer
                self._written = True
                self._poll.poll()
                continue
            if data or self._written or ended:
                self._written = True
                buffer[: len(data)] = data
                return len(data)
            if time.monotonic() > self._until:
                raise OSError(errno.ETIMEDOUT, "a pipe that nobody writes to", self._name)
            time.sleep(_LOOK)

    def close(self) -> None:
        if not self.closed:
            os.close(self._descriptor)
        super().close()
