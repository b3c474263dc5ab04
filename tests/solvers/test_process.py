"""`zermelo.solvers.process`: every way in which a program can misbehave has its outcome, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.solvers.conftest import FAKE_TOOLS, alive, gone, sleepers
from tests.waiting import until, until_waiting

from zermelo.errors import MissingToolError
from zermelo.solvers import process as module
from zermelo.solvers.process import STDERR_KEPT, Finished, Process, disk_used, run
from zermelo.solvers.run_files import memory_file

pytestmark = pytest.mark.usefixtures("clean")


def fake(name: str, *arguments: str, time_limit: float | None = 20, memory: int | None = None, **more) -> Finished:
    path = FAKE_TOOLS / name
    starter = "/bin/sh" if path.suffix == ".sh" else sys.executable
    return run([starter, str(path), *arguments], time_limit=time_limit, memory_limit_mb=memory, **more)


def test_a_good_end():
    """Exit code, output and times of a program that ends by itself."""
    finished = run(
        ["/bin/sh", "-c", "cat; echo problem >&2; exit 7"], time_limit=20, memory_limit_mb=None, stdin=b"in\n"
    )
    assert (finished.exit_code, finished.signal, finished.stopped) == (7, None, None)
    assert (finished.stdout, finished.stderr) == (b"in\n", b"problem\n")
    assert 0 <= finished.seconds < 20
    assert finished.ending == "exit code 7: problem"


def test_much_input_and_much_output_at_once():
    """Neither side blocks the other: 5 MB through ``cat``, many times what a pipe holds."""
    data = os.urandom(1 << 16) * 80
    finished = run(["cat"], time_limit=20, memory_limit_mb=None, stdin=data)
    assert finished.stdout == data


def test_input_that_nobody_reads():
    """A program that ends without reading its input is no error."""
    finished = run(["true"], time_limit=20, memory_limit_mb=None, stdin=b"x" * (1 << 20))
    assert finished.exit_code == 0


@pytest.mark.parametrize("name", ["slow.sh", "stubborn.sh", "forking.sh"])
def test_time_limit(marker, name):
    """Out of time, also when signals are ignored, and with the whole family, also in other sessions."""
    start = time.monotonic()
    finished = fake(name, marker, time_limit=0.3)
    assert finished.stopped == "time"
    assert finished.ending.startswith("stopped: time limit")
    assert finished.seconds >= 0.3
    assert time.monotonic() - start < 5


def test_the_family_really_forks(marker):
    """The test above can fail: before the kill there are at least three marked sleepers."""
    with Process(["/bin/sh", str(FAKE_TOOLS / "forking.sh"), marker]) as process:
        until = time.monotonic() + 5
        while len(sleepers(marker)) < 3:
            assert time.monotonic() < until
            assert process.poll(0.02) is None
        assert len({os.getsid(child.pid) for child in sleepers(marker)}) == 3


def test_children_left_behind_are_killed(marker):
    """The program ends by itself, its child lives on and holds the pipe: no waiting for it, and it dies."""
    finished = fake("leaves_children.sh", marker)
    assert (finished.exit_code, finished.stdout) == (20, b"s cnf 0 2 1\n")
    assert finished.seconds < 5


def test_death_by_signal():
    """The signal and the last words are told."""
    finished = fake("crashing.sh")
    assert (finished.exit_code, finished.signal, finished.stopped) == (None, signal.SIGSEGV, None)
    assert finished.ending == "killed by SIGSEGV: about to fail"


@pytest.mark.parametrize("arguments", [(), ("child",)])
def test_memory_limit(arguments):
    """Out of memory, also when a child eats it."""
    finished = fake("hungry.py", *arguments, memory=150)
    assert finished.stopped == "memory"
    assert 100 < finished.peak_memory_mb < 1000


def test_memory_limit_without_the_watch(monkeypatch):
    """The kernel's limit holds where the watch is blind, and is told as a memory limit."""
    monkeypatch.setattr(Process, "_weigh", lambda _: None)
    assert fake("hungry.py", memory=60).stopped == "memory"


def test_enough_memory():
    """A generous limit changes nothing."""
    finished = run([sys.executable, "-c", "x = bytearray(10**7)"], time_limit=20, memory_limit_mb=500)
    assert (finished.exit_code, finished.stopped) == (0, None)


@pytest.mark.parametrize("name", ["endless.sh", "endless_stderr.sh"])
def test_endless_output(name):
    """Too much output ends the program; memory for it is bounded."""
    finished = fake(name, max_output=100_000)
    assert finished.stopped == "output"
    assert len(finished.stdout) < 1_000_000
    assert len(finished.stderr) <= STDERR_KEPT


