"""A run in a process of its own: its messages in pieces, its death, its limits."""

from __future__ import annotations

import pickle
import sys
import time

import psutil
import pytest

from zermelo.encodings import encoding
from zermelo.families import make
from zermelo.preprocess import preprocessor
from zermelo.solvers import solver
from zermelo.solving import worker_process
from zermelo.solving.combination import Combination
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Event, Journal
from zermelo.solving.run import Run
from zermelo.solving.worker_process import WorkerProcess

RUN = Run(make("hex:3x3"), 5, Combination(encoding("et"), preprocessor("none"), solver("depqbf")))
PREFACE = "import pickle, sys, time; sys.stdin.buffer.read(); out = sys.stdout.buffer\n"


class Watched:
    """A run whose worker is a script, watched to its end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, script: str | None = None, run: Run = RUN, **limits) -> None:
        if script is not None:
            monkeypatch.setattr(worker_process, "COMMAND", (sys.executable, "-S", "-c", PREFACE + script))
        self.events: list[Event] = []
        self.journal = Journal(limits.pop("time_limit", None), self.events.append)
        self.process = WorkerProcess(run, self.journal, **limits)

    def finding(self, seconds: float = 20) -> Finding:
        until = time.monotonic() + seconds
        while (finding := self.process.look()) is None:
            assert time.monotonic() < until
            time.sleep(0.01)
        return finding


def test_a_real_one(monkeypatch):
    """The finding, the stages and the events of the other process come home."""
    watched = Watched(monkeypatch)
    finding = watched.finding()
    assert (finding.answer, finding.method, finding.hint is not None) == (True, "et+depqbf", True)
    assert [stage.name for stage in watched.journal.stages] == ["encode", "solve"]
    assert [event.kind for event in watched.events] == ["start", "stage", "stage"]
    assert {event.run for event in watched.events} == {"et+depqbf at depth 5"}


def test_messages_in_pieces(monkeypatch):
    """Every byte alone: nothing is lost and nothing is taken twice."""
    messages = [Event("stage", "one", "a"), Event("stage", "two", "a"), (Finding(True, method="m"), [], ["a note"])]
    data = b"".join(pickle.dumps(message) for message in messages)
    script = f"for byte in {data!r}: out.write(bytes([byte])); out.flush(); time.sleep(0.0005)"
    watched = Watched(monkeypatch, script)
    assert watched.finding() == Finding(True, method="m")
    assert [event.text for event in watched.events] == ["et+depqbf at depth 5 started", "one", "two"]
    assert watched.journal.notes == ["a note"]


@pytest.mark.parametrize(
    ("script", "detail"),
    [
        ("sys.exit(0)", "exit code 0"),
        ("sys.exit('it broke')", "exit code 1: it broke"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGABRT)", "SIGABRT"),
        ("out.write(bytes(range(256)) * 9)", "exit code 0"),
        ("out.write(b'cnosuchmodule\\nnothing\\n.')", "exit code 0"),
        ("out.write(b'ssss cnf 1')", "exit code 0"),
        ("out.write(pickle.dumps((1, 2))[:-3])", "exit code 0"),
    ],
)
def test_a_process_without_a_result_has_crashed(monkeypatch, script, detail):
    """An end without a finding, garbage, half a message: no answer, with how it ended."""
    finding = Watched(monkeypatch, script).finding()
    assert (finding.answer, finding.reason) == (None, "crash")
    assert detail in finding.detail
    assert finding.detail.startswith("et+depqbf at depth 5: ")


def test_a_process_that_somebody_killed(monkeypatch):
    """The system, short of memory, or a user: neither a crash nor a limit of ours."""
    finding = Watched(monkeypatch, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)").finding()
    assert (finding.answer, finding.reason) == (None, "killed")
    assert "SIGKILL" in finding.detail


def test_limits(monkeypatch):
    """Wall-clock time, a little more than the question has; CPU time; memory beyond what Python needs."""
    monkeypatch.setattr(worker_process, "GRACE", 0.1)
    started = time.monotonic()
    assert Watched(monkeypatch, "time.sleep(60)", time_limit=0.2).finding().reason == "time"
    assert Watched(monkeypatch, "while True: pass", cpu_limit=0.2).finding().reason == "time"
    assert time.monotonic() - started < 10
    hungry = Run(RUN.game, RUN.depth, RUN.combination, memory_limit_mb=10)
    script = "eaten = [bytes([k % 250 + 1]) * 2**22 for k in range(100)]; time.sleep(60)"
    assert Watched(monkeypatch, script, hungry).finding().reason == "memory"


def test_killed(monkeypatch):
    """With all its children, and the stage says what was lost."""
    watched = Watched(monkeypatch, "import subprocess; subprocess.Popen(['sleep', '3600']).wait()")
    me, until = psutil.Process(), time.monotonic() + 20
    family: list[psutil.Process] = []
    while not any(each.name() == "sleep" for each in family):
        assert time.monotonic() < until
        assert watched.process.look() is None
        family = [each for each in me.children(recursive=True) if each.is_running()]
    watched.process.kill()
    _, alive = psutil.wait_procs(family, timeout=5)
    assert not alive
    assert [(stage.name, stage.facts["method"]) for stage in watched.journal.stages] == [("lost", "et+depqbf")]
    assert watched.events[-1].kind == "lost"
