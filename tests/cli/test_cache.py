"""``zermelo cache``: answers are shown in the terms of the game, carried elsewhere, and forgotten on request."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Player
from zermelo.store import Fact, Origin, Store
from zermelo.store.fact import EDITION

ET, SEARCH = Origin("et", "bloqqer", "1", "caqe", "4.0.1"), Origin(solver="retrograde")


@pytest.fixture
def path(tmp_path, monkeypatch) -> Path:
    """A place for a store that is not there yet."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "kept" / "answers.sqlite"))
    return tmp_path / "kept" / "answers.sqlite"


@pytest.fixture
def filled(path) -> Path:
    """Four facts of two games, two of them disputed."""
    hexes: Any = make("hex:3x3")
    with Store.open(path) as store:
        win = Fact(Player.BLACK, 5, True, ET, checked=True, first_move=hexes.board.cell("b2"), seconds=1.5)
        store.add(hexes, win, Fact(Player.BLACK, 4, False, ET, after=hexes.board.cell("c3")))
        store.add(make("ttt"), Fact(Player.BLACK, None, False, SEARCH, checked=True))
        with pytest.raises(DisagreementError):
            store.add(make("ttt"), Fact(Player.BLACK, 9, True, ET))
    return path


def test_nothing_yet(zermelo, path):
    """Looking creates no file."""
    for command in (["cache"], ["cache", "show"]):
        ran = zermelo(*command)
        assert (ran.code, ran.out) == (0, f"{path}: 0 facts of 0 games, 0.0 kB\n")
    assert zermelo("cache", "--json").json == {"file": str(path), "bytes": 0, "games": 0, "facts": 0, "kinds": []}
    assert "Nothing is remembered" in zermelo("cache", "show", "ttt").out
    assert zermelo("cache", "clear").out == "0 facts deleted\n"
    assert zermelo("cache", "export", "out.jsonl").code == 2
    assert not path.parent.exists()


def test_no_place(zermelo, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", "")
    assert zermelo("cache").out == "Answers are not remembered: ZERMELO_CACHE is empty.\n"
    assert zermelo("cache", "--json").json["file"] is None
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for command in (["clear"], ["export", "-"], ["import", "-"]):
        assert "ZERMELO_CACHE empty" in zermelo("cache", *command).err


def test_all_games(zermelo, filled):
    out = zermelo("cache").out.splitlines()
    assert out[0].startswith(f"{filled}: 4 facts of 2 games, ")
    assert out[2].split() == ["kind", "games", "facts", "disputed", "of", "other", "versions"]
    assert [line.split()[-4:] for line in out[3:]] == [["1", "2", "0", "0"], ["1", "2", "2", "0"]]
    whole = zermelo("cache", "show", "--json").json
    assert whole == zermelo("cache", "--json").json
    assert (whole["games"], whole["facts"], whole["bytes"]) == (2, 4, filled.stat().st_size)
    assert [kind["disputed"] for kind in whole["kinds"]] == [0, 2]


@pytest.mark.usefixtures("filled")
def test_one_game(zermelo):
    """Of two cells that symmetry exchanges the first is named: a1 for c3. White's game is the mirrored one."""
    out = zermelo("cache", "show", "hex:3x3").out
    win, loss = out.split("\n\n")[1].splitlines()[1:]
    assert win.split()[:8] == ["Black", "wins", "within", "5", "moves", "b2", "et+bloqqer+caqe", "yes"]
    assert loss.startswith("after a1: Black does not win within 4 moves")
    assert "1.500" in win
    mirrored = zermelo("cache", "show", "hex:3x3,first=white").out
    assert "White wins within 5 moves" in mirrored
    facts = zermelo("cache", "show", "ttt", "--json").json["facts"]
    assert [(fact["player"], fact["depth"], fact["answer"]) for fact in facts] == [
        ("black", None, False),
        ("black", 9, True),
    ]
    assert [(fact["disputed"], fact["counts"]) for fact in facts] == [(True, False)] * 2
    assert facts[1]["after"] is facts[1]["first_move"] is None
    assert "disputed" in zermelo("cache", "show", "ttt").out
    assert "Nothing is remembered" in zermelo("cache", "show", "hex:4x4").out


@pytest.mark.usefixtures("filled")
def test_other_versions_are_marked(zermelo, monkeypatch):
    monkeypatch.setattr("zermelo.store.fact.EDITION", 7)
    assert f"edition {EDITION}: ignored" in zermelo("cache", "show", "hex:3x3").out
    assert zermelo("cache", "--json").json["kinds"][0]["other_version"] == 2


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz"])
@pytest.mark.usefixtures("filled")
def test_export_and_import(zermelo, name, monkeypatch, tmp_path):
    """An export can be imported, a second time without any change, and the facts are the same."""
    assert zermelo("cache", "export", name).out == f"4 facts of 2 games written to {name}\n"
    shown = zermelo("cache", "show", "hex:3x3").out
    text = gzip.decompress(Path(name).read_bytes()).decode() if name.endswith("gz") else Path(name).read_text()
    assert zermelo("cache", "export", "-").out == text
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "other.sqlite"))
    for _ in range(2):
        assert zermelo("cache", "import", name, "--json").json == {"file": name, "games": 2, "facts": 4}
        assert zermelo("cache", "show", "hex:3x3").out == shown
        assert zermelo("cache", "export", "-").out == text
    for line in map(json.loads, text.splitlines()):
        assert datetime.fromisoformat(line["facts"][0]["date"]).tzinfo is not None


