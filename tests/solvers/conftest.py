"""Shared by the solver tests: the fake tools, and a detector of whatever a test leaves behind."""

from __future__ import annotations

import itertools
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

FAKE_TOOLS = Path(__file__).parents[1] / "fake_tools"
_numbers = itertools.count()


@pytest.fixture
def marker() -> str:
    """A duration for ``sleep`` that no other process on this machine uses: it marks the processes of one test."""
    return f"36{os.getpid():07d}.{next(_numbers):04d}"


def alive(marker: str) -> list[psutil.Process]:
    """Processes, not zombies, with the marker on their command line."""
    found = []
    for process in psutil.process_iter():
        try:
            # the guard names the command line of its program, so it counts as well
            if any(marker in word for word in process.cmdline()) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return [process for process in found if process.pid != os.getpid()]


def sleepers(marker: str) -> list[psutil.Process]:
    """The programs ``sleep`` among the marked processes, of which some may end meanwhile."""
    found = []
    for process in alive(marker):
        with suppress(psutil.Error):
            found += [process] if process.name() == "sleep" else []
    return found


def gone(marker: str, seconds: float = 5.0) -> bool:
    """True if all marked processes are gone within that time; a killed process needs a moment."""
    until = time.monotonic() + seconds
    while alive(marker):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def open_descriptors() -> int:
    """The number of file descriptors that this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, marker: str):
    """Afterwards no marked process, no zombie, no open descriptor and no temporary file may be left."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    descriptors = open_descriptors()
    yield
    assert gone(marker), f"orphans: {[process.cmdline() for process in alive(marker)]}"
    assert not list(folder.iterdir()), "temporary files are left"
    zombies = [child for child in psutil.Process().children() if child.status() == psutil.STATUS_ZOMBIE]
    assert not zombies, f"zombies: {zombies}"
    assert open_descriptors() <= descriptors, "descriptors are left open"
