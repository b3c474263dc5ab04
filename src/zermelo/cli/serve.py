"""``zermelo serve``: a page in the browser to solve, play and understand games."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Annotated, Any
from urllib.parse import quote

import typer

from zermelo.cli.common import JsonOption, print_json
from zermelo.cli.messages import warn
from zermelo.errors import InputError, MissingToolError

PORT = 8080


def command(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game file or a family, to open at once.")] = "",
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The port; 8080, or a free one, if left out.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The name or address to listen on.")] = "127.0.0.1",
    token: Annotated[str, typer.Option("--token", help="A secret that visitors must know.")] = "",
    memory_limit: Annotated[int, typer.Option("--memory-limit", min=64, help="MB for each piece of work.")] = 1024,
    as_json: JsonOption = False,
) -> None:
    """Open a page in the browser to solve and play games.

    It is there for this machine alone; with '--host' for others, who then need the token. Ctrl-C ends it.
    """
    try:
        import uvicorn

        from zermelo.web.app import create_app
        from zermelo.web.guard import is_loopback
        from zermelo.web.server import PageServer
    except ImportError as error:
        how = "get it by: pip install 'zermelo[web]'"
        raise MissingToolError(f"{error.name}, which serves pages, is not installed; {how}") from None
    if not is_loopback(host) and not token:
        raise InputError(
            "--token SECRET with a --host that others reach", found="none",
            advice="anybody who reaches it could use this machine",
        )  # fmt: skip
    if token and len(token) < 8:
        raise InputError("a token of at least 8 letters", found=f"{len(token)}")
    start = _query(game) if game else ""
    listening = _listen(host, port)
    shown = listening.getsockname()[1]
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    name = f"[{name}]" if ":" in name else name
    address = f"http://{name}:{shown}/" + (f"?token={quote(token, safe='')}" if token else "")

    def ready() -> None:
        if as_json:
            print_json({"address": address, "host": host, "port": shown})
        else:
            print(f"Zermelo is at {address}  (Ctrl-C ends it)", flush=True)

    def ending() -> None:
        app.app.state.desk.stop()

    app: Any = create_app(host, token, memory_limit, start)
    config = uvicorn.Config(
        app, log_level="error", access_log=False, lifespan="on", timeout_keep_alive=10, timeout_graceful_shutdown=1,
        limit_concurrency=500, server_header=False, ws="none", loop="asyncio",
        h11_max_incomplete_event_size=64 << 10,
    )  # fmt: skip
    try:
        with suppress(KeyboardInterrupt):
            PageServer(config, ready, ending).run(sockets=[listening])
    finally:
        listening.close()


def _query(game: str) -> str:
    """The query of a game that the command line names: the one place where a file is read."""
    from zermelo.cli.common import load
    from zermelo.language.source import read_text
    from zermelo.loading import existing
    from zermelo.web.address import Address

    loaded = load(game)
    path = existing(game)
    if path is None or path.is_dir():
        return Address(loaded.name).query()
    return Address(text=read_text(path)).query()


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port on the usual one, or on any that is free."""
    for number in (PORT, 0) if port is None else (port,):
        try:
            family, kind, _, _, where = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
            found = socket.socket(family, kind)
        except OSError as error:
            raise InputError("a name or an address of this machine with --host", found=repr(host)) from error
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(where)
        except OSError as error:
            found.close()
            if port is None and number == PORT:
                warn(f"port {PORT} is taken; another one is used")
                continue
            raise InputError(f"a port that is free on {host}", found=f"{number} ({error.strerror})") from error
        return found
    raise AssertionError
