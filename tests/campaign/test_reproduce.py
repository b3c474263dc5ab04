"""Items of the papers: listed, run at small limits, gone on with, and honest about what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from textwrap import dedent

import pytest

from zermelo import cli
from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.cell_worker import outcome
from zermelo.campaign.database import ResultsDatabase
from zermelo.campaign.job import JobResult
from zermelo.campaign.local import LocalEngine
from zermelo.campaign.papers.comparison_text import remarks
from zermelo.campaign.papers.item import ComparedCell, PaperItem, PaperRun, ReproduceScale, ReproduceSetting
from zermelo.campaign.papers.items import ITEMS
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults, cell_of, compare_results
from zermelo.campaign.papers.reproduce import reproduce
from zermelo.campaign.papers.solved_counts import PublishedCounts, compare_counts

FORM = {"cell", "ours", "paper", "same", "note"}


def asked(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """A run of ``zermelo reproduce``: exit code, output, messages."""
    code = cli.run(["reproduce", *map(str, arguments)])
    out, error = capsys.readouterr()
    return code, out, error


def test_list(capsys):
    """Every item has a name, a line and cells; nothing is run for that."""
    code, out, _ = asked(capsys, "--list", "--json")
    rows = json.loads(out)
    assert code == 0
    assert [row["item"] for row in rows] == list(ITEMS)
    assert all(set(row) == {"item", "paper", "what", "cells"} and row["cells"] > 0 for row in rows)
    _, out, _ = asked(capsys)
    assert all(name in out for name in ITEMS)


def test_all_items_are_there():
    """Those of five papers."""
    papers = Counter(name.partition("/")[0] for name in ITEMS)
    assert papers == {"pairing": 8, "grid": 2, "implicit": 8, "gttt": 2, "gamesat": 6}


@pytest.mark.parametrize("name", ITEMS)
def test_no_results_yet(name):
    """An item without results has all its cells: the paper's figures, nothing of ours, nothing the same."""
    cells = compare_results(ITEMS[name])
    assert len({cell.cell for cell in cells}) == len(cells)
    assert all(cell.ours is None and cell.same is None and not cell.contradicts for cell in cells)


@pytest.mark.slow
def test_sizes(capsys, tmp_path):
    """A whole table: run, compared, and on record; what is on record takes no second run."""
    code, out, _ = asked(capsys, "pairing/table-4", "--json", "--db", tmp_path / "a.db")
    found = json.loads(out)
    rows = {row["cell"]: row for row in found["rows"]}
    assert (code, found["item"], len(rows)) == (0, "pairing/table-4", 16)
    assert all(set(row) == FORM for row in rows.values())
    assert rows["normal boards, Pairing: existential"]["ours"] == 70682
    assert rows["normal boards, Pairing: existential"]["same"] is True
    assert rows["normal boards, COR: literals"]["same"] is False
    html = tmp_path / "a.html"
    code, out, _ = asked(capsys, "pairing/table-4", "--db", tmp_path / "a.db", "--html", html)
    assert (code, "70682  yes" in out, "16 of 16 published figures" in out) == (0, True, True)
    assert "normal boards, Pairing: existential" in html.read_text()


def test_wrong_names(capsys):
    """One line, with the name that is meant."""
    code, _, error = asked(capsys, "pairing/tabel-4")
    assert (code, error.count("\n"), error.endswith("; did you mean pairing/table-4?\n")) == (2, 1, True)
    assert asked(capsys, "--quick", "--full", "--list")[0] == 2
    code, _, error = asked(capsys, "pairing/table-4", "--benchmarks", "/nowhere/at/all")
    assert (code, error) == (
        2,
        "zermelo: /nowhere/at/all: found no such folder, expected a folder of published instances\n",
    )


def test_tools_that_are_missing():
    """A kind of job tells what it lacks, as an error of the cell."""
    asked = {"game": "hex:2x2", "encodings": ["et"], "solver": "depqbf", "preprocessor": "none", "depths": [3]}
    cell = CampaignCell("a", "hex:2x2", "", "et", kind="formula", arguments={**asked, "solver": "nothing"})
    assert outcome(cell, None)["error"] == "unsupported"
    good = CampaignCell("a", "hex:2x2", "", "et", kind="formula", arguments=asked)
    assert outcome(good, None)["verdict"]["says"] == [{"player": "black", "wins": True, "depth": 3}]
    late = outcome(good, 0.0)
    assert (late["known"], late["verdict"]["reason"]) == (False, "time")


def test_keys():
    """A cell's key knows its kind and its arguments, but not where a file lies."""
    cells = [
        CampaignCell("a", "a", "f00", "w", kind="size", arguments={"game": place, "depth": depth})
        for place in ("/a", "/b")
        for depth in (1, 2)
    ]
    assert cells[0].key == cells[2].key != cells[1].key == cells[3].key
    assert CampaignCell.from_json(json.loads(json.dumps(cells[1].to_json()))) == cells[1]


@pytest.mark.parametrize(("ours", "paper", "same"), [(1, 1, True), (1, 2, False), (None, 2, None), (1, None, None)])
def test_exact_cells(ours, paper, same):
    """A contradiction needs both figures."""
    cell = ComparedCell.exact("a", ours, paper, contradicts=True)
    assert (cell.same, cell.contradicts) == (same, same is False)


