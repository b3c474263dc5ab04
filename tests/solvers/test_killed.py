"""Runs killed at random moments, half of them by SIGKILL to the process inside `solve`: nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest
from tests.sizes import size
from tests.solvers.conftest import FAKE_TOOLS, alive, gone

from zermelo.solvers import Process, run_files
from zermelo.solvers.run_files import sweep, work_folder

RUNS = size(50, 28)  # of each kind
TOOLS = ("forking.sh", "daemon_hangs.sh", "daemon.sh", "leaves_children.sh", "stubborn.sh", "slow.sh", "fills_disk.sh")

SOLVE = """
import os, signal, sys, tempfile, time
from pathlib import Path
from tests.solvers.test_base import Fake, formula
tempfile.tempdir = sys.argv[2]
sys.stdout.write("ready\\n")
sys.stdout.flush()
for line in sys.stdin:  # one life for each line: a fork is quicker than a new interpreter
    tool, after = line.split()
    pid = os.fork()
    if pid == 0:
        needs_file = tool in ("fills_disk.sh", "forking.sh")
        while True:
            Fake(tool=tool, argument=sys.argv[1], needs_file=needs_file).solve(formula(), time_limit=60, max_disk=10**7)
    time.sleep(float(after))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    print("killed", flush=True)
"""


@pytest.mark.usefixtures("clean")
def test_killed_by_us(marker):
    """`Process.kill` at a random moment: when it returns, the whole family is dead already."""
    rng = Random(1)
    for number in range(RUNS):
        tool = TOOLS[number % len(TOOLS)]
        with work_folder() as folder:
            process = Process(["/bin/sh", str(FAKE_TOOLS / tool), marker], cwd=folder, max_disk=10**7)
            time.sleep(rng.random() ** 2 * 0.1)
            process.kill()
        assert not alive(marker), (number, tool)


def test_killed_from_outside(marker, tmp_path, monkeypatch):
    """SIGKILL at a random moment: soon all processes are gone, and the next start removes the folders."""
    rng, temporary = Random(2), tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])}
    command = [sys.executable, "-c", SOLVE, marker, str(temporary)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as lives:
        assert lives.stdin is not None
        assert lives.stdout is not None
        assert lives.stdout.readline() == "ready\n"
        left = 0
        for number in range(RUNS):
            print(TOOLS[number % len(TOOLS)], rng.random() ** 2 * 0.1, file=lives.stdin, flush=True)
            assert lives.stdout.readline() == "killed\n"
            left = max(left, len(list(temporary.iterdir())))
        lives.stdin.close()
    assert gone(marker)
    assert left, "the moments were too early to test anything"
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(run_files, "FRESH", 0.0)
    sweep.cache_clear()
    with work_folder():
        pass
    assert not list(temporary.iterdir())
