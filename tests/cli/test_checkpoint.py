"""``zermelo solve --checkpoint``: interrupted in every way, it goes on where it was; and what it refuses."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zermelo.search.checkpoint import read

SNAKY = "httt:snaky,board=7x9"  # half a second and more
LONG = "httt:snaky,board=9x9"


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zermelo", "solve", LONG, "--no-cache", "--checkpoint", "file", *options]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_limits_again_and_again(zermelo, tmp_path) -> None:
    """The last line says how to go on; in the end the answer is the one of a search in one go."""
    whole = zermelo("solve", SNAKY, "--method", "search", "--no-cache", "--json").json
    sessions = 0
    while sessions < 50:
        sessions += 1
        ran = zermelo("solve", SNAKY, "--no-cache", "--json", "--checkpoint", "file", "--time-limit", "0.15")
        if ran.code == 0:
            break
        assert (ran.code, ran.json["reason"], ran.json["outcome"]) == (3, "time", None)
        assert re.fullmatch(r"zermelo: file holds .* positions, .*; the same command goes on from there\n", ran.err)
    assert sessions > 1
    assert ran.json["outcome"] == whole["outcome"] == "draw"
    assert ran.err == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_signals(tmp_path) -> None:
    """Ctrl-C and SIGTERM keep all that is known; after SIGKILL the file of the last session is there, to go on from."""
    known = 0
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        process = start(tmp_path, "--progress", "json")
        assert process.stderr is not None
        while '"progress"' not in (line := process.stderr.readline()):
            assert process.poll() is None, line
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        saved = read(tmp_path / "file")
        if number == signal.SIGKILL:
            assert saved.nodes == known > 0
        else:
            assert process.returncode == 3
            assert "Not decided: interrupted." in out
            last = json.loads(err.splitlines()[-1])
            assert last["kind"] == "checkpoint"
            assert last["text"].endswith("the same command goes on from there")
            assert last["nodes"] == saved.nodes
            assert saved.nodes > known
        known = saved.nodes


def test_progress_tells_how_far_it_is(tmp_path) -> None:
    process = start(tmp_path, "--progress", "json", "--time-limit", "2")
    _, err = process.communicate(timeout=60)
    events = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    far = [event["figures"] for event in events if event["kind"] == "progress"]
    assert far
    for figures in far:
        assert figures["nodes"] > 0
        assert figures["speed"] > 0
        assert 0 < figures["load"] <= 1
        assert re.fullmatch("[a-i][1-9]", figures["first_move"])
        assert 1 <= figures["first_moves_left"] <= 81


def test_white_has_a_file_of_her_own(zermelo, tmp_path) -> None:
    """White's win in a game where she can win: her shortest one takes another search than Black's."""
    for _ in range(2):
        assert zermelo("solve", "breakthrough:2x4", "--no-cache", "--checkpoint", "file", "--for", "white").code == 0
        assert zermelo("solve", "breakthrough:2x4", "--no-cache", "--checkpoint", "file", "--who").code == 0
        assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "file.white"]


def test_a_limit_of_megabytes(zermelo, tmp_path) -> None:
    """No file is larger, White's neither; an interrupted search goes on from its file, to the answer and a proof."""
    file, limit = tmp_path / "file", ["--checkpoint", "file", "--checkpoint-limit", "0.005"]
    for sessions in range(1, 30):
        ran = zermelo("solve", SNAKY, "--no-cache", "--json", *limit, "--time-limit", "0.3")
        assert file.stat().st_size <= 5_000
        if ran.code == 0:
            break
        assert read(file).sessions == sessions
    ran = zermelo("solve", SNAKY, "--no-cache", "--json", *limit, "--certify", "proof")
    assert (ran.code, ran.json["outcome"], ran.json["checked"]) == (0, "draw", True)
    assert zermelo("solve", "breakthrough:4x4", "--no-cache", "--checkpoint", "other").code == 0
    full = {path.name: path.stat().st_size for path in tmp_path.glob("other*")}
    assert min(full.values()) > 1_000
    options = ["--checkpoint", "other", "--checkpoint-limit", "0.001"]
    assert zermelo("solve", "breakthrough:4x4", "--no-cache", *options).code == 0
    assert {name: (tmp_path / name).stat().st_size <= 1_000 for name in full} == dict.fromkeys(full, True)


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ("0", "found 0, expected a limit of more than 0 megabytes for the checkpoint"),
        ("-0.5", "found -0.5, expected a limit of more than 0 megabytes for the checkpoint"),
        ("nan", "nan is no number"),
        ("many", "'many' is not a valid float"),
    ],
)
def test_limits_that_are_none(zermelo, tmp_path, limit, told) -> None:
    ran = zermelo("solve", "hex:3x3", "--no-cache", "--checkpoint", "file", "--checkpoint-limit", limit)
    assert (ran.code, told in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_not_written_is_told_beside_a_checked_answer(zermelo, tmp_path) -> None:
    ran = zermelo("solve", "hex:3x3", "--no-cache", "--checkpoint", "file", "--checkpoint-limit", "0.00001")
    assert (ran.code, "Checked:  yes" in ran.out) == (0, True)
    assert "Notes:    checkpoint not written: not even one position goes into 10 bytes" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_checkpoint(zermelo) -> None:
    ran = zermelo("solve", "hex:3x3", "--no-cache", "--checkpoint", ".")
    assert (ran.code, ran.err) == (2, "zermelo: .: found a folder, expected a file for the checkpoint\n")


def test_a_limit_without_a_file(zermelo) -> None:
    ran = zermelo("solve", "hex:3x3", "--no-cache", "--checkpoint-limit", "1")
    assert (ran.code, "a file for the checkpoint, --checkpoint FILE" in ran.err) == (2, True)


@pytest.mark.parametrize("game", ["hex:4x4", "gttt:tic,board=4x4,p=1,q=2", "domineering:3x4"])
def test_answers_are_those_without(zermelo, game) -> None:
    for question in (["--who"], ["--fastest"], ["--within", "7"], ["--for", "white", "--within", "6"]):
        plain = zermelo("solve", game, "--no-cache", "--json", "--method", "search", *question).json
        for _ in range(2):
            kept = zermelo("solve", game, "--no-cache", "--json", "--checkpoint", "file", *question).json
            for key in ("answer", "outcome", "complete"):
                assert kept[key] == plain[key], (question, key)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["hex:3x3", "--method", "qbf"], "the native search alone"),
        (["hex:3x3", "--solver", "caqe"], "the native search alone"),
        (["hex:3x3", "--verify"], "the native search alone"),
        (["hex:3x3", "--first-moves"], "the native search alone"),
        (["hex:3x3", "--cpu-limit", "3"], "the native search alone"),
        (["evader-pursuer:4x4,evader=4-1,pursuer=2-3", "--who"], "a question with a depth"),
    ],
)
def test_options_that_exclude_a_checkpoint(zermelo, options, told) -> None:
    ran = zermelo("solve", "--no-cache", "--checkpoint", "file", *options)
    assert ran.code == 2
    assert told in ran.err


