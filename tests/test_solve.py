"""Questions on small games of every kind: the verdict is right, says how far it reaches, and survives bad tools."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.solve.fakes import Fake, fake

from zermelo.errors import DisagreementError, InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import ConnectionGame, Player, first_move_orbits
from zermelo.questions import MOST_DEPTH, Options, depth_in_play
from zermelo.search import Minimax, is_small
from zermelo.solvers import Answer, SolverResult, solver
from zermelo.solving import solve
from zermelo.verdict import Query, Verdict

EVADER = "evader-pursuer:4x4,evader=4-1,pursuer=2-3"


FORMULAS = Options(method="qbf")


def within(expression: str, depth: int, player: Player = Player.BLACK, **options: Any) -> Verdict:
    """Asked of the formulas; the rule engine confirms."""
    return solve(make(expression), Query("within", player, depth), Options(**{"method": "qbf", **options}))


__all__ = ["fake"]


class TestWithin:
    @pytest.mark.parametrize(
        ("expression", "least"),
        [
            ("hex:3x3", 5),
            ("hex:2x2,first=white", None),
            ("httt:el,board=3x3", 5),
            ("httt:elly,board=4x4", 7),
            ("gttt:tippy,p=2,q=1,board=3x3", None),
            ("connect:2,board=3x3", 3),
            ("domineering:3x3", None),
            ("breakthrough:2x4", None),
            (EVADER, 3),
        ],
    )
    def test_agrees_with_exhaustive_search_at_every_small_depth(self, expression, least):
        """No encoding, solver or check bends the answer; a win comes with a first move that keeps it."""
        game = make(expression)
        for depth in range(6):
            verdict = within(expression, depth)
            expected = Minimax(game).within(game.start, depth)
            assert verdict.answer is expected, depth
            if least is not None:
                assert expected is (depth >= least), "the table of this test is wrong"
            if not expected:
                assert verdict.refuted_depth == depth_in_play(game, depth)
                assert verdict.first_move is None
            elif game.to_move(game.start) is Player.BLACK:
                assert verdict.first_move is not None
                after = game.after([game.parse_move(verdict.first_move, Player.BLACK)])
                assert Minimax(after).within(after.start, depth - 1)

    def test_first_move_is_the_only_one_that_wins(self):
        """On 3×3 Hex within 5 only the centre wins."""
        verdict = within("hex:3x3", 5)
        assert (verdict.first_move, verdict.checked) == ("b2", True)
        assert verdict.depth is None  # 5 is not shown to be the least depth
        assert any("after b2: Black wins within 4" in text for text in verdict.evidence)
        assert any("rule engine" in text for text in verdict.evidence)

    def test_white_opens(self):
        """Where White opens there is no first move of Black to name."""
        verdict = within("hex:2x2,first=white", 4)
        assert verdict.answer is not None
        assert verdict.first_move is None

    @pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
    def test_white_may_ask(self, depth):
        """A question of White is the question of Black on the game with the colours exchanged."""
        game = make("hex:2x2,first=white").swapped()
        verdict = solve(game, Query("within", Player.BLACK, depth))
        other = solve(game.swapped(), Query("within", Player.WHITE, depth))
        assert other.answer is verdict.answer is Minimax(game).within(game.start, depth)
        assert not any("Black" in text for text in other.evidence if not text.startswith("strategy checked: "))

    def test_depth_of_the_game_itself(self):
        """Without a question the game's own depth is asked."""
        verdict = solve(make("hex:3x3,depth=5"))
        assert (verdict.query.kind, verdict.query.depth, verdict.answer) == ("within", 5, True)

    def test_no_is_complete_only_at_the_depth_of_the_longest_play(self):
        """ "Not within 7" and "not at all" are different claims."""
        assert not within("ttt", 7).complete
        verdict = within("ttt", 9)
        assert verdict.complete
        assert "at all" in verdict.sentence()
        assert "deeper is not decided" in within("ttt", 7).sentence()

    def test_huge_depth_is_that_of_the_longest_play(self):
        """A depth of a thousand millions costs no more than 9, and the claim names 9."""
        verdict = within("ttt", 10**9)
        assert (verdict.answer, verdict.refuted_depth, verdict.complete) == (False, 9, True)
        assert within("hex:3x3", 10**9).sentence() == "Black wins within 9 moves."

    def test_already_won(self):
        """Depth 0 asks whether Black has won."""
        assert within("hex:3x3", 0).answer is False
        won = make("hex:1x1")
        won = won.after([won.moves(won.start)[0]])
        verdict = solve(won, Query("within", depth=0))
        assert verdict.answer is True
        assert verdict.sentence() == "Black has won in this position."

    def test_without_check(self):
        """--no-check names no move and claims no confirmation."""
        verdict = within("hex:3x3", 5, check=False)
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, None, False)

    @pytest.mark.parametrize("name", ["depqbf", "caqe"])
    @pytest.mark.parametrize("preprocessor", ["none", "bloqqer"])
    def test_tools(self, name, preprocessor):
        """Every pair of tools finds the move; behind a preprocessor it comes from the original formula."""
        verdict = within("hex:3x3", 5, solver=name, preprocessor=preprocessor)
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, "b2", True)
        assert verdict.method == ("et+bloqqer+" if preprocessor == "bloqqer" else "et+") + name
        assert {stage.facts.get("after") for stage in verdict.stages} == {None, "b2"}, "the hint was not tried first"
        assert within("hex:3x3", 4, solver=name, preprocessor=preprocessor).answer is False


