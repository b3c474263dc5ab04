"""Attacks from start to end in processes: workers and masters killed, interrupted, out of time; nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.attack.weak_engine import WeakEngine
from tests.waiting import until

from zermelo import cli
from zermelo.attack.attack import AttackPlan, attack
from zermelo.campaign.job import Job
from zermelo.campaign.local import LocalEngine
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.language.bddl_writer import write_domain, write_problem
from zermelo.model import GridGame, Player

GAME = "httt:tippy,board=5x5,mb"
PLAN = AttackPlan(budget=3)


class Killing(LocalEngine):
    """It kills the process of a job as soon as it runs, so many times."""

    def __init__(self, times: int) -> None:
        super().__init__(1)
        self._times = times

    def submit(self, job: Job) -> None:
        super().submit(job)
        if self._times:
            self._times -= 1
            os.kill(self._running[job.key].pid, signal.SIGKILL)


def solved(db: Path) -> int:
    """The number of answers on record."""
    if not db.exists():
        return 0
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM jobs").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_killed_workers(tmp_path):
    """A job whose process is killed is given out again."""
    state = attack(make("hex:2x2"), tmp_path / "a.db", plan=AttackPlan(), engine=Killing(2))
    assert state.status == "wins"
    assert state.strategy is not None


class KillingProofs(LocalEngine):
    """It kills the jobs that are about a proof only."""

    def submit(self, job: Job) -> None:
        super().submit(job)
        if job.payload["nodes"] is None:
            os.kill(self._running[job.key].pid, signal.SIGKILL)


def test_an_answer_without_its_proof_is_told(tmp_path, capsys):
    """Jobs of proofs that are killed or out of time end the run with the answer, and the next one finishes it."""
    db, command = tmp_path / "a.db", ["attack", "hex:4x4", "--jobs", "1", "--budget", "5", "--db"]
    assert cli.run([*command, str(db), "--no-check"]) == 0
    with sqlite3.connect(db) as connection:
        connection.execute("DELETE FROM proofs")
    connection.close()
    state = attack(make("hex:4x4"), db, plan=AttackPlan(budget=5), engine=KillingProofs(1))
    assert (state.status, state.reason, state.strategy) == ("wins", "killed", None)
    assert state.failed == "a job that was writing a proof was killed 3 times"
    capsys.readouterr()
    assert cli.run([*command, str(db), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["answer"], said["checked"], said["reason"], said["failed"]) == (True, True, None, None)


def test_damaged_proofs_are_written_anew(tmp_path):
    db = tmp_path / "a.db"
    assert attack(make("hex:4x4"), db, plan=AttackPlan(budget=5), engine=LocalEngine(1)).strategy is not None
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE proofs SET strategy = x'00112233'")
    connection.close()
    for jobs in (True, False):  # the second time nothing is left to do
        state = attack(make("hex:4x4"), db, plan=AttackPlan(budget=5), engine=LocalEngine(1))
        assert (state.strategy is not None, state.done > 0) == (True, jobs)


def test_killed_master(tmp_path):
    """SIGKILL for the master: a second one is refused while it lives; the next goes on, and does nothing twice."""
    db, proof = tmp_path / "a.db", tmp_path / "proof.gz"
    command = [sys.executable, "-m", "zermelo", "attack", GAME, "--db", str(db), "--budget", "3", "--jobs", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as master:
        until(lambda: solved(db) >= 2, "two answers")
        with pytest.raises(InputError, match=f"process {master.pid} writes"):
            attack(make(GAME), db, plan=PLAN)
        master.kill()
    before = solved(db)
    assert cli.run([*command[3:], "--proof", str(proof)]) == 0
    assert solved(db) >= before
    assert cli.run(["check", str(proof)]) == 0


def test_out_of_time(tmp_path, capsys):
    """A limit of time ends it with exit code 3, and the same command goes on."""
    command = ["attack", "hex:3x3", "--db", str(tmp_path / "a.db"), "--jobs", "1", "--json"]
    assert cli.run([*command, "--time-limit", "0"]) == 3
    assert json.loads(capsys.readouterr().out)["reason"] == "time"
    assert cli.run(command) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["answer"], said["checked"]) == (True, True)


def test_the_time_holds_for_the_proof(tmp_path, capsys, monkeypatch):
    """The joining and the check of a proof end with the time, too; the answer stands."""
    command = ["attack", "hex:3x3", "--db", str(tmp_path / "a.db"), "--jobs", "1", "--json"]
    assert cli.run([*command, "--no-check"]) == 0
    capsys.readouterr()

    def late_join(*_: object) -> None:
        time.sleep(100)

    def late_check(*_: object, time_limit: float) -> None:
        raise LimitError("time", f"out of time after {time_limit} seconds")

    for module, name, late in (("attack.attack", "joined", late_join), ("cli.attack", "checked", late_check)):
        with monkeypatch.context() as patch:
            patch.setattr(sys.modules[f"zermelo.{module}"], name, late)
            assert cli.run([*command, "--time-limit", "1"]) == 3
        said = json.loads(capsys.readouterr().out)
        assert (said["answer"], said["checked"], said["reason"]) == (True, False, "time")
    assert cli.run(command) == 0


class NoMoreProcesses(WeakEngine):
    """An engine that cannot start a second job beside the first one, though it says that there is room."""

    def submit(self, job: Job) -> None:
        if self._jobs:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        super().submit(job)


def test_jobs_that_cannot_be_started(tmp_path):
    """A job that finds no process is given out when another one has ended: at a leaf, or of a proof."""
    game, db = make("connect:4,board=4x4"), tmp_path / "a.db"
    plan = AttackPlan(20, 1, time=60, prove=False)
    assert attack(game, db, Player.BLACK, plan, engine=NoMoreProcesses(Random(1), 0.6)).status == "holds"
    with sqlite3.connect(db) as connection:
        connection.execute("delete from proofs")
    connection.close()
    state = attack(game, db, Player.BLACK, replace(plan, prove=True), engine=NoMoreProcesses(Random(1), 0))
    assert (state.strategy is not None, state.reason) == (True, None)


def test_the_rules_are_not_overwritten(tmp_path, capsys):
    """A proof goes over no file that the game is read from, the domain beside it included."""
    problem, domain = tmp_path / "prob.ig", tmp_path / "domain.ig"
    game = make("domineering:2x3")
    assert isinstance(game, GridGame)
    problem.write_text(write_problem(game))
    domain.write_text(rules := write_domain(game))
    assert cli.run(["attack", str(problem), "--db", str(tmp_path / "a.db"), "--proof", str(domain)]) == 2
    assert "domain.ig" in capsys.readouterr().err
    assert domain.read_text() == rules


def test_a_proof_that_cannot_be_kept(tmp_path, capsys, monkeypatch):
    """The answer is told all the same where the check is interrupted, or the proof does not fit on the disk."""
    command = ["attack", "hex:3x3", "--db", str(tmp_path / "a.db"), "--jobs", "1", "--json"]
    assert cli.run([*command, "--proof", "/dev/full"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert (said["answer"], said["checked"], said["reason"]) == (True, True, "disk")
    assert "No space left" in said["failed"]

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["zermelo.cli.attack"], "checked", interrupted)
    assert cli.run(command) == 3
    said = json.loads(capsys.readouterr().out)
    assert (said["answer"], said["checked"], said["reason"]) == (True, False, "interrupted")


def test_breaking(tmp_path, capsys):
    """A maker-maker game attacked as maker-breaker: the certificate proves the claim about the game itself."""
    db, proof = tmp_path / "a.db", tmp_path / "p.gz"
    command = ["attack", "httt:fatty,board=4x4", "--breaking", "--db", str(db), "--jobs", "1", "--proof", str(proof)]
    assert cli.run(command) == 0
    assert "Black does not win\nproof: " in capsys.readouterr().out
    assert cli.run(["check", str(proof), "--game", "httt:fatty,board=4x4"]) == 0
    assert cli.run(["attack", "httt:el,board=4x4", "--breaking", "--db", str(tmp_path / "b.db"), "--jobs", "1"]) == 3


def test_an_answer_without_a_proof(tmp_path, capsys):
    """A win that only the searches tell is said to be that; it is proven by the same command without --no-check."""
    command = ["attack", "hex:3x3", "--db", str(tmp_path / "a.db"), "--jobs", "1"]
    assert cli.run([*command, "--no-check"]) == 0
    assert "Black wins\nproof: none, the searches say so\n" in capsys.readouterr().out
    assert cli.run(command) == 0
    assert "entries, checked\n" in capsys.readouterr().out
