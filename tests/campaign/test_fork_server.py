"""Fork servers: one for many cells, a process for each; a cell that hangs costs its server and nothing else."""

from __future__ import annotations

import os
import signal

import psutil
from tests.waiting import until

from zermelo.campaign import CampaignCell, CellLimits, LocalEngine
from zermelo.campaign.job import JobResult


def cell(game: str, number: int = 1, time: float = 1.0) -> CampaignCell:
    return CampaignCell(game, game, "", "search", limits=CellLimits(time, 1000), repetition=number)


def only(engine: LocalEngine) -> JobResult:
    (result,) = engine.results(60)
    return result


def family(engine: LocalEngine) -> list[psutil.Process]:
    """The guard of the one job, its server, and the process of the cell, which has threads or children of its own."""
    (server,) = engine._running.values()
    return psutil.Process(server.pid).children(recursive=True)


def test_served_in_turn():
    """The second cell is served by the process that served the first one; CPU time and memory are its own."""
    with LocalEngine(1) as engine:
        first = cell("hex:2x2")
        engine.submit(first.job())
        assert engine.room == 0
        result = only(engine)
        assert (result.key, result.exit_code, result.reason, result.killed) == (first.key, 0, None, False)
        assert result.answer is not None
        assert result.answer["verdict"]["outcome"] == "black"
        (idle,) = engine._idle
        engine.submit(cell("hex:2x2", 2).job())
        assert engine._idle == []
        again = only(engine)
        assert engine._idle == [idle]
        assert 0 < again.cpu_seconds < result.seconds + 10
        assert again.peak_memory_mb > 5
        engine.submit(cell("hex:2x2", 3, time=2.0).job())  # other limits: another server
        assert only(engine).answer is not None
        assert idle not in engine._idle
        pid = engine._idle[0].pid
    assert not psutil.pid_exists(pid)


def test_a_cell_that_hangs():
    """It is killed when its time is over, with its server; the next one gets a new server."""
    with LocalEngine(1) as engine:
        engine.submit(cell("hex:2x2").job())
        only(engine)
        engine.submit(cell("hex:8x8", 2).job())
        until(lambda: len(family(engine)) > 1, "the process of the cell")
        processes = family(engine)
        for each in processes:
            os.kill(each.pid, signal.SIGSTOP)
        result = only(engine)
        assert (result.answer, result.reason, result.killed) == (None, "time", False)
        assert result.seconds >= 1
        assert not psutil.wait_procs(processes, timeout=10)[1]
        engine.submit(cell("hex:2x2", 3).job())
        assert only(engine).answer is not None


def test_a_cell_that_is_killed():
    """SIGKILL for its process alone: its server goes on."""
    with LocalEngine(1) as engine:
        engine.submit(cell("hex:2x2").job())
        only(engine)
        (idle,) = engine._idle
        engine.submit(cell("hex:8x8", 2, time=1.0).job())
        until(lambda: len(family(engine)) > 1, "the process of the cell")
        family(engine)[-1].kill()
        result = only(engine)
        assert (result.answer, result.signal, result.killed) == (None, signal.SIGKILL, True)
        assert engine._idle == [idle]
