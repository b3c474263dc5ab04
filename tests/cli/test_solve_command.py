"""`zermelo solve`: every option of the question, what is refused, progress for programs, the board of first moves."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from tests.waiting import until

COMMAND = [sys.executable, "-c", "from zermelo.cli import main; main()"]


class TestQuestions:
    @pytest.mark.parametrize(
        ("arguments", "question", "sentence"),
        [
            ("hex:3x3", "who wins?", "Black wins within 5 moves, not within 4."),
            ("hex:3x3,depth=3", "does Black win within 3 moves?", "Black cannot force a win within 3 moves;"),
            ("hex:3x3,depth=3 --who", "who wins?", "Black wins within 5 moves, not within 4."),
            ("hex:3x3,depth=3 --who --for black", "who wins?", "Black wins within 5 moves"),
            ("hex:3x3,depth=3 --within 6", "does Black win within 6 moves?", "Black wins within 6 moves"),
            ("hex:3x3,depth=3 --depth 6", "does Black win within 6 moves?", "Black wins within 6 moves"),
            ("hex:3x3,depth=3 --fastest", "how fast does Black win?", "Black wins within 5 moves, not within 4."),
            ("hex:3x3 --fastest --within 4", "how fast does Black win, within 4 moves at most?", "Black cannot force"),
            ("hex:3x3 --for white", "how fast does White win?", "White cannot force a win at all"),
            ("hex:3x3 --for white --within 4", "does White win within 4 moves?", "White cannot force a win within 4"),
            ("ttt --first-moves", "who wins? Which first moves win?", "Draw: neither player can force a win"),
            ("hex:3x3 --after a1", "who wins?", "White wins (complete"),
            ("hex:3x3,depth=6 --after=a1,b2", "", ""),
        ],
    )
    def test_what_is_asked(self, zermelo, arguments, question, sentence):
        if not question:  # moves are separated by spaces
            assert zermelo("solve", *arguments.split()).code == 2
            return
        ran = zermelo("solve", *arguments.split(), "--no-cache", "--jobs", "1")
        assert ran.code == 0
        assert f"\nQuestion: {question}\n" in ran.out
        assert sentence in ran.out

    def test_a_position(self, zermelo):
        """The depth of a file shrinks with the moves that are made."""
        ran = zermelo("solve", "hex:3x3,depth=6", "--after", "b2 a1", "--no-cache", "--json")
        assert ran.json["query"] == {"kind": "within", "player": "black", "depth": 4}

    @pytest.mark.parametrize("engine", ["connection", "depth-first", "df-pn", "pns"])
    def test_an_engine(self, zermelo, engine, tmp_path, monkeypatch):
        """It alone answers, and what it said is remembered as its own."""
        monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "answers.sqlite"))
        zermelo("solve", "hex:3x3", "--within", "5", "--no-check", "--method", "qbf")
        for remembered in (False, True):
            ran = zermelo("solve", "hex:3x3", "--within", "5", "--engine", engine, "--no-check", "--json")
            assert (ran.json["answer"], ran.json["method"]) == (True, f"{engine} search")
            assert ran.json["remembered"] is remembered

    def test_switches(self, zermelo, tmp_path, monkeypatch):
        """The game is searched anew; what is found is remembered."""
        monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "answers.sqlite"))
        ask = ["solve", "hex:4x4", "--json"]
        positions = []
        for switches in ([], ["--switch", "facts=off", "--switch", "links=OFF"], ["--switch", "shuffle=7"]):
            told = zermelo(*ask, *switches).json
            assert (told["outcome"], told["checked"], told["remembered"]) == ("black", True, False)
            positions.append(sum(each["positions"] for each in told["stages"] if each["name"] == "search"))
        assert positions[0] < positions[1]
        assert zermelo(*ask).json["remembered"]

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            (["--who", "--depth", "3"], "found --who with another question, expected --who alone"),
            (["--who", "--fastest"], "found --who with another question"),
            (["--who", "--for", "white"], "found --who with another question"),
            (["--for", "green"], "found 'green', expected --for black or white"),
            (["--jobs", "0"], "jobs"),
            (["--jobs", "-1"], "jobs"),
            (["--jobs", "two"], "jobs"),
            (["--cpu-limit", "nan"], "cpu-limit"),
            (["--time-limit", "nan"], "time-limit"),
            (["--cpu-limit", "-1"], "cpu-limit"),
            (["--memory-limit", "0"], "memory-limit"),
            (["--progress", "bad"], "found 'bad', expected --progress among auto, plain, json, none"),
            (["--method", "bad"], "found 'bad', expected a method among auto, qbf, search"),
            (
                ["--engine", "bad"],
                "found 'bad', expected an engine among connection, positional, grid, net, depth-first, df-",
            ),
            (
                ["--engine", "grid"],
                "expected a game that the engine grid takes (this one: connection, depth-first, df-pn",
            ),
            (
                ["--engine", "pns", "--solver", "caqe"],
                "found --engine with --encoding, --solver or --preprocessor, exp",
            ),
            (["--engine", "pns", "--method", "qbf"], "found --engine with --method qbf, expected an engine, or tools "),
            (["--switch", "linx=off"], "found 'linx', expected a switch among dead, captured, "),
            (["--switch", "linx=off"], "; did you mean links?"),
            (["--switch", "links"], "found 'links', expected a switch NAME=VALUE, with on, off or a number"),
            (["--switch", f"shuffle={'9' * 5000}"], "found 'shuffle=9999"),
            (["--switch", "shuffle=-1"], "found 'shuffle=-1', expected a number from 0 to 1000000 for the switch shuf"),
            (["--switch", "links=0"], "found 'links=0', expected on or off (True or False) for the switch links"),
            (["--switch", "shuffle=on"], "found 'shuffle=on', expected a number from 0 to 1000000 for the switch shu"),
            (["--switch", "deepen=off"], "found 'deepen', expected a switch among dead"),  # other searches have it
            (["--switch", "links=off", "--solver", "caqe"], "found --switch with --encoding, --solver or --preproce"),
            (["--switch", "links=off", "--method", "qbf"], "found --switch with --method qbf, expected switches of a"),
            (["--to-move", "white"], "found --to-move white alone, expected a drawn board with it, as by --board FILE"),
            (["--after", "b2 b2"], "move 2 of --after: found 'b2', expected a legal move of White (a1, "),
            (["--after", "a1 z9 b2"], "move 2 of --after: "),
            (["--after", "a1 b2 a1"], "move 3 of --after: "),
            (["--within", "-1"], "found -1, expected a depth of at least 0"),
        ],
    )
    def test_refused_options(self, zermelo, arguments, error):
        """In one line that says what was found; nothing is asked before."""
        ran = zermelo("solve", "hex:3x3", *arguments, "--no-cache")
        assert ran.code == 2
        assert error in ran.err

    def test_the_breaker_may_be_asked_for(self, zermelo):
        """By the search; of formulas it is too much."""
        ask = ["solve", "httt:fatty,board=3x3,kind=mb", "--for", "white", "--no-cache", "--json"]
        ran = zermelo(*ask)
        assert (ran.code, ran.json["query"]["kind"], ran.json["depth"], ran.json["checked"]) == (0, "fastest", 6, True)
        ran = zermelo(*ask, "--within", "2", "--method", "qbf")
        assert (ran.code, ran.json["answer"], ran.json["reason"]) == (3, None, "nothing to try")

    def test_limits(self, zermelo):
        """Each is a reason of its own, exit code 3, and never a no."""
        heavy = ["solve", "hex:6x6", "--within", "17", "--method", "qbf", "--no-cache", "--json"]
        for limits, reason in (
            (["--time-limit", "0"], "time"),
            (["--time-limit", "0.3", "--jobs", "2"], "time"),
            (["--cpu-limit", "0.01", "--encoding", "et", "--solver", "caqe"], "time"),
        ):
            ran = zermelo(*heavy, *limits)
            assert (ran.code, ran.json["answer"], ran.json["reason"]) == (3, None, reason)

    def test_endless_limits(self, zermelo):
        ran = zermelo("solve", "hex:3x3", "--time-limit", "inf", "--cpu-limit", "inf", "--no-cache", "--json")
        assert (ran.code, ran.json["outcome"]) == (0, "black")


def test_memory_of_answers(zermelo, tmp_path, monkeypatch):
    """Used and filled, unless it is not wanted."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "answers.sqlite"))
    ask = ["solve", "hex:3x3", "--json", "--jobs", "1"]
    assert zermelo(*ask, "--no-cache").json["remembered"] is False
    assert not (tmp_path / "answers.sqlite").exists()
    first, again = zermelo(*ask).json, zermelo(*ask).json
    assert (first["remembered"], again["remembered"]) == (False, True)
    assert zermelo(*ask, "--no-cache").json["remembered"] is False
    for key in ("outcome", "depth", "refuted_depth", "complete", "first_move", "checked"):
        assert again[key] == first[key]
    assert "remembered from 20" in zermelo("solve", "hex:3x3", "--verbose").out
    assert re.search(
        r"^Remembered: +yes; --no-cache works it out again$", zermelo("solve", "hex:3x3").out, re.MULTILINE
    )


