"""The items of the Game-SAT report, on small formulas: all cells filled, three models, contradictions told."""

from __future__ import annotations

from functools import partial

import pytest

from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.cell_worker import outcome
from zermelo.campaign.papers import ReproduceScale, ReproduceSetting, gamesat_figures, gamesat_tables
from zermelo.campaign.papers.items import ITEMS
from zermelo.campaign.papers.paper_results import PaperResults
from zermelo.campaign.papers.reproduce import reproduce
from zermelo.gamesat.experiments import REPORTED_WON, FormulaSizes
from zermelo.gamesat.generate import MODELS

QUICK = ReproduceSetting(ReproduceScale.QUICK, limit=60)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(gamesat_tables, "FormulaSizes", partial(FormulaSizes, 12, 6, 3, 20))
    monkeypatch.setattr(gamesat_figures, "VARIABLES", (8,))
    monkeypatch.setattr(gamesat_figures, "CLAUSES", range(4, 21, 2))


@pytest.mark.usefixtures("small")
def test_all_cells(tmp_path):
    """Every cell has a figure of ours, for each model; figures 3 and 4 share runs."""
    names = ["gamesat/table-2", "gamesat/figure-3", "gamesat/figure-4"]
    found = reproduce([ITEMS[name] for name in names], QUICK, tmp_path / "a.db", jobs=2)
    table, shares, efforts = found
    assert (table.state.fresh, shares.state.fresh, efforts.state.fresh) == (24, 3, 3)
    for each in found:
        assert not each.contradicts
        assert {cell.cell.partition(":")[0].partition(",")[0] for cell in each.cells} == set(MODELS)
    assert all(cell.ours is not None for cell in [*table.cells, *efforts.cells])
    rows = {cell.cell: cell for cell in table.cells}
    assert rows["placed: won by MAX"].paper == REPORTED_WON["min"][0]
    assert (rows["placed: solved by all searches"].ours, rows["placed: without nothing: unsolved"].ours) == (20, 0)
    assert "times the whole search" in rows["repaired: without cache: nodes"].note
    assert {cell.ours for cell in shares.cells if "nearly" in cell.cell} == {True}
    assert [curve.label for curve in shares.curves] == ["n = 8, uniform", "n = 8, placed", "n = 8, repaired"]
    assert all(len(curve.points) == 5 for each in (shares, efforts) for curve in each.curves)


def test_two_winners():
    """Two searches that name different winners of a formula are a contradiction; one that gave up is none."""
    cell = gamesat_tables._clashes("a", [("+", "?"), ("-", "-")], "")
    assert (cell.ours, cell.contradicts) == (0, False)
    cell = gamesat_tables._clashes("a", [("+", "?", "-")], "")
    assert (cell.ours, cell.contradicts) == (1, True)


def test_limits():
    """A table's job without time says so; a curve's keeps the points that it has, and is not complete."""
    asked = {"first": "max", "variables": 8, "count": 3}
    table = {**asked, "search": "ours", "off": "", "clauses": 4}
    late = outcome(CampaignCell("a", "a", "", "way", kind="gamesat formulas", arguments=table), 0.0)
    assert late["error"] == "time"
    curve = CampaignCell("a", "a", "", "way", kind="gamesat curve", arguments={**asked, "clauses": [3, 4]})
    late = outcome(curve, 0.0)
    assert (late["known"], late["verdict"]) == (False, {"points": [], "reason": "time"})
    assert len(outcome(curve, None)["verdict"]["points"]) == 2
    results = PaperResults(ITEMS["gamesat/figure-1"], QUICK)
    assert all(cell.note for cell in results.item.compare(results) if cell.ours is None)
