"""The memory of answers: asked again, the same is claimed without work, and what is known never bends an answer."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.sizes import draws
from tests.solving.claims import SUITE, Truth, asked, asked_too, claimed, may_ask
from tests.store.twins import twin

from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Game, GameGraph, GraphGame, GraphNode, Player
from zermelo.questions import Options
from zermelo.solvers import Answer, SolverResult
from zermelo.solving import combination, solve
from zermelo.solving.bounds import TOLD
from zermelo.solving.journal import Event
from zermelo.store import Demand, Fact, Origin, Store
from zermelo.verdict import Query

SEEDS = st.integers(0, 2**32)
CLAIM = ("answer", "outcome", "excluded", "complete", "first_moves")
QBF = Options(method="qbf", jobs=1)


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(tmp_path / "answers.sqlite") as opened:
        yield opened


@pytest.mark.parametrize("kind", SUITE)
@settings(max_examples=draws(200, 12))
@given(seed=SEEDS)
@example(seed=91)  # maker-breaker: "not within 0" is known and checked, "never" follows from an unchecked first move
@example(seed=478)  # maker-maker, by formulas: what the rules tell after a first move is sharper than what they told
@example(seed=492)  # grid: the same
@example(seed=565)  # hex: the same
@example(seed=854)  # grid: the same, with other first moves remembered
def test_asked_again(kind, seed):
    """The same claim, at least as sharp, as an answer from before; what was checked stays checked, without work.

    What could not be checked in time is tried again; nothing is searched again, nor asked of a formula.
    """
    rng, game, query, options = asked(seed, kind)
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "answers") as store:
        if rng.random() < 0.5:
            claimed(game, solve(game, asked_too(rng, game, options), options, store=store))
        first = solve(game, query, options, store=store)
        again = solve(game, query, options, store=store)
        claimed(game, first)
        claimed(game, again)
        assert [getattr(again, name) for name in CLAIM] == [getattr(first, name) for name in CLAIM]
        assert again.depth == first.depth or first.depth is None
        assert again.remembered or first.method in TOLD
        assert {stage.name for stage in again.stages} <= (set() if first.checked else {"prove", "check"})
        assert again.checked >= first.checked


@settings(max_examples=draws(40, 20))
@given(seed=SEEDS, kind=st.sampled_from(sorted(SUITE)))
@example(seed=20308, kind="grid")  # a win within the longest play, with a race
def test_known_facts_change_no_answer(seed, kind):
    """Facts in the store, all true, of any depth, player, place and origin."""
    rng, game, query, options = asked(seed, kind)
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "answers") as store:
        for _ in range(rng.randint(1, 5)):
            store.add(game, _fact(rng, game))
        claimed(game, solve(game, query, options, store=store))
        claimed(game, solve(game, asked_too(rng, game, options), options, store=store))


def test_unchecked_facts_are_proven_once(store):
    """A fact on depth 4 by one route answers depth 3; it is proven where that is wanted, and stays checked."""
    game, query = make("hex:3x3"), Query("within", depth=3)
    store.add(game, Fact(Player.BLACK, 4, False, Origin(solver="connection search")))
    trusting = solve(game, query, Options(check=False, jobs=1), store=store)
    assert (trusting.answer, trusting.remembered, trusting.checked) == (False, True, False)
    for work in (["prove", "check"], []):
        verdict = solve(game, query, Options(jobs=1), store=store)
        assert (verdict.answer, verdict.remembered, verdict.checked) == (False, True, True)
        assert [stage.name for stage in verdict.stages] == work


def test_a_depth_that_is_met_is_not_that_of_another_first_move(store):
    """Staying wins as well, but not as fast as the strategy that is checked."""
    nodes = (
        GraphNode("0", Player.WHITE, (("stay", 0), ("go", 1))),
        GraphNode("1", Player.BLACK, (("on", 2),)),
        GraphNode("2", Player.WHITE, (("win", 3), ("back", 0))),
        GraphNode("3", None, (), Player.WHITE),
    )
    game = GraphGame("ways", GameGraph(nodes))
    stay, go = (game.parse_move(name, Player.WHITE) for name in ("stay", "go"))
    store.add(game, Fact(Player.WHITE, None, True, Origin(solver="retrograde"), first_move=stay))
    assert solve(game, Query(), Options(jobs=1), store=store).checked
    anybody = Demand(unchecked=True)
    assert store.first_moves(game, Player.WHITE, 3, anybody) == {go: True}
    verdict = solve(game, Query("fastest", Player.WHITE, first_moves=True), Options(jobs=1), store=store)
    claimed(game, verdict)
    assert (verdict.depth, verdict.first_move, verdict.first_moves) == (3, "go", {"stay": False, "go": True})


def test_facts_that_cannot_be_checked_are_remembered(store):
    """A proof turns out to take too long."""
    game, query = make("hex:3x3"), Query("within", depth=3)
    store.add(game, Fact(Player.BLACK, 4, False, Origin(solver="connection search")))
    verdict = solve(game, query, Options(jobs=1, proof_limit=0), store=store)
    assert (verdict.answer, verdict.remembered, verdict.checked) == (False, True, False)


def test_what_is_remembered_of_the_game_with_colours_exchanged_hides_no_faster_win(store):
    """White wins hex:3x4 for ever; of the same board seen from her side more is known: how fast."""
    assert solve(make("hex:3x4"), Query(), Options(jobs=1), store=store).outcome == "white"
    for _ in range(2):
        verdict = solve(make("hex:4x3,first=white"), Query(), Options(jobs=1), store=store)
        assert (verdict.outcome, verdict.won_depth, verdict.refuted_depth) == ("black", 8, 7)


def test_verify_asks_both_routes_now(store):
    """A remembered fact is one answer from before, and not two routes."""
    game, query = make("hex:3x3"), Query("within", depth=5)
    b2 = game.parse_move("b2", Player.BLACK)
    store.add(game, Fact(Player.BLACK, 5, True, Origin(solver="connection search"), checked=True, first_move=b2))
    assert solve(game, query, Options(jobs=1), store=store).remembered
    verdict = solve(game, query, Options(jobs=1, verify=True), store=store)
    assert (verdict.answer, verdict.remembered, verdict.checked) == (True, False, True)


def _fact(rng: Random, game: Game) -> Fact:
    """Something that is so."""
    player = rng.choice(list(Player)) if may_ask(game) else Player.BLACK
    moves = [] if game.is_over(game.start) else game.legal(game.start)
    after = rng.choice(moves) if moves and rng.random() < 0.4 else None
    depth = rng.choice([None, rng.randint(0 if after is None else 1, game.complete_depth() or 6)])
    truth = Truth(game if after is None else game.after([after]), player)
    answer = truth.wins if depth is None else truth.within(depth - (after is not None))
    origin = rng.choice([Origin("cor", solver="depqbf"), Origin(solver="minimax"), Origin("bddl")])
    return Fact(player, depth, answer, origin, rng.random() < 0.5, None, after, 1.0)


@pytest.mark.parametrize("kind", SUITE)
def test_the_same_game_in_another_guise(kind, store):
    """Other names, turned round, colours exchanged: who wins is known."""
    for seed in range(4):
        rng, game, _, _ = asked(seed, kind)
        options = Options(jobs=1)
        claimed(game, solve(game, Query(), options, store=store))
        other, _ = twin(game, rng)
        verdict = solve(other, Query(), options, store=store)
        claimed(other, verdict)
        assert verdict.remembered or verdict.method in TOLD


class TestWhatIsKept:
    def test_never_within_a_depth(self, store):
        """Nobody wins Tic-Tac-Toe: the longest play has 9 moves, whatever depth is asked for later."""
        solve(make("ttt"), Query(), store=store)
        for query in (Query("within", depth=5), Query("fastest", depth=5)):
            verdict = solve(make("ttt"), query, store=store)
            claimed(make("ttt"), verdict)
            assert verdict.remembered
            assert verdict.sentence() == "Black cannot force a win at all (complete)."

    def test_refuted_at_depth_zero(self, store):
        """0 is a depth, not "none": it does not become that of the longest play."""
        for query in (Query("within", depth=0), Query(), Query()):
            verdict = solve(make("hex:3x3"), query, QBF, store=store)
        assert (verdict.depth, verdict.refuted_depth, verdict.remembered) == (5, 4, True)

    def test_the_last_depth_that_tells_is_all(self, store):
        """Black moves, then White: what he does not win within 1 he never wins."""
        game = make("hex:2x2").after([0, 1])
        store.add(game, Fact(Player.BLACK, 1, False, Origin("et", solver="caqe"), checked=True))
        for query in (Query(), Query("fastest"), Query("within", depth=2)):
            verdict = solve(game, query, store=store)
            claimed(game, verdict)
            assert (verdict.remembered, verdict.complete) == (True, True)

    def test_a_win_beyond_the_bound(self, store):
        """It is known; the bound is asked about all the same."""
        game = make("hex:3x3")
        store.add(game, Fact(Player.BLACK, 5, True, Origin("et", solver="caqe"), checked=True))
        verdict = solve(game, Query("fastest", depth=4, first_moves=True), QBF, store=store)
        claimed(game, verdict)
        assert (verdict.answer, verdict.refuted_depth) == (False, 4)

    def test_checked_if_all_is(self, store):
        """The least depth rests on two facts."""
        game, origin = make("hex:3x3"), Origin("et", solver="caqe")
        store.add(game, Fact(Player.BLACK, 5, True, origin, checked=True))
        store.add(game, Fact(Player.BLACK, 4, False, origin, checked=False))
        for query in (Query(), Query("fastest")):
            verdict = solve(game, query, Options(proof_limit=0), store=store)
            assert (verdict.depth, verdict.checked, verdict.remembered) == (5, False, True)
            assert verdict.checked_part == "Black wins within 5"
        for work in (["prove", "check"], []):
            verdict = solve(game, Query(), store=store)
            assert (verdict.checked, [stage.name for stage in verdict.stages]) == (True, work)

    def test_the_move_belongs_to_the_depth(self, store):
        """A slower win with a move is known, and a faster one without: the move for that is found now."""
        game, origin = make("hex:3x3"), Origin("et", solver="caqe")
        move = game.parse_move("a2", Player.BLACK)
        store.add(game, Fact(Player.BLACK, 7, True, origin, True, move), Fact(Player.BLACK, 5, True, origin, True))
        store.add(game, Fact(Player.BLACK, 4, False, origin, checked=True))
        verdict = solve(game, Query(), store=store)
        assert (verdict.depth, verdict.first_move) == (5, "b2")

    def test_the_origin_is_a_formula(self, store):
        """A formula's answer is not passed off as a search."""
        game = make("domineering:2x3")
        solve(game, Query(), QBF, store=store)
        assert not solve(game, Query(), Options(method="search"), store=store).remembered
        assert solve(game, Query(), QBF, store=store).remembered

    def test_a_proof_does_not_change_the_origin(self, store):
        """Remembered from a formula, proven now: it is still the answer of a formula."""
        game, query = make("domineering:2x3"), Query()
        solve(game, query, replace(QBF, check=False), store=store)
        assert solve(game, query, QBF, store=store).checked
        assert not solve(game, query, Options(method="search"), store=store).remembered
        again = solve(game, query, QBF, store=store)
        assert (again.remembered, again.checked, again.stages) == (True, True, ())

    def test_named_tools_must_have_answered(self, store):
        game, query = make("hex:3x3"), Query("within", depth=5)
        solve(game, query, Options(solver="caqe", jobs=1), store=store)
        assert solve(game, query, Options(jobs=1), store=store).remembered
        assert not solve(game, query, Options(solver="depqbf", jobs=1), store=store).remembered
        assert not solve(game, query, Options(method="search"), store=store).remembered

    def test_the_rules_need_no_tools(self, store):
        """Their answers after each first move are neither a formula's nor a search's, and are not lost."""
        for expression, depth in (("domineering:2x2", 5), ("hex:1x4,first=white", 2)):
            game, query = make(expression), Query("within", depth=depth, first_moves=True)
            for options in (QBF, QBF, Options(solver="depqbf", jobs=1)):
                verdict = solve(game, query, options, store=store)
                assert (verdict.method, verdict.checked) == ("the rules", True)
                assert verdict.remembered is (verdict.stages == ())
            assert verdict.remembered

    @pytest.mark.parametrize(
        "expression", ["breakthrough:2x4", "connect:3,board=3x2,rule=paper", "domineering:4x2", "konane:4x4"]
    )
    def test_the_win_of_who_holds_for_ever_is_proven_itself(self, expression, store):
        """The checker of holding does not see that a play ends; the win itself is proven, once."""
        game = make(expression)
        held = solve(game, Query("within", depth=game.complete_depth()), store=store)
        assert (held.answer, held.complete, held.checked) == (False, True, True)
        for work in (["prove", "check"], []):
            verdict = solve(game, Query(), store=store)
            assert (verdict.outcome, verdict.remembered, verdict.checked) == ("white", True, True)
            assert [stage.name for stage in verdict.stages] == work
        fresh = solve(game, Query())
        assert (fresh.outcome, fresh.checked) == ("white", True)

    def test_a_timeout_is_no_fact(self, store):
        solve(make("hex:7x7"), Query("within", depth=25), Options(time_limit=0.2, jobs=1), store=store)
        known = [store.lookup(make("hex:7x7"), Player.BLACK, depth) for depth in (25, None)]
        assert known == [None, None]

    def test_nothing_of_a_disagreement(self, store, monkeypatch, tmp_path):
        """A solver that was caught in a lie leaves nothing behind, not even what it said before."""

        class Liar:
            name = "depqbf"

            def version(self) -> str:
                return "fake"

            def executable(self) -> Path:
                return Path(sys.executable)

            def solve(self, _formula: object, **_limits: object) -> SolverResult:
                return SolverResult(Answer.FALSE)

        game = make("hex:3x3")
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        with monkeypatch.context() as patched:
            patched.setattr(combination, "solver", lambda _: Liar())
            for query in (Query("within", depth=5), Query(), Query("fastest")):
                with pytest.raises(DisagreementError):
                    solve(game, query, QBF, store=store)
        verdict = solve(game, Query("within", depth=5), QBF, store=store)
        assert (verdict.answer, verdict.remembered) == (True, False)

    def test_first_moves(self, store):
        """Moves found by the rules are kept as well as those found by formulas."""
        for options in (Options(jobs=1), QBF):
            for depth in (5, 6):
                query = Query("within", depth=depth, first_moves=True)
                first, again = (solve(make("hex:3x3"), query, options, store=store) for _ in range(2))
                assert again.first_moves == first.first_moves
                assert [stage.name for stage in again.stages] == []


