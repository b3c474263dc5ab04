"""The items of the implicit and grid papers: the data hold together, and what comes out of runs is judged rightly."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo import cli
from zermelo.campaign import read_plan
from zermelo.campaign.kinds import KINDS, Allowance
from zermelo.campaign.papers.benchmark_folder import NOT_THERE
from zermelo.campaign.papers.grid_depths import DOMAINS, ENTRIES, NONE, REFUTED, WIN, GridEntry
from zermelo.campaign.papers.grid_paper import COVERAGE, INSTANCES, ROWS, SOLVED, TOTAL
from zermelo.campaign.papers.implicit_figures import GAMES_PANEL, HEIN_PANEL
from zermelo.campaign.papers.implicit_instances import NO_BORDERS
from zermelo.campaign.papers.implicit_sizes import (
    CIRCUIT_BOARDS,
    CLAUSES,
    DEPTHS,
    EXPLICIT,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    SizeFacts,
)
from zermelo.campaign.papers.item import ComparedCell, PaperRun, ReproduceScale, ReproduceSetting
from zermelo.campaign.papers.items import ITEMS
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults
from zermelo.families import make

ROOT = Path(__file__).resolve().parents[2]
Answer = Callable[[PaperRun], dict[str, Any] | None]


class Given(PaperResults):
    """Results that a function gives; None for a run that was not made."""

    def __init__(self, item: str, answer: Answer, setting: ReproduceSetting) -> None:
        super().__init__(ITEMS[item], setting)
        self.answer = answer

    def of(self, run: PaperRun) -> PaperResult:
        """As `PaperResults.of`."""
        found = None if run.absent else self.answer(run)
        if found is None:
            return PaperResult(why=run.absent or "not run")
        return PaperResult(found, "", found.get("reason"), done=True)


def cells(item: str, answer: Answer, setting: ReproduceSetting | None = None) -> dict[str, ComparedCell]:
    """The cells of an item with these results."""
    found = Given(item, answer, setting or ReproduceSetting())
    return {cell.cell: cell for cell in ITEMS[item].compare(found)}


# --------------------------------------------------------------------------------------------------------------- data


def test_grid_table_3_holds_together():
    """Sums are the printed ones, and 30 Hex puzzles are the only number with which all averages are."""
    assert tuple(map(sum, zip(*SOLVED.values(), strict=True))) == TOTAL
    assert [domain.short for domain in DOMAINS] == [row for row in ROWS if row != "Hex"]
    assert all(len(domain.entries) == INSTANCES[domain.short] for domain in DOMAINS)

    def averages(puzzles: int) -> list[float]:
        of = INSTANCES | {"Hex": puzzles}
        return [sum(SOLVED[row][place] / of[row] for row in ROWS) / len(ROWS) for place in range(len(TOTAL))]

    def fits(puzzles: int) -> bool:
        return all(abs(ours - paper) <= 0.00501 for ours, paper in zip(averages(puzzles), COVERAGE, strict=True))

    assert [puzzles for puzzles in range(26, 200) if fits(puzzles)] == [INSTANCES["Hex"]]


def test_grid_games_are_there():
    """Every entry is a game of a family, each once; Black's shapes can be said in BDDL, too."""
    assert len({entry.game for entry in ENTRIES}) == len(ENTRIES) == 72
    assert all(make(entry.game).name == entry.game for entry in ENTRIES)


@pytest.mark.parametrize(("kind", "least"), [(WIN, 5), (NONE, None), (REFUTED, None), (REFUTED, 6), (REFUTED, 9)])
def test_entries_exclude_what_cannot_be(kind, least):
    """An entry about a game that Black wins in ``least`` moves excludes no true answer, and every false one it can."""
    entry = GridEntry("", kind, 5)

    def possible(fastest: int | None) -> bool:
        """The entry holds when Black wins that fast."""
        if kind == WIN:
            return fastest == 5
        return fastest is None or (kind == REFUTED and fastest > 5)

    assert possible(least)
    every = [None, *range(1, 12)]
    for won in every:
        for refuted in every:
            for never in (False, True):
                fits = [
                    fastest
                    for fastest in every
                    if (won is None or (fastest is not None and fastest <= won))
                    and (refuted is None or fastest is None or fastest > refuted)
                    and not (never and fastest is not None)
                ]
                if fits:  # an answer that contradicts itself says nothing
                    wanted = not any(map(possible, fits))
                    assert entry.excludes(won, refuted, never=never) == wanted, (won, refuted, never)


