"""Files of ours: those of others are refused and stay as they are; damaged ones and full disks are told in a line."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from tests.attack.weak_engine import WeakEngine

from zermelo import cli
from zermelo.attack.attack import AttackPlan, attack
from zermelo.attack.attack_database import AttackDatabase
from zermelo.campaign import ResultsDatabase
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.sqlite_file import OwnedDatabase, SqliteFormat, UnusableFileError
from zermelo.store.database import Database

OWNED = [AttackDatabase, ResultsDatabase]
Owned = type[AttackDatabase] | type[ResultsDatabase]


def statements(path: Path, *texts: str) -> None:
    """Run SQL on a file as another program would."""
    connection = sqlite3.connect(path, isolation_level=None)
    for text in texts:
        connection.execute(text)
    connection.close()


def in_a_log(path: Path) -> None:
    """A database of another program that is killed: its tables are in the log beside it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (x)")
    contents = {each: each.read_bytes() for each in path.parent.glob(f"{path.name}*")}
    connection.close()
    for each, content in contents.items():
        each.write_bytes(content)


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("no database"), "no SQLite database"),
    "short": (lambda path: path.write_bytes(b"SQLite format 3\0"), "no SQLite database"),
    "tables": (lambda path: statements(path, "CREATE TABLE t (x)"), "a database of another program"),
    "log": (in_a_log, "a database of another program"),
    "named": (lambda path: statements(path, "PRAGMA application_id = 7"), "a database of another program"),
    "folder": (Path.mkdir, "no regular file"),
    "pipe": (os.mkfifo, "no regular file"),
}


def attacked(path: Path, board: str = "3x3") -> str | None:
    """The result of an attack in this process, in small steps; Tippy is won on 3 by 3 (Harary)."""
    game = make(f"httt:tippy,board={board},mb")
    return attack(game, path, plan=AttackPlan(budget=1), engine=WeakEngine(Random(1), 0.9)).status


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """The file of an attack that has ended."""
    path = Path(tmp_path_factory.mktemp("finished"), "x.db")
    attacked(path)
    return path


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


@pytest.mark.parametrize("kind", [AttackDatabase, ResultsDatabase, Database])
@pytest.mark.parametrize(("made", "told"), FOREIGN.values(), ids=FOREIGN)
def test_files_of_others(tmp_path, kind, made, told):
    """They are refused before anything is changed, and no lock is left beside them."""
    path = tmp_path / "x.db"
    made(path)
    before = content(path)
    with pytest.raises((InputError, UnusableFileError), match=told):
        kind(path)
    assert content(path) == before
    assert not path.with_name("x.db.lock").exists()


@pytest.mark.parametrize("kind", OWNED)
def test_other_formats(tmp_path, kind: Owned):
    """The file of another version, or of the other kind, is told; an empty database becomes a file of ours."""
    path = tmp_path / "x.db"
    statements(path, "VACUUM")
    kind(path).close()
    other: Owned = ResultsDatabase if kind is AttackDatabase else AttackDatabase
    with pytest.raises(InputError, match=f"another program, expected {other.KIND}"):
        other(path)
    statements(path, "PRAGMA user_version = 9")
    with pytest.raises(InputError, match="format 9, not 1: another version wrote it"):
        kind(path)


def test_reading_only(tmp_path):
    """A reader neither makes a file nor changes one, and needs no lock."""
    path = tmp_path / "x.db"
    with pytest.raises(InputError, match="no such file"):
        ResultsDatabase(path, writing=False)
    path.touch()
    with pytest.raises(InputError, match="an empty file"):
        ResultsDatabase(path, writing=False)
    with ResultsDatabase(path), ResultsDatabase(path, writing=False) as reader:
        assert reader.done() == set()
        with pytest.raises(InputError, match=f"process {os.getpid()} writes"):
            ResultsDatabase(path)
        with pytest.raises(LimitError, match="readonly"):
            reader.set_folder(1, tmp_path)


def test_several_names(tmp_path):
    """Two names of one file have two locks and two logs: it is refused by either."""
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    attacked(one)
    two.hardlink_to(one)
    before = content(one)
    for path in (one, two):
        with pytest.raises(InputError, match="found a file of several names, by hard links"):
            attacked(path)
    assert content(one) == before
    two.unlink()
    assert attacked(one) == "wins"


