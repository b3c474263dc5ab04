"""``zermelo check`` and ``zermelo solve --certify``: what they print, their exit codes, and what they leave behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo.cli import run
from zermelo.errors import LimitError
from zermelo.strategy.check.section import check_section


@pytest.fixture
def corner(tmp_path, capsys):
    """A strategy file."""
    path = tmp_path / "corner.strategy.gz"
    assert run(["solve", "hex:3x3", "--no-cache", "--certify", str(path)]) == 0
    assert f"Proof: {path}" in " ".join(capsys.readouterr().out.split())
    return path


def test_holds(corner, capsys):
    """Both claims of the answer, in words and as JSON, by both walks."""
    assert run(["check", str(corner)]) == 0
    said = capsys.readouterr().out
    assert "Black wins within 5: holds. " in said
    assert "White holds for 4: holds. " in said
    answers = []
    for extra in ([], ["--pure"]):
        assert run(["check", str(corner), "--json", *extra]) == 0
        answers.append({**json.loads(capsys.readouterr().out), "seconds": 0})
    assert answers[0] == answers[1]
    assert answers[0]["holds"] is True
    assert answers[0]["reason"] is answers[0]["counterexample"] is None


def test_broken(tmp_path, capsys):
    """A strategy that says more than it can: the line of play, on the board and as JSON; exit code 2."""
    import gzip

    path, forged = tmp_path / "el.strategy.gz", tmp_path / "forged"
    ask = ["solve", "httt:el,board=3x3", "--within", "5", "--no-cache", "--extract", "formulas"]  # moves, no deductions
    assert run([*ask, "--certify", str(path)]) == 0
    capsys.readouterr()
    forged.write_bytes(gzip.decompress(path.read_bytes()).replace(b'"depth":5', b'"depth":3'))
    for extra in ([], ["--pure"]):
        assert run(["check", str(forged), *extra]) == 2
        said = capsys.readouterr().out
        told = "Black wins within 3: BROKEN. Black has not won within the depth.\nLine of play: b2 a1 b1"
        assert told in said
        assert run(["check", str(forged), "--json", *extra]) == 2
        answer = json.loads(capsys.readouterr().out)
        assert answer["holds"] is False
        assert answer["counterexample"]["line"] == ["b2", "a1", "b1"]


def test_game(corner, tmp_path, capsys):
    """The game that it must be about: the same by another name, or another one."""
    assert run(["convert", "hex:3x3", "-o", str(tmp_path / "same.pg")]) == 0
    assert run(["check", str(corner), "--game", str(tmp_path / "same.pg")]) == 0
    capsys.readouterr()
    for other in ("hex:3x4", "ttt", "hex:3x3,a1=black"):
        assert run(["check", str(corner), "--game", other]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"x", b"\x1f\x8bxx", b'{"zermelo":"strategy"}\n', b"\xff" * 100])
def test_no_strategy(content, tmp_path, capsys):
    """A file that is no strategy is refused in one line."""
    path = tmp_path / "a"
    path.write_bytes(content)
    assert run(["check", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "internal" not in said
    assert run(["check", str(tmp_path / "none")]) == 2


def test_open(tmp_path, capsys):
    """No answer, no file; an answer without the time for its strategy: neither, and the exit code tells."""
    path = tmp_path / "a.gz"
    assert run(["solve", "hex:9x9", "--no-cache", "--certify", str(path), "--time-limit", "0.2"]) == 3
    assert "nothing to certify" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ttt", []),
        ("httt:tippy,board=3x3", ["--fastest"]),
        ("hex:3x3", ["--within", "4"]),
        ("hex:2x3", ["--within", "6", "--for", "white"]),
        ("hex:2x3", ["--who"]),
        ("domineering:4x4", []),
        ("breakthrough:2x4", []),
        ("evader-pursuer:4x4,evader=4-1,pursuer=1-2", []),
        ("httt:tippy,board=3x3", ["--after", "b2 a1"]),
    ],
)
def test_certify(game, options, tmp_path, capsys):
    """Every kind of answer is certified, and the file holds."""
    path = tmp_path / "a.gz"
    assert run(["solve", game, *options, "--no-cache", "--json", "--certify", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["checked"] is True
    assert any(text.startswith("strategy checked:") for text in answer["evidence"])
    after = options[options.index("--after") :] if "--after" in options else []
    assert run(["check", str(path), "--game", game, *after]) == 0


def test_unwritable(tmp_path, capsys):
    """A file that cannot be there is told before anything is solved; an answer outlives a disk that is full."""
    assert run(["solve", "hex:3x3", "--certify", str(tmp_path / "none" / "a.gz")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "found no such folder, expected a file that can be written" in told.err
    path = "/dev/full"
    assert run(["solve", "hex:3x3", "--no-cache", "--certify", path]) == 3
    said = " ".join(capsys.readouterr().out.split())
    assert "Black wins within 5 moves" in said
    assert "was not written" in said
    assert "--certify FILE looks for a proof" not in said
    assert "Checked: yes (derivations of 21 facts, each by the rules)" in said
    for more in ([], [], ["-v"]):  # remembered from the first of them on
        assert run(["solve", "hex:3x3", "--certify", path, *more]) == 3
        assert "was not written" in " ".join(capsys.readouterr().out.split())


def test_limit(corner, capsys, monkeypatch):
    """One for all claims; when it ends the check, the JSON object tells what was found before."""
    left = []

    def check(*arguments, time_limit, **options):
        left.append(time_limit)
        if len(left) == 2:
            raise LimitError("time", "out of time")
        return check_section(*arguments, time_limit=time_limit, **options)

    monkeypatch.setattr("zermelo.cli.check.check_section", check)
    assert run(["check", str(corner), "--json", "--time-limit", "100"]) == 3
    said, told = capsys.readouterr()
    answer = json.loads(said)
    assert (answer["holds"], answer["reason"], answer["claims"]) == (None, "time", ["Black wins within 5"])
    assert told == "zermelo: out of time\n"
    assert 100 >= left[0] > left[1]


def test_interrupted(corner, capsys, monkeypatch):
    """The object is there after Ctrl-C, too."""

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.cli.check.check_section", interrupt)
    assert run(["check", str(corner), "--json"]) == 3
    said, told = capsys.readouterr()
    answer = json.loads(said)
    assert (answer["holds"], answer["reason"], answer["claims"]) == (None, "interrupted", [])
    assert told == "zermelo: interrupted\n"


def test_options(corner, capsys):
    """Options that need another one say so."""
    assert run(["check", str(corner), "--after", "b2"]) == 2
    assert "expected a --game for --after and --domain" in capsys.readouterr().err


def test_other_position(tmp_path, capsys):
    """A strategy for another start of the same rules is told from one for other rules."""
    for game, move in (("hex:3x3", "b2"), ("domineering:3x3", "vertical(2,1)"), ("nim:1,2", "take(2,1)")):
        path = tmp_path / "a.strategy"
        assert run(["solve", game, "--certify", str(path)]) == 0
        assert run(["check", str(path), "--game", game, "--after", move]) == 2
        assert "found one for another position, expected a strategy for " in capsys.readouterr().err
        assert run(["check", str(path), "--game", "hex:3x4"]) == 2
        assert f"found one for another game, {game}, expected" in capsys.readouterr().err


def test_formula(tmp_path, capsys, monkeypatch):
    """A strategy for a formula: against another one, and with nothing in it."""
    monkeypatch.chdir(tmp_path)
    Path("f.cnf").write_text("p cnf 6 5\n1 2 0\n-1 -2 3 0\n3 4 -5 0\n-3 -4 0\n5 6 0\n")
    Path("other.cnf").write_text("p cnf 2 2\n1 2 0\n-1 2 0\n")
    assert run(["gamesat", "f.cnf", "--first", "min", "--strategy", "s"]) == 0
    assert run(["check", "s", "--game", "f.cnf"]) == 0
    assert "MAX wins: holds. " in capsys.readouterr().out
    assert run(["check", "s", "--game", "other.cnf"]) == 2
    assert "one for another game, f.cnf" in capsys.readouterr().err
    lines = Path("s").read_text().splitlines()
    Path("s").write_text("\n".join([*lines[:2], '{"entries":0}']) + "\n")
    assert run(["check", "s"]) == 2
    said = capsys.readouterr().out
    assert "MAX wins: BROKEN. no move of MAX is stored for this position.\nLine of play: 1\n" in said
    assert "[1] 2 " in said
