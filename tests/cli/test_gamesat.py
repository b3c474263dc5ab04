"""``zermelo gamesat`` and what other commands do with formulas."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from zermelo.errors import LimitError
from zermelo.formula import read_qcir, read_qdimacs, tseitin
from zermelo.gamesat import MAX, PLAYERS, decide, plots, read_cnf
from zermelo.solvers import SOLVERS


@pytest.fixture
def formula():
    """Formula 1 of the report, which the second player wins."""
    Path("xor.cnf").write_text("p cnf 2 2\n1 2 0\n-1 -2 0\n")
    return "xor.cnf"


def test_solve(zermelo, formula):
    """Either player first, with and without the word ``solve``."""
    assert "MIN wins, moving second" in zermelo("gamesat", formula).out
    told = zermelo("gamesat", "solve", formula, "--first", "min", "--json").json
    assert (told["winner"], told["first_move"], told["reason"]) == ("max", None, None)
    Path("or.cnf").write_text("p cnf 3 2\n1 2 0\n1 3 0\n")
    assert zermelo("gamesat", "or.cnf", "--json").json["first_move"] == 1
    assert "First move: -1" in zermelo("gamesat", "or.cnf", "--first", "min").out


def test_unknown(zermelo):
    """A limit is no answer: exit code 3, and which limit."""
    zermelo("gamesat", "generate", "--vars", "120", "--clauses", "60", "-o", "many")
    file = "many/random-120-60-3-1-1.cnf"
    ran = zermelo("gamesat", file, "--node-limit", "3")
    assert (ran.code, "Unknown: too many positions" in ran.out) == (3, True)
    told = zermelo("gamesat", file, "--time-limit", "0", "--json")
    assert (told.code, told.json["winner"], told.json["reason"]) == (3, None, "time")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("xor.cnf", "--first", "black"), "expected --first max or min"),
        (("xor.cnf", "--without", "magic"), "found 'magic', expected --without of frequency"),
        (("none.cnf",), "no such file"),
        (("large.cnf",), "large.cnf: found 1025, expected at most 1024 variables"),
        (("generate", "--vars", "40", "--clauses", "5"), "expected 14 to 79040 clauses"),
        (("phase-transition", "--vars", "30", "--clauses", "3"), "every variable occurs"),
        (("convert", "xor.cnf", "a.pg"), "none negated"),
        (("convert", "hex:3x3", "a.cnf"), "a maker-breaker game"),
        (("convert", "httt:el,board=3x3,mb", "a.qdimacs"), "found 'a.qdimacs', expected a file that ends in .cnf or"),
        (("convert", "xor.cnf", "a"), "found 'a', expected a file that ends in .cnf or .pg"),
    ],
)
def test_errors(zermelo, formula, arguments, said):
    """One line, exit code 2."""
    assert formula
    Path("large.cnf").write_text("p cnf 1025 1\n1 0\n")
    ran = zermelo("gamesat", *arguments)
    assert (ran.code, said in ran.err) == (2, True), ran.err


def test_generate(zermelo):
    """Files that say where they come from, the same for the same seed."""
    options = ("--vars", "6", "--clauses", "4", "--width", "3", "--count", "10", "--seed", "7")
    assert zermelo("gamesat", "generate", *options, "-o", "one").out == "10 formulas written to one\n"
    names = zermelo("gamesat", "generate", *options, "-o", "two", "--json").json["files"]
    assert names[0] == "random-6-4-3-7-01.cnf"
    assert [Path("one", name).read_bytes() for name in names] == [Path("two", name).read_bytes() for name in names]
    assert Path("one", names[0]).read_text().startswith("c formula 1: zermelo gamesat generate --vars 6 --clauses 4 ")


@pytest.mark.parametrize("form", ["qdimacs", "qcir"])
def test_encode(zermelo, formula, form):
    """The quantified formula is true where MAX wins, and its head says so."""
    for first in PLAYERS:
        text = zermelo("encode", formula, "--first", first, "--format", form, "--annotate").out
        qcnf = read_qdimacs(text) if form == "qdimacs" else tseitin(read_qcir(text))[0]
        truth = str(decide(read_cnf(formula, PLAYERS[first])).winner is MAX).lower()
        assert SOLVERS["depqbf"].solve(qcnf).answer.value == truth
        assert f"expected: {truth} (the native solver)" in text
        assert "name_1" in text
    assert zermelo("encode", formula, "-o", "f.qdimacs", "--json").json["blocks"] == 3
    for options, given in (("--depth 3", "--depth"), ("--domain d.ig --encoding et", "--encoding and --domain")):
        ran = zermelo("encode", formula, *options.split())
        told = f"zermelo: xor.cnf: found {given}, expected no --depth, --encoding or --domain with a Game-SAT formula\n"
        assert (ran.code, ran.err) == (2, told)
    assert zermelo("encode", "ttt", "--depth", "3", "--first", "max").code == 2


def test_convert(zermelo):
    """A game becomes a formula, the formula becomes a game with the same winner."""
    assert zermelo("gamesat", "convert", "httt:el,board=3x3,mb", "el.cnf").code == 0
    assert "MIN moves first" in Path("el.cnf").read_text()
    assert "MIN wins" in zermelo("gamesat", "el.cnf", "--first", "min").out
    assert zermelo("gamesat", "convert", "el.cnf", "el.pg", "--first", "min").code == 0
    assert zermelo("solve", "el.pg", "--who", "--json").json["outcome"] == "black"
    assert zermelo("gamesat", "convert", "el.cnf", "again.cnf.gz", "--first", "min").code == 0
    text = gzip.decompress(Path("again.cnf.gz").read_bytes()).decode()
    assert text.replace("el.cnf:", "httt:el,board=3x3,kind=mb:") == Path("el.cnf").read_text()
    assert zermelo("gamesat", "convert", "httt:el,board=3x3,mb", "same.pg").code == 0
    assert zermelo("solve", "same.pg", "--who", "--json").json["outcome"] == "black"
    assert zermelo("gamesat", "convert", "el.cnf", "/dev/null").code == 0


def test_convert_quantified(zermelo):
    """A quantified formula becomes one that MAX wins if it is true, and a game that White wins."""
    for order, first, second in (("ae", "max", "white"), ("ea", "min", "black")):
        Path("q.qdimacs").write_text(f"p cnf 2 2\n{order[0]} 1 0\n{order[1]} 2 0\n1 -2 0\n-1 2 0\n")
        for output in ("q.cnf", "q.pg"):
            assert zermelo("gamesat", "convert", "q.qdimacs", output).code == 0
        assert zermelo("gamesat", "q.cnf", "--first", "min", "--json").json["winner"] == first
        assert zermelo("solve", "q.pg", "--who", "--method", "search", "--json").json["outcome"] == second
    Path("bad.qdimacs").write_text("p cnf 2 1\ne 1 0\n1 2 0\n")
    ran = zermelo("gamesat", "convert", "bad.qdimacs", "q.cnf")
    assert (ran.code, "bad.qdimacs:3:3" in ran.err) == (2, True)


def test_ablation(zermelo):
    """Tables for both searches and players, the same again from the file."""
    options = ("--vars", "12", "--clauses", "6", "--count", "5")
    text = zermelo("gamesat", "ablation", *options).out
    assert text.count("\nnothing ") == 4
    assert text.count("Without singletons it solves ") == 2
    assert "report:" not in text
    assert zermelo("gamesat", "ablation", *options).out == text
    tables = zermelo("gamesat", "ablation", *options, "--json").json["tables"]
    assert [(each["search"], each["first"], len(each["rows"])) for each in tables] == [
        ("report", "max", 7), ("report", "min", 7), ("ours", "max", 17), ("ours", "min", 17)
    ]  # fmt: skip


def test_clauses_in_any_order(zermelo, monkeypatch):
    """Half of the formulas are won at the same number of clauses, in whatever order they are asked for."""
    monkeypatch.setattr(plots, "available", lambda: False)  # they are tested below
    options = ("phase-transition", "--vars", "10", "--count", "20", "-o", "out", "--json", "--clauses")
    ran = [zermelo("gamesat", *options, clauses).json for clauses in ("5,10,20,30", "30,20,10,5")]
    assert ran[0] == ran[1]
    assert ran[0]["half"]["max"]["10"] is not None


def test_phase_transition(zermelo):
    """Points, the number of clauses with as many wins, and plots where matplotlib is installed."""
    options = ("--vars", "6,9", "--clauses", "1-16", "--count", "5", "-o", "out")
    text = zermelo("gamesat", "phase-transition", *options).out
    assert [line.split()[0] for line in text.splitlines()[3:5]] == ["6", "9"]
    rows = [json.loads(line) for line in Path("out/points.jsonl").read_text().splitlines()]
    assert len(rows) == 2 * (15 + 14)
    plotted = {path.name for path in Path("out").glob("*.p*")}
    wanted = {f"{what}-{first}-first.{kind}" for what in ("share", "nodes") for first in PLAYERS for kind in PLOTS}
    assert plotted == (wanted if plots.available() else set())


PLOTS = ("png", "pdf")


def test_strategy(zermelo):
    """The winner's strategy is written and checked, and checked again by itself and against the formula."""
    Path("f.cnf").write_text("p cnf 6 5\n1 2 0\n-1 -2 3 0\n3 4 -5 0\n-3 -4 0\n5 6 0\n")
    assert "Strategy: s.json.gz, checked: " in zermelo("gamesat", "f.cnf", "--strategy", "s.json.gz").out
    ran = zermelo("check", "s.json.gz", "--game", "f.cnf")
    assert (ran.code, "MIN wins: holds. " in ran.out) == (0, True)
    told = zermelo("gamesat", "f.cnf", "--first", "min", "--strategy", "t.json", "--json").json
    assert (told["winner"], told["strategy"]["checked"], told["strategy"]["file"]) == ("max", True, "t.json")
    assert told["strategy"]["positions"] == zermelo("check", "t.json", "--json").json["positions"] > 0