class TestProgress:
    def test_json(self, zermelo):
        """Every line is an object with what happened, and each run that was started has an end."""
        ran = zermelo("solve", "hex:4x4", "--jobs", "2", "--cpu-limit", "60", "--method", "qbf", "--no-cache",
                      "--within", "9", "--progress", "json", "--json")  # fmt: skip
        assert ran.json["answer"] is not None
        events = [json.loads(line) for line in ran.err.splitlines()]
        assert all({"kind", "text"} <= set(event) <= {"kind", "text", "run", "answer", "seconds"} for event in events)
        starts = [event["run"] for event in events if event["kind"] == "start"]
        ends = [event["run"] for event in events if event["kind"] in ("end", "lost")]
        assert starts
        assert sorted(starts) == sorted(ends)
        assert any(event.get("answer") is ran.json["answer"] for event in events if event["kind"] == "end")

    def test_json_of_warnings_and_errors(self, zermelo, tmp_path, monkeypatch):
        """They are objects, too, one a line; those of the next command are not."""
        monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))  # a folder cannot be the file
        ran = zermelo("solve", "hex:3x3", "--encoding", "bddl", "--progress", "json")
        warning, error = map(json.loads, ran.err.splitlines())
        assert warning == {"kind": "warning", "text": f"answers are not remembered: {tmp_path}: it is no regular file"}
        assert (error["kind"], error["code"], ran.code) == ("error", 2, 2)
        assert "bddl" in error["text"]
        assert json.loads(zermelo("solve", "hex:3", "--progress", "json").err)["kind"] == "error"
        assert zermelo("solve", "hex:3").err.startswith("zermelo: hex:3:1:5: found")

    @pytest.mark.parametrize("mode", ["none", "plain", "auto"])
    def test_quiet(self, zermelo, mode):
        """An answer within two seconds comes without lines of progress."""
        assert zermelo("solve", "hex:3x3", "--no-cache", "--progress", mode).err == ""

    def test_plain(self, zermelo, monkeypatch):
        monkeypatch.setattr("zermelo.cli.watch.QUIET", 0.0)
        ran = zermelo("solve", "hex:3x3", "--no-cache", "--progress", "plain", "--jobs", "1")
        assert ran.err
        for line in ran.err.splitlines():
            assert re.fullmatch(
                r"zermelo: \d+ s: connection search: \w+ wins( within \d+)?\? "
                r"\w+ (wins|does not win|never wins)( within \d+)?",
                line,
            )


