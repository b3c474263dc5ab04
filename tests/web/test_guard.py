"""The guard: foreign names and pages, tokens, bodies, headers."""

from __future__ import annotations

import asyncio

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from zermelo.web import guard
from zermelo.web.guard import MOST_BODY, Guard


def asked(client, path="/", method="GET", **headers):
    """The status of a request."""
    return client.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()},
                          follow_redirects=False).status_code  # fmt: skip


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil", "10.0.0.1", "", "a:b:c",
                                  "[", "[::1", "[::1]x", "[::1]:80[", "[127.0.0.1]"])  # fmt: skip
def test_foreign_hosts(client, host):
    """A name that could be rebound to this machine is refused."""
    assert asked(client, host=host) == 421


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080"])
def test_own_hosts(client, host):
    """Names of this machine are served."""
    assert asked(client, host=host) == 200


def test_foreign_pages(client):
    """Other sites can neither send nor embed; a link from elsewhere may be followed."""
    assert asked(client, origin="http://evil.example") == 403
    assert asked(client, origin="null") == asked(client, origin="http://[") == asked(client, origin="") == 403
    assert asked(client, "/make", "POST", origin="http://127.0.0.1:9") == 403
    assert asked(client, sec_fetch_site="cross-site", sec_fetch_mode="no-cors") == 403
    assert asked(client, sec_fetch_site="same-site") == 403
    assert asked(client, sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 200
    assert asked(client, "/make", "POST", sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 403
    assert asked(client, origin="http://127.0.0.1") == 200
    assert asked(client, method="PUT") == asked(client, method="DELETE") == 405


def test_headers(client):
    """Every reply, refusals too, lets the page load from here alone and run no script of its own."""
    for reply in (client.get("/"), client.get("/none"), client.get("/", headers={"host": "x"})):
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["x-frame-options"] == "DENY"


def test_tokens():
    """With a token nothing is served without it; it is kept in a cookie and leaves the address."""

    async def app(scope, receive, send):
        await PlainTextResponse("in")(scope, receive, send)

    client = TestClient(Guard(app, "0.0.0.0", "a long secret"), base_url="http://192.0.2.1:8080")
    assert client.get("/").status_code == 401
    assert client.get("/?token=wrong").status_code == 401
    assert client.get("/", headers={"authorization": "Bearer a long secret"}).text == "in"
    reply = client.get("/game?token=a+long+secret&g=ttt", follow_redirects=False)
    assert (reply.status_code, reply.headers["location"]) == (303, "/game?g=ttt")
    assert "HttpOnly" in reply.headers["set-cookie"]
    assert "samesite=strict" in reply.headers["set-cookie"].lower()
    assert client.get("/game").text == "in"
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    assert client.get("//evil.example?token=a+long+secret", follow_redirects=False).headers["location"] == "/"


def test_bodies(client, monkeypatch):
    """Bodies are bounded in size, whatever they say about it, and in time."""
    assert client.post("/make", content=b"x" * (MOST_BODY + 1)).status_code == 413
    assert client.post("/make", content=iter([b"x" * 65536] * 8)).status_code == 413
    assert client.post("/make", content=b"x", headers={"content-length": "abc"}).status_code == 413
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.02)
    sent = []

    async def slow():
        await asyncio.sleep(10)

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/make",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    asyncio.run(Guard(client.app.app)(scope, slow, send))
    assert sent[0]["status"] == 408
