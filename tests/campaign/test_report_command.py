"""``zermelo campaign report``: files of all kinds, hostile names, empty results, exit codes."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.campaign.made_results import MadeRun, make_results

from zermelo import cli
from zermelo.campaign.report import charts

EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>document.title='x'</script>",
    "größe_%&{}$x$\\^~.pg",
    "\u2028<!-- x",
    "https://evil.example/$\\frac{1}{",
    "\x1b[31m",
)
"""Names of games."""

WAYS = ("search", EVIL[1], EVIL[3])


class PageReader(HTMLParser):
    """The elements of a page, the addresses in them, and the texts of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.names: list[str] = []
        self.addresses: list[str] = []
        self.handlers: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Take in an element."""
        self.tags.append(tag)
        for name, value in attrs:
            self.names += [value] if name == "id" else []
            self.addresses += [value] if name in {"src", "href", "xlink:href", "action"} else []
            self.handlers += [name] if name.startswith("on") else []
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        """Take in a text."""
        if self.cdata_elem == "script":
            self.scripts[-1] += data


def evil_results(path: Path) -> Path:
    """Results whose games and ways have hostile names."""
    stages = [{"name": "encode", "clauses": 40}]
    runs = [
        MadeRun(game, way, 0.1 * (1 + number), detail=EVIL[0], outcome="black" if number else None, stages=stages)
        for number, game in enumerate(EVIL)
        for way in WAYS
    ]
    return make_results(path, runs, campaign="<i>evil<b>.toml")


@pytest.mark.parametrize("drawn", [True, False])
def test_no_name_becomes_markup(tmp_path, drawn, monkeypatch):
    """The page holds our elements and our two scripts only, loads nothing, and its policy allows our script alone."""
    if drawn:
        pytest.importorskip("matplotlib")
    else:
        monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    page = tmp_path / "page.html"
    assert cli.run(["campaign", "report", str(evil_results(tmp_path / "a.db")), "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    seen = PageReader(text)
    assert {"script", "b", "i", "img"} & set(seen.tags) == {"script"}
    assert seen.handlers == []
    assert all(address.startswith(("#", "data:")) for address in seen.addresses)
    assert len(seen.names) == len(set(seen.names))
    data, script = seen.scripts
    assert {row[0] for row in json.loads(data)["rows"]} == set(EVIL)
    allowed = re.search("script-src '([^']*)'", text)
    assert allowed is not None
    assert allowed[1] == "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert drawn == ("<svg" in text)
    assert not list(tmp_path.glob(".*tmp"))


def test_the_page_is_the_same_each_time(tmp_path):
    """No dates, no random identifiers."""
    path = make_results(tmp_path / "a.db", [MadeRun("g", way) for way in WAYS[:2]])
    for name in ("1.html", "2.html"):
        assert cli.run(["campaign", "report", str(path), "--html", str(tmp_path / name)]) == 0
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_no_table_over_results(tmp_path, capsys):
    """A file of results that has the name of a table stays as it is."""
    for name, option in (("cells.csv", "--csv"), ("answers.tex", "--latex")):
        path = evil_results(tmp_path / name)
        before = path.read_bytes()
        assert cli.run(["campaign", "report", str(path), option, str(tmp_path)]) == 2
        assert f"{name}: found the name of an input" in capsys.readouterr().err
        assert path.read_bytes() == before


def test_csv_has_everything_and_latex_is_escaped(tmp_path, capsys):
    """CSV files are read back as they are; in LaTeX no sign of a name has a meaning; nothing changes the terminal."""
    path = evil_results(tmp_path / "a.db")
    given = ["campaign", "report", str(path), "--csv", str(tmp_path / "csv"), "--latex", str(tmp_path / "tex")]
    assert cli.run(given) == 0
    assert "\x1b" not in capsys.readouterr().out
    with (tmp_path / "csv/cells.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], row["way"]) for row in rows] == [(game, way) for game in EVIL for way in WAYS]
    names = {form: {path.stem for path in (tmp_path / form).iterdir()} for form in ("csv", "tex")}
    assert names["csv"] == {"cells", *names["tex"]}
    text = (tmp_path / "tex/answers.tex").read_text(encoding="utf-8")
    assert r"größe\_\%\&\{\}\$x\$\textbackslash{}\textasciicircum{}\textasciitilde{}.pg & " in text
    lines = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {len(re.findall(r"(?<!\\)&", line)) for line in lines} == {6}


@pytest.mark.parametrize(
    "runs",
    [
        [],
        pytest.param([MadeRun("g", "search", done=False)], marks=pytest.mark.slow),
        [MadeRun("g", "search", outcome=None)],
        pytest.param([MadeRun("g", "search", seconds=0.0, memory=0.0)], marks=pytest.mark.slow),
        [MadeRun("g", "search", limit=None, outcome=None), MadeRun("g", "et+caqe", limit=None)],
        [MadeRun("g", "search"), MadeRun("h", "et+caqe")],
        [MadeRun("g", "search", seconds=n, repetition=n) for n in (1, 2, 3)],
    ],
    ids=["no cell", "no row", "no answer", "no time", "no limit", "no game in common", "repetitions"],
)
def test_small_results_make_whole_reports(tmp_path, runs, capsys):
    """All tables and the page with its charts are made of nothing, of one way, of ways that have no game in common."""
    path, page = make_results(tmp_path / "a.db", runs), tmp_path / "a.html"
    folders = ["--csv", str(tmp_path / "csv"), "--latex", str(tmp_path / "tex")]
    assert cli.run(["campaign", "report", str(path), *folders, "--html", str(page)]) == 0
    assert "made.toml" in capsys.readouterr().out
    assert page.read_text().count("<svg") >= (3 if charts.available() else 0)


def test_failures_are_named(tmp_path, capsys):
    """Ten of them, each once, in one short line without control characters."""
    bad = [
        MadeRun(f"a\x1b{n}", "search", outcome=None, reason="crash", detail="x\n" * 99, repetition=n) for n in (1, 2)
    ]
    many = [MadeRun(f"nim:{n}", "search", outcome=None, reason="crash") for n in range(11)]
    path = make_results(tmp_path / "a.db", [*bad, *many])
    for command, rest in (("status", f"zermelo campaign report {path} --csv FOLDER"), ("report", "see --csv, --html")):
        assert cli.run(["campaign", command, str(path)]) == 0
        out = capsys.readouterr().out
        lines = [line for line in out.splitlines() if line.startswith("failed: ")]
        assert lines[0].startswith(r"failed: a\x1b1 by search: x x x")
        assert max(map(len, lines)) == 160
        assert (len(lines), f"\n… and 3 more: {rest}" in out) == (10, True)


def test_a_family_without_options_has_its_name(tmp_path, capsys):
    """It counts as the family, not as a file."""
    path = make_results(tmp_path / "a.db", [MadeRun(game, "search") for game in ("ttt", "hex:3x3", "a.pg", "b.pg")])
    assert cli.run(["campaign", "report", str(path)]) == 0
    assert "files (2)  ttt (1)  hex (1)\n" in capsys.readouterr().out


def test_formats_of_charts(tmp_path, capsys):
    """SVG, PNG and PDF by name, each what it says; another one is refused before anything is written."""
    pytest.importorskip("matplotlib")
    path, folder = make_results(tmp_path / "a.db", [MadeRun("g", "search")]), tmp_path / "plots"
    given = ["campaign", "report", str(path), "--plots", str(folder), "--format"]
    assert cli.run([*given, "jpeg"]) == 2
    assert "expected --format svg, png, pdf" in capsys.readouterr().err
    assert not folder.exists()
    assert cli.run([*given, "png,PDF,svg"]) == 0
    starts = {path.suffix: path.read_bytes()[:5] for path in folder.glob("cactus.*")}
    assert starts == {".png": b"\x89PNG\r", ".pdf": b"%PDF-", ".svg": b"<?xml"}


def test_without_matplotlib(tmp_path, monkeypatch, capsys):
    """Charts that were asked for: exit code 3 and what to install; the page: without them, with a warning."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    given = ["campaign", "report", str(make_results(tmp_path / "a.db", [MadeRun("g", "search")]))]
    assert cli.run([*given, "--plots", str(tmp_path)]) == 3
    assert "pip install 'zermelo[plots]'" in capsys.readouterr().err
    assert cli.run([*given, "--html", str(tmp_path / "a.html")]) == 0
    assert "no charts on the page" in capsys.readouterr().err