class TestFirstMoves:
    def test_board(self, zermelo):
        """Every cell has a sign; the words and the JSON say the same."""
        ran = zermelo("solve", "hex:3x3", "--first-moves", "--within", "5", "--no-cache")
        assert " 1 - - -\n  2 - + -\n   3 - - -\n" in ran.out
        assert "Black wins within 5 with: b2 (1)" in ran.out
        assert "Black does not win within 5 with: a1" in ran.out
        found = zermelo("solve", "hex:3x3", "--first-moves", "--within", "5", "--no-cache", "--json").json
        assert [move for move, wins in found["first_moves"].items() if wins] == ["b2"]
        assert len(found["first_moves"]) == 9

    def test_a_bound_is_named(self, zermelo):
        """ "Not within 4" is not "never": the words and the legend say so."""
        ran = zermelo("solve", "hex:3x3", "--first-moves", "--fastest", "--within", "4", "--no-cache")
        assert "Black does not win within 4 with: " in ran.out
        assert "does not win with:" not in ran.out

    def test_the_other_player(self, zermelo):
        """The signs are those of who is asked for, whoever moves first."""
        ran = zermelo("solve", "hex:3x3", "--first-moves", "--after", "a1", "--no-cache")
        assert "+ Black wins, - does not, ? open" in ran.out
        assert "White wins" in ran.out
        lines = re.findall(r"^Black (wins|does not win) with: (.*) \((\d+)\)$", ran.out, re.MULTILINE)
        assert sum(int(number) for _, _, number in lines) == 8
        white = zermelo("solve", "hex:3x3", "--first-moves", "--for", "white", "--no-cache").out
        assert "+ White wins" in white

    def test_moves_of_several_cells_are_in_words_alone(self, zermelo):
        """No move is marked on the board, so the legend does not speak of marks."""
        ran = zermelo("solve", "domineering:3x3", "--first-moves", "--no-cache")
        assert "Black wins with: vertical(2,1) vertical(2,2) (2)" in ran.out
        assert "with this first move" not in ran.out

    def test_open_moves(self, zermelo):
        """First moves left undecided for want of time have a sign of their own."""
        ran = zermelo("solve", "hex:6x6", "--first-moves", "--no-cache", "--time-limit", "0.2", "--method", "qbf")
        assert ran.code == 3
        assert re.search(r"^Open: .* \(36\)$", ran.out, re.MULTILINE)
        assert " 1 ? ? ? ? ? ?\n" in ran.out

    def test_moves_of_several_cells(self, zermelo):
        """A domino is on two cells: the words list it, the board does not."""
        ran = zermelo("solve", "domineering:3x2", "--first-moves", "--no-cache")
        assert ran.code == 0
        board = ran.out.partition("Question")[2].partition("X Black, O White")[0]
        assert "+" not in board
        names = re.findall(r"^Black (?:wins|does not win) with: (.*) \(", ran.out, re.MULTILINE)
        assert " ".join(names).split()

    def test_graph(self, zermelo, tmp_path):
        """The cells of a graph are listed; a play that is over has no moves."""
        over = zermelo("solve", "hex:1x1", "--after", "a1", "--first-moves", "--no-cache", "--json").json
        assert (over["first_moves"], over["outcome"]) == ({}, "black")
        (tmp_path / "a.pg").write_text("")
        ran = zermelo("solve", "random-positional:seed=3", "--first-moves", "--no-cache")
        assert ran.code == 0
        assert "with: " in ran.out

    @pytest.mark.parametrize("colour", [True, False])
    def test_colours(self, colour):
        """On a terminal winning cells are green and losing ones red; not with NO_COLOR."""
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)
        environment |= {} if colour else {"NO_COLOR": "1"}
        leader, follower = pty.openpty()
        command = [*COMMAND, "solve", "hex:3x3", "--within", "5", "--first-moves", "--no-cache", "--progress", "none"]
        with subprocess.Popen(command, stdout=follower, stderr=follower, env=environment) as process:
            os.close(follower)
            seen = b""
            while True:
                try:
                    seen += os.read(leader, 65536)
                except OSError:  # the other end is closed
                    break
            assert process.wait(30) == 0
        os.close(leader)
        text = seen.decode()
        assert ("\x1b[1;32m+\x1b[0m" in text) is colour
        assert ("\x1b[31m-\x1b[0m" in text) is colour
        assert ("2 - + -" in text) is not colour


def test_ctrl_c_in_a_race(tmp_path: Path):
    """Runs in processes of their own: what is known is printed, as text and as JSON, and nobody is left."""
    for more in ([], ["--json"]):
        environment = {**os.environ, "TMPDIR": str(tmp_path)}
        command = [*COMMAND, "solve", "hex:6x6", "--method", "qbf", "--progress", "json", "--no-cache", *more]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            assert process.stderr is not None
            for line in process.stderr:
                if json.loads(line)["kind"] == "start":
                    break
            me = psutil.Process(process.pid)
            until(lambda me=me: bool(me.children(recursive=True)), "a run")  # type: ignore[misc]
            family = me.children(recursive=True)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert process.returncode == 3
        assert all(json.loads(line) for line in err.splitlines())
        if more:
            found = json.loads(out)
            assert (found["reason"], found["outcome"]) == ("interrupted", None)
            assert found["refuted_depth"] >= 7
        else:
            assert re.search(r"Not decided: interrupted\. Black cannot force a win within \d+ moves; deeper", out)
        _, alive = psutil.wait_procs(family, timeout=5)
        assert not alive
        assert not list(tmp_path.iterdir())
