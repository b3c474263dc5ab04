"""An attack on a real Slurm: a worker is cancelled, the master is killed, and the same command goes on to the proof."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.attack.test_attack_kills import solved
from tests.slurm import ended, no_slurm
from tests.solvers.conftest import gone
from tests.waiting import until

from zermelo import cli

GAME = "httt:snaky,board=7x8,mb"


def test_worker_and_master_killed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No answer is lost or asked for again, nothing stays behind, and the joined proof is accepted."""
    if said := no_slurm():
        pytest.skip(said)
    pytest.importorskip("dask_jobqueue", reason="the extra 'cluster' is not installed")
    db, proof, name = tmp_path / "a.db", tmp_path / "proof.gz", f"zermelo-test-{os.getpid()}"
    command = ["attack", GAME, "--db", str(db), "--engine", "slurm", "--jobs", "1", "--budget", "150",
               f"--sbatch=--job-name={name}", "--proof", str(proof)]  # fmt: skip
    python = [sys.executable, "-m", "zermelo"]
    with subprocess.Popen([*python, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as master:
        until(lambda: solved(db) >= 2, "two answers")
        subprocess.run(["scancel", f"--name={name}"], check=True)
        before = solved(db)
        until(lambda: solved(db) >= before + 3, "answers of another worker")
        master.kill()
    until(ended(name), "the end of the worker")
    before = solved(db)
    assert cli.run(command) == 0
    assert solved(db) > before
    assert "Black does not win\nproof: " in capsys.readouterr().out
    with sqlite3.connect(db) as connection:
        query = "SELECT count(*), count(DISTINCT position) FROM jobs WHERE status IS NOT NULL AND position IS NOT NULL"
        answers, positions = connection.execute(query).fetchone()
    assert answers == positions > 3
    assert cli.run(["check", str(proof), "--game", GAME]) == 0
    until(ended(name), "the end of the worker")
    assert gone(str(db))
