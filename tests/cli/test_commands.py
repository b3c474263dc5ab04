"""Each command as a person and as a script meets it."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from itertools import count
from pathlib import Path

import pytest

from zermelo.cli.common import printable, table
from zermelo.encodings import ENCODINGS
from zermelo.families import FAMILIES
from zermelo.formula import read_qcir, read_qdimacs, tseitin
from zermelo.play.evaluation import Evaluator
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS

EVADER = "evader-pursuer:4x4,evader=4-1,pursuer=2-3"
HEX = "3\nb[a1]\nw[b1]\nw[c2]\n"
"""A Hex position in which Black wins within 5 and not within 3 moves."""

SMALLER = {
    "isolation:3x3": "isolation:2x3",
    "nim:1,3,5,7": "nim:1,2",
    "amazons:3x3": "amazons:2x3",
    "dots-and-boxes:2x2": "dots-and-boxes:2x1",
}
"""Games of the same families as these examples, whose rules take long to read."""


class TestSolve:
    def test_answer_for_people(self, zermelo):
        """The claim with its depth, the move on the board, whether it is checked, the seconds; and no more."""
        ran = zermelo("solve", "hex:3x3", "--depth", "5", "--no-cache")
        assert (ran.code, ran.err) == (0, "")
        assert "Question: does Black win within 5 moves?" in ran.out
        assert "\nBlack wins within 5 moves.\nFirst move: b2\n" in ran.out
        assert "\n  2 . * .\n" in ran.out
        assert re.search(
            r"^Checked: +yes \(derivation of \d+ facts, each by the rules\)\n\d+\.\d{3} s$", ran.out, re.MULTILINE
        )
        assert "Evidence:" not in ran.out
        assert "\x1b" not in ran.out

    def test_verbose(self, zermelo):
        """The same, and the method, the evidence, the cost of each stage."""
        ran = zermelo("solve", "hex:3x3", "--depth", "5", "--no-cache", "--verbose")
        assert "\nBlack wins within 5 moves.\nFirst move: b2\n" in ran.out
        assert re.search(r"^Method: +connection search$", ran.out, re.MULTILINE)
        assert re.search(r"^Evidence: +search: Black wins within 5 \(connection search\)$", ran.out, re.MULTILINE)
        assert re.search(r"^ +strategy checked: Black wins within 5 \(", ran.out, re.MULTILINE)
        assert re.search(r"^search +5 +\d+\.\d{3} +.*connection search, true$", ran.out, re.MULTILINE)
        assert {"prove", "check"} <= {line.partition(" ")[0] for line in ran.out.splitlines()}

    def test_short_where_nothing_is_checked(self, zermelo):
        """Then the method is told, and the notes: there is nothing else to go by."""
        ran = zermelo("solve", "hex:3x3", "--depth", "5", "--no-cache", "--no-check")
        assert re.search(r"^Method: +connection search$", ran.out, re.MULTILINE)
        assert re.search(r"^Checked: +no", ran.out, re.MULTILINE)

    def test_no_is_tied_to_its_depth(self, zermelo):
        ran = zermelo("solve", "ttt", "--depth", "5")
        assert "Black cannot force a win within 5 moves; deeper is not decided." in ran.out
        ran = zermelo("solve", "ttt")
        assert "Draw: neither player can force a win (complete; no play is longer than 9 moves)." in ran.out

    def test_unknown_says_why_and_what_to_do(self, zermelo):
        ran = zermelo("solve", "hex:7x7", "--time-limit", "2", "--progress", "none", "--method", "qbf")
        assert ran.code == 3
        assert re.search(
            r"Not decided: out of time. Black cannot force a win within \d+ moves; deeper is open.", ran.out
        )
        assert "To go on: raise --time-limit (or --cpu-limit).\n" in ran.out
        assert "Checked" not in ran.out
        ran = zermelo("solve", "hex:7x7", "--depth", "21", "--time-limit", "0")
        assert "raise --time-limit (or --cpu-limit), or ask for a smaller --depth.\n" in ran.out

    @pytest.mark.parametrize("question", [["--depth", "5"], ["--depth", "4"], [], ["--time-limit", "0"]])
    def test_json(self, zermelo, question):
        """One object with the keys of the design, whatever the answer is."""
        ran = zermelo("solve", "hex:3x3", *question, "--json")
        keys = (
            "game after query answer outcome depth refuted_depth complete first_move first_moves method checked reason"
        )
        assert set(keys.split()) | {"after", "seconds", "stages"} <= set(ran.json)
        assert ran.code == (3 if ran.json["reason"] else 0)
        if question == ["--depth", "5"]:
            assert (ran.json["answer"], ran.json["first_move"], ran.json["checked"]) == (True, "b2", True)
            assert zermelo("solve", "hex:3x3", "--after", "a1 b2", "--json").json["after"] == ["a1", "b2"]
        assert all({"name", "seconds"} <= set(stage) for stage in ran.json["stages"])

    def test_depth_of_the_file_and_of_the_option(self, zermelo):
        """A file's own depth is asked, unless --depth says otherwise."""
        zermelo("make", "hex:3x3,depth=5", "-o", "own.pg")
        assert zermelo("solve", "own.pg", "--json").json["query"]["depth"] == 5
        assert zermelo("solve", "own.pg", "--depth", "3", "--json").json["query"]["depth"] == 3

    def test_infinite_time(self, zermelo):
        assert zermelo("solve", "hex:3x3", "--time-limit", "inf").code == 0
        assert zermelo("solve", "hex:3x3", "--time-limit", "1e300").code == 0

    def test_notes_stand_once(self, zermelo):
        """Notes do not repeat the heading."""
        out = zermelo("solve", "ttt").out
        assert out.count("maker-maker: the first to complete") == 1


