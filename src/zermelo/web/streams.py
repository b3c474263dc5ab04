"""Work for a page that may go: it is cancelled as soon as nobody waits for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

Tell = Callable[[dict[str, Any]], None]
BEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""


async def while_there(request: Request, work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """The result of some work, which is cancelled when the one who asked has gone."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request.receive))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            return {"error": "nobody waits for this any more", "limit": "interrupted"}
        return doing.result()
    finally:
        await _cancelled(doing, gone)


class EventStream(Response):
    """Server-sent events: those of some work while it goes on, and its result as the last one.

    Parameters
    ----------
    work
        Called with a function to tell events.
    """

    media_type = "text/event-stream"

    def __init__(self, work: Callable[[Tell], Awaitable[dict[str, Any]]]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the work is done or the page has gone."""
        del scope
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})

        async def work() -> None:
            told.put_nowait({"event": "result", **await self._work(told.put_nowait)})

        async def forward() -> None:
            while True:
                try:
                    async with asyncio.timeout(BEAT):
                        message = await told.get()
                except TimeoutError:
                    await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})
                    continue
                last = message["event"] == "result"
                data = f"event: {'done' if last else 'told'}\ndata: {json.dumps(message)}\n\n".encode()
                await send({"type": "http.response.body", "body": data, "more_body": not last})
                if last:
                    return

        tasks = [asyncio.ensure_future(each) for each in (work(), forward(), _gone(receive))]
        try:
            await asyncio.wait(tasks[1:], return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _cancelled(*tasks)


async def _gone(receive: Receive) -> None:
    """Wait until the one who asked has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _cancelled(*tasks: asyncio.Future[Any]) -> None:
    for each in tasks:
        each.cancel()
    for each in tasks:
        with suppress(asyncio.CancelledError, Exception):
            await each