def test_output_to_a_file(tmp_path):
    """Long output goes to a file, within the same bound."""
    path = tmp_path / "trace"
    finished = run(["echo", "line"], time_limit=20, memory_limit_mb=None, stdout_path=path)
    assert (finished.stdout, path.read_bytes()) == (b"", b"line\n")
    assert fake("endless.sh", max_output=100_000, stdout_path=path).stopped == "output"


def test_missing_program(tmp_path):
    """No such program, and a file that is none."""
    for name in ("no-such-program-anywhere", str(tmp_path)):
        with pytest.raises(MissingToolError, match="no such program"):
            run([name], time_limit=1, memory_limit_mb=None)


def test_kill(marker):
    """`Process.kill` ends the family at once, may be called again, and says so."""
    process = Process(["/bin/sh", str(FAKE_TOOLS / "forking.sh"), marker])
    assert process.poll(0.1) is None
    finished = process.kill()
    assert finished.stopped == "interrupted"
    assert process.kill() is finished is process.poll() is process.wait()


def test_racing(marker):
    """Two programs in one thread: the quick one ends, the slow one is killed by leaving the block."""
    with Process(["sleep", marker]) as slow, Process(["/bin/sh", str(FAKE_TOOLS / "right_true.sh")]) as quick:
        while (finished := quick.poll(0.01)) is None:
            assert slow.poll(0.01) is None
        assert finished.exit_code == 10
    assert slow.finished is not None
    assert slow.finished.stopped == "interrupted"


def test_an_exception_kills(marker, monkeypatch):
    """The family dies where the watch itself fails, and the exception passes on."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Process, "_look", broken)
    with pytest.raises(ZeroDivisionError):
        fake("forking.sh", marker)


def test_an_interrupt_while_a_pipe_is_closed(monkeypatch):
    """Whatever an interrupt leaves half done is closed: the interrupt passes on, and nothing else comes of it."""
    with Process([sys.executable, "-c", "print('said')"]) as process:
        unregister = process._selector.unregister
        calls = [0]

        def interrupted(pipe: Any) -> Any:
            key = unregister(pipe)
            calls[0] += 1
            if calls[0] == 1:
                raise KeyboardInterrupt
            return key

        monkeypatch.setattr(process._selector, "unregister", interrupted)
        with pytest.raises(KeyboardInterrupt):
            process.wait()
        assert process.finished is not None
        assert process.finished.stopped == "interrupted"


def test_threads():
    """Forty calls from eight threads: each gets its own output, none hangs."""

    def one(number: int) -> bytes:
        return run(["echo", str(number)], time_limit=20, memory_limit_mb=100).stdout

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(40))) == [f"{number}\n".encode() for number in range(40)]


def test_killed_by_somebody_else(marker):
    """SIGKILL from elsewhere, as by the kernel when memory is out, is a death by signal, not a limit of ours."""
    process = Process(["sleep", marker])
    while not (children := psutil.Process(process._popen.pid).children()):
        process.poll(0.01)
    children[0].kill()
    finished = process.wait()
    assert (finished.signal, finished.stopped) == (signal.SIGKILL, None)


def test_daemons_die(marker):
    """Double forks in sessions of their own, with another environment, are found: they are the guard's own orphans."""
    finished = fake("daemon.sh", marker)
    assert (finished.exit_code, finished.stopped) == (10, None)
    assert not alive(marker), "the daemons are dead before the result is there"


def test_the_daemons_are_real(marker):
    """The test above can fail: the daemons have left the family of the program, but not that of the guard."""
    with Process(["/bin/sh", str(FAKE_TOOLS / "daemon_hangs.sh"), marker]) as process:
        until = time.monotonic() + 5
        while len(sleepers(marker)) < 2:
            assert time.monotonic() < until
            process.poll(0.02)
        guard = psutil.Process(process._popen.pid)
        (program,) = (child for child in guard.children() if child.name() == "sh")
        assert any(child.name() == "sleep" for child in guard.children())
        assert len(program.children()) == 1


def test_this_process_adopts_nobody(marker):
    """The orphans of others stay what they were: no child of this process comes from a double fork elsewhere."""
    run(["true"], time_limit=20, memory_limit_mb=None)
    subprocess.run(["/bin/sh", "-c", f"setsid sleep {marker} >/dev/null 2>&1 &"], check=True)
    until(lambda: bool(sleepers(marker)), "an orphan")
    (orphan,) = sleepers(marker)
    assert orphan.ppid() != os.getpid()
    orphan.kill()


