"""``zermelo sizes``: the table that people read and the rows that programs read are the same numbers."""

from __future__ import annotations

import pytest

from zermelo.bench.sizes import measure
from zermelo.cli import run
from zermelo.encodings import encoding
from zermelo.encodings.ea import EA
from zermelo.errors import UnsupportedError
from zermelo.families import make
from zermelo.formula import Circuit
from zermelo.preprocess.bloqqer import Bloqqer


def test_table(zermelo):
    """Grouped numbers, right under their headings, in 100 columns."""
    ran = zermelo("sizes", "hex:19x19", "--encodings", "et", "--depths", "45")
    assert (ran.code, ran.err) == (0, "")
    heading, row = ran.out.splitlines()[3:]
    assert heading.split() == [
        "encoding",
        "depth",
        "blocks",
        "universal",
        "variables",
        "clauses",
        "literals",
        "seconds",
    ]
    assert row.split()[:5] == ["et", "45", "45", "198", "17,372"]
    assert row.index("17,372") + 6 == heading.index("variables") + 9
    assert len(row) <= 100


def test_rows_are_the_formulas(zermelo):
    """Every encoding and depth in order; gates for circuits only; the numbers of ``encode``."""
    ran = zermelo("sizes", "hex:3x3", "--encodings", "et:symmetry=no,ln", "--depths", "5-9:2,99,3", "--json")
    rows = ran.json["rows"]
    assert [(row["encoding"], row["depth"]) for row in rows] == [
        (name, depth) for name in ("et:symmetry=no", "ln") for depth in (3, 5, 7, 9)
    ]
    for row in rows:
        if row["depth"] == 3:
            assert (row["decided"], row["variables"], row["clauses"]) == (False, None, None)
            continue
        formula = zermelo(
            "encode", "hex:3x3", "--depth", row["depth"], "--encoding", row["encoding"], "-o", "f.qdimacs", "--json"
        ).json
        same = ("variables", "clauses", "literals", "blocks", "universal", "existential")
        assert [row[key] for key in same] == [formula[key] for key in same]
        assert (row["gates"] is None) == (row["encoding"] != "ln")
        assert row["query"] == "Black wins within the depth"


def test_defaults(zermelo):
    """All encodings that fit, also for a domain beside a problem; the file's own depth."""
    zermelo("make", "hex:3x3,depth=5", "-o", "own.pg")
    rows = zermelo("sizes", "own.pg", "--json").json["rows"]
    assert {row["depth"] for row in rows} == {5}
    assert {"et", "en", "ea", "cor"} <= {row["encoding"] for row in rows}
    assert "pairing asks: White holds" in zermelo("sizes", "own.pg").out
    rows = zermelo("sizes", "domineering:2x2", "--json").json["rows"]
    assert {row["encoding"] for row in rows} == {"bddl", "ground", "neg"}


def test_decided_is_no_zero(zermelo):
    out = zermelo("sizes", "hex:3x3", "--encodings", "et", "--depths", "3").out
    assert "decided: false" in out
    assert " 0 " not in out


def test_too_much_to_list(zermelo, monkeypatch):
    def refuse(*_):
        raise UnsupportedError("fewer paths")

    monkeypatch.setattr(EA, "encode", refuse)
    ran = zermelo("sizes", "hex:3x3", "--encodings", "ea,et", "--depths", "5")
    assert ran.code == 0
    assert "not encoded" in ran.out
    assert ran.out.endswith("\nea not encoded: fewer paths\n")


@pytest.mark.parametrize("form", ["qdimacs", "qcir"])
def test_format(zermelo, form):
    """Clauses count in QDIMACS, gates in QCIR, whatever the encoding makes."""
    rows = zermelo("sizes", "hex:3x3", "--encodings", "et,ln", "--depths", 5, "--format", form, "--json").json["rows"]
    assert [row["clauses"] is None for row in rows] == [form == "qcir"] * 2
    assert [row["gates"] is None for row in rows] == [form == "qdimacs", False]
    circuit = encoding("ln").encode(make("hex:3x3"), 5).formula
    assert isinstance(circuit, Circuit)
    assert rows[1]["gates"] == circuit.sizes().gates


def test_bloqqer(zermelo):
    out = zermelo("sizes", "hex:4x4", "--encodings", "et", "--depths", "3,9", "--bloqqer").out
    first, second = out.split("\n\n")[1:]
    assert "decided: false" in first
    assert second.startswith("after Bloqqer")
    assert second.split("\n")[0].split()[3:] == ["blocks", "variables", "clauses", "literals", "seconds"]
    assert len(second.splitlines()) == 2
    ran = zermelo("sizes", "hex:4x4", "--encodings", "et", "--depths", 9, "--bloqqer", "--json")
    simpler = ran.json["rows"][0]["preprocessed"]
    assert 1 <= simpler["blocks"] <= 9
    assert simpler["literals"] > simpler["clauses"] > 0
    assert f"{simpler['literals']:,}" in second
    ran = zermelo("sizes", "hex:4x4", "--encodings", "et", "--depths", 9, "--bloqqer", "--time-limit", 0, "--json")
    assert ran.json["rows"][0]["preprocessed"]["outcome"] == "time"


def test_bloqqer_is_missing(zermelo, monkeypatch):
    """Exit code 3 before any work, with how to get it."""
    monkeypatch.setattr(Bloqqer, "available", lambda _: False)
    ran = zermelo("sizes", "ttt", "--bloqqer")
    assert (ran.code, ran.out) == (3, "")
    assert "pip install 'zermelo[qbf]'" in ran.err


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_known_sizes_are_kept(zermelo, monkeypatch, error):
    """Ctrl-C and lack of memory end the table, not what stands in it."""

    def stop(game, use, depth, *rest):
        if depth > 5:
            raise error
        return measure(game, use, depth, *rest)

    monkeypatch.setattr("zermelo.cli.sizes.measure", stop)
    ran = zermelo("sizes", "hex:3x3", "--encodings", "et", "--depths", "3,5,7,9")
    assert ran.code == 3
    assert "stopped after 2 of 4 formulas" in ran.out
    ran = zermelo("sizes", "hex:3x3", "--encodings", "et", "--depths", "3,5,7,9", "--json")
    assert ran.code == 3
    assert ([row["depth"] for row in ran.json["rows"]], bool(ran.json["reason"])) == ([3, 5], True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ttt", "--depths", "5-"], "'5-'"),
        (["ttt", "--depths", ""], "numbers such as"),
        (["ttt", "--encodings", "corr"], "an encoding out of"),
        (["ttt", "--encodings", "cor:nothing=yes"], "an option of 'cor'"),
        (["ttt", "--format", "cnf"], "qdimacs or qcir"),
        (["ttt", "--format", "qcir", "--bloqqer"], "--format qdimacs"),
        (["ttt", "--time-limit", "-1"], "--time-limit"),
        (["ttt", "--time-limit", "inf"], "--time-limit"),
        (["evader-pursuer:4x4,evader=4-1,pursuer=2-3", "--depths", "1000000"], "may never end"),
    ],
)
def test_errors(zermelo, arguments, said):
    ran = zermelo("sizes", *arguments)
    assert ran.code == 2
    assert said in ran.err


def test_encoding_that_does_not_fit(capsys):
    """The error of ``encode``, with the table of what fits."""
    assert run(["sizes", "ttt", "--encodings", "cor,et", "--depths", "5"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "encoding 'et' takes connection games only; what fits this game: 'cor'" in printed.err