def test_locks_of_others(tmp_path, finished):
    """A file that has the name of the lock and is none is refused and left as it is, before anything is made."""
    path, lock, other = tmp_path / "x.db", tmp_path / "x.db.lock", tmp_path / "other"
    made: list[Callable[[], object]] = [
        lambda: shutil.copy(finished, lock), lambda: lock.write_text("12 apples"), lambda: lock.write_text("1" * 40),
        lambda: lock.symlink_to(other), lambda: os.mkfifo(lock), lock.mkdir,
    ]  # fmt: skip
    for text in ("", "precious", None):  # the last one: a link that leads nowhere
        other.unlink(missing_ok=True)
        if text is not None:
            other.write_text(text)
        for make_lock in made:
            make_lock()
            before = lock.lstat().st_size, content(lock)
            for kind in OWNED:
                with pytest.raises(
                    InputError, match=r"x\.db\.lock: (found a file that is no lock|cannot write: Is a d)"
                ):
                    kind(path)
            assert (lock.lstat().st_size, content(lock)) == before
            assert {each.name for each in tmp_path.iterdir()} == {"x.db.lock"} | (
                {"other"} if text is not None else set()
            )
            shutil.rmtree(lock) if lock.is_dir() else lock.unlink()
    for text in ("", "1", "4194304\n"):  # of a run that has ended
        lock.write_text(text)
        AttackDatabase(path).close()
        assert lock.read_text() == f"{os.getpid()}\n"


def closed(monkeypatch, *paths: Path) -> None:
    """Nobody may write some files, not even the superuser."""
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) not in paths and allowed(path, mode))


@pytest.mark.parametrize("kind", OWNED)
def test_files_that_nobody_may_write(tmp_path, monkeypatch, kind: Owned):
    """They are refused before anything is made beside them: logs of SQLite would be closed as they are."""
    path, log = tmp_path / "x.db", tmp_path / "x.db-shm"
    kind(path).close()
    path.with_name("x.db.lock").unlink()
    log.touch()
    before = sorted(tmp_path.iterdir())
    for place in (path, tmp_path, log):
        with monkeypatch.context() as patch:
            closed(patch, place)
            with pytest.raises(InputError, match="found no permission, expected a file that can be written"):
                kind(path)
        assert sorted(tmp_path.iterdir()) == before
    with monkeypatch.context() as patch:
        closed(patch, tmp_path)
        assert cli.run(["attack", "hex:2x2", "--db", str(tmp_path / "new.db")]) == 2
    kind(path).close()


@pytest.mark.parametrize("kind", OWNED)
def test_missing_folders(tmp_path, kind: Owned):
    """They are not made, as for other files."""
    with pytest.raises(InputError, match="found no such folder, expected a file that can be written"):
        kind(tmp_path / "nodir" / "x.db")
    assert list(tmp_path.iterdir()) == []


def test_reading_what_others_write(tmp_path, monkeypatch):
    """A reader who may not write the file makes no logs beside it, which its writer could not write."""
    path = tmp_path / "x #1?.db"
    ResultsDatabase(path).close()
    before = sorted(tmp_path.iterdir())
    closed(monkeypatch, path)
    with ResultsDatabase(path, writing=False) as reader:
        assert reader.done() == set()
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_taken_away(tmp_path, replaced):
    """A database that is removed, or replaced, while it is used is no place to write to: that is told."""
    path = tmp_path / "file.db"
    with AttackDatabase(path) as database:
        with database._writing():
            pass
        path.unlink()
        if replaced:
            path.write_bytes(b"")
        with pytest.raises(LimitError, match="moved, removed or replaced") as error, database._writing():
            pass
        assert error.value.reason == "disk"


def test_a_full_disk(tmp_path, monkeypatch):
    """The limit says so, and the same command goes on."""
    path, open_ = tmp_path / "x.db", SqliteFormat.open

    def full(*given) -> sqlite3.Connection:
        connection = open_(*given)
        connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(SqliteFormat, "open", full)
        with pytest.raises(LimitError, match="full; all answers so far are safe"):
            attacked(path, "4x4")
    assert attacked(path, "4x4") == "wins"


@pytest.mark.parametrize("table", ["meta", "positions", "moves", "facts", "jobs"])
def test_missing_tables(tmp_path, table):
    """A table that somebody has dropped is a damaged file, no full disk."""
    path = tmp_path / "x.db"
    AttackDatabase(path).close()
    statements(path, f"DROP TABLE {table}")
    with pytest.raises(InputError, match=f"no such table: {table}, expected a file of an attack that is whole"):
        attacked(path)


