"""A family on disk: what the manifest says is so, and a run that was stopped goes on."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
from pathlib import Path

import pytest
from tests.gdl_sheets import NIM

from zermelo import __version__
from zermelo.bench import suite
from zermelo.bench.formula import FormulaFormat
from zermelo.bench.lists import encodings
from zermelo.bench.members import LeftOut, Varied, members
from zermelo.bench.suite import Report, SuiteOptions, Wanted, file_name, plan, write
from zermelo.encodings import ENCODINGS, encoding
from zermelo.encodings.ea import EA
from zermelo.errors import DisagreementError, InputError, UnsupportedError
from zermelo.families import FAMILIES, make
from zermelo.formula import read_qcir, read_qdimacs
from zermelo.solvers import Answer, solver


def tasks_of(*patterns, depths=(3, 5), specs="cor", sizes=("2x2", "3x2"), **wanted):
    games = members(patterns, Varied(sizes=sizes))
    return plan(games, Wanted(depths, encodings(specs), **wanted))


def run(tasks, folder, *, options=None, **more):
    report = Report()
    write(tasks, folder, options or SuiteOptions(), report, **more)
    return report


def rows_of(folder):
    with (folder / "manifest.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_manifest_is_true(tmp_path):
    """Each row: the hash of the file, the sizes of the formula in it, the status a solver confirms, the comments."""
    report = run(tasks_of("hex", "httt:el", sizes=["3x2", "3x3"], specs="cor,cor:symmetry=no"), tmp_path)
    rows = rows_of(tmp_path)
    assert [row["file"] for row in rows] == sorted(report.written)
    assert {path.name for path in tmp_path.iterdir()} == {*report.written, "manifest.csv", "manifest.json"}
    for row in rows:
        path = tmp_path / row["file"]
        assert row["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
        qcnf = read_qdimacs(path)
        sizes = {key: str(value) for key, value in qcnf.sizes()._asdict().items()}
        assert {key: row[key] for key in sizes} == sizes
        assert row["gates"] == ""
        answer = solver("depqbf").solve(qcnf, time_limit=30).answer
        assert answer is not Answer.UNKNOWN
        assert row["expected"] == answer.value
        head = [line[2:].partition(": ") for line in path.read_text().splitlines() if line.startswith("c ")]
        told = {key: value for key, _, value in head}
        game = f"{row['family']}:{row['parameters']}"
        assert make(game).name == told["source"] == game
        assert (told["family"], told["parameters"]) == (row["family"], row["parameters"])
        assert all(told[key] == row[key] for key in ("encoding", "depth", "query"))
        assert told["expected"] == f"{row['expected']} ({row['established']})"
        assert told["version"] == f"zermelo {__version__}"
        assert row["version"] == __version__
    assert sum(report.expected.values()) == len(rows)
    as_json = json.loads((tmp_path / "manifest.json").read_text())
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in as_json] == rows


def test_same_command_same_bytes(tmp_path):
    tasks = tasks_of("hex", forms=[FormulaFormat(), FormulaFormat("qcir")], gzip=True)
    run(tasks, tmp_path / "one")
    run(tasks, tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_stopped_and_continued(tmp_path):
    """Ctrl-C leaves a true manifest; what is there is kept; the end is that of one run."""
    tasks = tasks_of("hex")
    run(tasks, tmp_path / "whole")
    stopped = Report()

    def stop(task):
        if task is tasks[2]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(tasks, tmp_path / "parts", SuiteOptions(), stopped, stop)
    assert len(stopped.written) == len(rows_of(tmp_path / "parts")) == 2
    report = run(tasks, tmp_path / "parts")
    assert (report.kept, len(report.written)) == (stopped.written, len(tasks) - 2)
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert run(tasks, tmp_path / "parts").written == []


def test_only_what_is_missing_or_changed(tmp_path):
    tasks = tasks_of("hex")
    run(tasks, tmp_path)
    before = contents(tmp_path)
    (tmp_path / tasks[0].file).write_text("something else")
    (tmp_path / tasks[1].file).unlink()
    assert run(tasks, tmp_path).written == [tasks[0].file, tasks[1].file]
    assert contents(tmp_path) == before


def test_deleted_files_are_not_listed(tmp_path):
    """A row stays as long as its file does, whether or not the next command asks for it."""
    one, two = tasks_of("hex"), tasks_of("httt:el,mb", specs="ea")
    run(one, tmp_path)
    (tmp_path / one[0].file).unlink()
    run(two, tmp_path)
    assert {row["file"] for row in rows_of(tmp_path)} == {task.file for task in [*one[1:], *two]}


def test_rows_written_by_another_run_meanwhile(tmp_path):
    """Its rows are kept."""
    one, two = tasks_of("hex"), tasks_of("httt:el,mb", specs="ea")

    def begin(task):
        if task is one[1]:
            run(two, tmp_path)

    run(one, tmp_path, progress=begin)
    assert {row["file"] for row in rows_of(tmp_path)} == {task.file for task in [*one, *two]}


def test_other_options_write_again(tmp_path, monkeypatch):
    """A file of another form or version is not what is wanted now."""
    run(tasks_of("hex"), tmp_path)
    annotated = tasks_of("hex", forms=[FormulaFormat(annotate=True)])
    assert len(run(annotated, tmp_path).written) == len(annotated)
    assert {row["form"] for row in rows_of(tmp_path)} == {"qdimacs annotated"}
    monkeypatch.setattr(suite, "__version__", "99")
    assert run(annotated, tmp_path).kept == []


def test_another_family_joins(tmp_path):
    """The manifest of a folder grows; in which order does not matter."""
    one, two = tasks_of("hex"), tasks_of("httt:el,mb", specs="ea")
    for name, order in (("a", [one, two]), ("b", [two, one])):
        for tasks in order:
            run(tasks, tmp_path / name)
    assert {row["file"] for row in rows_of(tmp_path / "a")} == {task.file for task in [*one, *two]}
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_foreign_manifest(tmp_path):
    for text in ("", "{", "{}x", '{"a": 1}', '[{"file": "x"}]', "[1]", "null"):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(InputError, match="choose another folder"):
            run(tasks_of("hex"), tmp_path)
        assert (tmp_path / "manifest.json").read_text() == text


def test_cleansed_and_compressed(tmp_path):
    tasks = tasks_of("hex", depths=[5], forms=[FormulaFormat("qcir", cleansed=True)], gzip=True, sizes=["3x3"])
    run(tasks, tmp_path)
    (row,) = rows_of(tmp_path)
    assert row["file"] == "hex_3x3.cor.d005.qcir.gz"
    text = gzip.decompress((tmp_path / row["file"]).read_bytes()).decode()
    assert text.count("#") == 1
    circuit = read_qcir(tmp_path / row["file"])
    assert (row["gates"], row["clauses"]) == (str(circuit.sizes().gates), "")


def test_solvers(tmp_path, monkeypatch):
    """Statuses left open by search are settled by both solvers, also in a second run; known ones are kept."""
    monkeypatch.setattr(suite, "POSITIONS", 0)
    tasks = tasks_of("hex", sizes=["3x3"], depths=[3, 5])
    first = run(tasks, tmp_path)
    assert first.expected == {"true": 0, "false": 1, "unknown": 1}
    assert rows_of(tmp_path)[1]["established"] == ""
    second = run(tasks, tmp_path, options=SuiteOptions(solve=20))
    assert (second.written, second.kept) == ([tasks[1].file], [tasks[0].file])
    row = rows_of(tmp_path)[1]
    assert row["expected"] == "true"
    assert "DepQBF" in row["established"]
    assert "CAQE" in row["established"]
    assert f"c expected: true ({row['established']})\n" in (tmp_path / row["file"]).read_text()
    assert run(tasks, tmp_path, options=SuiteOptions(solve=20)).written == []


def test_disagreement(tmp_path, monkeypatch):
    """Search and solvers that contradict each other stop the work; the file is not written."""
    tasks = tasks_of("hex", sizes=["3x3"], depths=[3, 5])
    monkeypatch.setattr("zermelo.search.Minimax.within", lambda *_: False)
    with pytest.raises(DisagreementError, match=r"hex:3x3, cor at depth 5: exhaustive search.* says false, DepQBF"):
        run(tasks, tmp_path, options=SuiteOptions(solve=20))
    assert [row["file"] for row in rows_of(tmp_path)] == [tasks[0].file]
    assert not (tmp_path / tasks[1].file).exists()


def test_without_the_decided(tmp_path):
    tasks = tasks_of("hex", sizes=["3x3"], depths=[3, 5])
    report = run(tasks, tmp_path, options=SuiteOptions(decided=False))
    assert report.written == [tasks[1].file]
    assert report.left_out == [LeftOut(tasks[0].file, "decided while encoding")]


def test_too_much_to_list(tmp_path, monkeypatch):
    """An encoding that cannot be made for a member does not stop the others."""

    def refuse(*_):
        raise UnsupportedError("fewer paths")

    monkeypatch.setattr(EA, "encode", refuse)
    tasks = tasks_of("hex", sizes=["3x3"], depths=[5], specs="ea,et")
    report = run(tasks, tmp_path)
    assert report.written == [tasks[1].file]
    assert report.left_out == [LeftOut(tasks[0].file, "fewer paths")]


class TestPlan:
    def test_encodings(self):
        """The best one by default, all that fit, or those named; each must fit."""
        games = [make("hex:2x2")]
        assert [task.encoding.name for task in plan(games, Wanted([3]))] == ["et"]
        everything = {task.encoding.name for task in plan(games, Wanted([3], []))}
        assert {"et", "en", "ea", "cor"} <= everything
        with pytest.raises(UnsupportedError, match="what fits this game"):
            plan(games, Wanted([3], encodings("bddl")))

    def test_left_out(self):
        out: list[LeftOut] = []
        tasks = plan([make("hex:2x2"), make("ttt")], Wanted([3], encodings("et,cor")), out.append)
        assert [(task.game.name, task.encoding.name) for task in tasks] == [
            ("hex:2x2", "et"),
            ("hex:2x2", "cor"),
            ("ttt", "cor"),
        ]
        assert [each.what for each in out] == ["ttt"]
        with pytest.raises(InputError, match="at least one formula"):
            plan([make("ttt")], Wanted([3], encodings("et")), out.append)

    def test_depths(self):
        """Those beyond the longest play are one; without any, the game's own or a few."""
        assert [task.depth for task in plan([make("hex:2x2")], Wanted([99, 3, 4]))] == [3, 4]
        assert [task.depth for task in plan([make("hex:3x3,depth=7")], Wanted())] == [7]
        assert [task.depth for task in plan([make("hex:3x3")], Wanted())] == [1, 3, 5, 9]


