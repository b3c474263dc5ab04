"""The process that forks workers: it has loaded the package, so that a worker is there in milliseconds.

The server sends one end of a pair of sockets for each worker that it wants. This process keeps a copy of it, to see
two things that nobody tells: that the server has closed its end, whereupon the worker is killed with its process
group; and that the worker has ended, whereupon the server is told by which signal, if it was one, and the copy is
closed. When the server is gone, so are the socket to it, all workers, and this process; should this process be
killed, the kernel kills the workers. Programs that a worker starts run under guards, which end with it: see
`zermelo.solvers.process`.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from typing import NoReturn

from zermelo.web.task_server import TaskServer
from zermelo.web.tasks import TASKS, warm

COMMAND = (sys.executable, "-P", "-c", "from zermelo.web.worker_forks import main; main()")
"""The command of this process; the numbers of its socket and of the megabytes of a worker follow."""

OVERHEAD_MB = 200
"""Megabytes of the interpreter and the package beside a worker's own."""

MOST_FILE = 1 << 30
"""Bytes of a file that a worker writes for a solver."""

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Fork workers until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears Ctrl-C, and ends this process
    control, megabytes = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="zermelo-serve-") as folder:
        os.chdir(folder)  # an empty one: no name in a request is that of a file
        warm()
        with suppress(BrokenPipeError):  # the server is gone already
            control.send(b"!")
            Forks(control, megabytes).serve()


def _killed(number: int) -> dict[str, str]:
    """The reply of a worker that was ended by a signal."""
    try:
        name = signal.Signals(number).name
    except ValueError:  # those of real time have no names
        name = str(number)
    if number == signal.SIGKILL:
        return {"error": f"the work was killed ({name}): perhaps the machine had no memory left", "limit": "killed"}
    return {"error": f"internal error: the work crashed ({name})", "limit": "crash"}


class Forks:
    """The workers that live.

    Parameters
    ----------
    control
        The socket to the server.
    megabytes
        Memory of each worker.
    """

    def __init__(self, control: socket.socket, megabytes: int) -> None:
        self.control, self.megabytes = control, megabytes
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._pids: dict[int, int] = {}
        """The process of each socket."""
        self._watched: dict[int, int] = {}
        """The socket of each descriptor of a process."""

    def serve(self) -> None:
        """Fork, watch and kill, until the server is gone."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor == self.control.fileno():
                    if not self._begin():
                        self._end_all()
                        return
                elif descriptor in self._pids:
                    self._kill(descriptor)
                elif descriptor in self._watched:
                    self._bury(descriptor)

    def _begin(self) -> bool:
        """Fork a worker for each socket that has come; False when the server is gone."""
        try:
            message, descriptors, _, _ = socket.recv_fds(self.control, 1, 1)
        except OSError:
            return False
        for descriptor in descriptors:
            pid = os.fork()
            if pid == 0:
                self._be_worker(descriptor)
            self._pids[descriptor] = pid
            self._poll.register(descriptor, select.POLLRDHUP)
            watched = os.pidfd_open(pid)
            self._watched[watched] = descriptor
            self._poll.register(watched, select.POLLIN)
        return bool(message)

    def _kill(self, descriptor: int) -> None:
        """Kill a worker whose server has closed the socket; its end is seen by `_bury`."""
        self._poll.unregister(descriptor)
        pid = self._pids[descriptor]
        for kill in (os.killpg, os.kill):  # it may have no group of its own yet
            with suppress(OSError):
                kill(pid, signal.SIGKILL)

    def _bury(self, watched: int) -> None:
        """Forget a worker that has ended, and end what it has left in its group."""
        self._poll.unregister(watched)
        os.close(watched)
        descriptor = self._watched.pop(watched)
        pid = self._pids.pop(descriptor)
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
        status = 0
        with suppress(OSError):
            _, status = os.waitpid(pid, 0)
        with suppress(KeyError):
            self._poll.unregister(descriptor)
        with socket.socket(fileno=descriptor) as ours, suppress(OSError):
            if os.WIFSIGNALED(status):  # nobody else can tell the server
                ours.send(json.dumps(_killed(os.WTERMSIG(status))).encode() + b"\n", socket.MSG_DONTWAIT)

    def _end_all(self) -> None:
        for descriptor in list(self._pids):
            with suppress(KeyError):
                self._kill(descriptor)
        for watched in list(self._watched):
            self._bury(watched)

    def _be_worker(self, descriptor: int) -> NoReturn:
        """Be a worker."""
        try:
            os.setsid()
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            self.control.close()
            for other in (*self._pids, *self._watched):
                os.close(other)
            most = (self.megabytes + OVERHEAD_MB) << 20
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
            TaskServer(socket.socket(fileno=descriptor), self.megabytes, TASKS).serve()
        except BaseException:  # noqa: BLE001  # nothing may go on as a second process that forks
            os._exit(1)
        os._exit(0)
