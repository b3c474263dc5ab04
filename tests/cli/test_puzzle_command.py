"""``zermelo puzzle``: puzzles as text, JSON and sheets; positions checked; drawn boards on the command line."""

from __future__ import annotations

import errno
import io
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Zermelo

from zermelo.errors import InputError
from zermelo.puzzle.generate_puzzles import puzzles
from zermelo.puzzle.judge import Decider

SKEWED = "X . O\n . . .\n  . . .\n"


def test_puzzles_as_text_and_as_json(zermelo: Zermelo) -> None:
    """The same seed gives the same puzzles, and JSON has the shape that was promised."""
    ran = zermelo("puzzle", "hex:4x4", "--moves", "5-7", "--count", 3, "--seed", 4)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Black to move and win within") == 3
    assert ran.out.index("Answers") > ran.out.index("3. Black")
    assert zermelo("puzzle", "hex:4x4", "--moves", "5-7", "-n", 3, "--seed", 4, "--unique").out == ran.out
    found = json.loads(zermelo("puzzle", "hex:4x4", "--moves", "5-7", "--count", 3, "--seed", 4, "--json").out)
    assert len(found) == 3
    for each in found:
        assert each["format"] == "hex"
        assert 5 <= each["moves"] <= 7
        assert each["solutions"] == [each["solution"]]
        assert 0 <= each["difficulty"] <= 1
        Path("puzzle.hex").write_text(each["game"])
        told = zermelo("puzzle", "check", "puzzle.hex", "--json").json
        assert (told["puzzle"], told["winning"], told["moves"]) == (True, [each["solution"]], each["moves"])


def test_a_sheet(zermelo: Zermelo) -> None:
    """A folder has a file for each puzzle, all as JSON, and a sheet with the answers behind the boards."""
    ran = zermelo("puzzle", "connect:3,board=4x3", "--count", 2, "--out", "sheet")
    assert (ran.code, ran.out) == (0, "sheet: 2 puzzles\n")
    page = Path("sheet/puzzles.html").read_text()
    assert page.count("<svg") == 4
    assert page.index('id="answers"') > page.index('id="puzzle-2"')
    assert "<script" not in page
    assert len(json.loads(Path("sheet/puzzles.json").read_text())) == 2
    assert zermelo("puzzle", "check", "sheet/puzzle-02.ig").code == 0
    pytest.importorskip("typst", reason="typst, of the extra 'pictures', is not installed")
    assert Path("sheet/puzzles.pdf").read_bytes().startswith(b"%PDF")


