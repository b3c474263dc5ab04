"""The measuring scripts run, remember, and notice what they are there to notice."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree
from textwrap import dedent

import pytest

import zermelo
from zermelo.families import rule_sheet
from zermelo.language import write_game
from zermelo.model import ConnectionGame
from zermelo.search import Minimax

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


REFUSING = """
    from zermelo.strategy.check import section
    from zermelo.strategy.check.check_result import Broken

    section.checked = lambda game, claim, *_, **__: Broken(claim, "no", (), game.start, 0)
"""
"""A checker that finds nothing right."""


HEX3 = ConnectionGame.hex(3, 3)


def wins_hex3(cell: int) -> bool:
    """True if Black wins on 3x3 after this opening, by the plain rules."""
    game = HEX3.after([cell])
    return bool(Minimax(game).within(game.start, 8))


def run(script: str, *options: str | Path, path: Path | None = None) -> tuple[int, str]:
    """Exit code and output of a script with processes; see `alone`."""
    return alone(script, "--jobs", "1", "--limit", "10", *options, path=path)


PROGRESS = {
    "polyominoes.py": r"[23]x[23]( torus)?, m[bm]: [\d.]+ s",
    "answer.py": r"\d+ \S+: .*",
    "search.py": r".*: [\d.]+ s",
}
"""The lines of progress, on standard error, of the scripts that have some."""


def alone(script: str, *options: str | Path, path: Path | None = None) -> tuple[int, str]:
    """Exit code and output, of mistakes one line; modules in ``path`` come first, ``sitecustomize`` among them."""
    command = [sys.executable, SCRIPTS / script, *options]
    environment = os.environ | ({} if path is None else {"PYTHONPATH": str(path)})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    lines = done.stderr.splitlines()
    progress = PROGRESS.get(script, "") if done.returncode != 2 else f"{re.escape(script)}: .*"
    assert not [line for line in lines if not re.fullmatch(progress, line)], done.stderr
    return done.returncode, done.stdout


def rows_of(said: str, *start: str) -> list[list[str]]:
    """The words of the lines that begin with these words."""
    return [words for line in said.splitlines() if (words := line.split())[: len(start)] == list(start)]


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
    formula = zermelo.encode(HEX3, 5, "cor").clauses()[0]
    assert (rows_of(said)[0][:3], rows_of(said, "cor")[0][1::4]) == (
        ["1", "Hein", "puzzles"],
        ["1", str(formula.num_clauses)],
    )
    sizes = {row[1]: row[2:5] for row in rows_of(said, "gttt-3x3/corner_3x3-05.pg")}
    assert sizes["cor"] == ["5", str(formula.num_variables), str(formula.num_clauses)]
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
    code, said = alone("search.py", "--only", "3x3", "--limit", "10")
    found = [row[4:7] for row in rows_of(said, "3x3", "and", "torus,") if len(row) > 8]
    assert (code, found) == (0, 2 * [["8", "40", "0"]])
    code, said = alone("search_hex.py", "nowhere", "--limit", "5")
    assert (code, rows_of(said, "empty", "3x3")[0][4:8]) == (0, ["wins", str(sum(map(wins_hex3, range(9)))), "of", "9"])
    assert [row[4] for row in rows_of(said, "empty") if len(row) > 6] == 4 * ["wins"]  # Nash: the first player, always


def test_search_of_grid_games():
    """Questions that are answered at once and others that are not."""
    code, said = alone("search_grid.py", "large", "--limit", "0.01")
    assert code == 0
    assert rows_of(said, "domineering:8x8")[0][1] == "time"
    code, said = alone("search_grid.py", "tables", "--limit", "0.1")
    assert (code, "CONTRADICTS" in said) == (0, False)
    assert rows_of(said, "domineering:2x2")[0][1:4] == ["critical", "depth", "2"]  # of the paper, as the next ones
    assert rows_of(said, "breakthrough:2x4,first=white")[0][1:4] == ["critical", "depth", "8"]
    assert rows_of(said, "domineering:2x5")[0][1:4] == ["Black", "never", "wins"]
    asked = "import search_grid as s; print(s._beside(s.GridEntry('', s.WIN, 9), s.Fastest({}, 8)))"
    for depth, wrong in ((9, False), (7, True), (11, True), (None, True)):
        program = [sys.executable, "-c", asked.format(depth)]
        done = subprocess.run(program, cwd=SCRIPTS, capture_output=True, text=True, check=True)
        assert ("CONTRADICTS" in done.stdout) is wrong


def test_peers():
    """The known winners, and a ratio where both have told one."""
    code, said = alone("peers.py", "breakthrough", "hex", "--limit", "3")
    rows = {row[0]: row for row in (re.split(r" {2,}", line) for line in said.splitlines())}
    assert (code, rows["breakthrough:3x5"][1], rows["breakthrough:3x6"][1]) == (0, "white", "black")
    assert float(rows["breakthrough:3x5"][-1]) > 0
    assert rows["hex 5x5, every opening"][1] == "13 win"


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


def test_searches_and_their_proofs():
    """A small game each, with a known answer: found, proven, checked."""
    code, said = alone("answer.py", "--only", "hex:3x3")
    (row,) = rows_of(said, "hex:3x3")
    assert (code, row[1:4], row[-1]) == (0, ["black", "in", "5"], "yes")  # folklore
    assert said.endswith("\ndecided within ten seconds and not checked: none\n")
    name = "evader-pursuer:4x4,evader=4-1,pursuer=2-3"
    code, said = alone("backward.py", name, "--proof")
    (row,) = rows_of(said, name)
    assert (code, " ".join(row[7:10]), "proof of" in said) == (0, "Black in 3;", True)  # concise-grid-games, Table 2
    code, said = alone("grid_proofs.py", "domineering:3x3")
    assert (code, rows_of(said, "domineering:3x3")[0][1]) == (0, "black")  # who opens wins on 3x3
    games = "domineering:5x5", "hex:4x4", "httt:snaky,board=7x7,mb"
    code, said = alone("threads.py", *games, "--threads", "2", "--orders", "2", "--prove")
    for name, wins in (("domineering:5x5", "False"), ("hex:4x4", "True")):  # White wins the first (Breuker 2000)
        assert [(row[1:3], row[-1]) for row in rows_of(said, name)] == [(["1", wins], "holds"), (["2", wins], "holds")]
    assert code == 0
    code, said = alone("threads.py", "domineering:4x4 random 3", "--draws", "2", "--threads", "2")
    assert (code, len(rows_of(said, "domineering:4x4", "after"))) == (0, 4)
    assert "\n2 threads, 2 questions: " in said
    code, said = alone("threads.py", "domineering:4x4 random 3", "--at-least", "600", "--threads", "2")
    assert (code, said) == (0, "No question has been asked that takes one thread so long.\n")


def test_net(tmp_path):
    """Sheets are measured, and the verdict is that of the known game."""
    sheet = tmp_path / "misere.gdl"
    sheet.write_text(rule_sheet("misere-ttt") or "")
    code, said = alone("net.py", str(sheet), "--limit", "5", "--depth", "3")
    names = ["game", "fluents", "ground", "rules", "k/s", "states", "back", "k/s", "s", "outcome", "Black"]
    assert (code, rows_of(said)[0][: len(names)]) == (0, names)
    (row,) = rows_of(said, "misere.gdl")
    assert (row[7:9], row[12]) == (["draw", "no"], "no")


def test_connection_agreement():
    for more in ((), ("--proofs",)):
        code, said = alone("connection_agreement.py", "--seeds", "0:20", *more)
        assert (code, rows_of(said)[-1][:3]) == (0, ["20", "games", "agree,"])


def test_thread_agreement():
    code, said = alone("thread_agreement.py", "--seeds", "3:8")
    rows = [[kind, "5", "games", "agree,"] for kind in ("grid:", "connection:", "positional:")]
    assert (code, [row[:4] for row in rows_of(said)]) == (0, rows)


def test_many_small_games():
    """As many as were asked for; values as in Winning Ways, and by Sprague and Grundy."""
    code, said = alone("library.py", "--games", "12")
    assert (code, [row[:2] for row in rows_of(said)[1:]]) == (0, [["achievement", "12"], ["all", "12"]])
    code, said = alone("values.py", "domineering:2x3", "nim:1,2")
    values = {row[2]: row[4] for row in rows_of(said)}
    assert (code, values) == (0, {"domineering:2x3": "{1/2|-2}", "nim:1,2": f"*{1 ^ 2}"})
    code, said = alone("values.py", "--plain", "2x3", "3x3")
    assert (code, said.count("the same by its definition")) == (0, 2)


def test_tables_of_openings_and_shapes(tmp_path):
    """Winners as the plain rules find them, also when they are read again; Harary's winners on 3x3."""
    cells = HEX3.board.cells
    for _ in range(2):
        code, said = alone("hex_openings.py", "3", "--folder", tmp_path / "new", "--first", "5", "--keep", "0.0005")
        found = {each["opening"]: each["winner"] for each in map(ast.literal_eval, said.splitlines()[:-1])}
        assert found == {name: "black" if wins_hex3(cells.index(name)) else "white" for name in found}
        assert (code, said.splitlines()[-1].split(";")[0]) == (0, "5 openings are decided, 0 open")
        assert all(each.stat().st_size <= 500 for each in (tmp_path / "new").glob("*.checkpoint"))
    code, said = alone("polyominoes.py", "--size", "3", "--cells", "3", "--certify", "--limit", "10")
    boards = [f"3x3{torus}" for torus in ("", " torus")]
    counts = [[" ".join(row[:-8]), *row[-8:-6], row[-6]] for row in rows_of(said)[1:5]]
    assert (code, counts) == (0, [[f"{board} {kind}", "3", "1", "–"] for board in boards for kind in ("mb", "mm")])
    winners = {line.partition(":")[0]: set(line.split()[-3:]) for line in said.splitlines()[5:]}
    el = {"p1-01", "p2-01", "p3-02"}  # not three in a row
    assert winners == {f"{board}, {kind}": el for board in boards for kind in ("mb", "mm")}


