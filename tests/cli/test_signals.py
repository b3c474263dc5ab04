"""Signals while a command works: the end is clean, the exit code 3, however many there are and whenever they come."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import psutil
import pytest
from tests.cli.test_terminal import solves
from tests.waiting import until

from zermelo.cli import run

COUNTING = ["perft", "hex:9x9", "30", "--node-limit", "1000000000", "--json"]
SOLVING = ["solve", "hex:5x6", "--progress", "none", "--method", "qbf", "--no-cache"]
STORMS = {
    "hang-up twice": ["SIGHUP", "SIGHUP"],
    "all": ["SIGINT", "SIGHUP", "SIGTERM", "SIGHUP", "SIGINT", "SIGTERM"],
}


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zermelo", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def listens(pid: int) -> bool:
    """True if a process handles SIGHUP."""
    caught = re.search(r"^SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return caught is not None and bool(int(caught[1], 16) >> (signal.SIGHUP - 1) & 1)


@pytest.mark.parametrize("storm", STORMS)
def test_several_at_once(storm):
    """They are as one: what is known is told, and no solver lives on."""
    process = start(*SOLVING)
    until(lambda: solves(process.pid), "a solver")
    children = psutil.Process(process.pid).children(recursive=True)
    for name in STORMS[storm]:
        process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, "")
    assert "Not decided: interrupted." in out
    assert not psutil.wait_procs(children, timeout=10)[1]


@pytest.mark.parametrize("gap", [0.0, 0.001, 0.02])
def test_until_the_last_moment(gap):
    """Signals without end, from the first moment that the program can hear them: never killed by one, no traceback."""
    for arguments in (COUNTING, COUNTING, ["families"]):
        process = start(*arguments)
        until(partial(listens, process.pid), "a program that hears signals")
        while process.poll() is None:
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGTERM)
            time.sleep(gap)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) in {(3, ""), (3, "zermelo: interrupted\n")}


def test_closed_terminal():
    """The window is closed: SIGHUP from the system, and output that goes nowhere; still exit code 3."""
    pid, leader = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "zermelo", *COUNTING[:-1]])
    until(lambda: listens(pid), "a program that hears signals")
    os.close(leader)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3


def test_lost_in_a_destructor():
    """Python would print and drop what is raised there; the interrupt comes again."""
    code = """if True:
        import os, signal, sys, time
        from zermelo.interrupts import listen

        class Last:
            def __del__(self):
                os.kill(os.getpid(), signal.SIGHUP)
                while True:
                    pass

        listen()
        try:
            Last()
            while True:
                pass
        except KeyboardInterrupt:
            print("heard")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard\n", "")


def test_ignored_signals_stay_ignored():
    """Under nohup a hang-up is nothing."""
    code = """if True:
        import os, signal, sys
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        from zermelo.interrupts import listen
        listen()
        os.kill(os.getpid(), signal.SIGHUP)
        print("lives")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "lives\n", "")


def test_an_interrupt_that_python_wraps(monkeypatch, capsys):
    """Inside of ``__set_name__`` it comes as a RuntimeError; it is no bug of ours."""

    def interrupted(_: object) -> int:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("zermelo.cli.app.invoke", interrupted)
    assert run(["families"]) == 3
    assert capsys.readouterr().err == "zermelo: interrupted\n"


IMPORTING = """
import os, signal, sys
from zermelo.interrupts import listen

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == "zermelo._native":
            os.kill(os.getpid(), signal.SIGINT)

listen()
sys.meta_path.insert(0, Presses())
try:
    from zermelo import _native
except KeyboardInterrupt:
    print("heard,", "imported" if "zermelo._native" in sys.modules else "not imported")
from zermelo import _native
"""


def test_while_the_core_is_imported():
    """The set-up of an extension module would swallow the interrupt: it is heard when the import is over."""
    done = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("heard, imported\n", "", 0)


def test_a_reader_that_has_seen_enough(tmp_path):
    """The file that was asked for is written all the same; without one the work ends."""
    path = tmp_path / "a.strategy"
    for more in (["--certify", str(path)], []):
        process = start("solve", "hex:4x4", "--no-cache", *more)
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(60) == 0
    assert run(["check", str(path)]) == 0
