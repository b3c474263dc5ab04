"""Lanes: places, queues and owners, in any order of coming, going and giving up."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from zermelo.web.lanes import QueueFullError, WorkLane


@given(
    some.integers(1, 4),
    some.lists(some.tuples(some.sampled_from(["", "a", "b"]), some.sampled_from(["work", "give up"])), max_size=20),
    some.integers(0, 10**6).map(Random),  # a generator of its own: Hypothesis may not end a draw inside a task
)
def test_nothing_is_lost(places, visitors, chance):
    """Never more at once than there are places, nor half of them for one owner; all are served; none are left."""

    async def all_of_it():
        lane, served, now = WorkLane(places, 100), list[int](), dict[int, str]()

        async def visit(number, owner):
            async with lane.place(owner=owner):
                now[number] = owner
                assert len(now) <= places
                assert not owner or list(now.values()).count(owner) <= max(1, places // 2)
                for _ in range(chance.randrange(4)):
                    await asyncio.sleep(0)
                del now[number]
                served.append(number)

        async def come(number, owner, what):
            task = asyncio.ensure_future(visit(number, owner))
            for _ in range(chance.randrange(6)):
                await asyncio.sleep(0)
            if what == "give up" and number not in now:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

        await asyncio.gather(*(come(number, *each) for number, each in enumerate(visitors)))
        assert {number for number, (_, what) in enumerate(visitors) if what == "work"} <= set(served)
        assert (lane.working, lane.waiting) == (0, 0)

    asyncio.run(all_of_it())


def test_a_full_queue():
    """A request that finds the queue full is told so at once."""

    async def full():
        lane = WorkLane(1, 0)
        async with lane.place():
            with pytest.raises(QueueFullError):
                async with lane.place():
                    pass

    asyncio.run(full())