@pytest.mark.slow
def test_attack():
    """One search and one worker say what Harary does: Tippy is won on boards from 3x3 on."""
    name = "httt:tippy,board=4x4,kind=maker-breaker"
    code, said = alone("attack.py", "--games", name, "--budget", "20", "--workers", "1")
    search, worker = rows_of(said, name)
    assert (code, search[1:3], worker[1:3]) == (0, ["search", "True"], ["1", "wins"])
    assert float(worker[5]) == pytest.approx(int(worker[4]) / int(search[3]), abs=0.01)


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
    code, out = alone("snaky.py", "--board", "7x7", "--checkpoint", kept, "--nodes", "60")
    assert code == 3
    assert "open (nodes)" in out
    assert out.endswith("holds what was found: the same command goes on from there\n")
    for _ in range(9):
        code, out = alone("snaky.py", "--board", "7x7", "--checkpoint", kept, "--nodes", "60")
        if code == 0:
            break
    assert code == 0
    (row,) = rows_of(out, "7x7")
    assert (row[1:3], row[4:7]) == (["no", "win"], ["10", "of", "10"])
    assert alone("snaky.py", "--board", "6x6", "--board", "7x7", "--jobs", "2")[0] == 0
    assert kept.stat().st_size > 1_000
    assert alone("snaky.py", "--board", "7x7", "--checkpoint", kept, "--keep", "0.001")[0] == 0
    assert kept.stat().st_size <= 1_000


