"""The program as a process: pipes that close, Ctrl-C, full disks, odd locales, and a real terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import psutil
import pytest
from tests.waiting import until, until_worked

from zermelo.cli import run
from zermelo.formula import read_qdimacs

COMMAND = [sys.executable, "-c", "from zermelo.cli import main; main()"]


def start(*arguments: str, **options):
    return subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def test_reader_that_has_seen_enough():
    """``| head -1`` ends the program in peace."""
    process = start("encode", "hex:9x9", "--depth", "41")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "c source: hex:9x9\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(30) == 0


def test_a_play_that_nobody_watches():
    """The terminal of ``play`` is another one, and ends in peace, too."""
    process = start("play", "hex:9x9", "--self-play", "--level", "1")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith("hex:9x9")
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(60) == 0


def solves(pid: int) -> bool:
    """True if a process has a solver running."""
    try:
        return any("depqbf" in child.name() for child in psutil.Process(pid).children(recursive=True))
    except psutil.NoSuchProcess:  # one that has just ended
        return False


def test_ctrl_c_keeps_what_is_known_and_leaves_no_solver():
    """A long search ends at once with exit code 3 and what was refuted; its solver is dead."""
    process = start("solve", "hex:5x6", "--progress", "none", "--method", "qbf")
    until(lambda: solves(process.pid), "a solver")
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (3, "")
    assert re.search(r"Not decided: interrupted\. Black cannot force a win within \d+ moves; deeper is open\.", out)
    gone, alive = psutil.wait_procs(children, timeout=5)
    assert gone
    assert not alive


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_full_disk():
    """One line, also when it is the standard output that cannot be written."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, "families"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == "zermelo: standard output: No space left on device\n"


@pytest.mark.parametrize("command", ["encode hex:3x3 --depth 5", "sizes hex:3x3 --depths 5", "families"])
def test_closed_output(tmp_path, command):
    """One line, and no file is taken for the output; who writes to a file needs no output."""
    shell = shlex.join(COMMAND) + f" {command}"
    done = subprocess.run(["sh", "-c", f"{shell} >&-"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "zermelo: standard output: Bad file descriptor\n")
    assert not list(tmp_path.iterdir())
    if command.startswith("encode"):
        code = subprocess.call(["sh", "-c", f"{shell} -o f.qdimacs <&- >&- 2>&-"], cwd=tmp_path)
        assert code == 0
        assert read_qdimacs(tmp_path / "f.qdimacs").num_clauses


@pytest.mark.parametrize(
    ("command", "closed", "binary"),
    [
        ("cache import -", "0 facts of 0 games read from -", "standard input:1: found what is none"),
        ("solve ttt --board -", "--board: found nothing, expected a drawn board", "standard input: found 1, expected"),
        ("cache clear", "there is no terminal to ask on", "there is no terminal to ask on"),
    ],
)
def test_standard_input_without_text(tmp_path, monkeypatch, command, closed, binary):
    """Closed it is empty; bytes that are no text are told as such."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "answers.sqlite"))
    assert run(["solve", "hex:2x2"]) == 0
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    for end, said in (("<&-", closed), ("< binary", binary)):
        (tmp_path / "binary").write_bytes(b'\xff\xfe{"a"')
        shell = ["sh", "-c", f"{shlex.join(COMMAND)} {command} {end}"]
        done = subprocess.run(shell, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
        assert said in done.stdout + done.stderr
        assert done.returncode == (0 if done.stdout else 2)


def test_nothing_slow_before_ctrl_c_is_expected():
    """Before it can catch an interrupt, the program has loaded of its own modules the entry only."""
    code = "import sys; before = set(sys.modules); import zermelo.__main__; print(*sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = [name for name in done.stdout.split() if name.startswith("zermelo")]
    assert ours == ["zermelo", "zermelo.__main__"]


def test_ctrl_c_while_loading(tmp_path):
    """Exit code 3 and one line also inside of an ``exec``, as dataclasses are made by."""
    (tmp_path / "sitecustomize.py").write_text(
        dedent("""
            import os, signal, sys, types

            def main():
                exec("os.kill(os.getpid(), signal.SIGINT)\\nwhile True: pass", globals())

            sys.modules["zermelo.cli"] = types.SimpleNamespace(main=main)
        """)
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "zermelo"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "zermelo: interrupted\n")


def test_locale_without_unicode(tmp_path):
    """Text that the terminal cannot show is escaped."""
    (tmp_path / "é.hex").write_text("3\nb[a1]\n")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    environment.pop("PYTHONUTF8", None)
    process = start("solve", "é.hex", "--depth", "3", cwd=tmp_path, env=environment)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert r"\xe9.hex" in out
    process = start("show", "é.hex", "--json", cwd=tmp_path, env=environment)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.isascii()
    assert json.loads(out)["game"] == "é.hex"


def test_ctrl_c_keeps_what_was_counted():
    """The native core is interrupted in the middle of a level."""
    process = start("perft", "hex:9x9", "30", "--node-limit", "1000000000", "--json")
    until_worked(process.pid, 1.0)  # some tenths of it before it counts
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (3, "")
    found = json.loads(out)
    assert (found["reason"], found["plays"][:2]) == ("interrupted", [1, 81])


@pytest.mark.slow
def test_terminal_shows_progress_and_colours(tmp_path):
    """On a terminal a line tells what is going on, and stones have colours; NO_COLOR takes those away."""
    (tmp_path / "a.hex").write_text("5\nb[a1]\n")
    plain = {"NO_COLOR": "1"}
    for extra in ({}, plain):
        leader, follower = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", **extra}
        if not extra:
            environment.pop("NO_COLOR", None)
        process = subprocess.Popen(
            [*COMMAND, "solve", "a.hex", "--depth", "9", "--no-check", "--encoding", "et", "--solver", "depqbf"],
            stdout=follower,
            stderr=follower,
            env=environment,
            cwd=tmp_path,
        )
        os.close(follower)
        seen = b""
        while select.select([leader], [], [], 60)[0]:
            try:
                seen += os.read(leader, 65536)
            except OSError:  # the other end is closed
                break
        os.close(leader)
        assert process.wait(30) == 0
        text = seen.decode()
        assert "Question: does Black win within 9 moves?" in text
        assert "at depth 9" in text
        assert "solving (" in text
        assert ("\x1b[1;34mX\x1b[0m" in text) == (not extra)