class TestWinner:
    @pytest.mark.parametrize(
        ("expression", "outcome", "depth"),
        [
            ("hex:3x3", "black", 5),
            ("hex:2x2,first=white", "white", None),
            ("ttt", "draw", None),
            ("httt:el,board=3x3", "black", 5),
            ("gttt:tippy,p=2,q=1,board=3x3", "draw", None),
            ("domineering:2x2", "black", 2),
            ("connect:2,board=3x3", "black", 3),
            (EVADER, "black", 3),
        ],
    )
    def test_known_games(self, expression, outcome, depth):
        """Black's least depth, White's win and the draw are told apart, and all are confirmed."""
        verdict = solve(make(expression), Query())
        assert (verdict.outcome, verdict.depth, verdict.complete, verdict.checked) == (outcome, depth, True, True)
        if outcome == "black":
            assert verdict.refuted_depth == depth - 1

    def test_no_win_at_all_has_its_bound(self):
        """A draw of a finite game says how long plays can be."""
        verdict = solve(make("ttt"), Query())
        assert verdict.excluded == ["black", "white"]
        assert verdict.sentence() == "Draw: neither player can force a win (complete; no play is longer than 9 moves)."

    def test_game_with_cycles(self):
        """Where plays may never end all positions are solved backwards, and a formula confirms Black's win."""
        verdict = solve(make(EVADER), Query())
        assert verdict.method == "retrograde"
        assert any("ground" in text for text in verdict.evidence)
        dual = solve(make("evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2"), Query())
        assert dual.outcome is not None
        assert dual.method == "retrograde"


class TestQuestions:
    def test_negative_depth(self):
        with pytest.raises(InputError, match="at least 0"):
            within("ttt", -1)

    def test_no_depth(self):
        with pytest.raises(InputError, match="a depth"):
            solve(make("ttt"), Query("within"))

    def test_endless_plays_have_a_largest_depth(self):
        """A formula of 10^9 moves must not be begun."""
        assert depth_in_play(make(EVADER), MOST_DEPTH) == MOST_DEPTH
        with pytest.raises(InputError, match=str(MOST_DEPTH)):
            within(EVADER, 10**9)

    @pytest.mark.parametrize("wrong", [{"encoding": "nope"}, {"solver": "nope"}, {"preprocessor": "nope"}])
    def test_unknown_tools_are_refused_before_any_work(self, wrong, fake):
        """Also where everything could be decided without them."""
        if "solver" not in wrong:
            fake(SolverResult(Answer.TRUE))
        with pytest.raises(UnsupportedError, match="'nope'"):
            within("hex:3x3", 0, **wrong)

    def test_encoding_that_does_not_fit(self):
        with pytest.raises(UnsupportedError, match="what fits this game: 'cor'"):
            within("ttt", 0, encoding="et")

    def test_small_games(self):
        assert is_small(make("ttt"), 9)
        assert not is_small(make("hex:6x6"), 9)
        assert is_small(make("hex:6x6"), 1)