def test_cpu_limit():
    """Two busy processes use up their CPU seconds in half the time."""
    finished = fake("burns_cpu.py", cpu_limit=0.4)
    assert (finished.stopped, finished.reason) == ("cpu", "time")
    assert finished.ending.startswith("stopped: CPU time limit after ")
    assert finished.cpu_seconds >= 0.3


@pytest.mark.parametrize("name", ["fills_disk.sh", "large_file.sh", "small_files.py"])
def test_disk_limit(name, tmp_path):
    """One large file, many files, many empty files: stopped, and told."""
    finished = fake(name, cwd=tmp_path, max_disk=2_000_000)
    assert finished.stopped == "disk"
    assert disk_used(tmp_path) < 100_000_000


def test_the_disk_limit_of_the_kernel(tmp_path, monkeypatch):
    """A file cannot grow past the limit where the watch is blind."""
    monkeypatch.setattr(Process, "_weigh", lambda _: None)
    assert fake("large_file.sh", cwd=tmp_path, max_disk=2_000_000).stopped == "disk"
    assert (tmp_path / "scratch").stat().st_size <= 2_000_000


def test_a_file_in_memory_as_input():
    """A descriptor as standard input can be opened by name, again and again."""
    with memory_file(lambda file: file.write("text\n")) as descriptor:
        command = ["/bin/sh", "-c", "cat /dev/stdin; cat /dev/stdin; cat"]
        assert run(command, time_limit=20, memory_limit_mb=None, stdin=descriptor).stdout == b"text\n" * 3


def test_strange_last_words():
    """Control characters do not reach the terminal."""
    finished = run(["/bin/sh", "-c", "printf 'a\\033[0mb' >&2; exit 1"], time_limit=20, memory_limit_mb=None)
    assert finished.ending == "exit code 1: a?[0mb"


def test_a_file_that_is_no_program(tmp_path):
    """A file that the kernel cannot execute ends with a reason, not as an answer."""
    path = tmp_path / "program"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o700)
    finished = run([path], time_limit=20, memory_limit_mb=None)
    assert finished.exit_code == 127
    assert "cannot execute" in finished.ending


def test_a_missing_guard(monkeypatch):
    """Half an installation is told as such."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingToolError, match="install it again"):
        run(["true"], time_limit=1, memory_limit_mb=None)


CALL = """
import sys
from zermelo.solvers.process import run
try:
    run(["/bin/sh", sys.argv[1], sys.argv[2]], time_limit=60, memory_limit_mb=None)
except KeyboardInterrupt:
    print("interrupted")
"""


def caller(name: str, marker: str) -> subprocess.Popen[bytes]:
    """A Python process that is inside `run`."""
    environment = {**os.environ, "PYTHONPATH": str(Path(module.__file__).parents[2])}
    popen = subprocess.Popen(
        [sys.executable, "-c", CALL, str(FAKE_TOOLS / name), marker], stdout=subprocess.PIPE, env=environment
    )
    until(lambda: bool(sleepers(marker)), "the program of the caller")
    return popen


def test_control_c(marker):
    """Ctrl-C kills the family and is raised again."""
    with caller("forking.sh", marker) as popen:
        until_waiting(popen.pid)  # for the program
        popen.send_signal(signal.SIGINT)
        assert popen.communicate(timeout=10)[0] == b"interrupted\n"
    assert gone(marker)


@pytest.mark.parametrize("name", ["slow.sh", "forking.sh", "daemon_hangs.sh"])
def test_death_of_the_parent(marker, name):
    """The guard kills the whole family when this package is killed by SIGKILL."""
    with caller(name, marker) as popen:
        until_waiting(popen.pid)
        popen.kill()
        popen.wait(10)
    assert gone(marker)


def test_death_of_the_guard(marker):
    """The program dies with its guard when somebody kills that, and the result says so."""
    process = Process(["sleep", marker])
    while not sleepers(marker):
        process.poll(0.01)
    os.kill(process._popen.pid, signal.SIGKILL)
    finished = process.wait()
    assert (finished.signal, finished.stopped) == (signal.SIGKILL, None)
    assert gone(marker)


def test_a_thread_that_ends(marker):
    """A program outlives the thread that started it."""
    started = []
    thread = threading.Thread(target=lambda: started.append(Process(["sleep", marker])))
    thread.start()
    thread.join()
    assert started[0].poll(0.1) is None
    assert started[0].kill().stopped == "interrupted"