def test_no_strategy(zermelo, monkeypatch):
    """Without a known winner there is no strategy; when the strategy takes too long, the winner is still told."""
    zermelo("gamesat", "generate", "--vars", "120", "--clauses", "60", "-o", "many")
    file = "many/random-120-60-3-1-1.cnf"
    ran = zermelo("gamesat", file, "--strategy", "s", "--node-limit", "3", "--json")
    assert (ran.code, ran.json["strategy"], Path("s").exists()) == (3, None, False)

    def late(*_: object, **__: object) -> None:
        raise LimitError("time", "out of time before the strategy was whole")

    monkeypatch.setattr("zermelo.cli.gamesat.certify_clauses", late)
    ran = zermelo("gamesat", file, "--strategy", "s")
    assert (ran.code, " wins, moving " in ran.out, "No strategy: out of time before" in ran.out) == (3, True, True)
    ran = zermelo("gamesat", file, "--strategy", "s", "--json")
    assert (ran.code, ran.json["strategy"], ran.json["reason"]) == (3, None, "time")


def test_the_answer_stands(zermelo, formula, monkeypatch):
    """The winner is told also when the file cannot be written, and on Ctrl-C; a wrong folder is told before."""
    assert zermelo("gamesat", formula, "--strategy", "no/such/folder/s").code == 2
    ran = zermelo("gamesat", formula, "--strategy", "/dev/full")
    assert (ran.code, " wins, moving " in ran.out) == (3, True)
    assert "No strategy: /dev/full: cannot write" in ran.out
    told = zermelo("gamesat", formula, "--strategy", "/dev/full", "--json").json
    assert (told["winner"], told["strategy"], told["reason"]) == ("min", None, "file")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.cli.gamesat.certify_clauses", interrupted)
    ran = zermelo("gamesat", formula, "--strategy", "s")
    assert (ran.code, " wins, moving " in ran.out, "No strategy: interrupted before" in ran.out) == (3, True, True)


def test_engines(zermelo, formula):
    """The searches that know only the rules say the same; limits end them, too."""
    for engine in ("depth-first", "df-pn", "pns"):
        for first, winner in (("max", "min"), ("min", "max")):
            assert zermelo("gamesat", formula, "--first", first, "--engine", engine, "--json").json["winner"] == winner
    ran = zermelo("gamesat", formula, "--engine", "magic")
    assert (ran.code, "an engine among depth-first, df-pn, pns" in ran.err) == (2, True)
    assert zermelo("gamesat", formula, "--engine", "pns", "--without", "table").code == 2
    zermelo("gamesat", "generate", "--vars", "40", "--clauses", "20", "-o", "many")
    ran = zermelo("gamesat", "many/random-40-20-3-1-1.cnf", "--engine", "df-pn", "--node-limit", "100")
    assert (ran.code, "too many positions" in ran.out) == (3, True)