class TestEncode:
    def test_header_and_formula(self, zermelo):
        """The header names the source of the formula, and the expected status is its value."""
        Path("corner.hex").write_text(HEX)
        for depth, truth in ((3, "false"), (5, "true")):
            ran = zermelo("encode", "corner.hex", "--depth", depth, "--encoding", "ea")
            assert (ran.code, ran.err) == (0, "")
            head = dict(
                line[2:].split(": ", 1) for line in ran.out.splitlines() if line.startswith("c ") and ": " in line
            )
            assert head["source"] == "corner.hex"
            assert head["hash"] == "sha256:" + hashlib.sha256(HEX.encode()).hexdigest()
            assert (head["encoding"], head["depth"]) == ("ea", str(depth))
            assert head["version"].startswith("zermelo ")
            assert head["query"] == "Black wins within the depth"
            assert head["expected"].split()[0] == truth
            read_qdimacs(ran.out)

    def test_domain_in_the_header(self, zermelo):
        """The hash covers the domain file, too, whether it is given or found beside the problem."""
        zermelo("make", "domineering:2x2", "-o", "whole.ig")
        actions, board, problem = Path("whole.ig").read_text().partition("#boardsize")
        Path("problem.ig").write_text(board + problem)
        Path("domain.ig").write_text(actions)
        line = "c domain: domain.ig sha256:" + hashlib.sha256(actions.encode()).hexdigest()
        for extra in ([], ["--domain", "domain.ig"]):
            lines = zermelo("encode", "problem.ig", "--depth", 2, *extra).out.splitlines()
            assert [each for each in lines if each.startswith("c domain: ")] == [line]
        assert "c domain:" not in zermelo("encode", "whole.ig", "--depth", 2).out

    def test_expected_within_few_positions(self, zermelo, monkeypatch):
        monkeypatch.setattr("zermelo.cli.encode.POSITIONS", 1)
        assert "c expected: unknown\n" in zermelo("encode", "domineering:3x3", "--depth", 4).out

    @pytest.mark.parametrize(
        ("game", "encoding"),
        [
            ("hex:2x2", "et"),
            ("hex:2x2", "ea"),
            ("hex:2x2", "en"),
            ("hex:2x2", "cor"),
            ("connect:2,board=2x2,rule=paper", "bddl"),
        ],
    )
    @pytest.mark.parametrize("depth", [1, 3])
    def test_qcir_and_qdimacs_are_the_same_formula(self, zermelo, game, encoding, depth):
        """Clausal encodings can be written as circuits, circuits as clauses."""
        expected = zermelo("solve", game, "--depth", depth, "--json").json["answer"]
        for form in ("qcir", "qdimacs"):
            ran = zermelo("encode", game, "--depth", depth, "--encoding", encoding, "--format", form)
            assert ran.code == 0
            if form == "qcir":
                assert ran.out.startswith("#QCIR-G14")
                formula = tseitin(read_qcir(ran.out))[0]
            else:
                formula = read_qdimacs(ran.out)
            assert SOLVERS["depqbf"].solve(formula).answer.value == str(expected).lower()
            assert f" expected: {str(expected).lower()} (" in ran.out

    def test_same_command_same_bytes(self, zermelo):
        """Also when compressed: no time stamp."""
        for name in ("one.qdimacs.gz", "two.qdimacs.gz"):
            assert zermelo("encode", "connect:3,board=3x3,rule=paper", "--depth", "5", "-o", name).code == 0
        one = Path("one.qdimacs.gz").read_bytes()
        os.utime("one.qdimacs.gz", (1, 1))
        assert one == Path("two.qdimacs.gz").read_bytes()
        printed = zermelo("encode", "connect:3,board=3x3,rule=paper", "--depth", "5").out
        assert gzip.decompress(one).decode() == printed

    def test_format_by_the_name_of_the_file(self, zermelo):
        zermelo("encode", "hex:3x3", "--depth", "5", "-o", "f.qcir.gz")
        assert gzip.decompress(Path("f.qcir.gz").read_bytes()).startswith(b"#QCIR-G14")

    def test_annotate(self, zermelo):
        """Every variable has one name."""
        out = zermelo("encode", "hex:3x3", "--depth", "5", "--annotate").out
        found = re.search(r"^p cnf (\d+)", out, re.MULTILINE)
        assert found is not None
        names = re.findall(r"^c variable (\d+): (\S+)$", out, re.MULTILINE)
        assert [int(number) for number, _ in names] == list(range(1, int(found[1]) + 1))
        assert len({name for _, name in names}) == len(names)

    def test_huge_depth(self, zermelo):
        """Beyond the longest play nothing is added, and the header says so."""
        out = zermelo("encode", "hex:3x3", "--depth", 10**9).out
        assert "c depth: 1000000000 (encoded as 9: no play is longer)" in out
        body = [line for line in out.splitlines() if not line.startswith("c ")]
        other = zermelo("encode", "hex:3x3", "--depth", 9).out
        assert body == [line for line in other.splitlines() if not line.startswith("c ")]

    def test_decided_while_encoding(self, zermelo):
        out = zermelo("encode", "hex:3x3", "--depth", 1).out
        assert "c expected: false (" in out
        assert out.endswith("p cnf 0 1\n0\n")

    @pytest.mark.parametrize("form", ["qdimacs", "qcir"])
    def test_json(self, zermelo, form):
        found = zermelo("encode", "hex:3x3", "--depth", "5", "-o", "f", "--format", form, "--json").json
        sizes = {
            "variables",
            "gates" if form == "qcir" else "clauses",
            "literals",
            "blocks",
            "universal",
            "existential",
        }
        assert sizes | {"seconds", "file"} <= set(found)
        assert found["file"] == "f"
        assert found["variables"] == found["universal"] + found["existential"]

    def test_name_that_is_no_line(self, zermelo):
        """A line feed in a file name does not break out of the comment."""
        Path("a\nb.hex").write_text(HEX)
        ran = zermelo("encode", "a\nb.hex", "--depth", "3")
        assert ran.code == 0
        read_qdimacs(ran.out)
        assert printable("a\udce9") == "a\\udce9"