def test_comparison_names_what_changed(tmp_path, capsys):
    """Lost, slower, gained and faster answers by name; exit code 1 for regressions with --strict only."""
    before = {"lost": 1.0, "slow": 1.0, "gain": None, "fast": 4.0, "same": 1.0, "tiny": 0.001}
    after = {"lost": None, "slow": 3.0, "gain": 1.0, "fast": 1.0, "same": 1.5, "tiny": 0.09}
    paths = []
    for name, times in (("a", before), ("b", after)):
        runs = [
            MadeRun(game, "search", 10.0 if time is None else time, None if time is None else "black")
            for game, time in times.items()
        ]
        paths.append(str(make_results(tmp_path / f"{name}.db", [*runs, MadeRun(name, "search")])))
    assert cli.run(["campaign", "report", *paths]) == 0
    out = capsys.readouterr().out
    assert "6 cells in both, 1 only in a.db, 1 only in b.db.\nAnswers: 1 lost, 1 slower, 1 gained, 1 faster." in out
    assert re.search(r"lost +search +1.00 +10.0  unknown: time\n", out)
    assert cli.run(["campaign", "report", *paths, "--strict", "--json", "--csv", str(tmp_path / "csv")]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["comparisons"][0]["regressions"] == 2
    tables = said["comparisons"][0]["tables"]
    assert {name: [row["game"] for row in tables[name]["rows"]] for name in ("lost", "slower", "gained", "faster")} == {
        "lost": ["lost"], "slower": ["slow"], "gained": ["gain"], "faster": ["fast"]
    }  # fmt: skip
    assert (tmp_path / "csv/b-lost.csv").read_text().splitlines()[1].startswith("lost,")


def test_some_ways_and_some_games(tmp_path, capsys):
    """Ways and games that are not asked for count for nothing; a way or a game that does not exist is a mistake."""
    runs = [MadeRun(game, way, done=way != "x") for game in ("hex:1", "hex:2", "ttt") for way in ("search", "et", "x")]
    given = ["campaign", "report", str(make_results(tmp_path / "a.db", runs)), "--json"]
    assert cli.run([*given, "--way", "search", "--way", "x", "--game", "hex:*"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert (file["games"], file["runs"], file["missing"]) == (2, 2, 2)
    assert [row["way"] for row in file["tables"]["answers"]["rows"]] == ["search", "x", "(the best of all)"]
    assert file["tables"]["answers"]["rows"][0]["unique"] == 2
    assert cli.run([*given, "--way", "cor"]) == 2
    assert "expected a way of the campaign: et, search, x" in capsys.readouterr().err
    assert cli.run([*given, "--game", "hex:*", "--game", "foo*"]) == 2
    assert "found 'foo*', expected a pattern of its games, as hex:1, hex:2, ttt" in capsys.readouterr().err


def test_contradictions_are_exit_code_1(tmp_path, capsys):
    """Also those between two files, which agree each with itself."""
    paths = [
        str(make_results(tmp_path / f"{name}.db", [MadeRun("g", "search", outcome=outcome)]))
        for name, outcome in (("a", "black"), ("b", "white"))
    ]
    assert cli.run(["campaign", "report", paths[0]]) == 0
    page = tmp_path / "a.html"
    assert cli.run(["campaign", "report", *paths, "--html", str(page)]) == 1
    assert (
        "contradiction: g: a.db, search: White does not win ever, but b.db, search: White wins"
        in capsys.readouterr().err
    )
    assert 'class="alarm"' in page.read_text()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["none.db"], "none.db"),
        (["a.db", "a.db"], "found the same file twice"),
        (["a.db", "--html", "a.db"], "expected another file to write"),
        (["a.db", "--html", "no/page.html"], "cannot write"),
        (["a.db", "--csv", "a.db"], "cannot make this folder"),
        (["a.db", "--factor", "0"], "expected a factor of at least 1"),
        (["a.db", "--repetitions", "mean"], "expected one of median, best, worst"),
        (["text.db"], "no SQLite database"),
    ],
)
def test_mistakes_are_told_in_one_line(tmp_path, monkeypatch, capsys, given, told):
    """Exit code 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    make_results(tmp_path / "a.db", [MadeRun("g", "search")])
    (tmp_path / "text.db").write_text("no results")
    before = sorted(tmp_path.iterdir())
    assert cli.run(["campaign", "report", *given]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before
