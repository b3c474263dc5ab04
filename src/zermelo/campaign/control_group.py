"""Memory limits by control groups, where this process may make some: the kernel enforces them, without a look between.

A group is made for each process that runs cells, below a folder of the tree of control groups (version 2, or the memory
tree of version 1). That is the one that the environment variable ``ZERMELO_CGROUP`` names; or the group of this process
itself, if it was delegated to it alone, as by ``systemd-run --user --scope -p Delegate=yes zermelo campaign run FILE``.
Where there is none, or the kernel refuses, the watch of `zermelo.solvers.process` is the limit, as it always is, too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

VARIABLE = "ZERMELO_CGROUP"
ROOT = Path("/sys/fs/cgroup")

_MB = 2**20
_numbers = count(1)


class ControlGroup:
    """A group with a limit of memory, for a process and all that it starts.

    Parameters
    ----------
    parent
        The folder below which it is made.
    memory_mb
        The limit, in MB, of resident memory and page cache; swap counts as well.

    ``OSError`` where the kernel refuses.
    """

    def __init__(self, parent: Path, memory_mb: int) -> None:
        self.folder = parent / f"zermelo-{os.getpid()}-{next(_numbers)}"
        self.folder.mkdir()
        try:
            self._second = (self.folder / "memory.max").exists()
            self._limit(memory_mb * _MB)
        except OSError:
            self.remove()
            raise
        self._ooms = 0

    @property
    def kind(self) -> str:
        """Its version, for people."""
        return f"cgroup v{2 if self._second else 1}"

    def _limit(self, size: int) -> None:
        if self._second:
            self._write("memory.max", size)
            with suppress(OSError):  # a kernel without swap
                self._write("memory.swap.max", 0)
        else:
            self._write("memory.limit_in_bytes", size)
            with suppress(OSError):
                self._write("memory.memsw.limit_in_bytes", size)

    def _write(self, name: str, value: object) -> None:
        (self.folder / name).write_text(str(value), encoding="ascii")

    def command(self, command: Sequence[str]) -> list[str]:
        """The command that enters the group before it begins."""
        return ["/bin/sh", "-c", 'echo $$ >"$0" && exec "$@"', str(self.folder / "cgroup.procs"), *command]

    def exceeded(self) -> bool:
        """True if the kernel has killed a process of it for want of memory since this was asked last."""
        name = "memory.events" if self._second else "memory.oom_control"
        with suppress(OSError, ValueError, IndexError):
            lines = (self.folder / name).read_text(encoding="ascii").splitlines()
            ooms = sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))
            before, self._ooms = self._ooms, ooms
            return ooms > before
        return False

    def remove(self) -> None:
        """Remove the group, whose processes are dead; the kernel may need a moment for their burial."""
        for _ in range(100):
            with suppress(OSError):
                self.folder.rmdir()
            if not self.folder.exists():
                return
            time.sleep(0.01)


def control_group(memory_mb: int | None) -> ControlGroup | None:
    """A new group with that limit; None where there is no limit, or no group can be made.

    >>> control_group(None) is None
    True
    """
    parent = None if memory_mb is None else _parent()
    if parent is None or memory_mb is None:
        return None
    try:
        return ControlGroup(parent, memory_mb)
    except OSError:
        return None


@cache
def _parent() -> Path | None:
    """The folder for groups; None where there is none."""
    named = os.environ.get(VARIABLE)
    parent = Path(named) if named else _delegated()
    if parent is not None:
        with suppress(OSError):
            for left in parent.glob("zermelo-*-*"):  # of clients that were killed
                if not Path("/proc", left.name.split("-")[1]).exists():
                    with suppress(OSError):
                        left.rmdir()
    return parent


def _delegated() -> Path | None:
    """The group of this process, if nobody else is in it and it may have groups below, which this process enters."""
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="ascii", errors="replace").splitlines()
        own = ROOT / next(line[3:] for line in lines if line.startswith("0::")).strip("/")
        members = (own / "cgroup.procs").read_text(encoding="ascii").split()
        can = (own / "cgroup.controllers").read_text(encoding="ascii").split()
        if own == ROOT or members != [str(os.getpid())] or "memory" not in can:
            return None
        leaf = own / "client"
        leaf.mkdir(exist_ok=True)
        (leaf / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
        (own / "cgroup.subtree_control").write_text("+memory", encoding="ascii")
    except (OSError, StopIteration):
        return None
    return own