class TestConvertAndMake:
    @pytest.mark.parametrize("family", [SMALLER.get(each.examples[0], each.examples[0]) for each in FAMILIES.values()])
    def test_make_then_show(self, zermelo, family):
        """A family expression and its file are the same game."""
        name = next(name for name in ("f.pg", "f.ig", "f.gdl") if zermelo("make", family, "-o", name).code == 0)
        drop = {"game", "seconds"}
        for command in (["show"], ["perft", 2]):
            direct = zermelo(command[0], family, *command[1:], "--json").json
            filed = zermelo(command[0], name, *command[1:], "--json").json
            assert {k: v for k, v in direct.items() if k not in drop} == {
                k: v for k, v in filed.items() if k not in drop
            }

    def test_round_trip_through_formats(self, zermelo):
        """hex → pg → hex gives the first file again; standard output is the file."""
        Path("a.hex").write_text(HEX)
        assert zermelo("convert", "a.hex", "-o", "a.pg").code == 0
        assert zermelo("convert", "a.pg", "-o", "b.hex").code == 0
        assert zermelo("convert", "b.hex", "-o", "b.pg").code == 0
        assert Path("a.pg").read_text() == Path("b.pg").read_text()
        assert zermelo("convert", "a.hex").out == Path("a.pg").read_text()
        shown = [zermelo("show", name, "--json").json for name in ("a.hex", "b.hex")]
        assert [each | {"game": ""} for each in shown] == [shown[0] | {"game": ""}] * 2

    def test_depth_that_a_diagram_cannot_hold(self, zermelo):
        """The depth is lost with a word, not silently."""
        ran = zermelo("make", "hex:3x3,depth=5", "-o", "a.hex")
        assert (ran.code, ran.out) == (0, "")
        assert "--depth 5" in ran.err

    def test_onto_itself(self, zermelo):
        """A file may be converted in place."""
        zermelo("make", "ttt", "-o", "t.pg")
        before = Path("t.pg").read_bytes()
        assert zermelo("convert", "t.pg", "-o", "t.pg").code == 0
        assert Path("t.pg").read_bytes() == before

    def test_json(self, zermelo):
        assert zermelo("make", "ttt", "-o", "t.pg", "--json").json == {"game": "ttt", "file": "t.pg", "format": "pg"}
        assert zermelo("convert", "t.pg", "-o", "u.pg", "--json").json["format"] == "pg"


