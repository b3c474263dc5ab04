"""The page in the browser under load: clients at once, sessions one after the other, hostile requests between them.

    python benchmarks/web_load.py                       50 clients at once, then 1,000 sessions
    python benchmarks/web_load.py --clients 5 --sessions 20 --slow 0

A session opens a game, makes four moves, asks who wins, and walks into the proof; every tenth one goes away while its
question is worked out, and every tenth one sends what no page would. During the first sessions slow clients, as many as
``--slow``, send the header or the body of a request letter by letter. Printed: answers that were lost or wrong (there
must be none), times from click to reply, and the memory of the server with all its workers at the beginning, at most,
and at the end, when only idle workers and kept proofs are left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from typing import Any

import httpx
import psutil

GAMES = ("ttt", "hex:3x3", "hex:4x4", "domineering:3x3", "clobber:3x2", "connect:3,board=3x3", "nim:1,2,3")
SCRIPT = "<script>alert(1)</script>"
HOSTILE = (
    ("GET", "/game?g=/etc/passwd", None),
    ("GET", "/static/..%2fapp.py", None),
    ("GET", "/game?t=" + "A" * 30_000, None),
    ("POST", "/make", b"x" * 400_000),
    ("POST", "/api/check", b"[" * 100_000),
    ("GET", "/game?g=hex:64x64&m=" + "a1+" * 2000, None),
    ("GET", f"/game?g={SCRIPT}", None),
    ("GET", f"/game?g=ttt&m={SCRIPT}", None),
    ("POST", "/make", f"text=3x3 b[{SCRIPT}]".encode()),
    ("POST", "/api/view", b""),
)
SLOW = (b"POST /make HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n", b"GET /game?g=ttt HTTP/1.1\r\nX: ")
"""The first words of slow clients; then a letter every half second."""

SLOW_SECONDS = 30.0
"""Seconds within which the server has to be rid of a slow client."""


class Load:
    """Clients of one server.

    Parameters
    ----------
    address
        That of the server.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.wrong: list[str] = []
        self.clicks: list[float] = []
        self.answers: list[float] = []

    async def session(self, number: int) -> None:
        """One session."""
        chance = random.Random(number)
        # Without certificates: to load them takes the clients longer than all the rest.
        async with httpx.AsyncClient(base_url=self.address, timeout=300, verify=False) as client:
            if number % 10 == 3:
                await self._hostile(client, number)
            if number % 10 == 7:
                await self._goes_away(client)
            await self._plays(client, chance)

    async def _plays(self, client: httpx.AsyncClient, chance: random.Random) -> None:
        game, moves = chance.choice(GAMES), list[str]()
        view: dict[str, Any] = {}
        for _ in range(5):
            began = time.monotonic()
            reply = await client.get("/api/view", params={"g": game, "m": " ".join(moves)})
            self.clicks.append(time.monotonic() - began)
            if reply.status_code != 200:
                self.wrong.append(f"{game} {moves}: {reply.status_code} {reply.text[:100]}")
                return
            view = reply.json()
            if view["over"]:
                break
            moves.append(chance.choice(view["moves"])["name"])
        began = time.monotonic()
        reply = await client.get("/api/solve", params={"g": game, "q": "winner", "s": 60})
        self.answers.append(time.monotonic() - began)
        last = json.loads(reply.text.strip().rpartition("data: ")[2])
        if not last.get("result", {}).get("known"):
            self.wrong.append(f"{game}: {str(last)[:100]}")
            return
        walked = await client.get("/api/walk", params={"g": game, "q": "winner", "s": 60})
        if walked.status_code != 200:
            self.wrong.append(f"walk {game}: {walked.status_code} {walked.text[:100]}")

    async def _goes_away(self, client: httpx.AsyncClient) -> None:
        async with client.stream("GET", "/api/solve", params={"g": "hex:8x8", "s": 600}) as reply:
            async for _ in reply.aiter_lines():
                return

    async def _hostile(self, client: httpx.AsyncClient, number: int) -> None:
        method, path, body = HOSTILE[number // 10 % len(HOSTILE)]
        kind = "application/json" if path == "/api/check" else "application/x-www-form-urlencoded"
        reply = await client.request(method, path, content=body, headers={"content-type": kind})
        if reply.status_code not in (400, 404, 405, 413, 414, 422, 431, 504) or SCRIPT in reply.text:
            self.wrong.append(f"{method} {path[:40]}: {reply.status_code}")

    async def dribble(self, number: int) -> None:
        """A client that is slow until the server ends it."""
        host, _, port = self.address.removeprefix("http://").strip("/").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        ended = asyncio.ensure_future(reader.read())
        try:
            writer.write(SLOW[number % len(SLOW)])
            for _ in range(int(SLOW_SECONDS / 0.5)):
                await asyncio.wait((ended,), timeout=0.5)
                if ended.done():
                    return
                writer.write(b"x")
                await writer.drain()
            self.wrong.append(f"slow client {number} is still there after {SLOW_SECONDS:g} s")
        except ConnectionError:
            return
        finally:
            ended.cancel()
            writer.close()


def memory(process: psutil.Process) -> float:
    """Megabytes that a server and its workers have to themselves."""
    total = 0.0
    for each in (process, *process.children(recursive=True)):
        try:
            total += each.memory_full_info().uss / 1e6
        except psutil.Error:  # it has ended meanwhile
            continue
    return total


async def run(address: str, process: psutil.Process, clients: int, sessions: int, slow: int) -> int:
    """Run all sessions and print what was measured; the number of things that went wrong."""
    load, most = Load(address), 0.0

    async def watch() -> None:
        nonlocal most
        while True:
            most = max(most, await asyncio.to_thread(memory, process))
            await asyncio.sleep(0.5)

    first = memory(process)
    watching = asyncio.ensure_future(watch())
    dribbling = asyncio.gather(*map(load.dribble, range(slow)))
    for title, count, at_once in (("at once", clients, clients), ("one after the other", sessions, 1)):
        load.clicks.clear()
        load.answers.clear()
        began, places = time.monotonic(), asyncio.Semaphore(at_once)

        async def one(number: int, places: asyncio.Semaphore = places) -> None:
            async with places:
                await load.session(number)

        await asyncio.gather(*map(one, range(count)))
        clicks, answers = sorted(1e3 * each for each in load.clicks), sorted(load.answers)
        print(
            f"{count} sessions {title}: {time.monotonic() - began:.1f} s; "
            f"a click {statistics.median(clicks):.0f} ms, 95 % within {clicks[int(0.95 * len(clicks))]:.0f} ms; "
            f"an answer {statistics.median(answers):.2f} s, "
            f"at most {answers[-1]:.2f} s; lost or wrong: {len(load.wrong)}",
            flush=True,
        )
    await dribbling
    watching.cancel()
    print(f"memory: {first:.0f} MB at first, at most {most:.0f} MB, {memory(process):.0f} MB at the end")
    for line in load.wrong[:10]:
        print("wrong:", line)
    return len(load.wrong)


def main() -> None:
    """Start a server, load it, end it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=50)
    given = parser.parse_args()
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        address = json.loads(served.stdout.readline())["address"]
        try:
            wrong = asyncio.run(run(address, psutil.Process(served.pid), given.clients, given.sessions, given.slow))
        finally:
            served.terminate()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
