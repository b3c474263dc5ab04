"""Files of runs: none where memory will do, and no folder outlives its owner for long."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from zermelo.errors import is_full_disk
from zermelo.solvers import run_files
from zermelo.solvers.run_files import OWNER, memory_file, sweep, work_folder

HOLD = """
import sys, tempfile, time
from zermelo.solvers import run_files
from zermelo.solvers.run_files import work_folder
tempfile.tempdir = sys.argv[1]
with work_folder() as folder:
    (folder / "formula").write_text("p cnf 0 0")
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for temporary files, in which every folder counts as old."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(run_files, "FRESH", 0.0)
    sweep.cache_clear()
    return tmp_path


def holder(temporary: Path) -> tuple[subprocess.Popen[str], Path]:
    """A process that has a work folder."""
    popen = subprocess.Popen([sys.executable, "-c", HOLD, str(temporary)], stdout=subprocess.PIPE, text=True)
    assert popen.stdout is not None
    return popen, Path(popen.stdout.readline().strip())


def test_a_killed_owner(temporary):
    """The folder of a living owner stays; after SIGKILL the next process to need a folder removes it."""
    popen, folder = holder(temporary)
    with popen:
        with work_folder() as mine:
            assert (folder / "formula").exists()
            assert mine.parent == temporary
        popen.send_signal(signal.SIGKILL)
        popen.wait(10)
    assert folder.exists()
    sweep.cache_clear()
    with work_folder():
        assert not folder.exists()
    assert not list(temporary.iterdir())


def test_an_owner_killed_without_its_lock(temporary):
    """Between making the folder and its lock, or at the end of removing it: an empty folder is swept."""
    (temporary / "zermelo-run-unlocked").mkdir()
    sweep(str(temporary))
    assert not list(temporary.iterdir())


def test_the_lock_is_removed_last(monkeypatch):
    """A process killed while it removes its files leaves a folder that the next one sweeps."""
    locked = []
    monkeypatch.setattr(run_files, "_remove_entry", lambda entry: locked.append((entry.parent / OWNER).exists()))
    with work_folder() as folder:
        (folder / "formula").touch()
        (folder / ".hidden").touch()
    assert locked == [True, True]


def test_foreign_folders_stay(temporary, monkeypatch):
    """Folders without our mark, files, links, and folders that are just being made are left alone."""
    (temporary / "zermelo-run-articles").mkdir()
    (temporary / "zermelo-run-articles" / "paper.pdf").touch()
    (temporary / "zermelo-run-document").touch()
    (temporary / "other").mkdir()
    (temporary / "other" / OWNER).touch()
    (temporary / "zermelo-run-symlinks").symlink_to(temporary / "other")
    with work_folder():
        pass
    assert sorted(path.name for path in temporary.iterdir()) == [
        "other",
        "zermelo-run-articles",
        "zermelo-run-document",
        "zermelo-run-symlinks",
    ]
    assert (temporary / "zermelo-run-articles" / "paper.pdf").exists()
    (temporary / "zermelo-run-justmade").mkdir()
    (temporary / "zermelo-run-justmade" / OWNER).touch()
    monkeypatch.setattr(run_files, "FRESH", 10.0)
    sweep.cache_clear()
    with work_folder():
        assert (temporary / "zermelo-run-justmade").exists()


def test_empty_folders_of_others_stay(temporary):
    """Those of the server, of kept formulas and of users begin with the name of the program, too."""
    names = ["zermelo-mine", "zermelo-run-mine", "zermelo-run-of_monday", "zermelo-serve-12345678"]
    for name in names:
        (temporary / name).mkdir()
    sweep(str(temporary))
    assert sorted(path.name for path in temporary.iterdir()) == names


def test_files_left_by_a_tool_are_removed(temporary):
    """Folders without permissions, links to elsewhere; what a link points at stays as it is."""
    kept = temporary / "kept"
    kept.mkdir(mode=0o750)
    with work_folder() as folder:
        (folder / "closed" / "inner").mkdir(parents=True)
        (folder / "closed" / "inner" / "file").touch()
        (folder / "link").symlink_to(kept)
        (folder / "closed" / "inner").chmod(0)
        (folder / "closed").chmod(0)
        folder.chmod(0)
    assert list(temporary.iterdir()) == [kept]
    assert kept.stat().st_mode & 0o777 == 0o750


def test_a_folder_that_the_tool_replaced(temporary):
    """Removed, moved, made again, or a link or a file in its place: no error, nothing left, no link followed."""
    kept = temporary / "kept"
    kept.mkdir(mode=0o750)
    (kept / "paper.pdf").touch()
    with work_folder() as folder:
        shutil.rmtree(folder)
    with work_folder() as folder:
        shutil.rmtree(folder)
        folder.mkdir()
        (folder / "formula").touch()
    with work_folder() as folder:
        shutil.rmtree(folder)
        folder.touch()
    with work_folder() as folder:
        shutil.rmtree(folder)
        folder.symlink_to(kept)
    assert list(temporary.iterdir()) == [kept]
    with work_folder() as folder:
        folder.rename(temporary / "moved")
        folder.symlink_to(kept)
    assert sorted(path.name for path in temporary.iterdir()) == ["kept", "moved"]
    assert [path.name for path in kept.iterdir()] == ["paper.pdf"]
    assert kept.stat().st_mode & 0o777 == 0o750


def test_swept_once(temporary):
    """The look for orphans happens once in a process: starting a run stays fast."""
    with work_folder():
        pass
    (temporary / "zermelo-run-tomorrow").mkdir()
    (temporary / "zermelo-run-tomorrow" / OWNER).touch()
    os.utime(temporary / "zermelo-run-tomorrow", (0, 0))
    start = time.monotonic()
    for _ in range(20):
        with work_folder():
            pass
    assert (temporary / "zermelo-run-tomorrow").exists()
    assert time.monotonic() - start < 1


def test_a_file_in_memory(temporary):
    """It takes no place among the temporary files, and its descriptor is closed again."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    with memory_file(lambda file: file.write("x" * 100_000)) as descriptor:
        assert not list(temporary.iterdir())
        assert Path(f"/proc/self/fd/{descriptor}").read_text(encoding="ascii") == "x" * 100_000
    with pytest.raises(ZeroDivisionError), memory_file(lambda _: 1 // 0):
        pass
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_file_in_memory_that_is_too_large():
    """Beyond ``ulimit -f``: the error names it, for without a name standard output is blamed, and is a limit's."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="too large") as raised, memory_file(lambda file: file.write("x" * 100_000)):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert raised.value.filename == "the formula in memory"
    assert is_full_disk(raised.value)
