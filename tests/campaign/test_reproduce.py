"""Items of the papers: listed, run at small limits, gone on with, and honest about what is missing."""

from __future__ import annotations

import json

import pytest

from zermelo import cli
from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.cell_worker import outcome
from zermelo.campaign.papers.item import ComparedCell
from zermelo.campaign.papers.items import ITEMS
from zermelo.campaign.papers.paper_results import compare_results

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
    assert all(item.name in asked(capsys)[1] for item in ITEMS.values())


@pytest.mark.parametrize("name", ITEMS)
def test_no_results_yet(name):
    """An item without results has all its cells: the paper's figures, nothing of ours, nothing the same."""
    cells = compare_results(ITEMS[name])
    assert len({cell.cell for cell in cells}) == len(cells)
    assert all(cell.ours is None and cell.same is None and not cell.contradicts for cell in cells)


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
