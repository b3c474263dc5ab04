"""Answers are proven by strategies that the rules check; each half of a claim is checked, or said not to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.solving.claims import SUITE, claimed, random_game, random_query

from zermelo.cli.report import report
from zermelo.errors import DisagreementError, LimitError
from zermelo.families import make
from zermelo.loading import load
from zermelo.model import Game, Player, first_move_orbits
from zermelo.questions import Options
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.solvers import Answer, SolverResult
from zermelo.solving import plans, proving, solve
from zermelo.solving.claims import claims_of
from zermelo.solving.extractors import extractor
from zermelo.solving.formula_route import FormulaRoute
from zermelo.solving.inquiry import Inquiry
from zermelo.solving.journal import Event
from zermelo.store import Store
from zermelo.strategy import Broken, Claim, Holds, Strategy
from zermelo.strategy.certify import check_file
from zermelo.verdict import Query, Verdict


def certified(verdict: Verdict) -> list[str]:
    """The claims that the evidence names."""
    start = "strategy checked: "
    return [text.removeprefix(start).partition(" (")[0] for text in verdict.evidence if text.startswith(start)]


@pytest.fixture
def too_slow(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Claim], bool]], None]:
    """Makes proofs of some claims take too long."""

    def install(which: Callable[[Claim], bool]) -> None:
        def choose(options: Options, session: Any = None) -> Callable[..., Strategy]:
            real = extractor(options, session)

            def extract(game: Game, claim: Claim, **limits: Any) -> Strategy:
                if which(claim):
                    raise LimitError("time", "too slow")
                return real(game, claim, **limits)

            return extract

        monkeypatch.setattr(proving, "extractor", choose)

    return install


@pytest.mark.parametrize("kind", SUITE)
@pytest.mark.parametrize("method", ["auto", "search"])
def test_random(kind, method):
    """Every part of every answer has a strategy that was checked, by whatever method it was found."""
    for seed in range(6):
        rng = Random(seed)
        game = random_game(rng, kind)
        verdict = solve(game, random_query(rng, game), Options(method=method, jobs=1))
        claimed(game, verdict)
        assert verdict.checked, verdict.notes
        assert certified(verdict) == [str(claim) for claim in claims_of(game, verdict)]
        proven = [replace(strategy.claim, breaking=False, derived=False) for strategy in verdict.strategies]  # how
        assert proven == claims_of(game, verdict)
        assert verdict.proof is not None
        assert verdict.proof.positions == sum(len(strategy) for strategy in verdict.strategies)


def test_formulas_too():
    """An answer of formulas alone is proven, too: then by a search, which shares nothing with them."""
    verdict = solve(make("hex:3x3"), Query("fastest"), Options(method="qbf", jobs=1))
    assert (certified(verdict), verdict.checked) == (["Black wins within 5", "White holds for 4"], True)
    assert verdict.search_seconds == 0


@pytest.mark.parametrize("certify", [False, True])
@pytest.mark.parametrize("limit", [None, 600])
def test_before_the_first_moves(monkeypatch, tmp_path, limit, certify):
    """The answer is checked, and its proof written, first: they may use up the time. The move that it names wins."""
    path = tmp_path / "a.strategy" if certify else None

    def use_up(inquiry: Inquiry, *_: object) -> None:
        inquiry.journal.deadline = 0.0
        inquiry.journal.left()

    monkeypatch.setattr(Inquiry, "_search_first_moves", use_up)
    game = make("hex:4x4")
    verdict = solve(game, Query(first_moves=True), Options(time_limit=limit, jobs=1, certificate=path))
    assert (verdict.outcome, verdict.checked, verdict.known, verdict.reason) == ("black", True, True, "time")
    assert verdict.first_moves is not None
    assert not verdict.complete_moves
    wins = {name for name, wins in verdict.first_moves.items() if wins}
    named = game.parse_move(verdict.first_move or "", Player.BLACK)
    assert wins == {game.move_name(move) for orbit in first_move_orbits(game) if named in orbit for move in orbit}
    assert False not in verdict.first_moves.values()
    if path is not None:
        assert all(isinstance(each, Holds) for each in check_file(path))
        assert verdict.proof is not None
        assert verdict.proof.file == str(path)


def test_known_first_moves_are_not_searched(monkeypatch, tmp_path):
    """All that was decided before a limit is remembered, and the next run takes what is left."""
    asked = list[set[object]]()
    search = ConnectionSession.first_moves

    def few(session, player, depth, limits, watch=None, known=()):
        asked.append(set(known))
        return search(session, player, depth, limits._replace(nodes=40 * 2 ** len(asked)), watch, known)

    monkeypatch.setattr(ConnectionSession, "first_moves", few)
    game, query, options = make("hex:5x5"), Query(first_moves=True), Options(jobs=1, method="search")
    left = 25
    while left:
        with Store.open(tmp_path / "answers") as store:
            verdict = solve(game, query, options, store=store)
        assert verdict.first_moves is not None
        left = list(verdict.first_moves.values()).count(None)
        assert (verdict.reason, verdict.complete_moves) == (("nodes", False) if left else (None, True))
    assert verdict.first_moves is not None
    assert sum(wins is True for wins in verdict.first_moves.values()) == 13
    assert len(asked) > 1
    assert all(before <= after for before, after in pairwise(asked))
    assert len(asked[-1]) > 0


def test_not_asked_for():
    """No check, no proof; and none of what is open."""
    verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(check=False))
    assert (certified(verdict), verdict.checked, verdict.proof, verdict.strategies) == ([], False, None, ())
    open_question = solve(make("hex:5x5"), Query("within", depth=13), Options(time_limit=0))
    assert (open_question.known, open_question.reason, open_question.evidence) == (False, "time", ())
    assert not open_question.checked


def test_proofs_that_take_too_long(too_slow):
    """The answer stands, unchecked, and a note tells what is not proven."""
    game, query = make("hex:3x3"), Query("within", depth=5)
    for options in (Options(proof_limit=0), Options()):
        verdict = solve(game, query, options)
        assert (verdict.answer, verdict.checked, verdict.proof) == (True, False, None)
        assert "not proven in time: Black wins within 5" in verdict.notes
        too_slow(lambda _: True)


def test_a_broken_strategy_is_a_disagreement(monkeypatch):
    """The checker has the last word."""
    broken = Broken(Claim(Player.BLACK, True, 5), "of something")
    monkeypatch.setattr(proving, "checked", lambda *_, **__: broken)
    with pytest.raises(DisagreementError, match="its strategy breaks after no move: of something"):
        solve(make("hex:3x3"), Query("within", depth=5))


@pytest.mark.parametrize("method", ["auto", "search", "qbf"])
def test_a_strategy_of_something_else_is_caught(monkeypatch, method):
    """A program whose strategy has no move somewhere: the rules find the replies that lead there."""
    game = make("hex:3x3")
    real = extractor(Options())(game, Claim(Player.BLACK, True, 5))
    wrong = Strategy(game, real.claim, real.symmetries, dict(list(real.entries.items())[:-1]))
    monkeypatch.setattr(proving, "extractor", lambda *_: lambda *_, **__: wrong)
    with pytest.raises(DisagreementError, match="Black wins within 5, but its strategy breaks after"):
        solve(game, Query("within", depth=5), Options(method=method, jobs=1))


@pytest.mark.parametrize(
    ("expression", "query", "lie", "text"),
    [
        ("hex:4x4", Query("within", depth=7), True, "Black wins"),
        ("hex:3x3", Query("within", depth=5), False, "White holds"),
        ("ttt", Query("within", depth=7), True, "Black wins"),
        ("ttt", Query("within", depth=9), True, "Black wins"),
        ("connect:2,board=3x3", Query("within", depth=3), False, "White holds"),
        ("ttt", Query(), True, "Black wins"),
        ("hex:3x3", Query(), False, "White holds"),
        ("httt:el,board=3x3", Query(), False, "White holds"),
    ],
)
class TestLies:
    """Solvers that say the same to everything."""

    def test_the_proof_catches_them(self, fake, expression, query, lie, text):
        """Of what is not so there is no strategy."""
        one = fake(SolverResult(Answer.TRUE if lie else Answer.FALSE))
        events = list[Event]()
        said = rf"(no strategy for|no proof that|does not find that) {text}.*; .*depqbf says that .*; the formula is in"
        with pytest.raises(DisagreementError, match=said) as raised:
            solve(make(expression), query, Options(method="qbf", preprocessor="none", jobs=1), events.append)
        assert raised.value.folder is not None
        assert str(raised.value).endswith(f"; the formula is in {raised.value.folder}")
        assert one.calls
        assert all(each.kind != "answer" for each in events)

    def test_the_other_route_catches_them(self, fake, expression, query, lie, text):  # noqa: ARG002
        """The search has answered, and contradicts them; without any proof."""
        one = fake(SolverResult(Answer.TRUE if lie else Answer.FALSE))
        with pytest.raises(DisagreementError, match=r"(search|rules) says that .*, but .* says that "):
            solve(make(expression), query, Options(verify=True, check=False, preprocessor="none", jobs=1))
        assert one.calls

    def test_nobody_else_does(self, fake, too_slow, expression, query, lie, text):  # noqa: ARG002
        """Formulas alone, and no time for a proof: the lie is told, and not called checked."""
        fake(SolverResult(Answer.TRUE if lie else Answer.FALSE))
        too_slow(lambda _: True)
        verdict = solve(make(expression), query, Options(method="qbf", preprocessor="none", jobs=1))
        assert (verdict.known, verdict.checked, verdict.checked_part) == (True, False, None)


def test_half_a_check_is_said_to_be_one(too_slow):
    """The win is proven, and nothing else: that no win is faster rests on the search."""
    too_slow(lambda claim: not claim.wins)
    game = make("hex:4x4")
    for query in (Query(), Query("fastest")):
        verdict = solve(game, query, Options(jobs=1))
        assert verdict.depth == 9
        assert (verdict.checked, verdict.checked_part) == (False, "Black wins within 9")
        assert verdict.to_json()["checked_part"] == "Black wins within 9"
        assert "Checked:  in part: Black wins within 9; the rest by one route only" in report(game, verdict)
        assert "not proven in time: White holds for 8" in report(game, verdict)


def test_two_routes_are_no_check():
    """`checked` means one thing: a strategy, every reply played. That two routes agree is evidence of its own."""
    verdict = solve(make("hex:3x3"), Query(), Options(jobs=1, check=False, verify=True))
    assert (verdict.depth, verdict.checked, verdict.checked_part) == (5, False, None)
    assert {text.partition(":")[0] for text in verdict.evidence} == {"search", "formula"}
    assert not any(note.startswith("by one route only") for note in verdict.notes)


@pytest.mark.parametrize(
    "options", [{}, {"method": "qbf"}, {"method": "search"}, {"encoding": "en"}, {"engine": "pns"}]
)
def test_both_routes_are_asked_whatever_is_named(options):
    """Names say by what, not that the other route is left out."""
    verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(jobs=1, verify=True, **options))
    assert {"search: Black wins within 5", "formula: Black wins within 5"} <= {
        text.partition(" (")[0] for text in verdict.evidence
    }
    assert verdict.checked


def test_one_route_that_fails_is_told(fake):
    """The other one's answer stands."""
    fake(SolverResult(Answer.UNKNOWN, "crash", "it smelled of smoke"))
    verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(jobs=1, verify=True))
    assert verdict.answer is True
    assert any(note.startswith("by one route only") and "it smelled of smoke" in note for note in verdict.notes)