class TestLimits:
    def test_no_time(self):
        verdict = solve(make("hex:4x4"), Query(), Options(time_limit=0, method="qbf"))
        assert (verdict.outcome, verdict.reason) == (None, "time")

    def test_the_depths_that_were_decided_in_time_are_told(self):
        verdict = solve(make("hex:7x7"), Query(), Options(time_limit=3, method="qbf"))
        assert (verdict.outcome, verdict.reason) == (None, "time")
        assert verdict.refuted_depth is not None
        assert f"Black cannot force a win within {verdict.refuted_depth} moves; deeper is open" in verdict.sentence()

    def test_time_limit_ends_a_long_search(self):
        verdict = solve(make("hex:7x7"), Query("within", depth=21), Options(time_limit=0.5, method="qbf"))
        assert (verdict.answer, verdict.reason, verdict.known) == (None, "time", False)
        assert verdict.seconds < 10
        assert verdict.sentence().startswith("Not decided: out of time.")

    def test_memory_limit(self):
        verdict = solve(make("hex:7x7"), Query("within", depth=21), Options("et", memory_limit_mb=1, time_limit=60))
        assert (verdict.answer, verdict.reason) == (None, "memory")

    def test_interrupt_between_two_depths(self, fake):
        """Ctrl-C loses nothing that is known."""

        def tire(call: int) -> SolverResult:
            if call > 2:
                raise KeyboardInterrupt
            return SolverResult(Answer.FALSE)

        fake(tire)
        verdict = solve(make("hex:5x5"), Query(), FORMULAS)
        assert (verdict.reason, verdict.refuted_depth) == ("interrupted", 11)

    def test_interrupt_while_checking(self, fake, monkeypatch):
        """An answer that is known stays known; it is not checked."""
        fake(SolverResult(Answer.FALSE))

        def tired(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("zermelo.solving.within.search_within", tired)
        verdict = within("hex:3x3", 4)
        assert (verdict.answer, verdict.checked, verdict.reason) == (False, False, None)
        assert "interrupted before the answer was checked" in verdict.notes

    def test_first_move_that_runs_out_of_time(self, fake):
        """The answer stands without the move, and a note says why."""

        def slow(call: int) -> SolverResult:
            return SolverResult(Answer.TRUE) if call == 1 else SolverResult(Answer.UNKNOWN, "time", "too slow")

        fake(slow)
        verdict = within("hex:4x4", 9, certify=False)
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, None, False)
        assert any("not confirmed" in note and "too slow" in note for note in verdict.notes)

    def test_retrograde_has_a_time_limit(self):
        verdict = solve(make("evader-pursuer:8x8,evader=8-1,pursuer=3-4"), Query(), Options(time_limit=0.02))
        assert (verdict.outcome, verdict.reason) == (None, "time")

    def test_too_many_positions(self, monkeypatch):
        monkeypatch.setattr("zermelo.solving.whole.MOST_POSITIONS", 7)
        verdict = solve(make(EVADER), Query())
        assert (verdict.outcome, verdict.depth, verdict.reason) == ("black", 3, None)
        assert any("more than 7 positions" in note for note in verdict.notes)

    def test_plays_too_long_for_the_plain_rules_are_no_lack_of_time(self):
        verdict = within(EVADER, 1500, method="search")
        assert (verdict.answer, verdict.reason) in {(True, None), (None, "size")}

    def test_what_the_rules_said_survives_an_interrupt(self, fake):
        """The search was done before the formula; Ctrl-C in the formula does not undo it."""

        def tired(_: int) -> SolverResult:
            raise KeyboardInterrupt

        fake(tired)
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options())
        assert (verdict.answer, verdict.checked, verdict.method) == (True, False, "minimax")


