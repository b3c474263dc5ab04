"""Arrays of Slurm: their tasks alone, and a real Slurm where there is one, whose jobs are killed in all ways."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.campaign.conftest import write_tools
from tests.slurm import ended, no_slurm
from tests.solvers.conftest import alive, gone
from tests.waiting import until

from zermelo import cli
from zermelo.campaign import ResultsDatabase, read_plan, run
from zermelo.campaign.client import TRIES
from zermelo.campaign.kept_result import KeptResults
from zermelo.campaign.slurm_array import folder_of, run_array
from zermelo.campaign.slurm_options import SlurmOptions, queued
from zermelo.campaign.slurm_task import work
from zermelo.errors import InputError
from zermelo.language import write_game
from zermelo.loading import load

FAST = ["check = false", "[query]", "depth = 5"]


@pytest.fixture
def no_jobs(monkeypatch) -> None:
    """Says for Slurm that no job waits or runs: tasks are run by hand, and nothing asks a Slurm that is not there."""
    monkeypatch.setattr("zermelo.campaign.slurm_array.queued", lambda _: set())


@pytest.fixture
def slurm() -> None:
    """Skips where there is no Slurm."""
    if said := no_slurm():
        pytest.skip(said)


def rows(db: Path) -> list[dict[str, Any]]:
    try:
        with ResultsDatabase(db, writing=False) as database:
            return list(database.rows())
    except InputError:
        return []


def batch(file: Path, **options: Any) -> Any:
    """Take in results, and write the next batch."""
    db = file.with_suffix(".db")
    return run_array(read_plan(file), db, SlurmOptions(folder_of(db) / "logs"), **options)


@pytest.mark.usefixtures("no_jobs")
def test_tasks_by_hand(written):
    """Each task keeps its cells; what is taken in has its row; the next batch is of what is left."""
    file = written(["hex:{2x2,3x3}"], ["search"], "repetitions = 3", "check = false")
    first = batch(file, chunk=4)
    assert (first.cells, first.tasks, first.campaign.done) == (6, 2, 0)
    assert work(first.script.parent, 1) == 0
    second = batch(file)
    assert (second.cells, second.tasks, second.campaign.done, second.campaign.solved) == (4, 1, 2, 2)
    assert work(second.script.parent, 0) == 0
    assert work(first.script.parent, 0) == 0  # somebody has submitted both
    last = batch(file)
    assert (last.script, last.campaign.done, last.campaign.fresh) == (None, 6, 4)
    assert {row["tries"] for row in rows(file.with_suffix(".db"))} == {1}


@pytest.mark.usefixtures("no_jobs")
def test_torn_and_begun_again(written, monkeypatch):
    """A torn line says nothing; a task that is started again does only what is left; starts without end are counted.

    They are given up only when Slurm says that no array is under way, not when it does not answer.
    """
    file = written(["hex:2x2"], ["search"], "repetitions = 3", "check = false")
    made = batch(file).script.parent
    work(made, 0)
    kept = made / "results" / "0.jsonl"
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    kept.write_bytes(b"".join(lines[:5]) + lines[5][:40])
    assert work(made, 0) == 0
    assert len(kept.read_bytes().splitlines()) == 8
    found = KeptResults.read([kept])
    assert [each.tries for each in found.results.values()] == [1, 1, 2]
    kept.write_bytes(lines[0] * TRIES)
    for waiting in (None, {"7"}):
        with monkeypatch.context() as patch:
            patch.setattr("zermelo.campaign.slurm_array.queued", lambda _, waiting=waiting: waiting)
            assert batch(file, write=False).campaign.failed == 0
    state = batch(file)
    assert (state.campaign.failed, state.cells) == (1, 2)
    (row,) = rows(file.with_suffix(".db"))
    assert (row["reason"], row["tries"]) == ("killed", TRIES)


@pytest.mark.usefixtures("no_jobs")
def test_another_machine(written, capsys):
    """A task of other versions refuses, and the client tells."""
    file = written(["hex:2x2"], ["search"])
    made = batch(file).script.parent
    cells = [json.loads(line) for line in (made / "cells.jsonl").read_text().splitlines()]
    cells[0]["cell"]["zermelo"] = "0.0.1"
    (made / "cells.jsonl").write_text("".join(json.dumps(cell) + "\n" for cell in cells))
    assert work(made, 0) == 1
    capsys.readouterr()
    assert cli.run(["campaign", "slurm", str(file), "--collect"]) == 0
    said = capsys.readouterr()
    assert "the campaign is of 0.0.1" in said.err
    assert "0 of 1 cells done" in said.out


@pytest.mark.usefixtures("no_jobs")
def test_refused_often(written):
    """A cell that machines have refused, however often, has not been killed: it is run when its file is there again."""
    file = written(["a.hex"], ["search"])
    game = file.with_name("a.hex")
    game.write_text(write_game(load("hex:2x2"), "hex"))
    made = batch(file).script.parent
    away = game.rename(file.with_name("away"))
    for _ in range(TRIES):
        assert work(made, 0) == 1
    away.rename(game)
    again = batch(file)
    assert (again.campaign.done, again.cells) == (0, 1)
    assert "no such file" in again.refused[0]
    assert work(again.script.parent, 0) == 0
    assert batch(file).campaign.solved == 1


def test_slurm_that_does_not_answer(written, monkeypatch, capsys):
    """An array may be under way: its results are taken in, and no second one is written, and the message tells."""
    file = written(["hex:2x2"], ["search"], "repetitions = 2", "check = false")
    with monkeypatch.context() as patch:
        patch.setattr("zermelo.campaign.slurm_array.queued", lambda _: set())
        first = batch(file, chunk=1).script.parent
    work(first, 0)
    monkeypatch.setattr("zermelo.campaign.slurm_array.queued", lambda _: None)
    assert cli.run(["campaign", "slurm", str(file)]) == 0
    said = capsys.readouterr()
    assert "1 of 2 cells done" in said.out
    assert "squeue does not answer" in said.err
    assert batch(file).script is None
    assert not first.with_name("2").exists()
    work(first, 1)
    assert batch(file).refused == ()  # nothing is left that an array would be needed for


@pytest.mark.usefixtures("no_jobs")
def test_contradiction(written, tools):  # noqa: ARG001
    """Answers of tasks are compared as those of engines are, and no more cells of the game are written."""
    file = written(["hex:3x3"], ["et+right_true", "et+right_false"], "repetitions = 5", *FAST)
    made = batch(file, chunk=2).script.parent
    work(made, 0)
    state = batch(file)
    assert (state.campaign.contradictions, state.campaign.done, state.campaign.stopped) == (1, 2, 8)
    assert state.script is None


@pytest.mark.usefixtures("no_jobs")
def test_script(tmp_path, capsys, written):
    """Options go into the script, quoted; wrong ones are refused."""
    folder = tmp_path / "a b%c"
    folder.mkdir()
    file = written(["hex:2x2"], ["search"], "[limits]", "memory = 1000").rename(folder / "campaign.toml")
    options = ["--partition", "p", "--time", "2:00:00", "--sbatch=--account=a b", "--jobs", "7", "--json"]
    assert cli.run(["campaign", "slurm", str(file), *options]) == 0
    text = (folder / "campaign.db.slurm" / "1" / "batch.sh").read_text()
    for line in ("--partition=p", "--time=2:00:00", "'--account=a b'", "--array=0-0%7", "--mem=1600M"):
        assert f"\n#SBATCH {line}\n" in text
    assert "b%%c/campaign.db.slurm/logs/1-%a.out'\n" in text
    capsys.readouterr()
    for wrong in (["--time", "soon"], ["--sbatch", "account=a"], ["--submit", "--collect"]):
        assert cli.run(["campaign", "slurm", str(file), *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("program", "found"),
    [("echo 17; echo 18", {"17", "18"}), ("true", set()), ("echo 17; exit 1", None), (None, set())],
)
def test_queued(tmp_path, monkeypatch, program, found):
    """The numbers that squeue prints; no Slurm has no jobs, and one that fails tells nothing."""
    if program is not None:
        (tmp_path / "squeue").write_text(f"#!/bin/sh\n{program}\n")
        (tmp_path / "squeue").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert queued("x") == found


def test_real_array(written, tools, marker, slurm):  # noqa: ARG001
    """One task cancelled, one killed by SIGKILL: the next array does what they left, no process stays."""
    file = written(["hex:3x3"], ["et+slow", "search"], "repetitions = 2", *FAST)
    first = batch(file, chunk=1, submit=True)
    name = next(line for line in first.script.read_text().splitlines() if "job-name" in line).partition("=")[2]
    until(lambda: bool(alive(marker)), "a slow tool")
    assert batch(file, submit=True).under_way == first.submitted
    subprocess.run(["scancel", f"{first.submitted}_0"], check=True)
    assert gone(marker, 60)
    until(lambda: bool(alive(marker)), "the other slow tool")
    task = next(each for tool in alive(marker) for each in tool.parents() if "slurm_task" in " ".join(each.cmdline()))
    task.send_signal(signal.SIGKILL)
    assert gone(marker, 60)
    until(ended(name), "the end of the array")
    write_tools(tools, marker, slow="right_true")
    second = batch(file, submit=True)
    assert (second.campaign.done, second.cells) == (2, 2)
    until(ended(name), "the end of the array")
    last = batch(file, submit=True)
    assert (last.campaign.done, last.campaign.solved, last.submitted) == (4, 4, None)
    assert sorted(row["tries"] for row in rows(file.with_suffix(".db"))) == [1, 1, 2, 2]


def test_real_workers(written, tools, marker, slurm):  # noqa: ARG001
    """Workers of Dask under Slurm: one cancelled comes back; the client killed, all jobs end; the next run ends it."""
    pytest.importorskip("dask_jobqueue", reason="the extra 'cluster' is not installed")
    file = written(["hex:3x3"], ["search", "et+slow"], "repetitions = 2", *FAST)
    db = file.with_suffix(".db")
    name = f"zermelo-test-{os.getpid()}"
    command = [sys.executable, "-m", "zermelo", "campaign", "run", str(file), "--engine", "slurm", "--jobs", "1",
               f"--sbatch=--job-name={name}"]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
        until(lambda: len(rows(db)) == 1 and bool(alive(marker)), "a row, and a slow tool")
        subprocess.run(["scancel", f"--name={name}"], check=True)
        assert gone(marker, 60)
        until(lambda: bool(alive(marker)), "the slow tool again, by another worker")
        client.kill()
    assert gone(marker, 60)
    until(ended(name), "the end of the worker")
    write_tools(tools, marker, slow="right_true")
    assert cli.run(command[3:]) == 0
    assert len(rows(db)) == 4
    assert run(file, limit=0).solved == 4
    until(ended(name), "the end of the worker")
    assert gone(str(file))