def test_first_moves_of_a_fastest_win_that_is_open(store):
    """Moves that are known to win in more moves are no answer as long as nobody knows the least number."""
    game = make("hex:3x3")
    solve(game, Query("within", depth=9, first_moves=True), store=store)
    verdict = solve(game, Query("fastest", first_moves=True), Options(time_limit=0.0), store=store)
    assert (verdict.depth, verdict.won_depth) == (None, 9)
    assert verdict.first_moves is not None
    assert set(verdict.first_moves.values()) == {None, False}
    whole = solve(game, Query("fastest", first_moves=True), store=store).first_moves
    assert whole is not None
    assert [move for move, wins in whole.items() if wins] == ["b2"]


def test_a_remembered_lie(store, fake):
    """A lie of a foreign solver that nobody has checked is not told again before it is."""
    game, query, events = make("hex:3x3"), Query("within", depth=5), list[Event]()
    fake(SolverResult(Answer.FALSE))
    options = Options(method="qbf", preprocessor="none", jobs=1, check=False)
    assert solve(game, query, options, store=store).answer is False
    with pytest.raises(DisagreementError, match="the search does not find that White holds for 5"):
        solve(game, query, Options(), events.append, store)
    assert all(each.kind != "answer" for each in events)
    verdict = solve(game, query, Options(), store=store)
    assert (verdict.answer, verdict.remembered) == (True, False)