class TestBadTools:
    def test_missing_solver(self, monkeypatch, tmp_path):
        """A solver that is not installed is a reason of its own, with how to get it."""
        real: Any = type(solver("depqbf"))
        monkeypatch.setattr("zermelo.solving.combination.solver", lambda _: real(program=tmp_path / "depqbf"))
        verdict = within("hex:3x3", 5)
        assert (verdict.answer, verdict.reason) == (None, "missing")
        assert any("pip install pyqbf" in note for note in verdict.notes)

    @pytest.mark.parametrize("reason", ["crash", "unparsable", "memory", "output", "gave up"])
    def test_failures_claim_nothing(self, fake, reason):
        fake(SolverResult(Answer.UNKNOWN, reason, "it smelled of smoke"))
        for verdict in (within("hex:3x3", 5), solve(make("hex:3x3"), Query(), FORMULAS)):
            assert (verdict.answer, verdict.outcome, verdict.reason) == (None, None, reason)
            assert any("it smelled of smoke" in note for note in verdict.notes)
            assert not verdict.known

    @pytest.mark.parametrize(
        ("expression", "depth", "lie"),
        [("hex:3x3", 5, False), ("ttt", 7, True), ("ttt", 9, True), ("connect:2,board=3x3", 3, False)],
    )
    def test_a_lying_solver_is_caught_by_the_rules(self, fake, expression, depth, lie):
        """Exhaustive search contradicts it; the message shows both sides."""
        one = fake(SolverResult(Answer.TRUE if lie else Answer.FALSE))
        with pytest.raises(DisagreementError, match=rf"{lie} at depth {depth}, the rule engine says {not lie}"):
            within(expression, depth, preprocessor="none")
        assert one.calls

    @pytest.mark.parametrize(("expression", "lie"), [("ttt", True), ("hex:3x3", False), ("httt:el,board=3x3", False)])
    def test_lies_about_the_winner(self, fake, expression, lie):
        fake(SolverResult(Answer.TRUE if lie else Answer.FALSE))
        with pytest.raises(DisagreementError, match="the rule engine says"):
            solve(make(expression), Query(), FORMULAS)

    def test_a_win_without_a_winning_move(self, fake):
        """A solver that contradicts itself is caught on boards that are too large for exhaustive search, too."""
        fake(lambda call: SolverResult(Answer.TRUE if call == 1 else Answer.FALSE))
        assert not is_small(make("hex:5x5"), 11)
        with pytest.raises(DisagreementError, match="after no first move"):
            within("hex:5x5", 11)

    def test_a_lie_about_a_game_with_cycles(self, fake):
        fake(SolverResult(Answer.FALSE))
        with pytest.raises(DisagreementError, match="retrograde"):
            solve(make(EVADER), Query(), Options(preprocessor="none"))

    def test_a_wrong_hint_does_no_harm(self, fake):
        """Values of the outermost block are a hint only: other moves are tried when it does not win."""
        real = solver("depqbf")

        class Misleading(Fake):
            def solve(self, formula: Any, **limits: Any) -> SolverResult:
                found = real.solve(formula, **limits)
                if found.assignment is None:
                    return found
                return SolverResult(found.answer, assignment=dict.fromkeys(found.assignment, False))

        one = fake(SolverResult(Answer.UNKNOWN))
        one.__class__ = Misleading
        verdict = within("hex:3x3", 5)
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, "b2", True)


def test_stages_tell_sizes_and_the_move_that_was_tried():
    """What each stage cost is part of the answer."""
    stages = within("hex:3x3", 5).to_json()["stages"]
    assert [stage["name"] for stage in stages] == ["encode", "solve", "confirm", "encode", "solve", "certify"]
    assert stages[0]["variables"] > 0
    assert stages[0]["clauses"] > 0
    assert [stage.get("after") for stage in stages] == [None, None, None, "b2", "b2", None]


def test_json_has_the_keys_of_the_design():
    """The object of an answer is fixed; scripts rely on it."""
    found = within("hex:3x3", 5).to_json()
    keys = "game query answer outcome depth refuted_depth complete first_move first_moves method checked reason"
    assert set(keys.split()) | {"seconds", "stages", "excluded"} <= set(found)
    assert found["query"] == {"kind": "within", "player": "black", "depth": 5}
    assert (found["answer"], found["outcome"], found["reason"]) == (True, None, None)