def test_one_route_that_a_limit_ends_is_told(monkeypatch):
    """The time limit ends the formulas: the answer of the search stands, and a note says that it is alone."""

    def out_of_time(*_: object) -> None:
        raise LimitError("time", "the time limit is used up")

    monkeypatch.setattr(FormulaRoute, "_follow", out_of_time)
    verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(jobs=1, verify=True))
    assert verdict.answer is True
    assert "by one route only: the time limit is used up" in verdict.notes


def test_the_win_found_first_is_proven_where_the_faster_one_takes_too_long(too_slow):
    """The search finds 15 moves and then 13; a proof of 13 may be far longer."""
    game = make("gomoku:4,board=7x7")
    first = session_for(game).decide(Player.BLACK, None, Limits()).depth
    assert first is not None
    too_slow(lambda claim: claim.wins and claim.depth is not None and claim.depth < first)
    verdict = solve(game, Query(), Options(method="search"))
    assert verdict.outcome == "black"
    assert verdict.won_depth is not None
    if verdict.won_depth < first:  # a slow machine does not find it
        assert not verdict.checked
        assert verdict.checked_part is not None
        assert f"Black wins within {first}" in verdict.checked_part.split("; ")
        assert f"not proven in time: Black wins within {verdict.won_depth}" in verdict.notes
    assert Claim(Player.BLACK, True, first) in [replace(each.claim, derived=False) for each in verdict.strategies]


