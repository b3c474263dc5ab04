"""With a damaged or foreign file the program goes on, warns once, and changes nothing that is not its own."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import platformdirs
import pytest
from tests.sizes import size

from zermelo.families import make
from zermelo.model import Player
from zermelo.store import Fact, Origin, Store, StoredFact, canonical, default_path
from zermelo.store.database import Database

GAME = make("hex:5x5")
ORIGIN = Origin("et", solver="depqbf")


def use(path: Path | None, warnings: list[str]) -> bool:
    """Add a fact and ask for it, as the program does."""
    with Store.open(path, warn=warnings.append) as store:
        store.add(GAME, Fact(Player.BLACK, 3, False, ORIGIN, checked=True))
        return store.lookup(GAME, Player.BLACK, 3) is not None


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def of_another_format(path: Path) -> None:
    use(path, [])
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def cut_short(path: Path) -> None:
    use(path, [])
    path.write_bytes(path.read_bytes()[:5000])


def scrambled(path: Path) -> None:
    use(path, [])
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + bytes(255 - byte for byte in whole[100:]))


def without_tables(path: Path) -> None:
    use(path, [])
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE facts")
    connection.close()


def of_no_text(path: Path) -> None:
    """A schema that SQLite cannot read, with the name of a table that nobody can."""
    use(path, [])
    whole = path.read_bytes().replace(b"tablefactsfacts", b"tablef\xffctsfacts", 1)
    path.write_bytes(whole.replace(b"CREATE TABLE facts", b"cREAXE TABLE facts"))


def with_an_open_quote(path: Path) -> None:
    """A schema in which SQLite quotes lines."""
    use(path, [])
    path.write_bytes(path.read_bytes().replace(b"role INTEGER", b'role"INTEGER', 1))


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def below_a_file(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (foreign, "another program"),
        (of_another_format, "format 99, not 1"),
        (cut_short, "malformed"),
        (scrambled, ""),
        (without_tables, "no such table"),
        (of_no_text, "can't decode byte 0xff"),
        (with_an_open_quote, "malformed"),
        (a_folder, "no regular file"),
        (a_pipe, "no regular file"),
        (below_a_file, "exists"),
        (lambda path: path.write_text("SQLite format 3, or so one might think\n" * 9), "no SQLite database"),
        (lambda path: path.write_bytes(b"S"), "no SQLite database"),
    ],
)
def test_files_that_cannot_be_used(tmp_path, spoil: Callable[[Path], None], said):
    """One warning with the path and the reason; the file stays as it is."""
    path, warnings = tmp_path / "folder" / "answers.sqlite", list[str]()
    path.parent.mkdir()
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    assert not use(path, warnings)
    assert len(warnings) == 1
    assert str(path.parent) in warnings[0]
    assert said in warnings[0]
    assert "\n" not in warnings[0]
    assert before == (path.read_bytes() if path.is_file() else None)


@pytest.mark.parametrize(
    "change",
    [
        *("depth = 'hello'", "depth = 1.5", "depth = -3", f"depth = {2**41}", "role = 7", "role = 'Black'"),
        *("answer = 'yes'", "first_move = x'00'", "solver = x'00ff'", "date = x''"),
        *("seconds = 'abc'", "seconds = 9e999"),
    ],
)
def test_facts_that_nobody_has_written(tmp_path, change):
    """Values of another type, or of no meaning, are as good as a damaged file."""
    path, warnings = tmp_path / "answers.sqlite", list[str]()
    assert use(path, warnings)
    spoilt(path, f"UPDATE facts SET {change}")
    assert not use(path, warnings)
    assert warnings == [f"answers are not remembered: {path}: a row that is not as it was written"]


@pytest.mark.parametrize("change", ["text = 'abc'", "text = (?)", "name = x'ff'", "kind = x''", "key = 'abc'"])
def test_games_that_nobody_has_written(tmp_path, change):
    """The text of a game is that of which the key is the hash."""
    path = tmp_path / "answers.sqlite"
    assert use(path, [])
    spoilt(path, f"UPDATE games SET {change}", *([zlib.compress(b"\xff{}")] if "?" in change else []))
    database = Database(path)
    with pytest.raises(sqlite3.DatabaseError, match="a row that is not as it was written"):
        database.games()
    database.close()


def spoilt(path: Path, change: str, *values: bytes) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(change, values)
    connection.close()


def test_an_empty_file_becomes_a_store(tmp_path):
    path, warnings = tmp_path / "new" / "answers.sqlite", list[str]()
    path.parent.mkdir()
    path.write_bytes(b"")
    assert use(path, warnings)
    assert use(path, warnings)
    assert warnings == []
    assert [file.name for file in path.parent.iterdir()] == ["answers.sqlite"]


@pytest.mark.skipif(os.getuid() == 0, reason="the superuser may write everywhere")
def test_read_only(tmp_path):
    path, warnings = tmp_path / "answers.sqlite", list[str]()
    assert use(path, warnings)
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        use(path, warnings)
    finally:
        tmp_path.chmod(0o700)
    assert len(warnings) == 1


def test_a_full_disk(tmp_path):
    """The old content is still there, and the program that found a fact still knows it."""
    path, warnings = tmp_path / "answers.sqlite", list[str]()
    assert use(path, warnings)
    with Store.open(path, warn=warnings.append) as store:
        assert store._database is not None
        connection = store._database._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        for size in range(3, 40):
            store.add(make(f"hex:{size}x9"), Fact(Player.BLACK, 1, False, ORIGIN, checked=True))
    assert len(warnings) == 1
    assert "full" in warnings[0]
    assert whole(path)
    assert use(path, warnings)
    assert len(warnings) == 1


def test_locked(tmp_path, monkeypatch):
    """Another process that never lets go costs the wait, not the answer."""
    monkeypatch.setattr("zermelo.store.database.BUSY", 0.1)
    path, warnings = tmp_path / "answers.sqlite", list[str]()
    use(path, warnings)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Store.open(path, warn=warnings.append) as store:
        assert store.lookup(GAME, Player.BLACK, 3) is not None
        store.add(GAME, Fact(Player.BLACK, 4, False, ORIGIN, checked=True))
    other.close()
    assert len(warnings) == 1
    assert "locked" in warnings[0]


def test_places(monkeypatch, tmp_path):
    """The variable, empty for none; else the user's cache folder; without a home a warning."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "a"))
    assert default_path() == tmp_path / "a"
    monkeypatch.setenv("ZERMELO_CACHE", "")
    warnings = list[str]()
    assert default_path() is None
    assert not use(None, warnings)
    assert warnings == []
    monkeypatch.delenv("ZERMELO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "zermelo" / "answers.sqlite"
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: Path("~/.cache") / name)
    assert not use(None, warnings)
    assert len(warnings) == 1
    assert "home" in warnings[0]
    assert not Path("~").exists()