class TestMethods:
    def test_the_rules_answer_where_the_formula_does_not(self, fake):
        """Without a name for a tool, a small game is answered all the same, and the failure is told."""
        fake(SolverResult(Answer.UNKNOWN, "crash", "it smelled of smoke"))
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options())
        assert (verdict.answer, verdict.method, verdict.first_move) == (True, "minimax", "b2")
        assert any("it smelled of smoke" in note for note in verdict.notes)
        winner = solve(make("hex:3x3"), Query(), Options())
        assert (winner.outcome, winner.depth, winner.method) == ("black", 5, "retrograde")

    def test_formula_and_rules_both_answer(self):
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options())
        assert (verdict.answer, verdict.method, verdict.checked) == (True, "et+caqe", True)
        assert any("exhaustive search" in line for line in verdict.evidence)

    def test_a_lie_about_the_winner_is_caught(self, fake):
        fake(SolverResult(Answer.FALSE))
        with pytest.raises(DisagreementError, match="retrograde analysis says True"):
            solve(make("hex:3x3"), Query(), Options())

    @pytest.mark.parametrize("most", [10, 4_000_000])
    def test_a_formula_too_large_is_left_to_the_next_encoding(self, monkeypatch, most):
        """Ground formulas that grow too large are refused, and the lifted one answers."""
        monkeypatch.setattr("zermelo.encodings.ground.MOST_LITERALS", most)
        for depth, answer in ((3, False), (4, True)):
            verdict = within("domineering:3x3", depth, jobs=1)
            assert verdict.answer is answer
            assert verdict.method is not None
            assert verdict.method.startswith("bddl" if most == 10 else "ground")

    @pytest.mark.parametrize(("expression", "outcome"), [("ttt", "draw"), ("hex:2x3", "white"), (EVADER, "black")])
    def test_search_alone_starts_no_solver(self, fake, expression, outcome):
        one = fake(SolverResult(Answer.UNKNOWN, "crash"))
        assert solve(make(expression), Query(), Options(method="search")).outcome == outcome
        assert within("hex:3x3", 5, method="search").answer is True
        assert one.calls == 0

    def test_unknown_methods_are_refused(self):
        with pytest.raises(InputError, match="auto, qbf, search"):
            within("hex:3x3", 5, method="guess")

    def test_the_unpreprocessed_formula_must_agree(self, fake):
        """With a preprocessor the plain formula is asked for a move: its answer counts, too."""
        fake(lambda call: SolverResult(Answer.TRUE if call == 1 else Answer.FALSE))
        with pytest.raises(DisagreementError, match=r"et\+bloqqer\+depqbf says True, et\+depqbf says False"):
            within("hex:4x4", 9, encoding="et", preprocessor="bloqqer")

    def test_the_search_leaves_time_for_the_formula(self, monkeypatch):
        """A search that cannot finish must not use up the whole time limit."""
        given = []

        def endless(*_: object, **__: object) -> None:
            raise LimitError("time", "out of time")

        def record(_game: object, _depth: object, _positions: object, seconds: float) -> None:
            given.append(seconds)
            endless()

        monkeypatch.setattr("zermelo.solving.within.search_within", record)
        verdict = solve(make("connect:2,board=3x3"), Query("within", depth=3), Options(time_limit=8))
        assert verdict.answer is True
        assert 0 < given[0] <= 2

    def test_a_confirmed_move_alone_does_not_check_the_least_depth(self, fake):
        """True at 9 and the move confirmed by search, then Ctrl-C: "not within 8" rests on one route."""

        def tired(call: int) -> SolverResult:
            if call > 1:
                raise KeyboardInterrupt
            return SolverResult(Answer.TRUE)

        fake(tired)
        verdict = solve(make("httt:tippy,board=3x3"), Query(), Options())
        assert (verdict.outcome, verdict.depth, verdict.checked) == ("black", 9, False)

    def test_retrograde_analysis_names_a_move(self):
        verdict = solve(make("hex:3x3"), Query(), Options(method="search"))
        assert (verdict.first_move, verdict.checked) == ("b2", True)

    def test_white_is_asked_before_a_draw_is_checked(self):
        """A draw of makers needs a formula for each player."""
        verdict = solve(make("httt:elly,board=3x3,first=white"), Query(), Options())
        assert (verdict.outcome, verdict.checked) == ("draw", True)
        assert any("formula for White false at depth 9" in line for line in verdict.evidence)


def test_a_restricted_first_stone_is_part_of_the_claim():
    """Where the file's first cells lose more than symmetry does, the claim says so."""
    game = make("hex:3x3")
    assert isinstance(game, ConnectionGame)
    corner = replace(game, first_moves=game.board.mask(["a1"]))
    verdict = solve(corner, Query("within", depth=9), Options())
    assert verdict.restricted
    assert "with the first stone on a cell that the file allows" in verdict.sentence()
    orbits = replace(game, first_moves=sum(1 << orbit[0] for orbit in first_move_orbits(game)))
    assert not solve(orbits, Query("within", depth=5), Options()).restricted