@pytest.mark.parametrize(("board", "depth"), [("3x3", 9), ("4x4", 15), ("3x4", 11), ("5x5", 25), ("5x5", 13)])
def test_table_3_is_exact(board, depth):
    """Formulas as in the paper have the sizes of its table, by the lengths of clauses."""
    for name, goal in TABLE_3.items():
        asked = {"game": f"hex:{board}", "encoding": f"{name}:faithful", "depth": depth}
        found = KINDS["parts"](asked, Allowance())
        facts = SizeFacts.of(found["facts"])
        for column, term, more in zip(CLAUSES, EXPLICIT, goal, strict=True):
            assert found["board"][column] == term.value(facts)
            if (name, column) not in {("en", "ternary"), ("en", "long")}:
                assert found["formula"][column] == term.plus(more).value(facts), (name, column)
        if name == "en":
            wanted = sum(term.plus(more).value(facts) for term, more in zip(EXPLICIT, goal, strict=True))
            assert sum(found["formula"][column] for column in CLAUSES) == wanted


def test_table_2_and_the_tables_of_formulas():
    """ET is as table 3 has it; EN has one more clause for each cell outside Γe and step; LN fits c = 17 alone."""
    constants = {name: set(range(200)) for name in ("ln", "sn")}
    for place, depth in enumerate(DEPTHS):
        facts = SizeFacts(depth, 361, source=19, target=19, edges=2016)
        units = {"et": 19, "en": 361 - 19}
        for name, unit in units.items():
            sums = [term.value(facts) + more.value(facts) for term, more in zip(EXPLICIT, TABLE_3[name], strict=True)]
            clauses = sum(sums[1:]) + unit + (342 * facts.half if name == "en" else 0)
            assert TABLE_2[name][0][place] == f"{sums[0] // 1000}k/{clauses // 1000}k"
        for name, fitting in constants.items():
            board, goal = TABLE_4[name]
            terms = [CIRCUIT_BOARDS[board].variables, CIRCUIT_BOARDS[board].gates, goal.variables, goal.gates]
            known = sum(term.value(facts) for term in terms if term)
            factor = sum(term.open_factor(facts) for term in terms if term)
            printed = TABLE_2[name][0][place].partition("/")[0]
            fitting &= {c for c in fitting if f"{(known + factor * c) // 1000}k" == printed}
    assert constants == {"ln": {17}, "sn": set()}


def test_table_4_without_its_board():
    """The variables of a stateless board and of squaring are those of the table, those of a lifted one two more."""
    for name, (board, goal) in TABLE_4.items():
        asked = {"game": "hex:4x4", "encoding": f"{name}:faithful", "depth": 15}
        found = KINDS["parts"](asked, Allowance())
        facts = SizeFacts.of(found["facts"])
        more = 2 if board == "lifted" else 0
        assert found["board"]["variables"] == CIRCUIT_BOARDS[board].variables.value(facts) + more
        added = found["formula"]["variables"] - found["board"]["variables"]
        assert added == goal.variables.value(facts) + (0 if name in ("li", "si") else facts.lg)


# ------------------------------------------------------------------------------------------------------------ judging


def test_critical_depths():
    """As published, settled here, open here, and impossible."""
    said: dict[str, dict[str, Any]] = {
        "domineering:4x4": {"answer": True, "depth": 8, "refuted_depth": 7},
        "domineering:5x5": {"answer": False, "refuted_depth": 13},
        "domineering:6x5": {"answer": True, "depth": 14, "refuted_depth": 13},
        "domineering:6x2": {"answer": None, "refuted_depth": 5, "reason": "time"},
        "domineering:5x4": {"answer": True, "depth": 9, "refuted_depth": 8},
        "domineering:6x4": {"answer": None, "refuted_depth": 12, "reason": "time"},
    }
    found = cells("grid/table-2", lambda run: said.get(run.name))
    judged = {name: found[f"(d) Domineering: {name}"] for name in said}
    shown = {name: (cell.ours, cell.paper, cell.same, cell.contradicts) for name, cell in judged.items()}
    assert shown == {
        "domineering:4x4": ("wins in 8", "wins in 8", True, False),
        "domineering:5x5": ("no win", "no win (13)", True, False),
        "domineering:6x5": ("wins in 14", "no win in 11", None, False),
        "domineering:6x2": ("no win in 5", "wins in 6", None, False),
        "domineering:5x4": ("wins in 9", "wins in 10", False, True),
        "domineering:6x4": ("no win in 12", "wins in 12", False, True),
    }