class TestFileName:
    def test_unique_and_safe(self):
        """Over all examples of all families and all encodings, whatever the case of letters means to the disk."""
        games = [make(example) for family in FAMILIES.values() for example in family.examples]
        every = [*ENCODINGS.values(), *(each.faithful() for each in ENCODINGS.values())]
        questions = {(game.name, each.label) for game in games for each in every}
        names = [
            file_name(game, each, depth, "qcir") for game in games for each in dict.fromkeys(every) for depth in (1, 11)
        ]
        assert len({name.lower() for name in names}) == len(names) == 2 * len(questions)
        assert all(
            name.replace("_", "").replace("-", "").replace(".", "").isalnum() and name.isascii() for name in names
        )

    def test_long_names(self):
        """A shape of a hundred cells has a name too long for some disks."""
        cells = [f"{x}{y}" for x in range(10) for y in range(10)]
        one, two = (make(f"httt:{''.join(cells[:count])},board=10x10") for count in (99, 98))
        names = [file_name(game, encoding("cor"), 5, "qdimacs") for game in (one, two)]
        assert names[0] != names[1]
        assert max(map(len, names)) < 200
        assert Path(names[0]).suffix == ".qdimacs"


def test_sheets_of_gdl(tmp_path):
    """A sheet is a member by its path; its formulas have their status by the plain rules."""
    sheet = tmp_path / "nim.kif"
    sheet.write_text(NIM)
    games = list(members([f"gdl:{tmp_path}/{{nim,nim}}.kif"], Varied()))
    assert [game.name for game in games] == ["gdl:nim"]
    report = run(plan(games, Wanted((5, 6))), tmp_path / "out")
    rows = rows_of(tmp_path / "out")
    assert [(row["family"], row["parameters"], row["encoding"]) for row in rows] == [("gdl", "nim", "net")] * 2
    assert report.expected["unknown"] == 0


