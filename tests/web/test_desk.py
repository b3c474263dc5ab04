"""The desk: many at once, more strategies than are kept, workers that end."""

from __future__ import annotations

import asyncio
import contextlib
import signal

import psutil
import pytest
from starlette.testclient import TestClient

from zermelo.web import desk as desk_module
from zermelo.web.address import Address
from zermelo.web.app import create_app
from zermelo.web.desk import MOST_KEPT, Desk
from zermelo.web.page_question import PageQuestion, request_for

GAMES = ["ttt", "hex:2x2", "hex:3x3", "hex:3x2", "nim:1,2", "domineering:2x2", "clobber:3x2"]


def test_more_strategies_than_are_kept():
    """Those who read a strategy keep it; two who ask the same at once share one; the rest is dropped."""

    async def all_of_it():
        desk = Desk()

        async def read(game):
            address, question = Address(game), PageQuestion(seconds=60)
            key = question.key(address)
            for _ in range(9):
                solved = await desk.solved(key, question.request(address), 60)
                assert solved["result"]["known"]
                place = await desk.proof(key, request_for("walk", address, claim=0))
                if place is not None:
                    return place["result"]["told"]
            return None

        told = await asyncio.gather(*(read(game) for game in GAMES * 3))
        assert None not in told
        assert told[: len(GAMES)] == told[len(GAMES) : 2 * len(GAMES)]
        kept = len(desk._kept)
        desk.stop()
        return kept

    assert asyncio.run(all_of_it()) <= MOST_KEPT + 1


def test_what_nobody_uses_ends(monkeypatch):
    """A strategy is dropped some time after its last use, on a server of which nothing is asked any more, too."""
    monkeypatch.setattr(desk_module, "KEPT_SECONDS", 0.3)
    monkeypatch.setattr(desk_module, "LOOK_SECONDS", 0.1)

    async def all_of_it():
        desk, address, question = Desk(), Address("hex:2x2"), PageQuestion(seconds=60)
        await desk.solved(question.key(address), question.request(address), 60)
        (kept,) = desk._kept.values()
        async with asyncio.timeout(30):
            while desk._kept:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        desk.stop()
        return kept.worker.closed

    assert asyncio.run(all_of_it())


def test_clicks_of_one_machine(monkeypatch):
    """Another machine has at most half of the places for clicks, and this one may have all."""
    owners = []

    async def quick(_, __, owner=""):
        owners.append(owner)
        return desk_module.FULL

    monkeypatch.setattr(Desk, "quick", quick)
    clicks = ["/game", "/edit", "/export/svg", "/api/view", "/api/text", "/api/family"]
    for host in ("192.0.2.7", "127.0.0.1"):
        with TestClient(create_app(), base_url="http://127.0.0.1", client=(host, 1)) as client:
            replies = [client.get(path, params={"g": "ttt", "family": "ttt"}) for path in clicks]
            body = {"text": "4x4", "g": "ttt"}
            replies += [client.post(path, json=body) for path in ("/make", "/api/check", "/api/setup")]
            assert {reply.status_code for reply in replies} == {429}
    assert owners == ["192.0.2.7"] * 9 + [""] * 9


def test_a_place_for_clicks():
    """A click waits while others of the same machine have half of the places."""

    async def all_of_it():
        desk = Desk()
        async with contextlib.AsyncExitStack() as taken:
            for _ in range(max(1, desk.click.places // 2)):
                await taken.enter_async_context(desk.click.place(owner="192.0.2.7"))
            asked = request_for("view", Address("ttt"))
            waits = asyncio.ensure_future(desk.quick(asked, "192.0.2.7"))
            assert (await desk.quick(asked, "192.0.2.8"))["result"]["name"] == "ttt"
            assert not waits.done()
        assert (await waits)["result"]["name"] == "ttt"
        desk.stop()

    asyncio.run(all_of_it())


def test_workers_that_end():
    """A worker that is out of time is an error in words, and the next one works; after the end nothing does."""

    async def all_of_it():
        desk = Desk()
        slow = await desk.solved("slow", PageQuestion().request(Address("hex:9x9")) | {"seconds": 600}, -4.9)
        assert slow["limit"] == "time"
        assert (await desk.quick(request_for("view", Address("ttt"))))["result"]["name"] == "ttt"
        wrong = await desk.quick({**request_for("view", Address("ttt")), "moves": None})
        assert wrong["internal"]
        desk.stop()
        assert (await desk.thought(request_for("hint", Address("ttt"))))["limit"] in ("interrupted", "memory")

    asyncio.run(all_of_it())


@pytest.mark.parametrize(("number", "limit"), [(signal.SIGKILL, "killed"), (signal.SIGSEGV, "crash")])
def test_workers_that_are_killed(number, limit):
    """A worker that a signal ends is told as what it is; nor is the server lost with the process that forks."""

    async def all_of_it():
        desk = Desk()
        assert (await desk.quick(request_for("view", Address("ttt"))))["result"]["name"] == "ttt"
        forks = psutil.Process(desk._workers._process.pid)
        asked = PageQuestion().request(Address("httt:snaky,board=9x9,mb")) | {"seconds": 60}
        (idle,) = forks.children()
        work = asyncio.ensure_future(desk.solved("long", asked, 60))
        while not (busy := [each for each in forks.children() if each.pid != idle.pid]):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        busy[0].send_signal(number)
        reply = await work
        assert (reply["limit"], number.name in reply["error"]) == (limit, True)
        forks.kill()
        forks.wait()
        for _ in range(3):
            assert (await desk.quick(request_for("view", Address("hex:3x3"))))["result"]["name"] == "hex:3x3"
        desk.stop()

    asyncio.run(all_of_it())


@pytest.mark.parametrize("number", [0, 3])
def test_claims_have_numbers(client, number):
    """A claim that is not there is an error."""
    reply = client.get("/api/walk", params={"g": "hex:2x2", "q": "winner", "c": number})
    assert reply.status_code == (422 if number else 200)
