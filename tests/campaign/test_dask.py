"""The engine of Dask, with workers of this machine: nothing is lost, doubled or orphaned, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.solvers.conftest import alive, gone, sleepers
from tests.waiting import until

from zermelo import cli
from zermelo.campaign import Job, JobResult, ResultsDatabase, run
from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.cell_worker import misfit
from zermelo.campaign.dask_engine import DaskEngine
from zermelo.errors import InputError, LimitError, MissingToolError

distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

NOTHING = ("-c", "print('{}')")


def sleeper(marker: str) -> tuple[str, ...]:
    """A job that starts a program and waits for it."""
    return ("-c", f"import subprocess; subprocess.run(['sleep', '{marker}'])")


def results(engine: DaskEngine, number: int = 1) -> dict[str, JobResult]:
    found: dict[str, JobResult] = {}

    def enough() -> bool:
        found.update((each.key, each) for each in engine.results(1))
        return len(found) >= number

    until(enough, "results")
    return found


def worker_of(process: psutil.Process, engine: DaskEngine) -> psutil.Process:
    """The worker that has started a process."""
    workers = set(engine._client.run(os.getpid).values())
    return next(each for each in process.parents() if each.pid in workers)


@pytest.mark.parametrize("failures", [2, 3])
def test_workers_that_do_not_start(monkeypatch, failures):
    """A worker that is killed while it starts is started again, twice."""
    begun = []
    real = distributed.LocalCluster

    def cluster(**options):
        begun.append(options)
        if len(begun) <= failures:
            raise RuntimeError("Nanny failed to start.")
        return real(**options)

    monkeypatch.setattr(distributed, "LocalCluster", cluster)
    engine = DaskEngine.local(1)
    if failures == 3:
        with pytest.raises(LimitError, match="the workers of Dask do not start: Nanny failed"), engine:
            pass
    else:
        with engine:
            until(lambda: engine.room == 1, "a worker")


def test_cancelled_killed_closed(marker):
    """A job that is cancelled, one whose worker is killed, one that runs when the engine is closed: no orphan."""
    with DaskEngine.local(2) as engine:
        until(lambda: engine.room == 2, "two workers")
        engine.submit(Job("cancelled", sleeper(f"{marker}1"), {}))
        engine.submit(Job("killed", sleeper(f"{marker}2"), {}))
        assert engine.room == 0
        until(lambda: bool(sleepers(f"{marker}1") and sleepers(f"{marker}2")), "both jobs")
        engine.cancel(["cancelled", "nobody"])
        assert gone(f"{marker}1")
        worker_of(sleepers(f"{marker}2")[0], engine).kill()
        lost = results(engine)["killed"]
        assert (lost.killed, lost.answer, lost.signal) == (True, None, signal.SIGKILL)
        assert gone(f"{marker}2")
        until(lambda: engine.room == 2, "another worker")
        engine.submit(Job("same", NOTHING, {"n": 1}))
        assert results(engine)["same"].answer == {}
        engine.submit(Job("same", sleeper(f"{marker}3"), {}))
        until(lambda: bool(sleepers(f"{marker}3")), "a job")
        workers = list(engine._client.run(os.getpid).values())
    assert gone(marker)
    until(lambda: not any(psutil.pid_exists(pid) for pid in workers), "the end of the workers")


def test_killed_client(written, tools, marker):  # noqa: ARG001
    """SIGKILL for the client: its workers and their jobs end; the next run writes the other rows."""
    file = written(["hex:3x3"], ["search", "et+slow"], "check = false", "[query]", "depth = 5")
    db = file.with_suffix(".db")
    command = [sys.executable, "-m", "zermelo", "campaign", "run", str(file), "--engine", "dask", "--jobs", "2"]

    def rows() -> int:
        try:
            with ResultsDatabase(db, writing=False) as database:
                return len(database.done())
        except InputError:
            return 0

    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
        until(lambda: rows() == 1 and bool(alive(marker)), "a row, and a slow tool")
        family = psutil.Process(client.pid).children(recursive=True)
        client.kill()
    assert gone(marker)
    assert not psutil.wait_procs(family, timeout=20)[1]
    assert run(file, limit=0).done == 1


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler with one worker that others have started."""
    with (
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
             "--no-dashboard", "--scheduler-file", str(tmp_path / "scheduler.json")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ) as first,
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-dashboard",
             "--scheduler-file", str(tmp_path / "scheduler.json")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path,
        ) as second,
    ):  # fmt: skip
        import json

        def address() -> str:
            try:
                return str(json.loads((tmp_path / "scheduler.json").read_text())["address"])
            except (OSError, ValueError):
                return ""

        until(lambda: bool(address()), "a scheduler")
        yield address()
        for each in (second, first):
            each.terminate()


def test_foreign_scheduler(written, tools, marker, scheduler):  # noqa: ARG001
    """Its workers stay, and a client that is killed leaves no job there; when it goes, that is told."""
    file = written(["hex:3x3"], ["search", "et+slow"], "check = false", "[query]", "depth = 5")
    command = [sys.executable, "-m", "zermelo", "campaign", "run", str(file), "--engine", "dask",
               "--scheduler", scheduler]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
        until(lambda: bool(alive(marker)), "a slow tool")
        client.kill()
    assert gone(marker)
    with DaskEngine.scheduler(scheduler) as engine:
        until(lambda: engine.room == 1, "its worker")
        engine.submit(Job("a", NOTHING, {}))
        assert results(engine)["a"].answer == {}
        engine.submit(Job("b", sleeper(marker), {}))
        until(lambda: bool(sleepers(marker)), "a job")
        next(each for each in psutil.Process().children() if "distributed.cli.dask_scheduler" in each.cmdline()).kill()
        with pytest.raises(LimitError, match="is gone; all rows so far are safe"):
            until(lambda: bool(engine.results(1)) or engine.room > 1, "an error")
    assert gone(marker)


def test_no_scheduler_there(written, capsys, monkeypatch):
    """One line each: no such scheduler, no such engine, options that do not go together, no Slurm."""
    monkeypatch.setattr("zermelo.campaign.dask_engine.CONNECT", 0.1)
    file = str(written(["hex:2x2"], ["search"]))
    for options, said in (
        (["--engine", "dask", "--scheduler", "tcp://127.0.0.1:1"], "expected the address of a Dask scheduler"),
        (["--engine", "desk"], "found 'desk', expected local, dask or slurm"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler: an address with --engine dask alone"),
        (["--engine", "dask", "--partition", "a"], "--partition: options of Slurm with --engine slurm alone"),
        (["--engine", "slurm"], "--jobs: the number of workers"),
    ):
        assert cli.run(["campaign", "run", file, *options]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.run(["campaign", "run", file, "--engine", "dask"]) == 3
    assert "zermelo[cluster]" in capsys.readouterr().err


def test_other_versions(written, monkeypatch):
    """A machine with another version, or without the file of the game, refuses the cell: the campaign ends, no row."""
    file = written(["hex:2x2"], ["search"])
    monkeypatch.setattr("zermelo.campaign.plan.__version__", "0.0.1")
    with pytest.raises(MissingToolError, match=r"zermelo is \S+, the campaign is of 0.0.1"):
        run(file, jobs=1)
    with ResultsDatabase(file.with_suffix(".db"), writing=False) as database:
        assert not database.done()
    missing = CampaignCell("a.hex", str(file.parent / "a.hex"), "", "search")
    assert "no such file" in str(misfit(missing))
