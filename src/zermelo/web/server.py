"""The server: uvicorn, which says when it is ready, waits for no slow header, and ends quietly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 15.0
"""Seconds in which the first request on a connection has to begin."""


class HastyProtocol(H11Protocol):
    """A connection that is closed unless its first header has come in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(HEADER_SECONDS, self._check)

    def _check(self) -> None:
        if getattr(self, "cycle", None) is None and not self.transport.is_closing():
            self.transport.close()


class PageServer(uvicorn.Server):
    """A server that calls a function when it accepts connections, and one when it ends.

    Parameters
    ----------
    config
        That of uvicorn.
    ready, ending
        The function, and another one that ends all work before the connections are closed.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        config.http = HastyProtocol
        super().__init__(config)
        self._ready, self._ending = ready, ending

    async def startup(self, sockets: Any = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: Any = None) -> None:
        """End the work, so that those who wait for it are told; requests that are cut off are no news."""
        self._ending()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)