def test_a_sheet_of_before(zermelo: Zermelo) -> None:
    """A new sheet takes the place of the old one, whole; files of no sheet stay, and nothing is searched for."""
    assert zermelo("puzzle", "hex:3x3", "--count", 3, "--out", "sheet").code == 0
    assert zermelo("puzzle", "hex:3x3", "--count", 1, "--seed", 7, "--out", "sheet").code == 0
    assert [each.name for each in sorted(Path("sheet").glob("puzzle-*"))] == ["puzzle-01.hex"]
    sheet = Path("sheet/puzzles.json").read_text()
    for folder, listed in (("other", None), ("object", '{"a": 1}'), ("cut", sheet[:-9]), ("fewer", sheet)):
        Path(folder).mkdir()
        Path(folder, "puzzle-07.hex").write_text("mine")
        if listed is not None:
            Path(folder, "puzzles.json").write_text(listed)
        ran = zermelo("puzzle", "hex:3x3", "--count", 1, "--out", folder)
        assert (ran.code, ran.out) == (2, "")
        assert f"{folder}: found puzzle-07.hex, which is no part of a sheet, expected a new folder" in ran.err
        assert Path(folder, "puzzle-07.hex").read_text() == "mine"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_sheet_that_cannot_be_written(zermelo: Zermelo, monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    """The puzzles that were found are told, and a full disk is a limit."""

    def full(target: Path, _: object) -> None:
        raise InputError("cannot write: No space left", source=str(target)) from OSError(errno.ENOSPC, "No space left")

    monkeypatch.setattr("zermelo.cli.puzzle.write_text", full)
    ran = zermelo("puzzle", "hex:3x3", "--count", 1, "--out", "sheet", *options)
    assert (ran.code, "No space left" in ran.err) == (3, True)
    assert len(json.loads(ran.out)) == 1 if options else ran.out.startswith("1. ")


def test_a_position_is_told_what_spoils_it(zermelo: Zermelo) -> None:
    assert "Spoilt: 5 first moves win, not 1 first move." in zermelo("puzzle", "check", "hex:3x3").out
    said = zermelo("puzzle", "check", "hex:3x3", "--after", "b2").out
    assert "White, who is to move, cannot force a win" in said
    told = zermelo("puzzle", "check", "hex:3x3,depth=7", "--solutions", 5).out
    assert "Spoilt: the file says 7 moves, and Black wins in fewer moves: 5." in told
    Path("idle.hex").write_text("3 b[a1] w[c1 c3]")
    idle = zermelo("puzzle", "check", "idle.hex", "--json").json
    assert (idle["idle"], idle["puzzle"]) == (["c3"], False)


def test_finding_out_that_one_cannot_move_is_a_move(zermelo: Zermelo) -> None:
    """A first move counts one more where the other player is left without a move, and not where it reaches a goal."""
    assert "a1-a2 (within 2), b1-b2 (within 2)" in zermelo("puzzle", "check", "domineering:2x2").out
    assert "a1-b1 (within 2)" in zermelo("puzzle", "check", "kayles:2").out
    assert "b3 (within 1)" in zermelo("puzzle", "check", "hex:3x3", "--after", "b1 a1 b2 a2").out
    assert "take(1,1) (within 1)" in zermelo("puzzle", "check", "nim:1").out


def test_a_drawn_board(zermelo: Zermelo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input, a file, and a file that begins with the family are the same position."""
    monkeypatch.setattr("sys.stdin", io.StringIO(SKEWED))
    piped = zermelo("solve", "hex", "--board", "-", "--no-cache").out
    assert "Black wins within 5 moves" in piped
    Path("board.txt").write_text(SKEWED)
    assert zermelo("solve", "hex", "--board", "board.txt", "--no-cache").out.splitlines()[:4] == piped.splitlines()[:4]
    Path("whole.txt").write_text("hex\n" + SKEWED)
    assert "X . O" in zermelo("show", "whole.txt").out
    assert zermelo("convert", "hex", "--board", "board.txt", "--format", "hex").out == "3\nb[a1]\nw[c1]\n"
    assert "White to move" in zermelo("show", "hex", "--board", "board.txt", "--to-move", "White").out
    Path("board.txt").write_text("X ? O\n...\n...")
    ran = zermelo("solve", "hex", "--board", "board.txt")
    assert ran.code == 2
    assert "a board is rows such as" in ran.err


def test_moves_and_players_as_people_write_them(zermelo: Zermelo) -> None:
    told = zermelo("show", "connect:4,board=7x6", "--after", "4 4 3").out
    assert "6 . . X X . . ." in told
    assert zermelo("solve", "hex:3x3", "--for", "White", "--after", "B2", "--no-cache").code == 0
    assert zermelo("puzzle", "hex:3x3", "--moves", "7-5").code == 2
    assert zermelo("puzzle", "hex:3x3", "--difficulty", "huge").code == 2
    few = zermelo("puzzle", "hex:2x2", "--moves", "9", "--attempts", 5)
    assert few.code == 3


def test_a_lesson(zermelo: Zermelo) -> None:
    assert zermelo("lesson", "hex:3x3", "-o", "page.html").code == 0
    assert "<details>" in Path("page.html").read_text()
    assert zermelo("lesson", "hex:3x3", "-o", "page.ipynb").code == 0
    assert json.loads(Path("page.ipynb").read_text())["cells"]
    assert zermelo("lesson", "hex:3x3", "-o", "page.pdf").code == 2


def test_an_interrupt_leaves_what_was_found(zermelo: Zermelo, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C the puzzles found by then are printed, and written."""
    whole = zermelo("puzzle", "hex:4x4", "--moves", "5-7", "--count", 2, "--seed", 4)

    def interrupted(*arguments):
        yield from itertools.islice(puzzles(*arguments), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.cli.puzzle.puzzles", interrupted)
    ran = zermelo("puzzle", "hex:4x4", "--moves", "5-7", "--count", 5, "--seed", 4, "--out", "sheet")
    assert (ran.code, ran.out) == (3, "sheet: 2 puzzles\n")
    assert ran.err.endswith("2 of 5 puzzles were found: interrupted\n")
    assert len(json.loads(Path("sheet/puzzles.json").read_text())) == 2
    assert zermelo("puzzle", "hex:4x4", "--moves", "5-7", "--count", 5, "--seed", 4).out == whole.out


def test_what_helps_when_the_time_is_over(zermelo: Zermelo) -> None:
    ran = zermelo("puzzle", "hex:7x7", "--time-limit", "0")
    assert (ran.code, "the time is over; raise --time-limit, or try other --moves" in ran.err) == (3, True)
    ran = zermelo("puzzle", "nim:1", "--attempts", "1")
    assert (ran.code, "1 positions brought no more; other --moves, --difficulty or" in ran.err) == (3, True)


@pytest.mark.parametrize(
    ("after", "known"),
    [
        (0, "Winning first moves (5): a2, a3, b2, c1, c2\n"),
        (4, "Black to move does not win within 3 moves.\nWinning first moves (5): a2, a3, b2, c1, c2\n"),
        (7, "Black to move wins within 5 moves, not within 4.\nWinning first moves (5): a2, a3, b2, c1, c2\n"),
    ],
)
def test_a_check_that_is_left_off_tells_what_is_known(
    zermelo: Zermelo, monkeypatch: pytest.MonkeyPatch, after: int, known: str
) -> None:
    """After Ctrl-C, and where a limit ends it."""
    asks, wins = itertools.count(), Decider.wins

    def tired(self: Decider, *question: Any) -> bool:
        if next(asks) == after:
            raise KeyboardInterrupt
        return wins(self, *question)

    monkeypatch.setattr(Decider, "wins", tired)
    ran = zermelo("puzzle", "check", "hex:3x3")
    assert (ran.code, ran.out.endswith(f"\n\n{known}Not judged to the end: interrupted.\n")) == (3, True)
    asks = itertools.count()
    found = zermelo("puzzle", "check", "hex:3x3", "--json").json
    length = 5 if "wins within" in known else None
    assert (found["reason"], found["moves"], found["puzzle"], len(found["winning"])) == ("interrupted", length, None, 5)
    assert found["refuted_depth"] == {0: None, 4: 3, 7: 4}[after]
    monkeypatch.undo()
    whole = zermelo("puzzle", "check", "hex:3x3", "--json").json
    assert whole.keys() == found.keys()
    assert (whole["refuted_depth"], whole["reason"]) == (4, None)


def test_a_check_that_is_out_of_time(zermelo: Zermelo) -> None:
    ran = zermelo("puzzle", "check", "hex:3x3", "--time-limit", "0")
    assert (ran.code, ran.out.endswith("\n\nNot judged to the end: out of time.\n")) == (3, True)
    found = zermelo("puzzle", "check", "hex:3x3", "--time-limit", "0", "--json").json
    assert (found["reason"], found["winning"]) == ("time", None)
