"""Every mistake in the input ends in one line, exit code 2 and an empty standard output (see conftest)."""

from __future__ import annotations

import io
import time
import tracemalloc
from pathlib import Path

import pytest
from tests.solving.test_endless import ring

import zermelo.cli.app
from zermelo.cli import run
from zermelo.errors import DisagreementError, LimitError, MissingToolError
from zermelo.model import Game

READERS = (["solve"], ["show"], ["encode"], ["convert"], ["perft"])


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("zero.pg", b"", "empty"),
        ("binary.pg", bytes(range(256)), "binary.pg:1:1"),
        ("latin.pg", b"#positions\n\xe9", "UTF-8"),
        ("nothing.pg", b"lorem ipsum\n", "nothing.pg"),
        ("cut.ig", b"#boardsize\n3", "cut.ig"),
        ("twice.hex", b"3\nb[a1]\nw[a1]\n", "twice.hex"),
        ("far.hex", b"3\nb[j9]\n", "far.hex:2"),
    ],
)
def test_bad_files(zermelo, command, name, content, said):
    """The line names the file and what was found."""
    Path(name).write_bytes(content)
    ran = zermelo(*command, name, *(["1"] if command == ["perft"] else []))
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("missing.pg", "no such file"),
        ("no/such/file", "no such file"),
        ("", "a game file or a family"),
        (".", "a folder"),
        ("dir.cnf", "dir.cnf: found a folder, expected a file to read"),
        ("round.pg", "round.pg: found a link that leads back to itself, expected a file to read"),
        ("hexx:3x3", "did you mean hex?"),
        ("hexx", "did you mean the family hex?"),
        ("qwertz", "'zermelo families' lists the families"),
        ("hex:0x3", "hex:0x3:1:5"),
        ("httt:tipy,board=4x4", "did you mean tippy"),
        ("x" * 10_000, "a game file or a family"),
        ("nul\0byte", "a game file or a family"),
    ],
)
def test_no_such_game(zermelo, game, said):
    """A name that means nothing is answered with what it may have meant, and never at full length."""
    Path("dir.cnf").mkdir()
    Path("round.pg").symlink_to("round.pg")
    ran = zermelo("solve", game)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err) < 500