def test_an_opening_is_kept_at_once(tmp_path, monkeypatch):
    """An opening that is decided is written down while an earlier one is still being searched."""
    monkeypatch.syspath_prepend(SCRIPTS)
    openings = importlib.import_module("openings")
    kept = tmp_path / "openings.json"
    seen: list[str] = []

    def work(opening, _):
        until = time.monotonic() + 20
        while opening == "a1" and not seen and time.monotonic() < until:
            seen.extend(['"b1"'] if kept.exists() and '"b1"' in kept.read_text() else [])
            time.sleep(0.01)
        return {"opening": opening, "claim": openings.BLACK_WINS, "checked": True}

    monkeypatch.setattr(openings, "proven", work)
    command = ["openings.py", "httt:el,board=3x3,mb", "--folder", str(tmp_path), "--jobs", "2", "--only", "a1", "b1"]
    monkeypatch.setattr(sys, "argv", command)
    assert (openings.main(), seen) == (openings.OPEN, ['"b1"'])


def test_openings_one_by_one(tmp_path):
    """El cannot be begun in the corner; a proof of something else is refused, and what is still open is told."""
    game = "httt:el,board=3x3,mb"
    code, said = alone("openings.py", game, "--folder", tmp_path, "--only", "b1", "b2")
    assert (code, said.splitlines()[-1]) == (3, "2 of 3 openings are decided, 2 win")
    code, said = alone("openings.py", game, "--folder", tmp_path, "--jobs", "2")
    last = "all 3 openings are decided, each by a proof that the checker has accepted: 2 win"
    assert (code, said.splitlines()[-1], [row[0] for row in rows_of(said)[-4:-1]]) == (0, last, ["b1", "b2", "a1"])
    code, said = alone("openings.py", game, "--folder", tmp_path / "again", "--switch", "table=false")
    assert (code, said.splitlines()[-1]) == (0, "all 3 openings are decided, by search: 2 win")
    after = ["openings.py", game, "--folder", tmp_path / "after", "--after"]
    for more in [], ["--check"]:
        code, said = alone(*after, "a1 b1", "--only", "b2", *more)
        assert (code, said.splitlines()[-1]) == (3, "1 of 7 openings are decided, 1 win")
    code, said = alone(
        "openings.py", "httt:snaky,board=7x8,mb", "--folder", tmp_path / "small", "--only", "d4", "--keep", "0.001"
    )
    assert (code, "of 16 openings are decided" in said.splitlines()[-1]) == (3, True)
    assert 500 < (tmp_path / "small" / "d4.checkpoint").stat().st_size <= 1_000
    whole = tmp_path / "small" / "d4.strategy.gz"
    written = whole.read_bytes()
    whole.unlink()
    code, said = alone("openings.py", "httt:snaky,board=7x8,mb", "--folder", tmp_path / "small", "--check")
    assert (code, said.splitlines()[-1]) == (3, "1 of 16 openings are decided, 0 win")
    assert whole.read_bytes() == written
    (tmp_path / "b2.strategy.gz").write_bytes((tmp_path / "b1.strategy.gz").read_bytes())
    code, said = alone("openings.py", game, "--folder", tmp_path, "--check", "--pure", "--only", "b2")
    assert (code, said.splitlines()[-1]) == (1, "wrong: the proofs of b2 do not hold")
    code, said = alone("openings.py", game, "--folder", tmp_path)  # it is made anew
    assert (code, said.splitlines()[-1]) == (0, last)
    assert alone("openings.py", "httt:tic,board=3x3,mb", "--folder", tmp_path)[0] == 2
    assert alone("openings.py", game, "--folder", tmp_path, "--switch", "table=false")[0] == 2
    other = [
        "openings.py",
        "httt:fatty,board=4x3",
        "--folder",
        tmp_path / "other",
        "--switch",
        "rows=false",
        "--only",
        "b2",
    ]
    for more, proofs in ([], 0), (["--certify"], 1), (["--certify", "--check"], 1):
        code, said = alone(*other, *more)
        assert (code, said.splitlines()[-1]) == (3, "1 of 4 openings are decided, 0 win")
        assert len(list((tmp_path / "other").glob("*.strategy.gz"))) == proofs
    assert "Black holds for ever, White holds for ever" in said
    assert alone(*other, "--certify", "--within", "12")[0] == 2  # results of another question
    other[3] = tmp_path / "black"
    code, said = alone(*other, "--certify", "--within", "12")
    assert (code, "Black holds" in said, "White holds for ever" in said) == (3, False, True)
    for moves in ("a1", "a1 b3", "a1 z9"):  # White to move, results of another position, no cell
        assert alone(*after, moves)[0] == 2, moves
    for switch in ("shuffle=-1", "shuffle=true", "table=1", "shares=abc", "nope=1"):
        assert alone("openings.py", game, "--folder", tmp_path / "none", "--switch", switch)[0] == 2, switch
    code, said = alone("openings.py", "hex:7x7", "--folder", tmp_path / "hex", "--only", "d4", "--limit", "0.01")
    assert (code, said.splitlines()[-1]) == (3, "0 of 25 openings are decided, 0 win")


