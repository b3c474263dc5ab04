"""Pipes where a file is to be written: written to as they are, or refused before any work."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.errors import InputError
from zermelo.files import writable, write_text


@pytest.fixture
def ends() -> Iterator[tuple[int, str]]:
    """The reading end of a pipe without a name, and the path of the other end, as a shell gives it for ``>(…)``."""
    reading, writing = os.pipe()
    yield reading, f"/dev/fd/{writing}"
    os.close(reading)
    os.close(writing)


def test_a_pipe(ends):
    """Its real path is none."""
    write_text(ends[1], ["one\n", "two\n"])
    assert os.read(ends[0], 100) == b"one\ntwo\n"


def test_a_compressed_pipe(ends, tmp_path):
    """The name tells, also that of a link, which stays."""
    link = tmp_path / "link.gz"
    link.symlink_to(ends[1])
    write_text(link, ["text"])
    assert gzip.decompress(os.read(ends[0], 100)) == b"text"
    assert link.is_symlink()


def test_a_pipe_for_what_is_read_again(ends, tmp_path):
    """With a name or without: what was written to it would not be there, and reading might wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    for name in (ends[1], tmp_path / "pipe"):
        with pytest.raises(InputError, match="found a pipe, expected a file that can be written"):
            writable([name])


def test_standard_output(tmp_path):
    """A pipe, or the file that a shell has opened."""
    command = [sys.executable, "-m", "zermelo", "make", "hex:3x3", "--format", "hex", "-o", "/dev/stdout"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "3\n"
    name = Path(tmp_path / "file")
    with name.open("w") as file:
        subprocess.run(command, stdout=file, check=True)
    assert name.read_text() == "3\n"
    assert list(tmp_path.iterdir()) == [name]
