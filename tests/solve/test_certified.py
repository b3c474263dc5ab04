"""Verdicts of small games are certified by their strategies; each half of a claim is checked, or said not to be."""

from __future__ import annotations

import time
from random import Random

import pytest
from tests.solve.claims import KINDS, claimed, random_game, random_query

from zermelo.cli.report import report
from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Player
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.solvers import Answer, SolverResult
from zermelo.strategy import Broken, Claim
from zermelo.strategy.certify import certify_quickly, claims_of
from zermelo.verdict import Query, Verdict


def certified(verdict: Verdict) -> list[str]:
    """The claims that the evidence names."""
    start = "strategy checked: "
    return [text.removeprefix(start).partition(" (")[0] for text in verdict.evidence if text.startswith(start)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["auto", "search"])
def test_random(kind, method):
    """Every part of every answer has a strategy that was checked, by whatever method it was found."""
    for seed in range(6):
        rng = Random(seed)
        game = random_game(rng, kind)
        verdict = solve(game, random_query(rng, game), Options(method=method, jobs=1))
        claimed(game, verdict)
        assert verdict.checked
        assert certified(verdict) == [str(claim) for claim in claims_of(game, verdict)]


def test_formulas_too():
    """A small game that formulas have decided."""
    verdict = solve(make("hex:3x3"), Query("fastest"), Options(method="qbf", jobs=1))
    assert (certified(verdict), verdict.checked) == (["Black wins within 5", "White holds for 4"], True)


def test_not_asked_for():
    """No check, no certificate; and none of what is open."""
    for options in (Options(check=False), Options(certify=False)):
        assert certified(solve(make("hex:3x3"), Query("within", depth=5), options)) == []
    open_question = solve(make("hex:5x5"), Query("within", depth=13), Options(time_limit=0, method="qbf"))
    assert (open_question.known, open_question.reason, open_question.evidence) == (False, "time", [])


def test_a_moment(monkeypatch):
    """What takes longer is left, without a word, and the answer stands; a large board is not even tried."""
    game, query = make("hex:6x6"), Query("within", Player.BLACK, 14)
    verdict = Verdict(game.name, query, answer=False, refuted_depth=14)
    started = time.monotonic()
    assert certify_quickly(game, verdict, 0.1) == []
    assert time.monotonic() - started < 0.6
    assert (verdict.evidence, verdict.notes, verdict.checked) == ([], [], False)
    monkeypatch.setattr("zermelo.strategy.certify.extract", None)
    large = make("hex:9x9")
    assert certify_quickly(large, Verdict(large.name, query, answer=False, refuted_depth=10)) == []


def test_what_breaks_is_a_disagreement(monkeypatch):
    """The checker has the last word."""
    broken = Broken(Claim(Player.BLACK, True, 5), "of something")
    monkeypatch.setattr("zermelo.strategy.certify.checked", lambda *_, **__: broken)
    with pytest.raises(DisagreementError, match="its strategy breaks after no move: of something"):
        solve(make("hex:3x3"), Query("within", depth=5))


def test_formulas_that_lie_are_caught(fake):
    """Solvers that say true to everything, of a game too large for the rules."""
    fake(lambda _: SolverResult(Answer.TRUE))
    with pytest.raises(DisagreementError, match="no strategy for Black wins within 7"):
        solve(make("hex:4x4"), Query("within", depth=7), Options(method="qbf", jobs=1))


def test_half_a_check_is_said_to_be_one(fake):
    """The formula confirms the win, and nothing else: that no win is faster rests on the search."""

    def answer(call: int) -> SolverResult:
        return SolverResult(Answer.TRUE) if call == 1 else SolverResult(Answer.UNKNOWN, "time", "too slow")

    fake(answer)
    game = make("hex:4x4")
    for query in (Query(), Query("fastest")):
        fake(answer)
        verdict = solve(game, query, Options(jobs=1, certify=False))
        assert verdict.depth == 9
        assert (verdict.checked, verdict.checked_part) == (False, "Black wins within 9")
        assert verdict.to_json()["checked_part"] == "Black wins within 9"
        assert "Checked:   in part: Black wins within 9; the rest by one route only" in report(game, verdict)


def test_both_halves_checked():
    """Formulas confirm both."""
    verdict = solve(make("hex:4x4"), Query(), Options(jobs=1, certify=False, verify=True))
    assert (verdict.checked, verdict.checked_part) == (True, None)
    assert {"formula true at depth 9", "formula false at depth 8"} <= {
        text.partition(" (")[0] for text in verdict.evidence
    }