@pytest.mark.parametrize("by_name", [True, False])
def test_a_board_that_does_not_fit(zermelo, monkeypatch, by_name):
    """The line names its file, or standard input."""
    Path("rows.txt").write_text("X.O\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("X.O\n"))
    ran = zermelo("solve", "ttt", "--board", "rows.txt" if by_name else "-")
    place = "rows.txt" if by_name else "standard input"
    assert (ran.code, f"zermelo: {place}: found 1, expected 3 rows" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve"], "GAME is missing; see zermelo solve --help"),
        (["perft", "ttt"], "DEPTH is missing; see zermelo perft --help"),
        (["attack", "ttt"], "--db is missing; see zermelo attack --help"),
        (["table", "nope:{1..3}"], "nope:1:1:1: found 'nope'"),
        (["solv", "ttt"], "'solve'"),
        (["solve", "ttt", "--dept", "3"], "--dept"),
        (["solve", "ttt", "extra"], "extra"),
        (["solve", "ttt", "--depth", "x"], "--depth"),
        (["solve", "ttt", "--depth", "-1"], "at least 0"),
        (["solve", "ttt", "--time-limit", "-1"], "--time-limit"),
        (["solve", "ttt", "--time-limit", "nan"], "--time-limit"),
        (["solve", "ttt", "--memory-limit", "0"], "--memory-limit"),
        (["solve", "ttt", "--memory-limit", "9" * 30], "--memory-limit"),
        (["solve", "ttt", "--method", "search", "--encoding", "cor"], "--method search"),
        (["solve", "ttt", "--encoding", "et"], "what fits this game: 'cor'"),
        (["solve", "ttt", "--encoding", "eta"], "bddl, cor, dys, ea, en, et"),
        (["solve", "ttt", "--solver", "depqfb"], "caqe, depqbf"),
        (["solve", "ttt", "--preprocessor", "blockqer"], "bloqqer, none"),
        (["solve", "ttt", "--domain", "d.ig"], "no domain file with a family"),
        (["solve", "ttt", "--encoding", "cor:symmetry=no,symmetry=yes"], "found 'symmetry' twice"),
        (["encode", "ttt"], "give --depth N"),
        (["encode", "ttt", "--depth", "-1"], "--depth"),
        (["encode", "ttt", "--depth", "5", "--encoding", "et"], "what fits this game: 'cor'"),
        (["encode", "ttt", "--depth", "5", "--format", "cnf"], "qdimacs or qcir"),
        (["encode", "ttt", "--depth", "5", "--json"], "give -o FILE"),
        (["encode", "ttt", "--depth", "5", "-o", "no/such/folder.q"], "no/such/folder.q: cannot write"),
        (["encode", "ttt", "--depth", "5", "-o", "."], "cannot write"),
        (["encode", "evader-pursuer:4x4,evader=4-1,pursuer=2-3", "--depth", "1000000000"], "may never end"),
        (["show", "ttt", "--after", "z9"], "'z9'"),
        (["show", "ttt", "--after", "a1 a1"], "a1"),
        (["make", "ttt.pg"], "ttt.pg"),
        (["make", "ttt", "--json"], "give -o FILE"),
        (["make", "ttt", "-o", "x.txt"], "--format"),
        (["make", "ttt", "-o", "noending"], "--format"),
        (["make", "ttt", "-o", "x.hex"], "pg or toss fits"),
        (["make", "breakthrough:2x4", "-o", "x.pg"], "bddl fits"),
        (["convert", "ttt", "--format", "cnf"], "cnf"),
        (["perft", "ttt", "--", "-1"], "DEPTH"),
        (["perft", "evader-pursuer:3x3,evader=3-1,pursuer=2-2", "1000"], "a smaller DEPTH"),
        (["perft", "ttt", "3", "--node-limit", "9" * 30], "--node-limit"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_bad_command_lines(zermelo, arguments, said):
    """The line says what is wrong and what would be right; nothing is written."""
    ran = zermelo(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert not list(Path().iterdir())


def test_full_disk(zermelo):
    """A disk that is full is a limit, no bad input, and the old file stays."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    ran = zermelo("encode", "hex:4x4", "--depth", "9", "-o", "/dev/full")
    assert ran.code == 3
    assert "/dev/full: cannot write: No space left" in ran.err


def test_large_file(zermelo):
    """100 MB are refused at once, without being read."""
    with Path("large.pg").open("wb") as file:
        file.truncate(100 * 10**6)
    tracemalloc.start()
    started = time.monotonic()
    ran = zermelo("solve", "large.pg")
    seconds, (_, peak) = time.monotonic() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert ran.code == 2
    assert "at most 32 MB" in ran.err
    assert seconds < 5
    assert peak < 40 * 10**6


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (LimitError("time", "two lines\nof text"), 3, "two lines of text"),
        (MissingToolError("no depqbf"), 3, "no depqbf"),
        (DisagreementError("ttt: a says yes, b says no"), 1, "ttt: a says yes, b says no; please report"),
        (MemoryError(), 3, "out of memory"),
        (RecursionError(), 1, "nests too deeply"),
        (ZeroDivisionError("oops"), 1, "internal error: ZeroDivisionError: oops"),
        (KeyboardInterrupt(), 3, "interrupted"),
        (OSError(5, "Input/output error", "disk.pg"), 2, "disk.pg: Input/output error"),
        (OSError(28, "No space left on device"), 3, "standard output: No space left"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_exit_codes(zermelo, monkeypatch, error, code, said):
    """Every kind of failure has its code: 1 our fault, 2 the input's, 3 unknown."""

    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr(zermelo_app(), "invoke", fail)
    monkeypatch.setattr("zermelo.cli.drop_output", lambda: None)
    ran = zermelo("solve", "ttt")
    assert ran.code == code
    assert said in ran.err
    assert ran.err.count("\n") == 1


def zermelo_app():
    return zermelo.cli.app


def test_traceback_for_developers(monkeypatch):
    """With ZERMELO_TRACEBACK set a bug is not hidden."""

    def fail(_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(zermelo.cli.app, "invoke", fail)
    monkeypatch.setenv("ZERMELO_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run(["solve", "ttt"])


def test_disagreement_is_an_internal_error_with_evidence(zermelo, monkeypatch):
    """Two routes that contradict each other never end in an answer."""

    said = "says that Black wins within 4, but connection search says that Black does not win within 4"

    def disagree(game: Game, *_: object) -> None:
        raise DisagreementError(f"{game.name}: et+depqbf {said}")

    monkeypatch.setattr("zermelo.cli.solve.solve", disagree)
    ran = zermelo("solve", "hex:3x3", "--depth", "4")
    assert ran.code == 1
    assert f"hex:3x3: et+depqbf {said}" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("attack hex:3x3 --db a.db --proof no/such/folder", "no/such/folder: found no such folder"),
        ("attack hex:3x3 --db a.db --proof .", ".: found a folder, expected a file that can be written"),
        ("solve hex:3x3 --jobs 5000", "4096"),
        ("attack hex:23x23 --db a.db", "found 529, expected a board of at most 512 cells"),
        ("attack httt:snaky,board=30x30 --db a.db --breaking", "found 900, expected a board of at most 512 cells"),
        ("perft ring.gdl 1", "found 513 in ring.gdl, expected at most 512 fluents"),
    ],
)
def test_before_any_work(zermelo, words, said):
    """Nothing is begun that cannot come to a good end."""
    Path("ring.gdl").write_text(ring(513))
    ran = zermelo(*words.split())
    assert ran.code == 2
    assert said in ran.err
    assert not Path("a.db").exists()


@pytest.mark.parametrize(
    ("given", "meant"),
    [("puzzle chek x.txt", "check"), ("gamesat slove x.cnf", "solve"), ("cache shwo", "show"), ("puzzle maek", "make")],
)
def test_slips_in_commands_of_a_group(zermelo, given, meant):
    """Also where a first word may be a game: it is none."""
    ran = zermelo(*given.split())
    assert (ran.code, f"Did you mean '{meant}'?" in ran.err) == (2, True)


def test_a_file_may_be_called_nearly_as_a_command(zermelo):
    """A file of that name is meant; so is a name with an ending."""
    Path("chek").write_text("no game")
    assert "chek" in (ran := zermelo("puzzle", "chek")).err
    assert "No such command" not in ran.err
    assert "solve.cnf: found no such file" in zermelo("gamesat", "solve.cnf").err


def test_a_campaign_that_is_not_there(zermelo):
    """Readers are told what makes one, not of an option that they do not have."""
    for command in ("status", "report"):
        ran = zermelo("campaign", command, "none.db")
        assert ran.err.endswith("expected a file of campaign results; 'zermelo campaign run' makes one\n")


def test_too_many_positions_to_convert(zermelo):
    """The option that bounds them is named."""
    ran = zermelo("convert", "hex:5x5", "--format", "graph", "--limit", "100")
    assert (ran.code, ran.err) == (3, "zermelo: hex:5x5: more than 100 positions can be reached; raise --limit\n")


@pytest.mark.parametrize("group", ["campaign", "gamesat", "puzzle", "solver", "strategy"])
def test_group_alone(zermelo, group):
    """A group of commands alone tells what there is, as zermelo alone does."""
    ran = zermelo(group)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: zermelo {group} ")