class TestShow:
    def test_an_interrupt_leaves_the_values_that_are_known(self, zermelo, monkeypatch):
        """Ctrl-C while moves are decided: the board with those of the moves before, and the others open."""
        evaluate, calls = Evaluator.evaluate, count()

        def tired(self, position, seconds):
            if next(calls) % 3 == 2:
                raise KeyboardInterrupt
            return evaluate(self, position, seconds)

        monkeypatch.setattr(Evaluator, "evaluate", tired)
        ran = zermelo("show", "hex:3x3", "--values", "--json")
        values = ran.json["values"]
        assert (ran.code, ran.json["reason"], len(values)) == (3, "interrupted", 9)
        assert 0 < sum(value != "open" for value in values.values()) < 9
        ran = zermelo("show", "hex:3x3", "--values")
        assert ran.code == 3
        assert "Interrupted: a move that is open was perhaps not looked at." in ran.out
        assert "legal moves: 9" in ran.out

    def test_after_some_moves(self, zermelo):
        """The moves stand on the board, and the other player is to move."""
        out = zermelo("show", "ttt", "--after", "b2 a1").out
        assert "\n2 . X .\n1 O . .\n" in out
        assert "Black to move" in out
        assert "White to move" in zermelo("show", "ttt", "--after", "b2").out
        for moves, wrong in (("b2 zz", 2), ("b2 a1 b2", 3)):
            ran = zermelo("show", "ttt", "--after", moves)
            assert (ran.code, f"zermelo: move {wrong} of --after: found " in ran.err) == (2, True), ran.err

    def test_end_of_a_play(self, zermelo):
        assert "Black has won." in zermelo("show", "ttt", "--after", "a1 b1 a2 b2 a3").out
        assert "a draw" in zermelo("show", "ttt", "--after", "b2 a1 a2 c2 c1 a3 b3 b1 c3").out

    def test_json(self, zermelo):
        found = zermelo("show", "ttt", "--after", "b2 a1", "--json").json
        assert (found["black"], found["white"], found["legal_moves"]) == (["b2"], ["a1"], 7)
        assert (found["after"], found["reason"]) == (["b2", "a1"], None)
        assert found["encodings"] == ["cor", "dys", "neg", "pairing", "pairing-mm"]

    @pytest.mark.parametrize("name", ["a b/c d.hex", "Ünïçødé ✓.hex", "a:b.hex", "-x.hex", "hex:3x3", "caf\udce9.hex"])
    def test_names_of_files(self, zermelo, name):
        """Spaces, colons, dashes, other alphabets and bytes of none."""
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEX)
        ran = zermelo("show", "--", name)
        assert ran.code == 0
        assert "X O ." in ran.out
        assert ("is read as the file" in ran.err) == (name == "hex:3x3")

    def test_name_with_control_characters(self, zermelo):
        """A file name does not drive the terminal."""
        Path("a\x1b[2J.hex").write_text(HEX)
        assert "\x1b" not in zermelo("show", "a\x1b[2J.hex").out

    def test_folder_with_the_name_of_a_family(self, zermelo):
        Path("ttt").mkdir()
        assert zermelo("show", "ttt").code == 0

    def test_windows_line_ends(self, zermelo):
        Path("w.hex").write_bytes(b"\xef\xbb\xbf" + HEX.replace("\n", "\r\n").encode())
        assert "X O ." in zermelo("show", "w.hex").out


