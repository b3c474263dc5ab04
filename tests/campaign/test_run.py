"""Campaigns from start to end: killed, interrupted, on a full disk, with tools that lie; nothing is lost or doubled."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.campaign.conftest import write_tools
from tests.campaign.made_results import MadeRun, make_results
from tests.solvers.conftest import alive, gone
from tests.waiting import until

from zermelo import cli
from zermelo.campaign import Job, JobResult, LocalEngine, ResultsDatabase, run
from zermelo.campaign.client import TRIES, Client
from zermelo.errors import InputError, LimitError, MissingToolError
from zermelo.language import write_game
from zermelo.loading import load
from zermelo.sqlite_file import SqliteFormat


def seen(db: Path) -> int:
    """The number of rows, also while the file is being made."""
    try:
        return len(rows(db))
    except InputError:
        return 0


FAST = ["check = false", "[query]", "depth = 5"]


def rows(db: Path) -> list[dict[str, Any]]:
    with ResultsDatabase(db, writing=False) as database:
        return list(database.rows())


def test_all_kinds_of_ends(written, tools, capsys):  # tools have to be there
    """Solved, unknown by a limit, failed by a crash and by a bad file: a row each, and on a second run none."""
    (tools.parent / "bad.hex").write_text("no game")
    ways = ["search", "et+slow", "et+crashing"]
    file = written(["hex:3x3", "bad.hex"], ways, "check = false", "[query]", "depth = 5", "[limits]", "time = 1.5")
    db = file.with_suffix(".db")
    assert cli.run(["campaign", "run", str(file), "--jobs", "2", "--json"]) == 0
    assert (
        '"cells": 6, "done": 6, "solved": 1, "unknown": 1, "failed": 4, "contradictions": 0' in capsys.readouterr().out
    )
    ends = {(row["game"], row["way"]): (row["status"], row["reason"]) for row in rows(db)}
    assert ends == {
        ("hex:3x3", "search"): ("solved", None),
        ("hex:3x3", "et+slow"): ("unknown", "time"),
        ("hex:3x3", "et+crashing"): ("failed", "crash"),
        **{("bad.hex", way): ("failed", "input") for way in ways},
    }
    told = {(row["game"], row["way"]): row["detail"] for row in rows(db)}
    assert told["hex:3x3", "search"] is None
    assert told["hex:3x3", "et+slow"] == "the time limit is used up"
    assert told["hex:3x3", "et+crashing"].startswith("et+crashing at depth 5: ")
    solved = next(row for row in rows(db) if row["status"] == "solved")
    assert solved["answer"] == 1
    assert solved["exit_code"] == 0
    assert all(solved[name] for name in ("host", "machine", "zermelo", "date", "verdict", "cpu_seconds"))
    assert solved["peak_memory_mb"] > 10
    assert run(file, jobs=1).fresh == 0
    assert cli.run(["campaign", "status", str(db)]) == 0
    out = capsys.readouterr().out
    assert "6 of 6 cells done: 1 solved, 1 unknown, 4 failed" in out
    assert "\nfailed: hex:3x3 by et+crashing: et+crashing at depth 5: " in out


def test_ways_that_do_not_take_a_game(written, capsys):
    """Another search's switch or game is no failure, and texts tell which game, which way, and why."""
    file = written(["hex:3x3", "ttt"], ["search:facts=off", "search:connection"])
    db = file.with_suffix(".db")
    state = run(file, jobs=1)
    assert (state.solved, state.unknown, state.failed) == (2, 2, 0)
    ends = {(row["game"], row["way"]): (row["status"], row["reason"]) for row in rows(db) if row["game"] == "ttt"}
    assert set(ends.values()) == {("unknown", "unsupported")}
    for command in ("status", "report"):
        assert cli.run(["campaign", command, str(db)]) == 0
        out = capsys.readouterr().out
        assert "\nunsupported: ttt by search:facts=off: found 'facts', expected a switch among symmetry, " in out
        assert "\nunsupported: ttt by search:connection: found a positional game, maker-maker on 9 cells, expec" in out


