"""Nothing needs Bloqqer: without it, and without all of pyqbf, questions are answered or told what is missing."""

from __future__ import annotations

import pytest

from zermelo.errors import MissingToolError
from zermelo.families import make
from zermelo.formula import QCNF, Quantifier
from zermelo.preprocess import bloqqer, preprocessor
from zermelo.questions import Options
from zermelo.solvers import base
from zermelo.solving import solve
from zermelo.solving.combination import portfolio
from zermelo.verdict import Query

GRID = "domineering:2x2"


@pytest.fixture
def without_bloqqer(monkeypatch):
    monkeypatch.setattr(bloqqer, "library", lambda: None)


@pytest.fixture
def without_pyqbf(monkeypatch):
    monkeypatch.setattr(bloqqer, "library", lambda: None)
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(base, "_bundled", lambda _: None)


@pytest.mark.usefixtures("without_bloqqer")
def test_races_leave_out_a_preprocessor_that_is_missing():
    labels = [each.label for each in portfolio(make(GRID), Options())]
    assert labels
    assert not any("bloqqer" in label for label in labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.usefixtures("without_bloqqer")
def test_formulas_answer_without_bloqqer():
    options = Options(method="qbf", encoding="bddl", solver="depqbf", jobs=1)
    verdict = solve(make(GRID), Query("within", depth=2), options)
    assert verdict.answer is not None
    assert "bloqqer" not in (verdict.method or "")


@pytest.mark.usefixtures("without_bloqqer")
@pytest.mark.parametrize("game", [GRID, "hex:2x2", "ttt"])
def test_a_preprocessor_asked_for_and_missing_is_an_error_of_one_line(game):
    with pytest.raises(MissingToolError, match=r"^bloqqer is not installed; get it by: .+$"):
        solve(make(game), Query("within", depth=2), Options(preprocessor="bloqqer", jobs=1))


@pytest.mark.usefixtures("without_bloqqer")
def test_the_adapter_gives_the_formula_back():
    formula = QCNF()
    formula.prefix.add(Quantifier.EXISTS, formula.fresh_block(2))
    formula.add(1, 2)
    done = preprocessor("bloqqer").preprocess(formula)
    assert done.formula is formula
    assert not done.applied
    assert "not installed" in done.detail


@pytest.mark.usefixtures("without_pyqbf")
@pytest.mark.parametrize("game", [GRID, "hex:2x2", "ttt"])
def test_searches_answer_without_any_solver(game):
    verdict = solve(make(game), Query("within", depth=3), Options(jobs=1))
    assert verdict.answer is not None


@pytest.mark.usefixtures("without_pyqbf")
def test_formulas_alone_say_what_is_missing():
    verdict = solve(make("hex:2x2"), Query("within", depth=3), Options(method="qbf", jobs=1))
    assert (verdict.answer, verdict.reason) == (None, "missing")
    assert any("is not installed; get it by" in note for note in verdict.notes)