def test_replies_one_by_one(tmp_path):
    """All replies to the first move that wins lose, out of a search or not; those to another one do not."""
    game, wins, kept = ("domineering:4x4", "--after", "vertical(1,2)"), tmp_path / "wins", tmp_path / "searched"
    search = [sys.executable, "-m", "zermelo", "solve", *game, "--checkpoint", kept]
    subprocess.run(search, check=True, capture_output=True)
    searched = kept.read_bytes()
    for _ in range(2):  # the second time the results are there
        code, said = alone("replies.py", *game, "--folder", wins, "--checkpoint", kept, "--jobs", "2")
        last = "all 5 moves lose, each by a proof that was checked (5 entries): Black wins"
        assert (code, said.splitlines()[-1]) == (0, last)
    assert [each.name for each in wins.iterdir()] == ["replies.json"]
    assert kept.read_bytes() == searched
    code, said = alone("replies.py", *game[:2], "vertical(2,1)", "--folder", tmp_path / "loses")
    assert (code, said.splitlines()[-1]) == (1, "not all moves lose: not horizontal(3,2), horizontal(3,3)")
    code, said = alone("replies.py", "hex:3x3", "--after", "b2", "--folder", tmp_path / "hex")
    assert (code, said.split()[-2:]) == (0, ["Black", "wins"])
    code, said = alone("replies.py", "hex:3x3", "--after", "b2 a1 c1", "--folder", tmp_path / "more")
    assert (code, said.split()[-2:]) == (0, ["Black", "wins"])
    (tmp_path / "sitecustomize.py").write_text(dedent(REFUSING))
    code, said = alone("replies.py", *game, "--folder", tmp_path / "refused", path=tmp_path)
    assert (code, said.splitlines()[-1].startswith("wrong: the proofs after horizontal(")) == (1, True)
    code, said = alone("replies.py", "domineering:8x8", "--folder", tmp_path / "open", "--limit", "0.01")
    assert (code, said.splitlines()[-1].endswith("the others are open")) == (3, True)
    assert list((tmp_path / "open").glob("*.checkpoint"))  # what they have found is not lost
    assert alone("replies.py", *game, "--folder", tmp_path / "loses")[0] == 2
    assert alone("replies.py", *game, "--folder", wins, "--checkpoint", tmp_path / "none")[0] == 2