def test_killed_client(written, tools, marker):
    """SIGKILL for the client while cells run: no orphan, and what it had written stays; a second one is refused."""
    file = written(["hex:3x3"], ["search", "et+slow"], "repetitions = 2", *FAST)
    db = file.with_suffix(".db")
    command = [sys.executable, "-m", "zermelo", "campaign", "run", str(file), "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
        until(lambda: seen(db) == 2 and bool(alive(marker)), "two rows, and a slow tool")
        with pytest.raises(InputError, match=f"process {client.pid} writes"):
            run(file, jobs=1)
        client.kill()
    assert gone(marker)
    before = rows(db)
    write_tools(tools, marker, slow="right_true")
    state = run(file, jobs=1)
    assert (state.done, state.fresh, state.solved, state.contradictions) == (4, 2, 4, 0)
    assert rows(db)[:2] == before


def test_signal(written, tools, marker):  # noqa: ARG001
    """SIGTERM ends it as Ctrl-C does: the counts are told, exit code 3, no orphan."""
    file = written(["hex:3x3"], ["search", "et+slow"], *FAST)
    command = [sys.executable, "-m", "zermelo", "campaign", "run", str(file), "--jobs", "2", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as client:
        db = file.with_suffix(".db")
        until(lambda: seen(db) == 1 and bool(alive(marker)), "a row, and a slow tool")
        client.terminate()
        out, _ = client.communicate(timeout=60)
    assert client.returncode == 3
    assert '"cells": 2, "done": 1, "solved": 1,' in out
    assert gone(marker)


def test_failed_cells_again(written, tools, marker, capsys):
    """Once the tool is mended, its cells can be run again: no others, and the new rows replace the old ones."""
    file = written(["hex:3x3"], ["search", "et+crashing"], *FAST)
    db = file.with_suffix(".db")
    assert run(file, jobs=1).failed == 1
    assert run(file, jobs=1).fresh == 0
    again = run(file, jobs=1, retry_failed=True)
    assert (again.cells, again.done, again.fresh, again.failed) == (2, 2, 1, 1)
    none = run(file, jobs=1, retry_failed=True, limit=0)  # the old row is there until there is a new one
    assert (none.cells, none.done, none.fresh, none.solved, none.failed, none.left) == (2, 2, 0, 1, 1, None)
    before = {row["way"]: row for row in rows(db)}
    write_tools(tools, marker, crashing="right_true")
    assert cli.run(["campaign", "run", str(file), "--jobs", "1", "--retry-failed"]) == 0
    assert "2 of 2 cells done: 2 solved, 0 unknown, 0 failed" in capsys.readouterr().out
    after = {row["way"]: row for row in rows(db)}
    assert after["search"] == before["search"]
    assert (after["et+crashing"]["reason"], after["et+crashing"]["answer"]) == (None, 1)
    assert run(file, jobs=1, retry_failed=True).fresh == 0


class Killing(LocalEngine):
    """It kills the process of a cell as soon as it runs, so many times."""

    def __init__(self, times: int) -> None:
        super().__init__(2)
        self.times, self.submitted = times, Counter[str]()

    def submit(self, job: Job) -> None:
        super().submit(job)
        self.submitted[job.key] += 1
        if self.submitted[job.key] <= self.times:
            os.kill(self._running[job.key].pid, signal.SIGKILL)


@pytest.mark.parametrize("times", [TRIES - 1, TRIES])
def test_killed_workers(written, times):
    """A cell whose process is killed is tried again; when that never ends, this is its end."""
    file = written(["hex:2x2"], ["search"])
    run(file, engine=Killing(times))
    (row,) = rows(file.with_suffix(".db"))
    expected = ("solved", None) if times < TRIES else ("failed", "killed")
    assert (row["status"], row["reason"], row["tries"]) == (*expected, TRIES)


def test_killed_tool(written, tools, marker):
    """A tool that somebody kills inside a cell is no crash: the cell is tried again, and says so in the end."""
    write_tools(tools, marker, crashing="killed")
    file = written(["hex:3x3"], ["et+crashing"], *FAST)
    run(file, jobs=1)
    (row,) = rows(file.with_suffix(".db"))
    assert (row["status"], row["reason"], row["tries"]) == ("failed", "killed", TRIES)


class Interrupted(LocalEngine):
    """Ctrl-C comes once there is a row."""

    def results(self, timeout: float) -> list[JobResult]:
        if getattr(self, "seen", False):
            raise KeyboardInterrupt
        found = super().results(timeout)
        self.seen = bool(found)
        return found


def test_interrupt_and_limit(written):
    """Cells that are done stay done, and a limit on cells counts those of one run."""
    file = written(["hex:2x2"], ["search"], "repetitions = 4")
    assert run(file, limit=0).done == 0
    first = run(file, engine=Interrupted(1))
    assert (first.interrupted, first.done) == (True, 1)
    second = run(file, jobs=1, limit=1)
    assert (second.interrupted, second.done, second.fresh) == (False, 2, 1)
    assert run(file, jobs=2).done == 4
    assert len(rows(file.with_suffix(".db"))) == 4


def test_contradiction(written, tools, capsys):  # noqa: ARG001
    """It stops the cells of its game and no others, keeps both formulas, and fails the campaign, now and next time."""
    ways = ["et+right_true", "et+right_false", "search"]
    file = written(["hex:4x4", "hex:3x3"], ways[:2], "repetitions = 2", "check = false", "[query]", "depth = 7")
    for _ in range(2):
        assert cli.run(["campaign", "run", str(file), "--jobs", "1"]) == 1
        said = capsys.readouterr()
        assert "4 of 8 cells done" in said.out
        assert "hex:4x4: et+right_true: Black wins within 7 moves, but et+right_false: Black does not win" in said.err
    folder = Path(f"{file.with_suffix('.db')}.contradictions")
    assert sorted(path.name for path in (folder / "1").iterdir()) == [
        "1-et-right_true-depth-7.qdimacs", "1-et-right_true.json",
        "2-et-right_false-depth-7.qdimacs", "2-et-right_false.json",
    ]  # fmt: skip


def test_contradiction_of_a_client_that_ended(written, tools, monkeypatch):  # noqa: ARG001
    """A client ends between a row and the contradiction that it brings: the next one tells it, and stops the game."""
    file = written(["hex:3x3"], ["et+right_true", "et+right_false"], "repetitions = 2", *FAST)

    def full(*_: Any) -> int:
        raise LimitError("disk", "full")

    with monkeypatch.context() as patch:
        patch.setattr(ResultsDatabase, "add_contradiction", full)
        with pytest.raises(LimitError):
            run(file, jobs=1)
    assert len(rows(file.with_suffix(".db"))) == 2
    for _ in range(2):
        state = run(file, jobs=1)
        assert (state.contradictions, state.done, state.fresh, state.stopped) == (1, 2, 0, 2)
    assert len(list(Path(f"{file.with_suffix('.db')}.contradictions", "1").iterdir())) == 4


def test_cell_that_contradicts_itself(tmp_path):
    """Its row is told as a contradiction once, also where the client that wrote it could not; its game is stopped."""
    runs = [MadeRun("g", "a", outcome=None, reason="contradiction"), MadeRun("g", "b", done=False)]
    path = make_results(tmp_path / "a.db", runs)
    for _ in range(2):
        with ResultsDatabase(path) as database:
            client = Client(database, [each.cell for each in runs], None, lambda _: None, retry_failed=True)
            assert (client.told().contradictions, client.open_cells(), client.told().stopped) == (1, [], 2)
            assert database.contradictions()[0]["said"] == "a: found contradiction"


def test_contradiction_on_a_name_that_is_no_utf8(written, tools):  # noqa: ARG001
    """The names of the game and of the folder of its evidence have question marks on record."""
    folder = written([], []).parent / os.fsdecode(b"d\xff")
    folder.mkdir()
    (folder / os.fsdecode(b"g\xff.hex")).write_text(write_game(load("hex:3x3"), "hex"))
    file = written(["*.hex"], ["et+right_true", "et+right_false"], *FAST).rename(folder / "campaign.toml")
    assert run(file, jobs=1).contradictions == 1
    with ResultsDatabase(file.with_suffix(".db"), writing=False) as database:
        (row,) = database.contradictions()
    assert (row["game"], Path(row["folder"]).parts[-3:]) == ("g?.hex", ("d?", "campaign.db.contradictions", "1"))
    assert len(list(Path(f"{file.with_suffix('.db')}.contradictions", "1").iterdir())) == 4


def test_evidence_of_a_cell_that_contradicts_itself(written, tools, tmp_path, monkeypatch):  # noqa: ARG001
    """The formula goes from the temporary folder to that of the contradiction, and no message names the former."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    file = written(["hex:3x3"], ["et+right_false"], "[query]", "depth = 5")
    state = run(file, jobs=1)
    assert (state.contradictions, state.unkept) == (1, "")
    (kept,) = Path(f"{file.with_suffix('.db')}.contradictions", "1").iterdir()
    assert kept.name == "1-et+right_false-depth-5.qdimacs"
    (row,) = rows(file.with_suffix(".db"))
    assert row["detail"].endswith("; et+right_false says that Black does not win within 6")
    assert not list((tmp_path / "tmp").glob("zermelo-disagreement-*"))


@pytest.mark.parametrize("ways", [["et+right_true", "et+right_false"], ["et+right_false"]])
def test_evidence_that_cannot_be_kept(written, tools, ways, tmp_path, monkeypatch, capsys):  # noqa: ARG001
    """A file where the folder would be: the contradiction is told, with the place where a formula stays."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    lines = ["[query]", "depth = 5"] if len(ways) == 1 else FAST
    file = written(["hex:3x3"], ways, *lines)
    place = Path(f"{file.with_suffix('.db')}.contradictions")
    place.write_text("")
    assert cli.run(["campaign", "run", str(file), "--jobs", "1"]) == 1
    assert "zermelo: hex:3x3: et+right_" in (said := capsys.readouterr().err)
    assert len(ways) == 2 or "; the formula is in /" in said
    assert run(file, jobs=1).unkept == f"{place / '1'}: Not a directory"
    place.unlink()
    assert run(file, jobs=1).unkept == ""
    assert (place / "1").is_dir()


def test_contradiction_about_white(written, tools):  # noqa: ARG001
    """The formulas of White are kept, too."""
    file = written(
        ["hex:3x3"], ["et+right_true", "et+right_false"], "check = false", "[query]", "depth = 6", "for = 'white'"
    )
    assert run(file, jobs=1).contradictions == 1
    kept = Path(f"{file.with_suffix('.db')}.contradictions", "1")
    formulas = sorted(path.name for path in kept.glob("*.qdimacs"))
    assert formulas == ["1-et-right_true-white-depth-6.qdimacs", "2-et-right_false-white-depth-6.qdimacs"]
    assert "c colours: exchanged" in (kept / formulas[0]).read_text()


def test_file_that_changes(written, capsys):
    """A cell is of the contents that it was planned for: with others it is refused, and the next run answers those."""
    file = written(["a.hex"], ["search"], "repetitions = 2")
    game = file.with_name("a.hex")
    game.write_text(write_game(load("hex:2x2"), "hex"))

    class Changing(LocalEngine):
        def submit(self, job: Job) -> None:
            game.write_text(write_game(load("hex:3x3"), "hex"))
            super().submit(job)

    with pytest.raises(MissingToolError, match=r"a\.hex: it has changed"):
        run(file, engine=Changing(1))
    assert rows(file.with_suffix(".db")) == []
    assert cli.run(["campaign", "run", str(file)]) == 0
    assert "2 of 2 cells done: 2 solved" in capsys.readouterr().out


def test_full_disk(written, monkeypatch):
    """The error says so; every row so far is there, and the next run does the rest."""
    file = written(["hex:2x2"], ["search"], "repetitions = 4")
    open_ = SqliteFormat.open

    def nearly_full(*given: Any) -> sqlite3.Connection:
        connection = open_(*given)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(SqliteFormat, "open", nearly_full)
        with pytest.raises(LimitError, match="full; all rows so far are safe"):
            run(file, jobs=1)
    before = rows(file.with_suffix(".db"))
    assert 0 < len(before) < 4
    assert run(file, jobs=1).done == 4
    assert rows(file.with_suffix(".db"))[: len(before)] == before


def test_another_file(written, tmp_path):
    """A file that is none of results is refused; an empty one becomes one. More of them: tests/test_sqlite_file.py."""
    file, db = written(["hex:2x2"], ["search"]), tmp_path / "other.db"
    db.write_bytes(b"")
    assert run(file, db, limit=0).cells == 1
    db.write_bytes(b"no database")
    with pytest.raises(InputError, match="expected a file of campaign results"):
        run(file, db)
    assert cli.run(["campaign", "status", str(tmp_path / "missing.db")]) == 2
