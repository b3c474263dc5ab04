"""The desk: many at once, more strategies than are kept, workers that end."""

from __future__ import annotations

import asyncio
import signal

import psutil
import pytest

from zermelo.web.address import Address
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
