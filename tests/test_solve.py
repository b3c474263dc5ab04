"""Questions on small games of every kind: the verdict is right, says how far it reaches, and survives bad tools."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from tests.solving.fakes import Fake, fake

from zermelo.errors import DisagreementError, InputError, UnsupportedError
from zermelo.families import make
from zermelo.model import ConnectionGame, Player, first_move_orbits
from zermelo.questions import MOST_DEPTH, Options, depth_in_play
from zermelo.search import Minimax
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.progress import Progress, Watch
from zermelo.search.session import Limits, Result
from zermelo.solvers import Answer, SolverResult, solver
from zermelo.solving import solve
from zermelo.solving.inquiry import ALONE
from zermelo.solving.journal import Event
from zermelo.store import Store
from zermelo.verdict import Query, Verdict

EVADER = "evader-pursuer:4x4,evader=4-1,pursuer=2-3"


FORMULAS = Options(method="qbf")


def within(expression: str, depth: int, player: Player = Player.BLACK, **options: Any) -> Verdict:
    """Asked of the formulas alone; a search proves what they say."""
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
            elif game.mover(game.start) is Player.BLACK:
                assert verdict.first_move is not None
                after = game.after([game.parse_move(verdict.first_move, Player.BLACK)])
                assert Minimax(after).within(after.start, depth - 1)

    def test_first_move_is_the_only_one_that_wins(self):
        """On 3×3 Hex within 5 only the centre wins."""
        verdict = within("hex:3x3", 5)
        assert (verdict.first_move, verdict.checked) == ("b2", True)
        assert verdict.depth is None  # 5 is not shown to be the least depth
        assert any("after b2: Black wins within 4" in text for text in verdict.evidence)
        assert "formula: Black wins within 5 (et+caqe)" in verdict.evidence
        assert any(text.startswith("strategy checked: Black wins within 5 (") for text in verdict.evidence)

    def test_white_opens(self):
        """No first move of Black is named when White opens."""
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
        won = won.after([won.legal(won.start)[0]])
        verdict = solve(won, Query("within", depth=0))
        assert verdict.answer is True
        assert verdict.sentence() == "Black has won in this position."

    @pytest.mark.parametrize(
        "start", ["hex:3x3|a1 a2 a3 b2 b3 c2", "ttt|a1 b1 a2 b2 c3 b3", "httt:el,board=3x3,mb|a1 b1 a2 b2 c3 b3"]
    )
    def test_white_has_won(self, start):
        """Whoever is asked about, the play is over, with as many cells left as there may be."""
        name, _, moves = start.partition("|")
        game = make(name).after(moves)
        assert game.winner(game.start) is Player.WHITE
        verdict = solve(game, Query())
        assert (verdict.outcome, verdict.checked, verdict.longest) == ("white", True, 0)
        assert verdict.sentence() == "White has won in this position."
        assert solve(game, Query("fastest", Player.WHITE)).sentence() == "White has won in this position."
        said = "Black cannot force a win at all: the play is over (complete)."
        assert solve(game, Query("within", depth=3)).sentence() == said

    @pytest.mark.parametrize("name", ["httt:knobby,board=5x5,mb", "y:4", "gttt:tic,board=4x4,p=2,q=1,mb", "ttt:mb"])
    def test_a_maker_who_wins_keeps_the_breaker_from_it(self, name):
        """White never breaks all sets where Black completes one, by the same proof, of however many positions."""
        verdict = solve(make(name), Query("fastest", Player.WHITE))
        assert (verdict.answer, verdict.complete, verdict.checked) == (False, True, True)

    def test_without_check(self):
        """--no-check names no move and claims no confirmation."""
        verdict = within("hex:3x3", 5, check=False)
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, None, False)

    @pytest.mark.parametrize("name", ["depqbf", "caqe"])
    @pytest.mark.parametrize("preprocessor", ["none", "bloqqer"])
    def test_tools(self, name, preprocessor):
        """Every pair of tools finds the move; behind a preprocessor it comes from the original formula."""
        verdict = within("hex:3x3", 5, encoding="et", solver=name, preprocessor=preprocessor)
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
        assert verdict.excluded == ("black", "white")
        assert verdict.sentence() == "Draw: neither player can force a win (complete; no play is longer than 9 moves)."

    def test_game_with_cycles(self):
        """In a game with endless plays the search answers for every depth at once, and a strategy proves it."""
        for expression in (EVADER, "evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2"):
            verdict = solve(make(expression), Query())
            assert (verdict.outcome, verdict.method, verdict.checked) == ("black", "grid search", True)


class TestQuestions:
    def test_negative_depth(self):
        with pytest.raises(InputError, match="at least 0"):
            within("ttt", -1)

    def test_no_depth(self):
        with pytest.raises(InputError, match="a depth"):
            solve(make("ttt"), Query("within"))

    def test_endless_plays_have_a_largest_depth(self):
        """A formula of 10^9 moves must not be begun; a search does not mind."""
        assert depth_in_play(make(EVADER), MOST_DEPTH) == MOST_DEPTH
        with pytest.raises(InputError, match=str(MOST_DEPTH)):
            depth_in_play(make(EVADER), 10**9)
        assert within(EVADER, 10**9, method="auto").answer is True
        held = solve(make(EVADER), Query("within", Player.WHITE, 10**9))
        assert (held.answer, held.complete, held.refuted_depth) == (False, True, 10**9)

    def test_formulas_reach_no_further_than_their_largest_depth(self, fake):
        """Not within 2000 is all that they can say; "deeper" is a reason."""
        fake(SolverResult(Answer.FALSE))
        verdict = within("evader-pursuer:3x3,evader=3-1,pursuer=1-2", 10**9, time_limit=1, jobs=1)
        assert (verdict.answer, verdict.complete) == (None, False)
        assert verdict.reason in ("time", "depth", "size")

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
        assert (verdict.reason, verdict.refuted_depth) == ("interrupted", 12)

    @pytest.mark.parametrize("method", ["qbf", "search", "auto"])
    def test_interrupt_while_checking(self, monkeypatch, method):
        """An answer that is known stays known; it is not checked."""

        def tired(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("zermelo.solving.proving.extractor", lambda *_: tired)
        verdict = within("hex:3x3", 4, method=method)
        assert (verdict.answer, verdict.checked, verdict.reason, verdict.interrupted) == (False, False, None, True)
        assert "interrupted before the answer was checked" in verdict.notes

    def test_interrupt_while_the_answer_is_told(self, tmp_path):
        """An interrupt at any event, be it that of the answer, loses nothing: the answer is told, and remembered."""
        told = list[str]()
        solve(make("ttt"), Query(), Options(method="search"), lambda event: told.append(event.kind))
        assert "answer" in told
        for wanted, kind in enumerate(told):
            seen = list[str]()

            def watch(event: Event) -> None:
                seen.append(event.kind)  # noqa: B023 (it is called here)
                if len(seen) == wanted + 1:  # noqa: B023
                    raise KeyboardInterrupt

            with Store.open(tmp_path / f"{wanted}.sqlite") as store:
                verdict = solve(make("ttt"), Query(), Options(method="search"), watch, store)
                answered = "answer" in told[: wanted + 1]
                assert (verdict.interrupted, verdict.outcome == "draw") == (True, answered), kind
                again = solve(make("ttt"), Query(), Options(method="search"), store=store)
                assert again.remembered == answered, kind

    def test_second_interrupt_while_the_answer_is_told(self, fake):
        """Told of an interrupted work, too; a second interrupt there ends it."""

        def tire(call: int) -> SolverResult:
            if call > 1:
                raise KeyboardInterrupt
            return SolverResult(Answer.TRUE)

        def watch(event: Event) -> None:
            if event.kind == "answer":
                raise KeyboardInterrupt

        fake(tire)
        verdict = solve(make("hex:3x3"), Query("within", depth=7), Options(method="qbf"), watch)
        assert (verdict.answer, verdict.interrupted) == (True, True)

    def test_first_move_that_runs_out_of_time(self, fake):
        """The answer stands without the move, and a note says why."""

        def slow(call: int) -> SolverResult:
            return SolverResult(Answer.TRUE) if call == 1 else SolverResult(Answer.UNKNOWN, "time", "too slow")

        fake(slow)
        verdict = within("hex:4x4", 9, proof_limit=0)
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, None, False)
        assert any("not confirmed" in note and "too slow" in note for note in verdict.notes)

    @pytest.mark.parametrize(
        "expression", ["hex:8x8", "breakthrough:6x6", "evader-pursuer:32x32,evader=32-1,pursuer=9-9"]
    )
    def test_searches_have_a_time_limit(self, expression):
        verdict = solve(make(expression), Query(), Options(time_limit=0.1, method="search"))
        assert (verdict.outcome, verdict.reason, verdict.checked) == (None, "time", False)

    def test_too_many_positions(self, monkeypatch):
        """Games that only the plain rules take: too large is a reason of its own."""
        monkeypatch.setattr("zermelo.search.exhaustive_session.MOST", 7)
        monkeypatch.setattr("zermelo.search.engines.session_for", lambda game, *_: ExhaustiveSession(game))
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(method="search"))
        assert (verdict.answer, verdict.reason) == (None, "size")
        assert "too many positions" in verdict.sentence()

    def test_long_plays_are_no_lack_of_time(self):
        assert within(EVADER, 1500, method="search").answer is True

    def test_answers_of_the_search_survive_an_interrupt(self, fake):
        """The search was done before the formula; Ctrl-C in the formula does not undo it."""

        def tired(_: int) -> SolverResult:
            raise KeyboardInterrupt

        fake(tired)
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(verify=True))
        assert (verdict.answer, verdict.checked, verdict.method) == (True, False, "connection search")
        assert verdict.interrupted


class TestBadTools:
    def test_missing_solver(self, monkeypatch, tmp_path):
        """A solver that is not installed is a reason of its own, with how to get it."""
        real: Any = type(solver("depqbf"))
        monkeypatch.setattr("zermelo.solving.combination.solver", lambda _: real(program=tmp_path / "depqbf"))
        verdict = within("hex:3x3", 5)
        assert (verdict.answer, verdict.reason) == (None, "missing")
        assert any("pip install 'zermelo[qbf]'" in note for note in verdict.notes)

    @pytest.mark.parametrize("reason", ["crash", "unparsable", "memory", "output", "gave up"])
    def test_failures_claim_nothing(self, fake, reason):
        fake(SolverResult(Answer.UNKNOWN, reason, "it smelled of smoke"))
        for verdict in (within("hex:3x3", 5), solve(make("hex:3x3"), Query(), FORMULAS)):
            assert (verdict.answer, verdict.outcome, verdict.reason) == (None, None, reason)
            assert any("it smelled of smoke" in note for note in verdict.notes)
            assert not verdict.known

    def test_a_win_without_a_winning_move(self, fake):
        """A solver that contradicts itself is caught without any proof; other lies: tests of proofs."""
        fake(lambda call: SolverResult(Answer.TRUE if call == 1 else Answer.FALSE))
        with pytest.raises(DisagreementError, match="after no first move"):
            within("hex:5x5", 11, proof_limit=0)

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
        verdict = within("hex:3x3", 5, jobs=1)  # in this process: it cannot be sent to another one
        assert (verdict.answer, verdict.first_move, verdict.checked) == (True, "b2", True)


def test_stages_tell_sizes_and_the_move_that_was_tried():
    """The cost of each stage is part of the answer."""
    stages = within("hex:3x3", 5).to_json()["stages"]
    assert [stage["name"] for stage in stages] == ["encode", "solve", "encode", "solve", "prove", "check"]
    assert stages[0]["variables"] > 0
    assert stages[0]["clauses"] > 0
    assert [stage.get("after") for stage in stages] == [None, None, "b2", "b2", None, None]


def test_json_has_the_keys_of_the_design():
    """The object of an answer is fixed; scripts rely on it."""
    found = within("hex:3x3", 5).to_json()
    keys = "game query answer outcome depth refuted_depth complete first_move first_moves method checked reason"
    more = "seconds search_seconds prove_seconds check_seconds stages excluded first_move_outcomes proof checked_part"
    assert set(keys.split()) | set(more.split()) <= set(found)
    assert set(found["proof"]) == {"positions", "bytes", "file"}
    assert found["query"] == {"kind": "within", "player": "black", "depth": 5}
    assert (found["answer"], found["outcome"], found["reason"]) == (True, None, None)


class TestMethods:
    def test_formulas_are_not_asked_where_the_search_answers_at_once(self, fake):
        """The answer stands whatever solvers would say, and however they would fail."""
        one = fake(SolverResult(Answer.UNKNOWN, "crash", "it smelled of smoke"))
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options())
        assert (verdict.answer, verdict.method, verdict.first_move) == (True, "connection search", "b2")
        winner = solve(make("hex:3x3"), Query(), Options())
        assert (winner.outcome, winner.depth, winner.method) == ("black", 5, "connection search")
        assert one.calls == 0

    def test_search_and_formula_both_answer(self):
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(verify=True))
        assert (verdict.answer, verdict.method, verdict.checked) == (True, "connection search", True)
        assert "search: Black wins within 5 (connection search)" in verdict.evidence
        assert "formula: Black wins within 5 (et+caqe)" in verdict.evidence

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
        text = (
            r"et\+bloqqer\+depqbf says that Black wins within 9, but et\+depqbf says that Black does not win within 10"
        )
        with pytest.raises(DisagreementError, match=text):
            within("hex:4x4", 9, encoding="et", preprocessor="bloqqer")

    def test_the_search_leaves_time_for_the_formula(self, monkeypatch):
        """A search that cannot finish has a second; then it goes on beside the formulas, until one of them answers."""
        endless = Endless()
        monkeypatch.setattr("zermelo.search.engines.session_for", lambda *_: endless)
        verdict = solve(make("connect:2,board=3x3"), Query("within", depth=3), Options(time_limit=30, check=False))
        assert verdict.answer is True
        assert verdict.method.startswith("ground+")  # whichever is the first
        first, beside, *_ = endless.given
        assert first is not None
        assert first <= ALONE
        assert beside is not None
        assert beside > ALONE
        assert endless.stopped

    def test_the_search_answers_beside_the_formulas(self, fake, monkeypatch):
        """Formulas that fail do not end it."""
        fake(SolverResult(Answer.UNKNOWN, "crash", "it smelled of smoke"))
        endless = Endless(answer=Result(True, 5))
        monkeypatch.setattr("zermelo.search.engines.session_for", lambda *_: endless)
        verdict = solve(make("hex:3x3"), Query("within", depth=5), Options(time_limit=60, check=False))
        assert (verdict.answer, verdict.method) == (True, "endless search")

    def test_the_search_names_a_move(self):
        verdict = solve(make("hex:3x3"), Query(), Options(method="search"))
        assert (verdict.first_move, verdict.checked) == ("b2", True)

    @pytest.mark.parametrize("engine", ["depth-first", "df-pn", "pns"])
    def test_engines_that_know_the_answer_only_are_asked_for_a_move(self, engine):
        """White wins a maker-breaker game by holding; pns and df-pn know moves of Black's wins alone."""
        game = make("httt:domino,board=2x1,mb").after("a1")
        verdict = solve(game, Query("fastest", Player.WHITE, 2), Options(engine=engine))
        assert (verdict.answer, verdict.depth, verdict.first_move) == (True, 1, game.moves[0])

    def test_a_draw_needs_a_strategy_of_each_player(self):
        verdict = solve(make("httt:elly,board=3x3,first=white"), Query(), Options())
        assert (verdict.outcome, verdict.checked) == ("draw", True)
        checked = [line.partition(" (")[0] for line in verdict.evidence if line.startswith("strategy checked: ")]
        assert checked == ["strategy checked: Black holds for ever", "strategy checked: White holds for ever"]