@pytest.mark.parametrize(
    "text",
    [
        "UPDATE positions SET status = 'won'", "UPDATE positions SET black = 'stone'", "UPDATE moves SET move = 'z9'",
        "UPDATE moves SET child = 99999", "UPDATE positions SET number = -1 - number", "UPDATE positions SET ply = 'x'",
        "INSERT INTO facts VALUES ('1', 'wins')", "INSERT INTO facts VALUES ('1 0 1', 'lost')",
        "DELETE FROM positions WHERE number = 1", "DELETE FROM moves WHERE place = 0",
        "UPDATE positions SET work = 9223372036854775807, status = NULL; DELETE FROM facts",
        "UPDATE moves SET child = NULL WHERE parent = 0; UPDATE positions SET status = NULL; DELETE FROM facts",
        "UPDATE moves SET child = parent; UPDATE positions SET status = NULL; DELETE FROM facts",
    ],
)  # fmt: skip
def test_rows_that_nobody_wrote(tmp_path, finished, text):
    """They are told, whatever they say, and are no answer."""
    shutil.copy(finished, path := tmp_path / "x.db")
    statements(path, *text.split("; "))
    with pytest.raises(InputError, match=r"not as it was written|nothing to search") as told:
        attacked(path)
    assert "expected a file of an attack that is whole" in str(told.value)


def opened(kind: type[OwnedDatabase], path: Path) -> None:
    """Open a file and read all of it."""
    if kind is AttackDatabase:
        assert attacked(path) == "wins"
        return
    with ResultsDatabase(path) as database:
        list(database.rows())
        database.counts()


@pytest.mark.parametrize("kind", OWNED)
def test_damaged_files(tmp_path, kind: Owned):
    """Bytes changed anywhere: the right answer all the same, or an error for people."""
    path, rng = tmp_path / "x.db", Random(7)
    opened(kind, path)
    whole = path.read_bytes()
    for _ in range(25):
        spoilt = bytearray(whole)
        place = rng.randrange(len(whole))
        spoilt[place : place + 40] = rng.randbytes(len(spoilt[place : place + 40]))
        if rng.random() < 0.2:
            del spoilt[rng.randrange(len(spoilt)) :]
        path.write_bytes(spoilt)
        for beside in ("-wal", "-shm"):
            path.with_name(path.name + beside).unlink(missing_ok=True)
        with suppress(InputError, LimitError):
            opened(kind, path)


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> Path:
    """The results of a small campaign, and its plan."""
    folder = tmp_path_factory.mktemp("results")
    plan = folder / "c.toml"
    plan.write_text("games = ['hex:2x2']\nways = ['search']\nrepetitions = 2\n")
    assert cli.run(["campaign", "run", str(plan), "--jobs", "1"]) == 0
    return plan


@pytest.mark.parametrize(
    "text",
    [
        "UPDATE results SET status = 'won'", "UPDATE results SET seconds = 'x'", "UPDATE results SET seconds = 9e999",
        "UPDATE results SET way = x'00ff'", "UPDATE results SET repetition = ''",
        "UPDATE results SET time_limit = 'one'",
        "UPDATE results SET verdict = '[]'", "UPDATE results SET verdict = '{'", "UPDATE plan SET cell = 'x'",
        "UPDATE plan SET cell = '{}'", "UPDATE plan SET cell = 7",
    ],
)  # fmt: skip
def test_results_that_nobody_wrote(tmp_path, results, capsys, text):
    """No command about a campaign ends in a traceback: one line, or what has nothing to do with it."""
    db = tmp_path / "x.db"
    shutil.copy(results.with_suffix(".db"), db)
    statements(db, text)
    codes = set()
    for command in (["status", str(db)], ["report", str(db)], ["run", str(results), "--db", str(db), "--limit", "0"]):
        codes.add(cli.run(["campaign", *command]))
        said = capsys.readouterr().err
        assert "internal error" not in said, said
        assert said.count("\n") <= 1
    assert codes <= {0, 2}
    assert 2 in codes


def test_a_path_of_no_name(results):
    """A mistake of the user, wherever the path goes."""
    assert cli.run(["campaign", "run", str(results), "--db", ""]) == 2
    assert cli.run(["attack", "hex:2x2", "--db", ""]) == 2