@pytest.mark.parametrize("name", ["pairing/table-1", "pairing/figure-3", "gttt/table-1"])
def test_a_few_runs(name, tmp_path):
    """Some runs of an item: figures of ours beside the paper's, and what was not run says so."""
    item, setting = ITEMS[name], ReproduceSetting(ReproduceScale.QUICK, limit=20)
    few = [run for run in item.runs(setting) if "qesto" not in run.tools and "dys" not in run.way][::5][:6]
    (found,) = reproduce([replace(item, runs=lambda _: few)], setting, tmp_path / "a.db", jobs=1)
    assert (found.state.done, found.state.contradictions, found.contradicts) == (len(few), 0, False)
    assert any(cell.ours is not None for cell in found.cells)
    assert all(cell.ours is not None or cell.note for cell in found.cells)
    assert not any(cell.same is False for cell in found.cells)
    again = reproduce([replace(item, runs=lambda _: few)], setting, tmp_path / "a.db", jobs=1)[0]
    assert (again.state.fresh, again.cells) == (0, found.cells)


BLIND = """
    from dataclasses import replace

    from zermelo.encodings.cor import COR

    right = COR.encode
    COR.encode = lambda self, game, depth: replace(right(self, game, depth), formula=None, answer=True)
"""
"""An encoder that says yes to everything."""


@pytest.mark.slow
def test_an_encoder_that_is_wrong(tmp_path):
    """It contradicts the other ways and the paper's counts: exit code 1, and the cells say so."""
    (tmp_path / "sitecustomize.py").write_text(dedent(BLIND))
    command = [sys.executable, "-m", "zermelo", "reproduce", "pairing/table-1", "--quick", "--limit", "1", "--json"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "answers contradict each other or the paper" in done.stderr) == (1, True)
    kept = {path.name for path in (tmp_path / "reproduce.db.contradictions" / "1").iterdir()}
    assert any("cor-faithful" in name and name.endswith(".json") for name in kept)
    assert any("cor-faithful" in name and name.endswith(".qdimacs") for name in kept)


def test_counts():
    """More winners than a paper leaves room for contradict it; fewer within less time say nothing."""
    item = ITEMS["pairing/table-2"]
    full, low = ReproduceSetting(ReproduceScale.FULL), ReproduceSetting(limit=1)
    paper = PublishedCounts(10.0, 2, 5, 3)

    def compared(wins: int, losses: int, setting: ReproduceSetting) -> list[tuple[bool | None, bool]]:
        answers = [True] * wins + [False] * losses + [None] * (10 - wins - losses)

        class Known(PaperResults):
            def of(self, run: PaperRun) -> PaperResult:
                answer = answers[int(run.name)]
                return PaperResult({"answer": answer}, "", None if answer is not None else "time", 1.0, done=True)

        runs = [PaperRun(str(number), "way") for number in range(10)]
        cells = list(compare_counts("row", runs, paper, paper, Known(item, setting)))
        return [(cell.same, cell.contradicts) for cell in cells[1:]]

    assert compared(5, 3, low) == [(True, False)] * 3
    assert compared(4, 3, low) == [(None, False), (None, False), (True, False)]
    assert compared(4, 3, full) == [(False, False), (False, False), (True, False)]
    assert compared(6, 3, full) == [(False, False), (False, False), (True, False)]
    assert compared(8, 2, full) == [(False, False), (False, True), (False, False)]


class Interrupted(LocalEngine):
    """Ctrl-C while the first runs are under way."""

    def results(self, timeout: float) -> list[JobResult]:  # noqa: ARG002  # as the engine
        raise KeyboardInterrupt


def _first_two(item: PaperItem, setting: ReproduceSetting) -> list[PaperRun]:
    return item.runs(setting)[:2]


def test_a_contradiction_of_another_item(tmp_path):
    """Only the item whose answers exclude each other is told to contradict, and the remark says which."""
    items = [ITEMS["pairing/table-7"], ITEMS["pairing/table-4"]]
    setting = ReproduceSetting(ReproduceScale.QUICK, limit=1)
    few = [replace(item, runs=partial(_first_two, item)) for item in items]
    reproduce(few, setting, tmp_path / "a.db", engine=Interrupted(1))
    wrong = cell_of(items[1].runs(setting)[0], items[1], setting)
    assert isinstance(wrong, CampaignCell)
    row = {"game_sha256": wrong.game_sha256, "game": wrong.game, "first": wrong.key, "second": "of another campaign"}
    with ResultsDatabase(tmp_path / "a.db") as database:
        database.add_contradiction({**row, "said": "cor: yes, but pairing: no", "date": "2026-01-01"})
    right, other = reproduce(few, setting, tmp_path / "a.db", engine=Interrupted(1))
    assert (right.contradicts, other.contradicts) == (False, True)
    said = f"CONTRADICTION on {wrong.game}: cor: yes, but pairing: no."
    assert (said in remarks(right), said in remarks(other)) == (False, True)


def test_an_interrupt(tmp_path):
    """Rows on record are compared, those of later items, too; the same command then goes on."""
    items = [ITEMS["pairing/table-7"], ITEMS["pairing/table-4"]]
    setting = ReproduceSetting(ReproduceScale.QUICK, limit=1)
    found = reproduce(items, setting, tmp_path / "a.db", engine=Interrupted(1))
    assert [(each.state.interrupted, each.state.fresh) for each in found] == [(True, 0), (True, 0)]
    assert {cell.note for each in found for cell in each.cells} == {"not run"}
    table = replace(items[1], runs=lambda setting: items[1].runs(setting)[:3])
    (again,) = reproduce([table], setting, tmp_path / "a.db", jobs=1)
    assert (again.state.interrupted, again.state.fresh) == (False, 3)
