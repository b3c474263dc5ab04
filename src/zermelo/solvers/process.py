"""The one place that starts programs, and the one place that makes sure that they end.

QBF solvers eat all the memory there is, run for ever, fork helpers, crash, flood their output and fill disks.  A
campaign starts them ten thousand times, so whatever can leak (a process, a zombie, a temporary file, a core) will.
Between this process and every program therefore stands a **guard** (``native/guard.cpp``), a tiny program that takes in
whatever the program forks, daemons included, and kills it all, by SIGKILL: when the program ends, when this process
says so (on a limit, on Ctrl-C, on any exception), and when this process itself dies, even by SIGKILL.  It costs a third
of a millisecond.

Limits hang in two nets, one below the other:

*   **The watch** (every 50 ms): wall-clock time; CPU time and resident memory of the program and all its descendants;
    the size of its output and of its folder.  Resident memory counts a page shared by two processes twice: it errs on
    the strict side.
*   **Kernel limits**, in case the watch is too slow, set by the guard before the program starts: address space (twice
    the memory limit and 512 MB more, because address space is not memory), CPU time per process, the size of a file,
    and no core files.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import select
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Literal

from zermelo.errors import MissingToolError
from zermelo.interrupts import Alarm
from zermelo.solvers.result import Reason

Stop = Literal["time", "cpu", "memory", "output", "disk", "interrupted"]

TICK = 0.05
"""Seconds between two looks of the watch."""

MAX_OUTPUT = 64 * 2**20
"""Bytes of output after which a program counts as running wild."""

STDERR_KEPT = 16 * 2**10
"""Bytes of the end of standard error that are kept."""

_STOPPED: dict[Stop, str] = {
    "time": "time limit",
    "cpu": "CPU time limit",
    "memory": "memory limit",
    "output": "too much output",
    "disk": "disk limit",
    "interrupted": "interrupted",
}
_MB = 2**20
_SAYS_MEMORY = re.compile(
    rb"out of memory|bad_alloc|memory allocation|cannot allocate memory|MemoryError", re.IGNORECASE
)
_DISK_BLOCK = 4096
_PATIENCE = 15.0  # seconds for the guard to kill a family; it gives up after ten


def guard() -> Path:
    """The program that guards all others, built beside the native core.

    Raises MissingToolError when it is not there.
    """
    spec = importlib.util.find_spec("zermelo._native")
    path = Path(spec.origin).with_name("_guard") if spec is not None and spec.origin else Path("_guard")
    if not os.access(path, os.X_OK):
        raise MissingToolError(f"{path}: a part of this package is missing; install it again")
    return path


@dataclass(frozen=True)
class Finished:
    """The end of a program.

    Attributes
    ----------
    command
        The command that was started.
    exit_code
        Its exit status, or None when a signal ended it.
    signal
        The number of the signal that ended it, or None.
    stdout, stderr
        Its output; of standard error only the last 16 kB.
    seconds, cpu_seconds
        Wall-clock and CPU time; the latter of the whole family.
    peak_memory_mb
        The largest resident memory of the family that the watch saw, in MB; 0 when the run was too short for a look.
    stopped
        The reason for which *we* ended it, or None when it ended by itself.  Believe no output when this is set.
    """

    command: tuple[str, ...]
    exit_code: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    seconds: float
    cpu_seconds: float
    peak_memory_mb: float
    stopped: Stop | None

    @property
    def reason(self) -> Reason:
        """The reason for no answer, of a run that we or others ended or that crashed; CPU time counts as time."""
        if self.stopped is not None:
            return "time" if self.stopped == "cpu" else self.stopped
        return "killed" if self.signal == signal.SIGKILL else "crash"

    @property
    def last_words(self) -> str:
        """The last line of standard error that says something, at most 200 characters."""
        lines = [line.strip() for line in self.stderr.decode(errors="replace").splitlines()]
        last = next((line for line in reversed(lines) if line), "")[:200]
        return "".join(letter if letter.isprintable() else "?" for letter in last)

    @property
    def ending(self) -> str:
        """The end of the run, in one line for people."""
        if self.stopped:
            said = f"stopped: {_STOPPED[self.stopped]} after {self.seconds:.1f} s"
        elif self.signal is not None:
            with contextlib.suppress(ValueError):
                return ": ".join(filter(None, (f"killed by {signal.Signals(self.signal).name}", self.last_words)))
            said = f"killed by signal {self.signal}"
        else:
            said = f"exit code {self.exit_code}"
        return ": ".join(filter(None, (said, self.last_words)))


class Process:
    """A running program under watch; `run` is the simple way, this class is for racing several.

    Use it as a context manager, and call `poll` often: it is the watch.  Leaving the block kills what still runs.

    Parameters
    ----------
    command
        Program and arguments; no shell is involved.
    time_limit
        Wall-clock seconds, or None.
    memory_limit_mb
        Resident memory of the whole family in MB, or None.
    cpu_limit
        CPU seconds of the whole family, or None.
    stdin
        Bytes for its standard input, the descriptor of an open file, or None for an empty one.
    max_output
        Bytes, for standard output and standard error each.
    stdout_path
        A file that receives standard output instead of ``Finished.stdout`` (for proof traces).
    cwd
        The directory to run in.
    max_disk
        Bytes that the files in ``cwd``, which is then its ``TMPDIR`` as well, may take together, and any one file
        anywhere; 0 forbids to write files.  None for no limit.

    Raises
    ------
    MissingToolError
        When the program does not exist or cannot be executed.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        time_limit: float | None = None,
        memory_limit_mb: int | None = None,
        cpu_limit: float | None = None,
        stdin: bytes | int | None = None,
        max_output: int = MAX_OUTPUT,
        stdout_path: Path | None = None,
        cwd: Path | None = None,
        max_disk: int | None = None,
    ) -> None:
        self.command = tuple(str(part) for part in command)
        self.time_limit, self.memory_limit_mb, self.max_output = time_limit, memory_limit_mb, max_output
        self.cpu_limit, self.max_disk = cpu_limit, max_disk
        self.finished: Finished | None = None
        program = shutil.which(self.command[0])
        if program is None:
            raise MissingToolError(f"{self.command[0]}: no such program, or not executable")
        self._stop: Stop | None = None
        self._out, self._err = bytearray(), bytearray()
        self._err_size = 0
        self._stdout_path, self._folder = stdout_path, None if max_disk is None else cwd
        self._todo = memoryview(stdin if isinstance(stdin, bytes) else b"")
        self._peak = 0
        self._next_look = self._next_weighing = 0.0
        self._pidfd = -1
        self._status: tuple[int, float] | None = None
        self._interrupt: KeyboardInterrupt | Alarm | None = None
        with contextlib.ExitStack() as stack:
            out: int | IO[bytes] = stack.enter_context(stdout_path.open("wb")) if stdout_path else subprocess.PIPE
            self._start = time.monotonic()
            self._popen = subprocess.Popen(
                [guard(), str(os.getpid()), *self._kernel_limits(), str(Path(program).absolute()), *self.command[1:]],
                stdin=subprocess.PIPE if isinstance(stdin, bytes) else subprocess.DEVNULL if stdin is None else stdin,
                stdout=out,
                stderr=subprocess.PIPE,
                start_new_session=True,
                cwd=cwd,
                env={**os.environ, "TMPDIR": str(cwd)} if self._folder else None,
                bufsize=0,
            )
        self._selector = selectors.DefaultSelector()
        try:
            self._watch_pipes()
        except BaseException:
            self._end(None)
            raise

    # -- starting ---------------------------------------------------------------------------------------------------

    def _kernel_limits(self) -> Iterator[str]:
        """Address space, CPU time and file size, as the guard wants to be told."""
        memory, disk = self.memory_limit_mb, self.max_disk
        yield str(-1 if memory is None else (2 * memory + 512) * _MB)
        yield str(-1 if self._most_cpu is None else self._most_cpu)
        yield str(-1 if disk is None else max(disk, self.max_output + 1 if self._stdout_path else 0))

    @property
    def _most_cpu(self) -> int | None:
        """The kernel's limit of CPU seconds, at which it sends SIGKILL."""
        most = [] if self.time_limit is None else [(int(self.time_limit) + 2) * (os.cpu_count() or 1)]
        most += [] if self.cpu_limit is None else [int(self.cpu_limit) + 2]
        return min(most, default=None)

    def _watch_pipes(self) -> None:
        for pipe, name in ((self._popen.stdout, "out"), (self._popen.stderr, "err")):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                self._selector.register(pipe, selectors.EVENT_READ, name)
        if self._popen.stdin is not None:
            os.set_blocking(self._popen.stdin.fileno(), False)
            self._selector.register(self._popen.stdin, selectors.EVENT_WRITE, "in")
        if hasattr(os, "pidfd_open"):
            with contextlib.suppress(OSError):
                self._pidfd = os.pidfd_open(self._popen.pid)
                self._selector.register(self._pidfd, selectors.EVENT_READ, "end")

    # -- watching ---------------------------------------------------------------------------------------------------

    def poll(self, timeout: float = 0.0) -> Finished | None:
        """Watch for at most ``timeout`` seconds; the result as soon as the program has ended, else None.

        Whatever is raised in here, KeyboardInterrupt included, passes on after the family is dead.
        """
        if self.finished is not None:
            return self.finished
        try:
            until = time.monotonic() + timeout
            while True:
                now = time.monotonic()
                self._look(now)
                if self._stop is not None or self._ended():
                    return self._end(self._stop)
                self._serve(max(0.0, min(until - now, TICK if self._pidfd >= 0 else TICK / 5)))
                if time.monotonic() >= until and not self._ended():
                    return None
        except BaseException:
            self._end("interrupted")
            raise

    def fileno(self) -> int:
        """A descriptor that is readable when `poll` has something to do, for ``select`` on several programs."""
        return self._selector.fileno()

    @property
    def pid(self) -> int:
        """The number of the guard."""
        return self._popen.pid

    @property
    def output(self) -> bytes:
        """The output so far."""
        return bytes(self._out)

    @property
    def peak_memory_mb(self) -> float:
        """The largest resident memory of the family that the watch has seen so far, in MB."""
        return self._peak / _MB

    def renew(self, time_limit: float | None) -> None:
        """Begin anew with a program that works on one request after another.

        Parameters
        ----------
        time_limit
            Wall-clock seconds from now, or None.

        Its output so far and the largest memory seen are forgotten.
        """
        self.time_limit = None if time_limit is None else time.monotonic() - self._start + time_limit
        self._peak = 0
        self._out.clear()

    def wait(self) -> Finished:
        """Watch until the program has ended."""
        while True:
            if finished := self.poll(3600.0):
                return finished

    def kill(self) -> Finished:
        """End the program and its family now (``stopped == "interrupted"``), unless it has ended already."""
        if self.finished is None:
            self._end("interrupted")
        assert self.finished is not None
        return self.finished

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def _ended(self) -> bool:
        """True when the program has ended; it stays a zombie, so that its number cannot be used again."""
        return os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _look(self, now: float) -> None:
        """Compare with the limits."""
        if self.time_limit is not None and now - self._start >= self.time_limit:
            self._stop = "time"
        if now < self._next_look:
            return
        self._next_look = now + TICK
        if now - self._start >= TICK / 2 and now >= self._next_weighing:  # most calls are over before the first look
            self._weigh()
            # To look at all processes of the machine is dear: spend at most a twentieth of the time on it.
            self._next_weighing = now + max(TICK, 20 * (time.monotonic() - now))
        if self._stdout_path is not None and self._stdout_path.stat().st_size > self.max_output:
            self._stop = "output"

    def _weigh(self) -> None:
        """Memory and CPU time of the family, and the size of its folder."""
        import psutil  # slow to load, and most programs are done before the first look

        memory, seconds = 0, 0.0
        with contextlib.suppress(psutil.Error):
            for member in psutil.Process(self._popen.pid).children(recursive=True):
                with contextlib.suppress(psutil.Error), member.oneshot():
                    memory += member.memory_info().rss
                    seconds += sum(member.cpu_times()[:4])
        self._peak = max(self._peak, memory)
        if self.memory_limit_mb is not None and memory > self.memory_limit_mb * _MB:
            self._stop = "memory"
        if self.cpu_limit is not None and seconds >= self.cpu_limit:
            self._stop = "cpu"
        if self._disk_is_full():
            self._stop = "disk"

    def _disk_is_full(self) -> bool:
        return self._folder is not None and self.max_disk is not None and disk_used(self._folder) > self.max_disk

    def _serve(self, timeout: float) -> None:
        """Move bytes through the pipes."""
        for key, _ in self._selector.select(timeout):
            if key.data == "in":
                self._feed()
            elif key.data != "end":
                self._drain(key.data)

    def _feed(self) -> None:
        pipe = self._popen.stdin
        assert pipe is not None
        try:
            self._todo = self._todo[os.write(pipe.fileno(), self._todo[:65536]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._todo = self._todo[:0]
        if not self._todo:
            self._close(pipe)

    def _drain(self, name: str) -> bool:
        """Read one piece; False when there is nothing more now."""
        pipe = self._popen.stdout if name == "out" else self._popen.stderr
        if pipe is None or pipe.closed:
            return False
        try:
            piece = os.read(pipe.fileno(), 1 << 18)
        except BlockingIOError:
            return False
        if not piece:
            self._close(pipe)
            return False
        if name == "out":
            self._out += piece
        else:
            self._err_size += len(piece)
            self._err = (self._err + piece)[-STDERR_KEPT:]
        if max(len(self._out), self._err_size) > self.max_output:
            self._stop = "output"
            return False
        return True

    def _close(self, pipe: IO[bytes]) -> None:
        """Close a pipe, perhaps one that was being registered or closed when an interrupt came."""
        with contextlib.suppress(KeyError):
            self._selector.unregister(pipe)
        pipe.close()

    # -- ending -----------------------------------------------------------------------------------------------------

    def _end(self, stop: Stop | None) -> Finished:
        """Kill the family, collect the last output and the status, close everything; safe to call twice."""
        if self.finished is not None:
            return self.finished
        if self._status is None:
            self._reap()
        assert self._status is not None
        status, cpu = self._status
        code = os.waitstatus_to_exitcode(status)
        self._popen.returncode = code
        for name in ("out", "err"):
            while self._drain(name):
                pass
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()
        self._selector.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
        stop = stop or self._stop  # too much output in the last gulp
        most = self._most_cpu
        if stop is None and (code == -signal.SIGXCPU or (code == -signal.SIGKILL and most is not None and cpu >= most)):
            stop = "cpu"
        if stop is None and code != 0 and self.memory_limit_mb is not None and _SAYS_MEMORY.search(self._err):
            stop = "memory"  # it met the kernel's limit before the watch saw it
        if stop is None and (code == -signal.SIGXFSZ or (code != 0 and self._disk_is_full())):
            stop = "disk"
        self.finished = Finished(
            self.command,
            code if code >= 0 else None,
            -code if code < 0 else None,
            bytes(self._out),
            bytes(self._err),
            time.monotonic() - self._start,
            cpu,
            self._peak / _MB,
            stop,
        )
        if self._interrupt is not None:
            raise self._interrupt
        return self.finished

    def _reap(self) -> None:
        """Let the guard end the family, and bury it: a short wait, in which Ctrl-C or an alarm must leave no zombie."""
        pid, until = self._popen.pid, time.monotonic() + _PATIENCE
        while self._status is None:
            try:
                if not self._ended():
                    os.kill(pid, signal.SIGTERM)
                    os.kill(pid, signal.SIGCONT)
                    while not self._ended():
                        if time.monotonic() > until:
                            os.kill(pid, signal.SIGKILL)
                        select.select([self._pidfd] if self._pidfd >= 0 else [], [], [], TICK / 5)
                _, status, usage = os.wait4(pid, 0)
                self._status = status, usage.ru_utime + usage.ru_stime
            except (KeyboardInterrupt, Alarm) as interrupt:
                self._interrupt = interrupt


def disk_used(folder: Path) -> int:
    """Bytes that all files below a folder take on the disk, at least a block each."""
    total = 0
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            with contextlib.suppress(OSError):
                total += max(os.lstat(os.path.join(place, name)).st_blocks * 512, _DISK_BLOCK)  # noqa: PTH118  # many
    return total


def run(
    command: Sequence[str | Path],
    *,
    time_limit: float | None,
    memory_limit_mb: int | None,
    cpu_limit: float | None = None,
    stdin: bytes | int | None = None,
    max_output: int = MAX_OUTPUT,
    stdout_path: Path | None = None,
    cwd: Path | None = None,
    max_disk: int | None = None,
) -> Finished:
    """Run a program to its end, or to its limit; no process of its family is alive afterwards.

    The parameters are those of `Process`, in seconds, MB and bytes; and so are the errors.

    >>> import sys
    >>> finished = run([sys.executable, "-c", "print(6 * 7)"], time_limit=20, memory_limit_mb=None)
    >>> finished.exit_code, finished.stdout, finished.stopped
    (0, b'42\\n', None)
    >>> run([sys.executable, "-c", "while True: pass"], time_limit=0.2, memory_limit_mb=None).stopped
    'time'
    """
    with Process(
        command,
        time_limit=time_limit,
        memory_limit_mb=memory_limit_mb,
        cpu_limit=cpu_limit,
        stdin=stdin,
        max_output=max_output,
        stdout_path=stdout_path,
        cwd=cwd,
        max_disk=max_disk,
    ) as process:
        return process.wait()
