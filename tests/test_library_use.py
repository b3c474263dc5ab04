"""Many small games in one process: nothing is started, nothing is written, nothing more is imported."""

from __future__ import annotations

import builtins
import os
import pickle
import sqlite3
import subprocess
import sys

import pytest

import zermelo

KINDS = ["hex:3x3", "hex:2x3", "httt:el,board=3x3", "httt:tic,board=3x3,kind=mb", "domineering:3x3", "kayles:4", "ttt"]
AGAIN = ["hex:3x2", "httt:elly,board=3x3", "httt:domino,board=3x2,kind=mb", "domineering:3x2", "clobber:3x2"]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Counts the starts of processes, the connections to databases, and the files that are opened for writing."""
    events: list[str] = []

    def counting(owner: object, name: str) -> None:
        original = getattr(owner, name)

        def call(*arguments: object, **options: object) -> object:
            events.append(name)
            return original(*arguments, **options)

        monkeypatch.setattr(owner, name, call)

    for owner, name in ((os, "fork"), (os, "posix_spawn"), (os, "execve"), (subprocess, "Popen"), (sqlite3, "connect")):
        counting(owner, name)
    plain = builtins.open

    def opened(file: object, mode: str = "r", *arguments: object, **options: object) -> object:
        if set(mode) & set("wax+"):
            events.append(f"open {file}")
        return plain(file, mode, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(builtins, "open", opened)
    return events


def test_small_games_start_and_write_nothing(counted):
    """After one game of each kind, further games load no module; no game starts a process or writes."""
    for name in KINDS:
        assert zermelo.solve(name).known
    loaded = set(sys.modules)
    for name in AGAIN * 3:
        verdict = zermelo.solve(name)
        assert verdict.known
        assert verdict.checked
    assert not set(sys.modules) - loaded
    assert counted == []


def test_the_counter_counts(counted, tmp_path):
    """The counter sees what it is there for."""
    subprocess.Popen([sys.executable, "-c", ""]).wait()
    sqlite3.connect(":memory:").close()
    with open(tmp_path / "file", "w") as file:  # noqa: PTH123 (the function that is watched)
        file.write("")
    assert {"Popen", "connect"} <= {event.split()[0] for event in counted}
    assert any(event.startswith("open ") for event in counted)


@pytest.mark.parametrize("name", [*KINDS, "nim:1,2", "gomoku:3,board=4x3", "evader-pursuer:3x3,evader=3-1,pursuer=2-3"])
def test_verdicts_go_through_a_pickle(name):
    """With their proofs, as a pool of processes hands them on: the copy is equal, and its proofs are checked anew."""
    verdict = zermelo.solve(name)
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict
    assert again.strategies
    for one, other in zip(verdict.strategies, again.strategies, strict=True):
        assert dict(one.entries) == dict(other.entries)
    assert str(zermelo.check(again)) == str(zermelo.check(verdict))
