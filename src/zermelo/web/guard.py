"""The guard: who may ask, how much they may send, and what a page may load.

- Host: names of this server only, so that no other page's name can be made to mean this machine (DNS rebinding).
- Origin: pages of other sites cannot send anything, and what they embed is refused.
- Token: demanded on addresses that other machines reach; sent once in the address, and then kept in a cookie.
- Bodies: bounded in size and time.
- Headers: a content security policy that lets pages load from this server alone, and run no script written in a page.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 300 << 10
"""Bytes of a body."""

BODY_SECONDS = 10.0
"""Seconds in which a body has to come."""

COOKIE = "zermelo-token"

_HOST = re.compile(r"(\[[0-9a-fA-F]*:[0-9a-fA-F:.]*\]|[^\[\]:@/]*)(?::[0-9]*)?")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def is_loopback(host: str) -> bool:
    """True for a name or an address by which only this machine is reached.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """Middleware that refuses what no page of ours sends.

    Parameters
    ----------
    app
        The application behind it.
    host
        The name or address that the server listens on.
    token
        The secret that visitors must know; empty for none.
    """

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1", token: str = "") -> None:
        self.app, self.host, self.token = app, host, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        request = Request(scope)
        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        if scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, _with_headers(send))
            return
        body = await _body(receive, Headers(scope=scope))
        if isinstance(body, Response):
            await body(scope, receive, _with_headers(send))
            return
        await self.app(scope, _replayed(body, receive), _with_headers(send))

    def _refusal(self, request: Request) -> Response | None:
        """The reply to a request that is refused; None for one that is not."""
        name = _host_name(request.headers.get("host", ""))
        if not self._is_ours(name):
            return PlainTextResponse("This server goes by another name.\n", 421)
        if request.method not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("GET and POST only.\n", 405)
        if self._is_foreign(request):
            return PlainTextResponse("Pages of other sites cannot ask this server.\n", 403)
        return self._without_token(request) if self.token else None

    def _is_ours(self, name: str) -> bool:
        """True for a name of this server; where others reach it, for any address as well: only names can be rebound."""
        if is_loopback(self.host):
            return is_loopback(name)
        if name in (self.host, socket.gethostname(), "localhost"):
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    @staticmethod
    def _is_foreign(request: Request) -> bool:
        origin = request.headers.get("origin")
        if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
            return True
        site = request.headers.get("sec-fetch-site", "none")
        navigates = request.headers.get("sec-fetch-mode") == "navigate" and request.method == "GET"
        return site not in ("same-origin", "none") and not navigates

    def _without_token(self, request: Request) -> Response | None:
        given = request.query_params.get("token")
        if given is not None and self._matches(given):
            rest = [(key, value) for key, value in parse_qsl(request.url.query) if key != "token"]
            target = request.url.path + ("?" + urlencode(rest) if rest else "")
            if not target.startswith("/") or target.startswith(("//", "/\\")):
                target = "/"
            response = RedirectResponse(target, 303)
            response.set_cookie(COOKIE, quote(given, safe=""), httponly=True, samesite="strict")
            return response
        header = request.headers.get("authorization", "").encode("latin-1").decode(errors="replace")
        bearer = header.removeprefix("Bearer ")
        if self._matches(unquote(request.cookies.get(COOKIE, ""))) or self._matches(bearer):
            return None
        return PlainTextResponse("This server wants its token: open /?token=… as printed where it was started.\n", 401)

    def _matches(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(errors="replace"), self.token.encode())


def _host_name(host: str) -> str:
    """The name in a Host header, without the port; empty for what is no name, nor an address.

    >>> _host_name("localhost:8000"), _host_name("[::1]:80"), _host_name("a:b@c"), _host_name("[::1")
    ('localhost', '[::1]', '', '')
    """
    found = _HOST.fullmatch(host)
    return found[1].lower() if found else ""


async def _body(receive: Receive, headers: Headers) -> bytes | Response:
    """The whole body of a request, or the reply to one that is too large or too slow."""
    large = PlainTextResponse(f"At most {MOST_BODY >> 10} KB.\n", 413, {"Connection": "close"})
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BODY:
        return large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return Response(status_code=400)
                body += message.get("body", b"")
                if len(body) > MOST_BODY:
                    return large
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return PlainTextResponse("The body came too slowly.\n", 408, {"Connection": "close"})


def _replayed(body: bytes, receive: Receive) -> Callable[[], Any]:
    """The body once more, and then what comes after it."""
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sent