class Endless:
    """A search that uses up its time, at the second call perhaps only half a second; it can be stopped."""

    label = "endless search"

    def __init__(self, answer: Result | None = None) -> None:
        self.answer, self.given, self.stopped = answer, list[float | None](), False

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:  # noqa: ARG002
        self.given.append(limits.seconds)
        later = self.answer is not None and len(self.given) > 1
        until = time.monotonic() + min(0.5 if later else 60, limits.seconds or 60)
        while time.monotonic() < until:
            time.sleep(0.01)
            try:
                if watch is not None:
                    watch(Progress(1, 1.0, 0, 0, 0))
            except BaseException:
                self.stopped = True
                raise
        return self.answer if later and self.answer is not None else Result(None, reason="time")

    def first_moves(self, player: Player, depth: int | None, limits: Limits) -> dict[int, Result]:  # noqa: ARG002
        return {}


def test_a_restricted_first_stone_is_part_of_the_claim():
    """The claim says so when the file's first cells exclude more than symmetry does."""
    game = make("hex:3x3")
    assert isinstance(game, ConnectionGame)
    corner = replace(game, first_moves=game.board.mask(["a1"]))
    verdict = solve(corner, Query("within", depth=9), Options())
    assert verdict.restricted
    assert "with the first stone on a cell that the file allows" in verdict.sentence()
    orbits = replace(game, first_moves=sum(1 << orbit[0] for orbit in first_move_orbits(game)))
    assert not solve(orbits, Query("within", depth=5), Options()).restricted
