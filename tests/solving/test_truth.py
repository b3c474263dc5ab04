"""Any question on any small game, by any method: whatever is claimed is so, and what can be known is known."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws
from tests.solving.claims import SUITE, Truth, asked, claimed, may_ask, random_game
from tests.solving.oracle import oracle_of
from tests.solving.verdicts import untrue

from zermelo.encodings import fitting
from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.model import Player
from zermelo.preprocess.bloqqer import library
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.verdict import Query

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("kind", SUITE)
@settings(max_examples=draws(40, 20))
@given(seed=SEEDS)
def test_claims_are_so(kind, seed):
    _, game, query, options = asked(seed, kind)
    verdict = solve(game, query, options)
    claimed(game, verdict)
    assert verdict.known, verdict.notes
    assert None not in (verdict.first_moves or {}).values()


@settings(max_examples=draws(40, 20))
@given(seed=SEEDS, kind=st.sampled_from(sorted(SUITE)))
def test_named_tools(seed, kind):
    """A named encoding or solver may leave a question open; what it claims is so, and it alone was used."""
    rng, game, query, options = asked(seed, kind)
    fits = [each for each in fitting(game) if kind != "grid"]
    name = rng.choice(fits).name if fits else None
    options = replace(options, encoding=name, solver=rng.choice(["caqe", "depqbf"]), method="qbf", time_limit=2)
    try:
        verdict = solve(game, query, options)
    except UnsupportedError:  # fits the game, but not the one with the colours exchanged
        return
    claimed(game, verdict)
    assert {stage.facts["solver"] for stage in verdict.stages if stage.name == "solve"} <= {options.solver}
    if name is not None:
        assert {stage.facts["encoding"] for stage in verdict.stages if stage.name == "encode"} <= {name}


def test_two_jobs():
    """Light tasks are still done in this process; heavy ones in others."""
    for expression, query in (
        ("hex:3x3", Query("fastest", Player.WHITE)),
        ("hex:3x3", Query("within", depth=6, first_moves=True)),
        ("httt:tippy,board=3x3", Query("winner", first_moves=True)),
    ):
        game = make(expression)
        claimed(game, solve(game, query, Options(jobs=2, method="qbf")))


@pytest.mark.parametrize("method", ["auto", "qbf", "search"])
class TestCorners:
    """Questions that random ones hit too seldom."""

    def test_graph_without_borders_of_white(self, method, tmp_path):
        """A game on a graph has a winner, too: if it is not Black, it is White."""
        path = tmp_path / "a.hex"
        path.write_text("3\n")
        for seed in range(8):
            game = random_game(Random(seed), "connection")
            assert not may_ask(game)
            verdict = solve(game, Query(), Options(method=method, jobs=1))
            claimed(game, verdict)
            assert verdict.outcome in ("black", "white")

    def test_depth_of_whites_break(self, method):
        """A game whose colours cannot be exchanged is decided by trying everything, and by no formula."""
        for seed in range(8):
            for kind in ("connection", "maker-breaker"):
                game = random_game(Random(seed), kind)
                longest = game.complete_depth() or 0
                for query in (Query("within", Player.WHITE, max(longest - 1, 0)), Query("fastest", Player.WHITE)):
                    verdict = solve(game, query, Options(method=method, jobs=1))
                    assert not untrue(oracle_of(game), verdict, must=method != "qbf")
                    assert verdict.known or verdict.reason == "nothing to try"

    def test_a_bound_below_the_least_depth(self, method):
        """ "Not within 4" says nothing of wins at all, neither of the game nor of its first moves."""
        game = make("hex:3x3")
        verdict = solve(game, Query("fastest", depth=4, first_moves=True), Options(method=method, jobs=1))
        claimed(game, verdict)
        assert (verdict.answer, verdict.complete, verdict.moves_depth) == (False, False, 4)
        assert verdict.sentence() == "Black cannot force a win within 4 moves; deeper is not decided."

    def test_a_bound_at_which_white_moves(self, method):
        """The last move of a bound may be White's: nothing new can be won by it."""
        game = make("httt:tippy,board=3x3")
        for bound in (0, 4, 6, 8, 9):
            claimed(game, solve(game, Query("fastest", depth=bound), Options(method=method, jobs=1)))

    def test_white_moves_never_last(self, method):
        """On an even number of cells left for both: a player whose last move is not the last of the play never wins."""
        game = make("httt:elly,board=3x3")
        game = game.after([game.parse_move(name, game.player_at(k)) for k, name in enumerate(["a1", "b2", "c3"])])
        verdict = solve(game, Query(), Options(method=method, jobs=1))
        claimed(game, verdict)
        assert verdict.known

    def test_who_wins_is_asked_of_both(self, method):
        with pytest.raises(InputError, match="asks of both"):
            solve(make("ttt"), Query("winner", Player.WHITE), Options(method=method))


@pytest.mark.skipif(library() is None, reason="pyqbf is not installed")
@pytest.mark.parametrize("expression", ["httt:el,board=2x3,mb,first=white", "y:3,first=white"])
def test_a_breaker_who_opens_after_a_preprocessor(expression):
    """Of a mere breaker no formula names a first move: all are tried."""
    game, options = make(expression), Options(method="qbf", preprocessor="bloqqer", jobs=1)
    verdict = solve(game, Query("within", Player.WHITE, 6), options)
    assert not untrue(oracle_of(game), verdict)
    assert (verdict.answer, verdict.first_move is None) == (True, False)


def test_search_alone_runs_no_formula():
    """Also with a bound on the depth of the least win, and for first moves."""
    for query in (Query("fastest", depth=3), Query("fastest", first_moves=True), Query("within", depth=4)):
        verdict = solve(make("hex:3x3"), query, Options(method="search"))
        assert verdict.known
        assert verdict.checked
        assert {stage.name for stage in verdict.stages} <= {"search", "prove", "check"}


def test_a_game_without_end():
    """A no of the search holds for every depth: there is no longest play to name."""
    game = make("evader-pursuer-dual:3x3,evader=3-1,pursuer=1-2")
    verdict = solve(game, Query("fastest", first_moves=True), Options(method="search"))
    claimed(game, verdict)
    assert (verdict.answer, verdict.complete, verdict.refuted_depth) == (False, True, None)
    assert verdict.sentence() == "Black cannot force a win at all (complete)."
    assert not Truth(game).wins