def test_sheets_of_one_name(tmp_path):
    """Another sheet, and one that was edited, is another game; a manifest without hashes of rules is read."""
    for folder, text in (("a", NIM), ("b", NIM.replace("(init (turn first))", "(init (turn second))"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "nim.kif").write_text(text)
    (tmp_path / "a" / "n-m.kif").write_text(NIM)
    (tmp_path / "a" / "n m.kif").write_text(NIM)

    def made(sheet, folder):
        return run(plan(members([f"gdl:{tmp_path}/{sheet}.kif"], Varied()), Wanted((5, 6))), tmp_path / folder)

    made("b/nim", "new")
    for sheet in ("a/nim", "b/nim"):
        report = made(sheet, "out")
        assert (len(report.written), report.kept) == (2, [])
        report = made(sheet, "out")
        assert (report.written, len(report.kept)) == ([], 2)
    assert contents(tmp_path / "out") == contents(tmp_path / "new")
    path = tmp_path / "out" / "manifest.json"
    path.write_text(
        json.dumps([{k: v for k, v in row.items() if k != "rules"} for row in json.loads(path.read_text())])
    )
    assert len(made("b/nim", "out").written) == 2
    with pytest.raises(InputError, match=r"b/nim\.kif: found two, expected one sheet called gdl:nim"):
        made("{a,b}/nim", "new")
    with pytest.raises(InputError, match="found gdl:n-m and gdl:n m, expected games whose files have different names"):
        made("a/{n-m,n m}", "new")
