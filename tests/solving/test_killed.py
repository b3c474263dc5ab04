"""Questions ended at random moments, by Ctrl-C, a kill, and a kill that nobody survives: nothing is left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import psutil
from tests.sizes import size
from tests.waiting import until

SIGNALS = ("SIGINT", "SIGTERM", "SIGKILL")
RUNS = size(30, 15)

LIVES = """
import os, signal, sys, time
import zermelo.cli, zermelo.cli.solve
streams = zermelo.cli._replace_closed_streams  # the first thing that the program does when it listens
for line in sys.stdin:  # one life for each line: a fork is quicker than a new interpreter
    number, name, after = line.split()
    ready, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        for stream in (1, 2):
            os.dup2(os.open(number, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
        sys.argv = ["zermelo", "solve", "hex:6x6", "--jobs", "2", "--progress", "none", "--no-cache", "--method", "qbf"]
        zermelo.cli._replace_closed_streams = lambda: (os.write(told, b"x"), streams())
        zermelo.cli.main()
    os.read(ready, 1)
    time.sleep(float(after))
    os.kill(pid, getattr(signal, name))
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


def marked(mark: str) -> list[psutil.Process]:
    """Processes, not zombies, with this environment variable."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("ZERMELO_TEST") == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_killed_at_random_moments(tmp_path: Path, marker: str) -> None:
    rng, temporary, outputs = Random(4), tmp_path / "temporary", tmp_path / "outputs"
    temporary.mkdir()
    outputs.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "ZERMELO_TEST": marker}
    lives = subprocess.Popen(
        [sys.executable, "-c", LIVES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=outputs,
    )
    assert lives.stdin is not None
    assert lives.stdout is not None
    told = 0
    for number in range(RUNS):
        name = SIGNALS[number % len(SIGNALS)]
        print(number, name, rng.random() ** 2 * 0.6, file=lives.stdin, flush=True)
        code = int(lives.stdout.readline())
        text = (outputs / str(number)).read_text()
        if name == "SIGKILL":
            assert code == -9
            continue
        assert code == 3, text
        assert text.startswith("zermelo: interrupted") or "Not decided: interrupted." in text, text
        told += "Black cannot force a win within" in text
    lives.stdin.close()
    assert lives.wait(10) == 0
    lives.stdout.close()
    until(lambda: not marked(marker), "the end of all processes")
    assert not list(temporary.iterdir())
    assert told, "the moments were too early to test anything"