def test_ways_are_counted():
    """All that can be solved is, but by what is not installed; an answer against table 2 is no mere count."""

    def answer(run: PaperRun) -> dict[str, Any] | None:
        if "quabs" in run.tools or "cqesto" in run.tools or "hqspre" in run.tools:
            return None
        (depth,) = run.arguments["depths"]
        wins = run.name in won
        return {"answer": wins, "won_depth" if wins else "refuted_depth": depth}

    won = {entry.game for entry in ENTRIES if entry.kind == WIN}
    found = cells("grid/table-3", answer)
    assert (found["D, DepQBF-B"].ours, found["D, DepQBF-B"].same) == (25, True)
    assert (found["B, CAQE-B"].ours, found["B, CAQE-B"].paper, found["B, CAQE-B"].same) == (6, 2, None)
    assert (found["B, QU"].ours, found["B, QU"].same) == (None, None)
    assert found["Hex, DepQBF-B"].note == NOT_THERE
    assert found["total, DepQBF-B"].ours is None, "without Hex there is no total"
    assert not any(cell.contradicts for cell in found.values())
    won.remove("domineering:4x4")
    cell = cells("grid/table-3", answer)["D, DepQBF-B"]
    assert (cell.contradicts, cell.note) == (True, "against table 2: domineering:4x4")


@pytest.fixture
def folder(tmp_path) -> Path:
    """Empty files in place of the published ones."""
    for instance in (*HEIN_PANEL.instances, *GAMES_PANEL.instances):
        path = tmp_path / instance.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def steps(seconds: float, memory: float) -> list[dict[str, float]]:
    return [{"preprocess_seconds": 0.1, "solve_seconds": seconds, "solve_memory_mb": memory}]


def test_cactus(folder):
    """Statements of the text hold or do not, and a wrong answer is found out."""
    wins = {instance.name: instance.wins for instance in (*HEIN_PANEL.instances, *GAMES_PANEL.instances)}
    few = {"la", "ln", "sa", "sn"}

    def answer(run: PaperRun) -> dict[str, Any]:
        (name,) = (each.partition(":")[0] for each in run.arguments["encodings"])
        late = name in few and int(run.arguments["depths"][0]) > (7 if name.endswith("a") else 9)
        seconds, memory = (10.0, 90.0) if name in few else (0.1, 9.0)
        return {"answer": None if late else wins[run.name], "steps": steps(seconds, memory), "reason": None}

    setting = ReproduceSetting(benchmarks=folder)
    found = cells("implicit/figure-2", answer, setting)
    assert (found["Hein: solved by ET"].ours, found["Hein: solved by ET"].same) == ("22 of 22", True)
    assert found["championship: solved by ET"].ours == "3 of 3"
    assert found["text: explicit boards are faster than none"].same is True
    assert (found["text: LN solves not fewer than LA"].ours, found["text: LN solves not fewer than LA"].same) == (
        "11 and 8",
        True,
    )
    assert found["text: EN solves not fewer than EA"].same is None, "as many"
    memory = cells("implicit/figure-3", answer, setting)
    assert memory["text: EA take less memory than LN and SN"].ours == "9.0 and 90.0"
    apart = cells("implicit/figure-4", answer, setting)
    assert (apart["Hein, UNSAT: solved by ET"].ours, apart["Hein, SAT: solved by ET"].ours) == ("12 of 12", "10 of 10")
    wins["hein_04_3x3, depth 5"] = False
    wrong = cells("implicit/figure-2", answer, setting)["Hein: solved by EA"]
    assert (wrong.contradicts, wrong.note) == (True, "not as known: hein_04_3x3, depth 5")


def test_figures_without_files():
    """Every run says which file is not there."""
    for number in (2, 3, 4, 5):
        runs = ITEMS[f"implicit/figure-{number}"].runs(ReproduceSetting())
        assert all(run.absent in (NOT_THERE, NO_BORDERS) for run in runs)


def test_quick_is_a_part():
    """A quick run takes fewer runs, of the same kind."""
    for name in ("grid/table-2", "grid/table-3", "implicit/table-2", "implicit/figure-2"):
        item = ITEMS[name]
        quick, usual = (item.runs(ReproduceSetting(scale)) for scale in (ReproduceScale.QUICK, ReproduceScale.DEFAULT))
        places = [(run.name, run.way) for run in usual]
        assert len(quick) < len(usual)
        assert all((run.name, run.way) in places for run in quick)


def test_a_table_for_real(capsys, tmp_path):
    """Table 3: all clauses of EA and ET are the paper's."""
    assert cli.run(["reproduce", "implicit/table-3", "--json", "--db", str(tmp_path / "a.db"), "--jobs", "1"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["cell"] for row in rows if not row["same"]] == ["EN, ternary", "EN, long"]
    assert next(row for row in rows if row["cell"] == "ET, long")["ours"] == 612


@pytest.mark.skipif(not (ROOT.parent / "shared" / "benchmarks").is_dir(), reason="the published instances are not here")
def test_the_campaign_of_published_files():
    """Its file says what it should: games, and ways that exist."""
    plan = read_plan(ROOT / "benchmarks" / "published.toml")
    assert len(plan.games) > 100
    assert {"search", "default", "et+caqe"} <= {way.label for way in plan.ways}