class TestPerft:
    def test_table(self, zermelo):
        """The known counts of tic-tac-toe; a depth beyond the longest play is that of the longest play."""
        ran = zermelo("perft", "ttt", 10**12)
        assert ran.code == 0
        rows = [line.split() for line in ran.out.splitlines() if re.match(r" +\d", line)]
        assert [int(row[1]) for row in rows] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
        assert {row[3] for row in rows} == {"same"}

    def test_limit(self, zermelo):
        """Counts that were cut short are no answer: exit code 3, and what to do."""
        ran = zermelo("perft", "hex:5x5", 4, "--node-limit", 10)
        assert ran.code == 3
        assert "raise --node-limit" in ran.out
        found = zermelo("perft", "hex:5x5", 4, "--node-limit", 10, "--json")
        assert (found.code, found.json["complete"]) == (3, False)

    def test_disagreement(self, zermelo, monkeypatch):
        """Two engines that count differently are an internal error."""
        monkeypatch.setattr("zermelo.cli.perft.native_levels", lambda *_: iter([(1, 1), (8, 9)]))
        ran = zermelo("perft", "ttt", 1)
        assert ran.code == 1
        assert "(9, 9)" in ran.err
        assert "(8, 9)" in ran.err

    def test_time_limit(self, zermelo):
        """Counts that were finished in time are told."""
        ran = zermelo("perft", "hex:6x6", 20, "--time-limit", 0.5, "--node-limit", 400_000, "--json")
        assert ran.code == 3
        assert (ran.json["reason"], ran.json["complete"], ran.json["agree"]) == ("time", False, True)
        assert ran.json["plays"][:3] == [1, 36, 36 * 35]
        assert len(ran.json["plays"]) - 2 <= ran.json["compared_to_depth"] < len(ran.json["plays"]) < 21
        assert sum(ran.json["seconds"].values()) < 5
        ran = zermelo("perft", "hex:6x6", 20, "--time-limit", 0.2, "--node-limit", 400_000)
        assert ran.code == 3
        assert re.search(r"^stopped after \d+ of 20 moves: out of time; raise --time-limit$", ran.out, re.MULTILINE)
        assert zermelo("perft", "ttt", 3, "--time-limit", 60).code == 0
        assert zermelo("perft", "ttt", 3, "--time-limit", 0).code in (0, 3)

    def test_interrupt(self, zermelo, monkeypatch):
        """Ctrl-C while the native core counts, or the plain rules: the completed levels are printed."""

        def levels(*_):
            yield 1, 1
            yield 9, 9
            raise KeyboardInterrupt

        for engine in ("native", "reference"):
            with monkeypatch.context() as patch:
                patch.setattr(f"zermelo.cli.perft.{engine}_levels", levels)
                ran = zermelo("perft", "ttt", 9, "--json")
            assert ran.code == 3
            assert (ran.json["reason"], ran.json["compared_to_depth"]) == ("interrupted", 1)
            assert ran.json["plays"] == [1, 9] + [72] * (engine == "reference")


