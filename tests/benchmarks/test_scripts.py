"""The measuring scripts run, remember, and notice what they are there to notice."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from textwrap import dedent

import pytest

from zermelo.families import rule_sheet
from zermelo.language import write_game
from zermelo.model import ConnectionGame

pytestmark = pytest.mark.slow
SCRIPTS = Path(__file__).resolve().parents[2] / "benchmarks"
TOO_SHORT = """
    from dataclasses import replace

    from zermelo.encodings.en import EN

    right = EN.encode
    EN.encode = lambda self, game, depth: replace(right(self, game, max(0, depth - 2)), depth=depth)
"""
"""An encoder that asks about two moves fewer than it says."""

CREDULOUS = """
    from zermelo.strategy import certify
    from zermelo.strategy.check.check_result import Holds

    certify.check_section = lambda section, *_, **__: (list(section.entries), Holds(section.claim, 1, 1, 0, 1))[1]
"""
"""Checkers that find everything right."""


def run(script: str, *options: str | Path, path: Path | None = None) -> tuple[int, str]:
    """Exit code and output of a script with processes; see `alone`."""
    return alone(script, "--jobs", "1", "--limit", "10", *options, path=path)


def alone(script: str, *options: str | Path, path: Path | None = None) -> tuple[int, str]:
    """Exit code and output; modules in ``path`` come first, ``sitecustomize`` among them."""
    command = [sys.executable, SCRIPTS / script, *options]
    environment = os.environ | ({} if path is None else {"PYTHONPATH": str(path)})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert not done.stderr or script == "polyominoes.py", done.stderr  # which tells its progress there
    return done.returncode, done.stdout


@pytest.fixture
def wrong(tmp_path):
    """A folder that breaks EN in whatever Python starts with it."""
    folder = tmp_path / "wrong"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(dedent(TOO_SHORT))
    return folder


@pytest.fixture
def instances(tmp_path):
    """One file in one folder: a puzzle that Black wins within five moves."""
    folder = tmp_path / "instances" / "small"
    folder.mkdir(parents=True)
    (folder / "corner_3x3-05.pg").write_text(write_game(ConnectionGame.hex(3, 3).with_depth(5), "pg"))
    return folder.parent


def test_agreement(wrong):
    """Games agree; with a wrong encoder they do not, and the script says how to see it again."""
    kinds = ["--kinds", "connection", "random-grid", "polyomino", "--only", "3x3", "--games", "1"]
    code, said = run("agreement.py", *kinds, "--encodings", "bddl", "cor", "en")
    assert (code, said.splitlines()[-1].endswith(" 0 with a disagreement")) == (0, True)
    code, said = run("agreement.py", "--kinds", "hex", "--games", "1", "--seed", "120", path=wrong)
    assert code == 1
    assert "COUNTEREXAMPLE python benchmarks/agreement.py --kinds hex --seed 120 --games 1\n" in said


def test_encodings(wrong):
    """A table of the variants; one that says something else is noticed."""
    code, said = run("encodings.py", "--encoding", "en", "--instances", "1")
    assert code == 0
    assert [line.split()[0] for line in said.splitlines()[2:]] == ["variant", "en", "en:symmetry=no"]
    code, said = run("encodings.py", "--encoding", "en", "et", "--instances", "1", path=wrong)
    assert (code, "CONTRADICTION about hex" in said) == (1, True)


def test_complete():
    """Only depths that no play exceeds."""
    code, said = run("encodings.py", "--encoding", "cor", "--instances", "2", "--complete", "--verbose")
    assert code == 0
    assert {line.split()[1] for line in said.splitlines() if line.startswith("httt")} == {"9"}


def test_encode(instances):
    """Both tables; what is marked makes the exit code 1; without instances nothing is measured."""
    for name in ("hex-hein", "gttt-3x3"):
        copytree(instances / "small", instances / name)
    code, said = alone("encode.py", instances)
    assert (code, "SLOW" in said) == (0, False)
    assert all(text in said for text in ("1 Hein puzzles", "gttt-3x3/corner_3x3-05.pg"))
    code, said = alone("encode.py", instances, "--only", "others", "--limit", "0")
    assert (code, "SLOW" in said) == (1, True)
    assert "nothing measured" in alone("encode.py", instances / "nothing")[1]


def test_lifted(tmp_path):
    """The variants on the questions that need no files, and what Table 2 says of them."""
    code, said = alone("lifted.py", tmp_path, "--most", "4", "--way", "bloqqer+depqbf", "--limit", "10")
    assert code == 0
    assert said.count("as published") >= 4
    assert "NOT AS PUBLISHED" not in said
    assert "\nbddl:symmetry=no " in said


def test_searches():
    """The tables of the native searches, on the smallest boards and puzzles."""
    command = [sys.executable, str(SCRIPTS / "search.py"), "--only", "3x3", "--limit", "10"]  # progress on stderr
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    code, said = done.returncode, done.stdout
    rows = [line.split() for line in said.splitlines() if line.startswith("3x3 and torus, m")]
    assert (code, [row[4:7] for row in rows if len(row) > 8]) == (0, 2 * [["8", "40", "0"]])
    code, said = alone("search_hex.py", "nowhere", "--limit", "5")
    assert (code, "empty 4x4" in said) == (0, True)


def test_search_of_grid_games():
    """Questions that are answered at once and others that are not, and rivals that answer and do not."""
    code, said = alone("search_grid.py", "large", "tables", "rivals", "--limit", "0.2")
    lines = {line.split()[0]: line for line in said.splitlines()}
    assert (code, "large:" in lines, "tables:" in lines, "rivals:" in lines) == (0, True, True, True)
    assert "critical depth 2 " in lines["domineering:2x2"]
    assert " 0 " not in lines["connect:4,board=4x4,rule=paper"]
    assert "time" in lines["domineering:8x8"]
    asked = "import search_grid as s; print(s._beside(s.GridEntry('', s.WIN, 9), s.Fastest({}, 8)))"
    for depth, wrong in ((9, False), (7, True), (11, True), (None, True)):
        program = [sys.executable, "-c", asked.format(depth)]
        done = subprocess.run(program, cwd=SCRIPTS, capture_output=True, text=True, check=True)
        assert ("CONTRADICTS" in done.stdout) is wrong


def test_fuzz():
    """A few cases of one function and one search; a name that nothing has is an error."""
    code, said = alone("fuzz.py", "--minutes", "0.02", "--seed", "1", "--only", "onnection")
    assert (code, "ConnectionSearch.decide" in said, " 0 crashes, 0 failures" in said) == (0, True, True)
    command = [sys.executable, str(SCRIPTS / "fuzz.py"), "--only", "chess"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "nothing is named 'chess'" in done.stderr) == (2, True)


def test_forged(tmp_path):
    """No forged file holds; where a checker takes whatever it reads, that is a failure which can be made again."""
    some = ("--kinds", "hex", "packers", "--files", "60")
    code, said = alone("forged.py", *some)
    assert (code, said.splitlines()[-1]) == (0, "60 files, 0 failures")
    (tmp_path / "sitecustomize.py").write_text(dedent(CREDULOUS))
    code, said = alone("forged.py", *some, path=tmp_path)
    assert (code, ": FALSE: " in said) == (1, True)
    again = re.search(r"forged.py (--kinds (?:hex|packers) --seed \d+ --only \d+)", said)
    assert again is not None
    code, said = alone("forged.py", *again[1].split(), path=tmp_path)
    assert (code, said.splitlines()[-1]) == (1, "1 files, 1 failures")


def test_gamesat():
    """The set of the report, a few of it; and small formulas against minimax."""
    code, said = alone("gamesat.py", "--count", "20", "--only", "40 variables")
    rows = [line.split() for line in said.splitlines() if line.startswith("40 variables")]
    assert (code, [row[2:4] + row[5:6] for row in rows]) == (0, [["MAX", "20", "0"], ["MIN", "20", "0"]])
    code, said = alone("gamesat.py", "--differential", "30", "--most", "4")
    assert (code, said.endswith(" 8 settings each: 0 differences\n")) == (0, True)
    code, said = alone("gamesat.py", "--strategies", "--count", "10", "--only", "40 variables")
    counts = [int(line.split()[4]) for line in said.splitlines() if line.startswith("40 variables")]
    assert (code, sum(counts)) == (0, 20)
    code, said = alone("gamesat.py", "--engines", "--count", "3", "--only", "8 variables")
    assert (code, said.count("8 variables"), "open" in said) == (0, 2, False)


@pytest.mark.parametrize(
    ("script", "options", "said"),
    [
        ("answer.py", ("--only", "hex:3x3"), "decided within ten seconds and not checked: none"),
        ("backward.py", ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", "--proof"), "evader-pursuer"),
        ("threads.py", ("connect:4,board=5x4,rule=paper", "hex:4x4", "--threads", "2", "--prove"), "holds"),
        ("grid_proofs.py", ("domineering:3x3",), "domineering:3x3"),
    ],
)
def test_searches_and_their_proofs(script, options, said):
    """A small game each: answered, proven, checked."""
    command = [sys.executable, SCRIPTS / script, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_net(tmp_path):
    """Sheets are measured, and the verdict is that of the known game."""
    sheet = tmp_path / "misere.gdl"
    sheet.write_text(rule_sheet("misere-ttt") or "")
    code, said = alone("net.py", str(sheet), "--limit", "5", "--depth", "3")
    assert (code, "misere.gdl" in said, " draw " in said) == (0, True, True)


def test_connection_agreement():
    for more in ((), ("--proofs",)):
        code, said = alone("connection_agreement.py", "--seeds", "0:20", *more)
        assert (code, "20 games agree" in said) == (0, True)


def test_many_small_games():
    code, said = alone("library.py", "--games", "12")
    assert (code, "12 " in said) == (0, True)
    code, said = alone("values.py", "domineering:2x3", "nim:1,2")
    assert (code, "{1/2|-2}" in said) == (0, True)


def test_tables_of_openings_and_shapes(tmp_path):
    code, said = alone("hex_openings.py", "3", "--folder", tmp_path, "--first", "5")
    assert (code, "b2" in said) == (0, True)
    code, said = alone("polyominoes.py", "--size", "3", "--cells", "3", "--certify", "--limit", "10")
    assert (code, "3x3" in said) == (0, True)


@pytest.mark.slow
def test_attack():
    code, said = alone(
        "attack.py", "--games", "httt:tippy,board=4x4,kind=maker-breaker", "--budget", "20", "--workers", "1"
    )
    assert (code, "tippy" in said) == (0, True)


def test_every_script_is_run_here():
    """None rots; `common` is a part of the others."""
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    scripts = {path.name for path in SCRIPTS.glob("*.py") if "__main__" in path.read_text()}
    assert not {name for name in scripts if f'"{name}"' not in tests}


def test_claims_across_depths():
    """A win within d is one within more, and no win ever is no win at all; nothing else contradicts."""
    spec = importlib.util.spec_from_file_location("common", SCRIPTS / "common.py")
    assert spec is not None
    assert spec.loader is not None
    common = importlib.util.module_from_spec(spec)
    sys.modules["common"] = common  # dataclasses look their module up
    try:
        spec.loader.exec_module(common)
    finally:
        del sys.modules["common"]
    depths = range(4)
    claims = [common.Claim(depth, wins, ever, "") for depth in depths for wins, ever in ((1, 0), (0, 0), (0, 1))]

    def allows(claim, least: int) -> bool:
        """True if a game that Black wins within ``least`` moves, but not fewer, is as claimed."""
        return bool(claim.black_wins) is (least <= (max(depths) if claim.ever else claim.depth))

    for one in claims:
        for two in claims:
            possible = any(allows(one, least) and allows(two, least) for least in range(max(depths) + 2))
            assert one.contradicts(two) is not possible, (one, two)


def test_snaky_goes_on_where_it_was(tmp_path):
    """Sessions of a few positions each find what is known; the totals are those of all of them."""
    kept = tmp_path / "file"
    code, out = alone("snaky.py", "--board", "7x7", "--checkpoint", kept, "--nodes", "150")
    assert code == 3
    assert "open (nodes)" in out
    assert out.endswith("holds what was found: the same command goes on from there\n")
    for _ in range(9):
        code, out = alone("snaky.py", "--board", "7x7", "--checkpoint", kept, "--nodes", "150")
        if code == 0:
            break
    assert code == 0
    assert "7x7  no win     –     10 of 10" in out
    assert alone("snaky.py", "--board", "6x6", "--board", "7x7")[0] == 0


def test_certify(tmp_path):
    """Strategies of a set hold, and stay where they are wanted."""
    code, said = alone("certify.py", "--sets", "poly3", "--limit", "30", "--pure", "--keep", tmp_path)
    assert code == 0
    assert "poly3  48/48" in said
    assert len(list(tmp_path.iterdir())) == 48


def test_extract():
    """Two ways side by side; what is left open is said, and in the exit code."""
    code, said = alone("extract.py", "--sets", "poly3", "--limit", "60")
    assert code == 0
    assert "poly3  48/48" in said
    code, said = alone(
        "extract.py", "--sets", "poly3", "--limit", "0", "--each", "--encoding", "cor", "--solver", "qute"
    )
    assert code == 3
    assert "open: out of time" in said


def test_proofs():
    """A row for each formula; what a limit left open, or a proof contradicts, is said and in the exit code."""
    code, said = alone("proofs.py", "hex:3x3@5", "ttt@5", "httt:tic,board=3x3@5:cor")
    assert code == 0
    rows = {line.split()[0]: line.split()[2] for line in said.splitlines()}
    assert rows == {"formula": "truth", "hex:3x3@5": "true", "ttt@5": "false", "httt:tic,board=3x3@5:cor": "false"}
    code, said = alone("proofs.py", "--prover", "qute", "hex:3x3@5:neg")
    assert (code, said.splitlines()[1].split()[2]) == (0, "false")
    code, said = alone("proofs.py", "--strategies", "hex:3x3@5", "ttt@5", "domineering:2x3@4", "none.pg@3")
    assert (code, "none.pg@3: no such file" in said) == (0, True)
    compared = [line.split()[:2] for line in said.splitlines()[1:4]]
    assert compared == [["hex:3x3@5", "yes"], ["ttt@5", "no"], ["domineering:2x3@4", "yes"]]
    code, said = alone("proofs.py", "--limit", "0.01", "hex:5x5@9")
    assert code == 3
    assert "no proof: depqbf stopped: time limit" in said


def test_startup():
    """A line for each command, and what it has loaded."""
    code, said = alone("startup.py", "--runs", "1", "--imports")
    assert code == 0
    rows = said.splitlines()[1:]
    assert [row[:24].strip() for row in rows[1::2]][:3] == ["--version", "--help", "families"]
    assert rows[2].split() == ["5", "modules", "of", "zermelo;", "no", "other", "library"]


def test_campaign():
    """The overhead of a cell, in three lines."""
    code, said = alone("campaign.py", "--cells", "3")
    assert code == 0
    assert [line.split()[0] for line in said.splitlines()] == ["process", "engine", "campaign"]


def test_campaign_kills():
    """A campaign that is killed in all ways ends whole; the script would tell."""
    code, out = alone("campaign_kills.py", "--cells", "30", "--kills", "3", "--limit", "1", "--jobs", "2")
    assert code == 0, out
    assert "orphans: 0; contradictions: 0" in out
    assert "all as it should be" in out


def test_the_page_under_load():
    """A few clients and sessions: nothing is lost."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    code, told = alone("web_load.py", "--clients", "3", "--sessions", "4")
    assert code == 0, told
    assert re.search(r"4 sessions one after the other: .* lost or wrong: 0", told)
