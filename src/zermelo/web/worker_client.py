"""The server's side of workers: the process that forks them, and one worker."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from zermelo.web.worker_forks import COMMAND

LONGEST_LINE = 64 << 20
"""Bytes of one message of a worker."""

START_SECONDS = 60.0
"""Seconds for the process that forks, on a busy machine, too."""


class WorkerEndedError(Exception):
    """Raised when there can be no worker: the server ends, or the machine gives no process."""


class Workers:
    """The process that forks workers.

    Parameters
    ----------
    megabytes
        Memory of each worker.
    """

    def __init__(self, megabytes: int) -> None:
        self._megabytes, self.stopped = megabytes, False
        self._begin()

    def _begin(self) -> None:
        """Start the process."""
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [*COMMAND, str(theirs.fileno()), str(self._megabytes)], pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        self._control.setblocking(False)
        self._starting: asyncio.Future[bool] | None = None

    async def _started(self) -> bool:
        """True once the process is ready; False when it has ended, or takes too long."""
        try:
            async with asyncio.timeout(START_SECONDS):
                return bool(await asyncio.get_running_loop().sock_recv(self._control, 1))
        except (TimeoutError, OSError):
            return False

    async def worker(self) -> Worker:
        """A new worker; `WorkerEndedError` when there can be none.

        The process that forks is started again where it was killed; with it all workers have ended.
        """
        if self._process.poll() is not None and not self.stopped:
            self._control.close()
            try:
                self._begin()
            except OSError:
                raise WorkerEndedError from None
        return await self._forked()

    async def _forked(self) -> Worker:
        if self._starting is None:
            self._starting = asyncio.ensure_future(self._started())
        if not await asyncio.shield(self._starting):  # one waits for all, also when this one gives up
            raise WorkerEndedError
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._control, [b"!"], [theirs.fileno()])
            except OSError:
                ours.close()
                raise WorkerEndedError from None
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        return Worker(reader, writer, self)

    def stop(self) -> None:
        """End all workers, and the process that forks them."""
        self.stopped = True
        self._control.close()  # it sees this, and ends
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Worker:
    """A worker: it does one request at a time, and is killed when it is closed.

    Parameters
    ----------
    reader, writer
        The connection.
    workers
        Those it belongs to.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, workers: Workers) -> None:
        self._reader, self._writer, self._workers = reader, writer, workers
        self.closed = False
        self.done = 0
        """The number of requests so far."""

    async def do(
        self, request: dict[str, Any], seconds: float, tell: Callable[[dict[str, Any]], None] = lambda _: None
    ) -> dict[str, Any]:
        """The reply to a request, with ``result`` or ``error``; the worker is closed unless it has replied in time.

        `WorkerEndedError` when all workers have been stopped meanwhile.

        Parameters
        ----------
        request
            The task and its arguments.
        seconds
            The time that it has.
        tell
            Told the events before the reply.
        """
        self.done += 1
        reply: dict[str, Any]
        try:
            async with asyncio.timeout(seconds):
                self._writer.write(json.dumps(request).encode() + b"\n")
                await self._writer.drain()
                while "event" in (reply := json.loads(await self._reader.readuntil(b"\n"))):
                    tell(reply)
        except TimeoutError:
            self.close()
            reply = {"error": f"not done within {seconds:g} seconds", "limit": "time"}
        except (ConnectionError, EOFError, ValueError, asyncio.LimitOverrunError):
            self.close()
            reply = {"error": "the work ended without an answer", "limit": "crash"}
        except BaseException:
            self.close()
            raise
        if self._workers.stopped:  # it may only say that it was killed
            raise WorkerEndedError
        return reply

    def close(self) -> None:
        """Kill it, with all that it has started."""
        if not self.closed:
            self.closed = True
            with suppress(OSError, RuntimeError):
                self._writer.transport.abort()