class TestLists:
    @pytest.mark.parametrize(
        ("command", "names"),
        [
            ("families", {*FAMILIES, "openspiel"}),
            ("encodings", set(ENCODINGS)),
            ("solvers", set(SOLVERS) | set(PREPROCESSORS)),
        ],
    )
    def test_everything_is_listed(self, zermelo, command, names):
        out = zermelo(command).out
        table = out.partition("\n\n")[0]  # below that of encodings stands a legend
        assert {line.split()[0] for line in table.splitlines()} - {"name"} == names
        assert {row["name"] for row in zermelo(command, "--json").json[command]} == names

    def test_help(self, zermelo):
        """Without a command, and for every command; no description is cut short."""
        out = zermelo().out
        assert out == zermelo("--help").out
        assert "..." not in out.partition("Commands:")[2]
        for command in re.findall(r"^  ([a-z]+)  ", out, re.MULTILINE):
            assert zermelo(command, "--help").code == 0
        assert re.fullmatch(r"zermelo \d+\.\d+\S*\n", zermelo("--version").out)


class TestDoctor:
    def test_complete(self, zermelo):
        ran = zermelo("doctor")
        assert ran.code == 0
        assert "DepQBF 6.03" in ran.out
        assert "CAQE 4.0.1" in ran.out
        assert ran.out.endswith("ready\n")

    def test_place_of_the_configuration(self, zermelo, monkeypatch, tmp_path):
        """Into the usual file, or nowhere as long as the variable is set and empty."""

        def advice() -> str:
            rows = zermelo("doctor", "--json").json["tools"]
            return next(row["get"] for row in rows if row["name"] == "configuration")

        monkeypatch.setenv("ZERMELO_CONFIG", "")
        assert advice().startswith("taking back ZERMELO_CONFIG")
        monkeypatch.delenv("ZERMELO_CONFIG")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert advice() == f"writing {tmp_path}/zermelo/tools.toml"

    def test_nothing_installed(self, zermelo, monkeypatch):
        """Without a solver the exit code is 3, and every missing tool says how to get it."""
        from zermelo.preprocess import bloqqer
        from zermelo.solvers import base

        monkeypatch.setenv("PATH", "/nonexistent")
        monkeypatch.setattr(base, "_bundled", lambda _: None)
        monkeypatch.setattr(bloqqer.Bloqqer, "available", lambda _: False)
        ran = zermelo("doctor")
        assert ran.code == 3
        assert "no QBF solver found" in ran.out
        found = zermelo("doctor", "--json")
        assert (found.code, found.json["ready"]) == (3, False)
        tools = {row["name"]: row for row in found.json["tools"]}
        for name in ("depqbf", "caqe", "bloqqer", "quabs"):
            assert tools[name]["version"] == ""
            assert tools[name]["get"]
        command = ("solve", "hex:3x3", "--method", "qbf", "--jobs", 1)  # one job: all within this process
        ran = zermelo(*command)
        assert ran.code == 3
        assert "Not decided: the solver is not installed. Black cannot force a win within 4 moves" in ran.out
        assert "zermelo doctor" in ran.out
        assert zermelo(*command, "--json").json["reason"] == "missing"


def test_table_wraps_on_a_narrow_terminal(monkeypatch):
    """Words are not broken by the edge of the terminal; in a pipe every row is one line."""
    rows = [["name", "a long description of it all"], ["other", "short"]]
    assert table(rows).count("\n") == 1
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "24")
    assert table(rows) == "name\n    a long description\n    of it all\nother  short"