def test_what_one_polyomino_says_of_others():
    """Without a search of each one the verdicts are the same, and fewer are searched."""
    (code, all_), (same, few) = alone("polyominoes.py", "--size", "3", "--each"), alone("polyominoes.py", "--size", "3")
    columns = [[(*row[:-5], row[-5]) for row in rows_of(said)[1:5]] for said in (all_, few)]
    for whole, part in zip(*columns, strict=True):
        assert whole[:-1] == part[:-1]
        assert int(part[-1]) < int(whole[-1]) == 24
    assert (code, all_.splitlines()[5:]) == (same, few.splitlines()[5:])


def test_results_that_were_cut_off(tmp_path):
    """Half a line, as a full disk leaves it, is taken away, and its game done again; another file is left alone."""
    kept = tmp_path / "results"
    options = ("polyominoes.py", "--size", "2", "--cells", "2", "--results", kept)
    code, said = alone(*options)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-20])
    again, told = alone(*options)
    assert (code, again, rows_of(told)[0], len(rows_of(told))) == (0, 0, rows_of(said)[0], len(rows_of(said)))
    assert len(kept.read_bytes().splitlines()) == len(whole.splitlines())
    kept.write_bytes(b"something else")
    assert (alone(*options)[0], kept.read_bytes()) == (2, b"something else")


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
    code, out = alone("campaign_kills.py", "--cells", "30", "--kills", "3", "--limit", "0.5", "--jobs", "2")
    assert code == 0, out
    assert "orphans: 0; contradictions: 0" in out
    assert "all as it should be" in out


def test_the_page_under_load():
    """A few clients and sessions: nothing is lost."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    code, told = alone("web_load.py", "--clients", "3", "--sessions", "4", "--slow", "0")
    assert code == 0, told
    assert re.search(r"4 sessions one after the other: .* lost or wrong: 0", told)


def test_puzzles_by_a_second_program():
    """Some puzzles of Hex hold under a search that knows nothing of the first."""
    code, said = alone("puzzle_check.py", "--size", "3", "--count", "4", "--least", "3", "--stones")
    assert (code, "4 of 4 verified" in said) == (0, True)


def test_ladder(tmp_path):
    """Levels play each other and the search; what is in the file of results is not played again."""
    kept = tmp_path / "plays.jsonl"
    sizes = ["--games", "2", "--levels", "2", "--boards", "hex:2x2", "ttt", "--against-search", "3", "--seconds", "0.1"]
    code, said = alone("ladder.py", *sizes, "--opening", "0", "--results", kept)
    rows = [line.split(" | ") for line in said.splitlines()]
    assert (code, len(rows)) == (0, 4)
    assert rows[0] == ["|", "hex:2x2", "ttt", "all |"]
    assert rows[2][0] == "| 2 against 1"
    assert rows[3][0] == "| 3 against the search, 0.1 s"
    assert len(kept.read_text().splitlines()) == 8
    for wanted in ([], ["--table"]):
        assert alone("ladder.py", *sizes, "--opening", "0", "--results", kept, *wanted) == (0, said)
    assert len(kept.read_text().splitlines()) == 8
    code, said = alone(
        "ladder.py", "--games", "2", "--levels", "2", "--boards", "hex:5x5", "--opening", "1", "--against-search"
    )
    assert (code, len(said.splitlines())) == (0, 3)
    assert re.match(r"1/2 \(\d+-\d+ %\), \d+ / \d+ ms", said.splitlines()[2].split(" | ")[1])  # whoever opens wins