def child(work: Callable[[], None]) -> int:
    """A process that does this work; its number."""
    number = os.fork()
    if number == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return number


def whole(path: Path) -> bool:
    """True if SQLite finds the file in order."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def records(path: Path) -> list[StoredFact]:
    """The content of a file about the game."""
    database = Database(path)
    try:
        return database.records(canonical(GAME).key)
    finally:
        database.close()


def fail(text: str) -> None:
    raise AssertionError(text)


def test_many_processes_at_once(tmp_path):
    """All that each of them adds to a new file is there in the end."""
    path, each = tmp_path / "answers.sqlite", 12

    def work(number: int) -> None:
        with Store.open(path, warn=fail) as store:
            for depth in range(each):
                store.add(GAME, Fact(Player.BLACK, depth, False, Origin(f"e{number}"), checked=True))
                assert store.lookup(GAME, Player.BLACK, depth)

    canonical(GAME)
    children = [child(lambda number=number: work(number)) for number in range(6)]  # type: ignore[misc]
    assert [os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in children] == [0] * 6
    assert len(records(path)) == 6 * each
    assert whole(path)


def test_killed_at_any_moment(tmp_path):
    """The file stays in order, and whatever was acknowledged before the kill is in it."""
    rng = Random(5)
    canonical(GAME)
    for round_ in range(size(12, 6)):
        path, log = tmp_path / f"{round_}.sqlite", tmp_path / f"{round_}.log"

        def work(path: Path = path, log: Path = log) -> None:
            with log.open("ab", buffering=0) as file, Store.open(path, warn=fail) as store:
                for number in range(10**6):
                    store.add(GAME, Fact(Player.BLACK, 3, False, Origin(f"e{number}"), checked=True))
                    file.write(b".")

        number = child(work)
        time.sleep(rng.random() * 0.08)
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
        assert len(records(path)) >= (log.stat().st_size if log.exists() else 0)
        assert whole(path)