def test_only_what_held_is_handed_out(monkeypatch):
    """A strategy that could not be checked in time is none of the verdict's."""

    def slow(*_: object, **__: object) -> None:
        raise LimitError("time", "too slow")

    monkeypatch.setattr(proving, "checked", slow)
    verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(method="search"))
    assert (verdict.answer, verdict.checked, verdict.strategies) == (True, False, ())
    assert "not proven in time: Black wins within 5" in verdict.notes


@pytest.mark.parametrize(
    "expression", ["breakthrough:2x4,first=white", "domineering:3x3,first=white", "connect:3,board=3x3"]
)
def test_a_win_at_all_is_checked_within_the_plays_that_the_check_has_met(expression, tmp_path):
    """The length of the longest play by the rules was not checked; asked for it, nothing is proven anew."""
    game = make(expression)
    longest = Query("within", Player.WHITE, game.complete_depth())
    with Store.open(tmp_path / "answers") as store:
        verdict, again = (solve(game, query, Options(method="search"), store=store) for query in (Query(), longest))
    assert verdict.checked
    if verdict.outcome == "white":
        assert (again.answer, again.checked, again.remembered, again.stages) == (True, True, True, ())


@pytest.mark.parametrize("expression", ["hex:4x4", "httt:tippy,board=3x3,mb", "ttt:depth=9", "connect:3,board=4x3"])
def test_the_first_move_is_that_of_the_proof(fake, expression, monkeypatch):
    """A solver that says true to everything, which is so of the question, says it of losing first moves, too."""
    monkeypatch.setattr(plans, "telling_depths", lambda *_: [])  # nor of smaller depths, which come after a while
    game = make(expression)
    if expression.startswith("ttt"):
        game = game.after(["a1", "b1"])
    depth = solve(game, Query("fastest"), Options(method="search")).depth
    assert depth
    fake(SolverResult(Answer.TRUE))
    verdict = solve(game, Query("within", depth=depth), Options(method="qbf", preprocessor="none", jobs=1))
    assert (verdict.answer, verdict.checked) == (True, True)
    after = game.after([verdict.first_move])
    assert solve(after, Query("within", depth=depth - 1), Options(method="search")).answer


@pytest.mark.parametrize("way", ["formulas", "proof"])
def test_more_than_was_asked(way, tmp_path):
    """The search says for ever, of plays without an end; a strategy out of formulas is for the depth that was asked."""
    sheet, path = tmp_path / "a.kif", tmp_path / "a.strategy"
    sheet.write_text(
        "(role a) (role b) (init s) (legal a n) (legal b x) (legal b y)\n"
        "(<= (next s) (true s)) (<= (next t) (does b y)) (<= terminal (true t))\n"
        "(<= (goal b 100) (true t)) (<= (goal b 0) (not (true t))) (goal a 0)\n"
    )
    game = load(sheet)
    verdict = solve(game, Query.about(game, "within", depth=3), Options(certificate=path, extract=way))
    assert (verdict.answer, verdict.complete, verdict.checked_part) == (False, True, "White holds for 3")
    assert [str(each.claim) for each in check_file(path)] == ["White holds for 3"]
