"""``zermelo family``: a folder of formulas as a person and as a script get it."""

from __future__ import annotations

import csv
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from tests.waiting import until

from zermelo.errors import DisagreementError
from zermelo.formula import read_qcir, read_qdimacs


def rows(folder):
    with Path(folder, "manifest.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_family(zermelo):
    """Sizes times depths times encodings; the summary counts what the manifest lists."""
    ran = zermelo(
        *("family", "httt:{tippy,elly}", "--sizes", "3x3,4x4", "--depths", "5-7:2", "--encodings", "cor,dys"),
        *("--out", "tests/of/httt"),
    )
    assert (ran.code, ran.err) == (0, "")
    listed = rows("tests/of/httt")
    assert len(listed) == 2 * 2 * 2 * 2
    assert "httt_tippy_board-4x4.cor.d007.qdimacs" in {row["file"] for row in listed}
    counts = [sum(row["expected"] == status for row in listed) for status in ("true", "false", "unknown")]
    assert ran.out.splitlines() == [
        "16 files; listed in tests/of/httt/manifest.csv",
        "expected: {} true, {} false, {} unknown".format(*counts),
    ]
    for row in listed:
        read_qdimacs(Path("tests/of/httt", row["file"]))


def test_json_and_going_on(zermelo):
    """The same command writes nothing twice."""
    command = ("family", "hex", "--sizes", "2x2,3x3", "--depths", "3,5", "-o", "out", "--json")
    first, second = zermelo(*command), zermelo(*command)
    assert first.code == second.code == 0
    keys = ("folder", "manifest", "files", "written", "kept", "left_out", "expected", "reason")
    assert [first.json[key] for key in keys[:5]] == ["out", "out/manifest.csv", 4, 4, 0]
    assert [second.json[key] for key in keys[:5]] == ["out", "out/manifest.csv", 4, 0, 4]
    assert first.json["expected"] == second.json["expected"] == {"true": 3, "false": 1, "unknown": 0}
    assert second.json.keys() == {*keys, "seconds"}
    assert "4 of them kept as they were" in zermelo(*command[:-1]).out


def test_dry_run(zermelo):
    """The list is that of the files to come, and nothing is written."""
    command = ("family", "hex", "--sizes", "2x2,3x3", "--depths", "3,5", "--format", "qdimacs,qcir", "--gzip")
    listed = zermelo(*command, "--dry-run", "--json").json["files"]
    assert not list(Path().iterdir())
    assert {"file", "game", "encoding", "depth"} == listed[0].keys()
    out = zermelo(*command, "--dry-run").out
    assert out.endswith("\n8 files\n")
    assert all(each["file"] in out for each in listed)
    zermelo(*command, "--out", "out")
    assert {each["file"] for each in listed} == {row["file"] for row in rows("out")}


def test_forms(zermelo):
    """Both languages; cleansed alone means QCIR; every variable named."""
    command = ("family", "hex", "--sizes", "3x3", "--depths", "5", "--out")
    assert zermelo(*command, "a", "--format", "qcir,qdimacs", "--annotate").code == 0
    assert [row["form"] for row in rows("a")] == ["qcir annotated", "qdimacs annotated"]
    assert "\n# variable move1_0: move1.0\n" in Path("a", rows("a")[0]["file"]).read_text()
    assert zermelo(*command, "b", "--cleansed").code == 0
    (row,) = rows("b")
    assert row["form"] == "qcir cleansed"
    assert "# " not in Path("b", row["file"]).read_text().partition("\n")[2]
    read_qcir(Path("b", row["file"]))


def test_shapes_and_seeds(zermelo):
    """All shapes that fit on a board; random games by their seeds; several families at once."""
    ran = zermelo("family", "httt", "--sizes", "3x3", "--shapes", "all", "--depths", "9", "--dry-run")
    assert ran.out.endswith("\n24 files\n")
    ran = zermelo("family", "random-hex", "random-positional", "--seeds", "1-3", "--depths", "5", "--dry-run")
    assert ran.out.endswith("\n6 files\n")


def test_left_out(zermelo):
    """Games that do not fit are left out on demand, with the reason; so are decided ones."""
    command = ("family", "connect:{3,4}", "--sizes", "3x3,4x4", "--depths", "3", "--dry-run")
    assert "a length that fits" in zermelo(*command).err
    ran = zermelo(*command, "--skip")
    assert "left out: connect:4,board=3x3 (" in ran.out
    assert zermelo(*command, "--skip", "--json").json["left_out"][0]["what"] == "connect:4,board=3x3"
    ran = zermelo("family", "hex:3x3", "--depths", "3,5", "--no-decided", "--out", "out")
    assert [row["depth"] for row in rows("out")] == ["5"]
    assert "(decided while encoding)" in ran.out


def test_solve(zermelo):
    zermelo("family", "hex:3x3", "--depths", "5", "--solve", "20", "--memory-limit", "2000", "--out", "out")
    established = rows("out")[0]["established"]
    assert all(who in established for who in ("exhaustive search", "DepQBF", "CAQE"))


def test_solver_is_missing(zermelo, monkeypatch):
    """Exit code 3 before anything is written."""
    monkeypatch.setattr("zermelo.solvers.base.Solver.executable", lambda _: None)
    ran = zermelo("family", "hex:3x3", "--depths", "5", "--solve", "20", "--out", "out")
    assert ran.code == 3
    assert "is not installed; get it by" in ran.err
    assert not Path("out").exists()


def test_disagreement(zermelo, monkeypatch):
    """Loud: an internal error, and no file."""

    def disagree(*_):
        raise DisagreementError("hex:3x3, et at depth 5: a says true, b says false")

    monkeypatch.setattr("zermelo.bench.suite.solved", disagree)
    ran = zermelo("family", "hex:3x3", "--depths", "5", "--solve", "20", "--out", "out")
    assert ran.code == 1
    assert "a says true, b says false" in ran.err
    assert rows("out") == []


def test_two_at_once(tmp_path):
    """Commands that write to a folder at the same time lose nothing of each other."""
    boards = [f"{columns}x{rows}" for columns in (2, 3) for rows in (2, 3)]
    command = [sys.executable, "-m", "zermelo", "family", "hex", "--depths", "3,5", "--out", "out", "--sizes"]
    processes = [subprocess.Popen([*command, board], stdout=subprocess.DEVNULL, cwd=tmp_path) for board in boards]
    assert [process.wait(60) for process in processes] == [0] * len(boards)
    files = {path.name for path in (tmp_path / "out").iterdir()} - {"manifest.csv", "manifest.json"}
    assert len(files) == 2 * len(boards)
    assert {row["file"] for row in rows(tmp_path / "out")} == files


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupt(tmp_path, number):
    """Ctrl-C, a kill, a closed terminal: exit code 3, a true manifest, no solver left behind."""
    command = ["family", "hex:6x6", "--depths", "9,27", "--solve", "100", "--out", "out"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from zermelo.cli import main; main()", *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    me = psutil.Process(process.pid)
    until(lambda: bool(me.children(recursive=True)), "a solver")
    solvers = me.children(recursive=True)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (3, "")
    assert "stopped (interrupted); the same command goes on from here" in out
    assert [row["depth"] for row in rows(tmp_path / "out")] == ["9"]
    assert not psutil.wait_procs(solvers, timeout=5)[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "FAMILY is missing"),
        (["hex:3x3"], "give --out DIR"),
        (["hex:3x3", "--out", ""], "found '', expected a folder to write to"),
        (["hexx", "--sizes", "3x3", "--out", "out"], "did you mean hex?"),
        (["hex", "--sizes", "3x3,3y3", "--out", "out"], "'3y3'"),
        (["hex", "--sizes", "3x3,", "--out", "out"], "a list with commas"),
        (["hex:{3x3", "--out", "out"], "braces"),
        (["ttt", "--sizes", "3x3", "--out", "out"], "an option of ttt"),
        (["ttt", "--seeds", "1-2", "--out", "out"], "an option of ttt"),
        (["ttt", "--shapes", "all", "--out", "out"], "an option of ttt"),
        (["random-hex", "--seeds", "3-1", "--out", "out"], "numbers such as"),
        (["ttt", "--depths", "x", "--out", "out"], "numbers such as"),
        (["ttt", "--encodings", "corr", "--out", "out"], "an encoding out of"),
        (["ttt", "--encodings", "et", "--skip", "--out", "out"], "at least one formula"),
        (["ttt", "--format", "cnf", "--out", "out"], "qdimacs or qcir"),
        (["ttt", "--cleansed", "--annotate", "--out", "out"], "cleansed"),
        (["ttt", "--cleansed", "--format", "qdimacs", "--out", "out"], "cleansed"),
        (["ttt", "--solve", "nan", "--out", "out"], "--solve"),
        (["game.pg", "--out", "out"], "the name of a family"),
    ],
)
def test_errors(zermelo, arguments, said):
    """One line, and nothing is written."""
    ran = zermelo("family", *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert not list(Path().iterdir())


def test_folder_that_is_a_file(zermelo):
    Path("out").write_text("mine")
    ran = zermelo("family", "ttt", "--depths", "5", "--out", "out")
    assert ran.code == 2
    assert Path("out").read_text() == "mine"