def test_files_that_are_refused(zermelo, tmp_path) -> None:
    for text in ("", "something else"):
        (tmp_path / "file").write_text(text)
        ran = zermelo("solve", SNAKY, "--no-cache", "--checkpoint", "file")
        assert ran.code == 2
        assert ran.err.startswith("zermelo: file: not a checkpoint of this program; name another file")
        assert (tmp_path / "file").read_text() == text
    assert zermelo("solve", "ttt", "--no-cache", "--checkpoint", "other").code == 0
    ran = zermelo("solve", SNAKY, "--no-cache", "--checkpoint", "other")
    assert (ran.code, 'a checkpoint of "ttt"' in ran.err) == (2, True)
    ran = zermelo("solve", SNAKY, "--no-cache", "--checkpoint", "no/file")
    assert (ran.code, "No such file or directory" in ran.err) == (2, True)


def test_files_are_refused_where_nothing_is_searched(zermelo, tmp_path, monkeypatch) -> None:
    """An answer that is remembered, or told by the rules, makes no file a checkpoint."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "memory"))
    (tmp_path / "file").write_text("something else")
    assert zermelo("solve", "hex:3x3").code == 0
    for place in ("file", "no/file", "."):
        for question in (["hex:3x3"], ["hex:2x2", "--within", "0"]):
            assert zermelo("solve", *question, "--checkpoint", place).code == 2
    assert zermelo("solve", "hex:3x3", "--checkpoint", "new").code == 0
    assert not (tmp_path / "new").exists()


def test_an_answer_that_is_remembered_tells_that_nothing_was_written(zermelo, tmp_path, monkeypatch) -> None:
    """Unless its proof has still to be searched for."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "memory"))
    assert zermelo("solve", "hex:3x3").code == 0
    ran = zermelo("solve", "hex:3x3", "--checkpoint", "new")
    said = "checkpoint not written: the answer is remembered; --no-cache searches and writes it"
    assert f"Notes:       {said}\n" in ran.out
    assert said in zermelo("solve", "hex:3x3", "--checkpoint", "new", "--json").json["notes"]
    assert zermelo("solve", "domineering:3x4", "--no-check").code == 0
    assert "checkpoint not" not in zermelo("solve", "domineering:3x4", "--checkpoint", "proof").out
    assert ((tmp_path / "new").exists(), (tmp_path / "proof").exists()) == (False, True)
    assert "checkpoint not" not in zermelo("solve", "hex:3x3", "--checkpoint", "new", "--no-cache").out


def test_no_time(zermelo, tmp_path) -> None:
    began = time.monotonic()
    ran = zermelo("solve", LONG, "--no-cache", "--json", "--checkpoint", "file", "--time-limit", "0")
    assert (ran.code, ran.json["reason"]) == (3, "time")
    assert time.monotonic() - began < 10
    assert list(tmp_path.iterdir()) == []