@pytest.mark.usefixtures("filled")
def test_import_from_standard_input(zermelo, monkeypatch, tmp_path):
    text = zermelo("cache", "export", "-").out
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "other.sqlite"))
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert zermelo("cache", "import", "-").out == "4 facts of 2 games read from -\n"


def spoilt(line: str, **changes: Any) -> str:
    """A line whose first fact is another one."""
    whole = json.loads(line)
    whole["facts"][0] |= changes
    return json.dumps(whole)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: "{", "expected a JSON object"),
        (lambda _: "[1]", "to be an object with key"),
        (lambda _: "[" * 100_000, "expected a JSON object"),
        (lambda line: line.replace('"key": "', '"key": "0'), "the hash of the game"),
        (lambda line: line.replace('"cells":', '"cell":'), "the hash of the game"),
        (lambda line: spoilt(line, answer=None), "answer of a fact to be bool"),
        (lambda line: spoilt(line, answer="timeout"), "answer of a fact to be bool"),
        (lambda line: spoilt(line, depth=-1), "a wrong depth"),
        (lambda line: spoilt(line, depth=True), "depth of a fact to be int or NoneType"),
        (lambda line: spoilt(line, player=3), "a wrong player"),
        (lambda line: spoilt(line, seconds=float("nan")), "a wrong seconds"),
        (lambda line: spoilt(line, date="\ud800"), "expected a JSON object"),
        (lambda line: spoilt(line, after="*"), "found '*', expected a first move of the game, or none"),
        (lambda line: spoilt(line, more=1), "a fact to be an object with player"),
        (lambda line: spoilt(line, answer=False, depth=7, first_move="", encoding="en"), "agrees with the stored"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_bad_lines(zermelo, change, said):
    """File and line, and nothing is imported, not even what stood before."""
    zermelo("cache", "export", "all.jsonl")
    line, other = Path("all.jsonl").read_text().splitlines()
    good = spoilt(line, depth=6, encoding="good")
    Path("bad.jsonl").write_text(f"{good}\n\n{change(line)}\n{other}\n", encoding="utf-8")
    ran = zermelo("cache", "import", "bad.jsonl")
    assert ran.code == 2
    assert "bad.jsonl:3: " in ran.err
    assert said in ran.err
    assert "nothing of the file was imported" in ran.err
    assert len(ran.err) < 900
    assert zermelo("cache", "--json").json["facts"] == 4


@pytest.mark.usefixtures("filled")
def test_a_move_that_the_game_does_not_have(zermelo):
    """A fact about it does not look as one about the start."""
    zermelo("cache", "export", "all.jsonl")
    line = Path("all.jsonl").read_text().splitlines()[0]
    zermelo("cache", "clear", "--yes")
    Path("odd.jsonl").write_text(spoilt(line, after="nowhere", first_move="", depth=6))
    assert zermelo("cache", "import", "odd.jsonl").code == 0
    shown = zermelo("cache", "show", "hex:3x3")
    assert "after nowhere: " in shown.out
    assert "nowhere" in [each["after"] for each in zermelo("cache", "show", "hex:3x3", "--json").json["facts"]]


def test_clear(zermelo, filled, monkeypatch):
    """One game, old facts, all; asked on a terminal, refused elsewhere without --yes."""
    ran = zermelo("cache", "clear")
    assert ran.code == 2
    assert "--yes" in ran.err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    asked = []

    def confirm(question: str, **_: Any) -> bool:
        asked.append(question)
        return len(asked) > 1

    monkeypatch.setattr("typer.confirm", confirm)
    assert zermelo("cache", "clear").out == "0 facts deleted\n"
    assert asked == [f"Delete 4 facts of 2 games from {filled}?"]
    assert zermelo("cache", "clear", "--older-than", "1", "--yes", "--json").json["deleted"] == 0
    assert zermelo("cache", "clear", "hex:3x3,first=white", "--yes").out == "2 facts deleted\n"
    assert zermelo("cache", "--json").json["games"] == 1
    with sqlite3.connect(filled) as connection:
        connection.execute("UPDATE facts SET date = '2020-01-01T00:00:00+00:00' WHERE answer = 1")
    connection.close()
    assert zermelo("cache", "clear", "--older-than", "1", "--yes").out == "1 fact deleted\n"
    assert zermelo("cache", "clear").out == "1 fact deleted\n"
    assert asked[1:] == [f"Delete 1 fact of 1 game from {filled}?"]
    assert zermelo("cache", "--json").json["games"] == 0


@pytest.mark.parametrize("command", [["cache"], ["cache", "show", "ttt"], ["cache", "export", "-"], ["cache", "clear"]])
def test_a_file_of_someone_else(zermelo, path, command):
    """Refused with its name, and left as it is."""
    path.parent.mkdir()
    path.write_text("shopping list")
    ran = zermelo(*command)
    assert ran.code == 2
    assert str(path) in ran.err
    assert "ZERMELO_CACHE" in ran.err
    assert path.read_text() == "shopping list"


@pytest.mark.usefixtures("path")
def test_usage(zermelo):
    assert "--json after 'clear'" in zermelo("cache", "--json", "clear").err
    assert zermelo("cache", "export", "-", "--json").code == 2
    assert zermelo("cache", "import", "missing.jsonl").code == 2
    assert zermelo("cache", "show", "hexx:3x3").code == 2
    assert zermelo("cache", "clear", "--older-than", "-1").code == 2
    assert "export" in zermelo("cache", "--help").out
