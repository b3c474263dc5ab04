"""Pipes, devices, sockets and folders where a file is expected: read, or refused in one line, and never waited for."""

from __future__ import annotations

import gzip
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from zermelo import reading
from zermelo.cli import run
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.files import read_text
from zermelo.model import Player
from zermelo.reading import open_to_read
from zermelo.strategy import Claim, read_strategies, write_strategies
from zermelo.strategy.extract.from_search import extract

COMMAND = shlex.join([sys.executable, "-m", "zermelo"])
READERS = (
    "solve {} --no-cache",
    "show {}",
    "play {}",
    "encode {} --depth 3",
    "sizes {} --depths 3",
    "convert {}",
    "perft {} 1",
    "check {}",
    "check s.zst --game {}",
    "certify {}",
    "certify f.qdimacs --proof {}",
    "gamesat {}",
    "gamesat convert {}",
    "solve {}.cnf",
    "show {}.cnf",
    "encode {}.cnf",
    "solve problem.ig --domain {}",
    "solve hex:2x2 --no-cache --checkpoint {}",
    "cache import {}",
    "cache show {}",
)
"""Every command that reads a file which the user names."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@contextmanager
def writer(path: str, *pieces: bytes) -> Iterator[None]:
    """Somebody who writes to a named pipe, in pieces with some time between them."""

    def write() -> None:
        with Path(path).open("wb", buffering=0) as file:
            for piece in pieces:
                file.write(piece)
                time.sleep(0.02)  # no condition tells that the reader has read: it is to find the pipe empty

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    yield
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder"])
def test_refused(command, kind, monkeypatch, capsys):
    """One line and exit code 2 from every command, soon."""
    monkeypatch.setattr(reading, "WAIT", 0.05)
    Path("problem.ig").write_text("#boardsize 1 1\n#init\n#depth 1\n#blackgoals\n#whitegoals\n")
    Path("f.qdimacs").write_text("p cnf 1 1\ne 1 0\n1 0\n")
    write_strategies("s.zst", make("hex:1x1"), [extract(make("hex:1x1"), Claim(Player.BLACK, True, 1))])
    name = "it.cnf" if ".cnf" in command else "it"
    if kind == "pipe":
        os.mkfifo(name)
    elif kind == "device":
        Path(name).symlink_to("/dev/zero")
    elif kind == "folder":
        Path(name).mkdir()
    with socket.socket(socket.AF_UNIX) as end:
        if kind == "socket":
            end.bind(name)
        assert run(command.format("it").split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("zermelo: ")


def test_nobody_writes():
    """The error says what is wrong with the pipe, from each reader."""
    os.mkfifo("it")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "WAIT", 0.05)
        with pytest.raises(InputError, match="it: cannot read: a pipe that nobody writes to"):
            read_text("it")
        with pytest.raises(InputError, match="it: cannot read: a pipe that nobody writes to"):
            read_strategies("it")


@pytest.mark.parametrize("pieces", [[], [b"a"], [b"a", b"b" * 100_000, b"", b"c"]])
def test_a_named_pipe_with_a_writer(pieces):
    """All is read, however long the writer takes; he may come late, and may write nothing."""
    os.mkfifo("it")
    with writer("it", *pieces), open_to_read("it") as file:
        assert file.read() == b"".join(pieces)


def test_a_strategy_through_a_pipe():
    """Compressed or not, it is the strategy in the file."""
    game = make("hex:2x2")
    strategy = extract(game, Claim(Player.BLACK, True, 3))
    write_strategies("plain", game, [strategy])
    data = Path("plain").read_bytes()
    for number, content in enumerate((data, gzip.compress(data))):
        os.mkfifo(f"pipe{number}")
        with writer(f"pipe{number}", content[:1], content[1:]):
            assert read_strategies(f"pipe{number}")[0].entries == strategy.entries


@pytest.mark.parametrize(
    "line",
    [
        "perft <(sleep 0.1; cat corner.hex) 1",
        "perft /dev/stdin 1 < corner.hex",
        "cat corner.hex | Z perft /dev/stdin 1",
    ],
)
def test_of_a_shell(line):
    """Process substitution, redirection and pipes, as shell users write them."""
    Path("corner.hex").write_text("3\nb[a1]\n")
    line = line.replace("Z", COMMAND) if "Z" in line else f"{COMMAND} {line}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "8" in done.stdout
