"""Games whose plays may never end, and draws: cases that were answered wrongly, and what is so in each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.sizes import size
from tests.solving.agreement import MOST, solve
from tests.solving.oracle import Oracle, oracle_of
from tests.solving.verdicts import untrue

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.language import read_game_text
from zermelo.language.bddl import parse_grid_game
from zermelo.model import Board, Game, Player, Position, PositionalGame, Rule, Turns
from zermelo.questions import Options
from zermelo.search.engines import ENGINES, engine_for
from zermelo.store import Store
from zermelo.verdict import Query, Verdict

WAIT = """
    #boardsize 3 1
    #init black(1,1) white(3,1)
    #blackactions
    :action wait :parameters (?x,?y) :precondition black(?x,?y) :effect black(?x,?y)
    #whiteactions
    :action wait :parameters (?x,?y) :precondition white(?x,?y) :effect white(?x,?y)
    #blackgoals
    black(xmax,?y)
    #whitegoals
    white(xmin,?y)
"""
"""Both wait for ever, and neither reaches the other side."""

FILL = """
    #boardsize 2 1
    #blackturn second
    #init black(2,1)
    #blackactions
    :action x0 :parameters (?x,?y) :precondition NOT(black(xmin,ymin)) :effect black(?x+1,?y) open(?x,ymin)
    #whiteactions
    :action put0 :parameters (?x,?y) :precondition open(?x,?y) :effect white(?x,?y)
    #blackgoals
    #whitegoals
"""
"""White fills a cell, Black clears it again."""

SHUFFLE = """
    #boardsize {size} {size}
    #init black(2,1) black(3,1) black(4,1) white(2,{size}) white(3,{size}) white(4,{size})
    #blackactions
    :action left :parameters (?x,?y) :precondition black(?x,?y) open(?x-1,?y) :effect open(?x,?y) black(?x-1,?y)
    :action right :parameters (?x,?y) :precondition black(?x,?y) open(?x+1,?y) :effect open(?x,?y) black(?x+1,?y)
    :action up :parameters (?x,?y) :precondition black(?x,?y) open(?x,?y-1) :effect open(?x,?y) black(?x,?y-1)
    :action down :parameters (?x,?y) :precondition black(?x,?y) open(?x,?y+1) :effect open(?x,?y) black(?x,?y+1)
    :action wait :parameters (?x,?y) :precondition black(?x,?y) :effect black(?x,?y)
    #whiteactions
    :action left :parameters (?x,?y) :precondition white(?x,?y) open(?x-1,?y) :effect open(?x,?y) white(?x-1,?y)
    :action right :parameters (?x,?y) :precondition white(?x,?y) open(?x+1,?y) :effect open(?x,?y) white(?x+1,?y)
    :action up :parameters (?x,?y) :precondition white(?x,?y) open(?x,?y-1) :effect open(?x,?y) white(?x,?y-1)
    :action down :parameters (?x,?y) :precondition white(?x,?y) open(?x,?y+1) :effect open(?x,?y) white(?x,?y+1)
    :action wait :parameters (?x,?y) :precondition white(?x,?y) :effect white(?x,?y)
    #blackgoals
    black(1,1) black(2,1) black(3,1) black(4,1)
    #whitegoals
    white(1,1) white(2,1) white(3,1) white(4,1)
"""
"""Three stones each that go anywhere, and goals that take four: more positions than a moment is enough for."""

WALK = """
    #boardsize {columns} 1
    #init black(1,1) white({columns},1)
    #blackactions
    :action step :parameters (?x,?y) :precondition black(?x,?y) open(?x+1,?y) :effect open(?x,?y) black(?x+1,?y)
    #whiteactions
    :action wait :parameters (?x,?y) :precondition white(?x,?y) :effect white(?x,?y)
    #blackgoals
    black(xmax-1,?y)
    #whitegoals
"""
"""Black walks one step a move to the last cell but one, and White waits beside it: n - 2 steps, n - 3 waits between."""


def game_of(text: str, **sizes: int) -> Game:
    return parse_grid_game(text.format(**sizes))


def asked(game: Game, query: Query, options: Options, store: Store | None = None) -> str | bool | None:
    """The verdict, after all of it was compared with the oracle."""
    verdict = solve(game, query, options, store=store)
    assert not untrue(oracle_of(game, MOST), verdict, must=options.engine is None and options.time_limit is None)
    return verdict.outcome if query.kind == "winner" else verdict.answer


def outcomes(verdict: Verdict) -> dict[str, str] | None:
    """The outcome for the player asked for, after each first move."""
    return getattr(verdict, "first_move_outcomes", None)


@pytest.fixture
def remembered(tmp_path: Path) -> Callable[[], Store]:
    """The same store, opened anew each time."""
    return lambda: Store.open(tmp_path / "answers")


class TestADrawStaysADraw:
    """Neither player can force a win, whoever asks, in whatever order, and however often."""

    QUERIES = (Query(), Query("fastest"), Query("fastest", Player.WHITE), Query("within", Player.WHITE, 3))

    @pytest.mark.parametrize("certify", [True, False])
    @pytest.mark.parametrize("check", [True, False])
    @pytest.mark.parametrize("text", [WAIT, FILL])
    def test_asked_again(self, text, check, certify, remembered):
        game, options = game_of(text), Options(check=check, proof_limit=None if certify else 0.0, jobs=1)
        for first in self.QUERIES:
            for query in (first, *self.QUERIES):
                with remembered() as store:
                    assert asked(game, query, options, store) == ("draw" if query.kind == "winner" else False)

    def test_both_strategies(self, remembered):
        """Black holds for ever, and so does White; from memory, too."""
        for _ in range(2):
            with remembered() as store:
                verdict = solve(game_of(WAIT), Query(), Options(jobs=1), store=store)
            assert (verdict.outcome, verdict.checked) == ("draw", True)
            if not verdict.remembered:
                assert sum(line.startswith("strategy checked") for line in verdict.evidence) == 2

    @pytest.mark.parametrize("engine", [None, *ENGINES])
    @pytest.mark.parametrize("check", [True, False])
    @pytest.mark.parametrize("text", [WAIT, FILL])
    def test_every_engine(self, text, check, engine):
        """Without the store; an engine may leave it open when its time is over."""
        game = game_of(text)
        try:
            engine_for(game, engine)
        except InputError:
            pytest.skip("does not take the game")
        options = Options(
            method="search", engine=engine, check=check, jobs=1, time_limit=None if engine is None else 0.3
        )
        for query in self.QUERIES:
            assert asked(game, query, options) in (None, "draw", False)

    def test_formulas(self):
        """A formula tells a depth; that neither ever wins it does not tell."""
        for text in (WAIT, FILL):
            for player in Player:
                options = Options(method="qbf", jobs=1)
                assert asked(game_of(text), Query("within", player, 3), options) is False
            assert asked(game_of(text), Query(), Options(method="qbf", jobs=1, time_limit=0.3)) in (None, "draw")

    def test_too_large_for_a_moment(self):
        """Goals that take four stones of three: open or a draw when the time is over, and never a win."""
        for options in (Options(), Options(method="search"), Options(engine="grid")):
            limited = replace(options, check=False, time_limit=0.5, jobs=1)
            verdict = solve(game_of(SHUFFLE, size=6), Query(), limited)
            assert verdict.outcome in (None, "draw")
            assert "None" not in verdict.sentence()


class TestALongWalk:
    """A win of many moves is no "never"."""

    def test_the_reasoning(self):
        """The oracle says 2n - 5 of every small n."""
        for columns in (4, 5, 9, 30):
            assert Oracle(game_of(WALK, columns=columns)).least(Player.BLACK) == 2 * columns - 5

    @pytest.mark.parametrize("query", [Query(), Query("fastest")])
    def test_far_away(self, query):
        verdict = solve(game_of(WALK, columns=size(1200, 300)), query, Options(check=False, jobs=1, time_limit=60))
        assert verdict.known
        assert (verdict.answer, verdict.outcome) in ((True, None), (None, "black"))
        assert 2 * size(1200, 300) - 5 in (verdict.depth, verdict.won_depth)

    def test_one_move_less(self):
        """Not within 594 of 595: that is not "never"."""
        verdict = solve(game_of(WALK, columns=300), Query("within", depth=594), Options(check=False, jobs=1))
        assert (verdict.answer, verdict.refuted_depth, verdict.complete) == (False, 594, False)

    def test_a_limit_is_no_answer(self):
        """By an engine, on the longest board that all take: the depth, or open."""
        for engine in (None, "grid", "depth-first"):
            options = Options(method="search", engine=engine, check=False, jobs=1, time_limit=0.5)
            verdict = solve(game_of(WALK, columns=512), Query("fastest"), options)
            assert verdict.answer in (None, True)
            assert verdict.depth in (None, 2 * 512 - 5)


def test_the_first_move_of_the_depth(remembered):
    """Black wins at once by a3 alone; a1, which wins more slowly, is not named for that."""
    board = Board.square(1, 6)
    sets = (0b000100, 0b001011, 0b011001, 0b101100, 0b111001)
    game = PositionalGame(
        "column",
        board,
        Rule.MAKER_BREAKER,
        sets,
        start=Position(ply=1),
        turns=Turns(Player.WHITE),
        first_moves=0b000110,
    )
    options = Options(method="search", check=False, jobs=1)
    for query in (Query(), *[Query("within", depth=8, first_moves=True)] * 2):
        with remembered() as store:
            verdict = solve(game, query, options, store=store)
        assert not untrue(oracle_of(game), verdict)
        assert verdict.won_depth != 1 or verdict.first_move in (None, "a3")


class TestFirstMovesOfDraws:
    """Each first move wins, draws or loses."""

    def test_tic_tac_toe(self):
        """All nine are draws."""
        verdict = solve(make("ttt"), Query(first_moves=True), Options(jobs=1))
        assert not untrue(oracle_of(make("ttt")), verdict)
        assert outcomes(verdict) == dict.fromkeys(make("ttt").board.cells, "draw")

    @pytest.mark.parametrize("opener", list(Player))
    def test_one_of_each(self, opener):
        """Black threatens a1, and White b1: who takes his own wins, who takes the other one draws, who waits loses."""
        game = PositionalGame(
            "one of each",
            Board.square(4, 1),
            Rule.MAKER_MAKER,
            (0b0001,),
            (0b1010,),
            start=Position(white=0b1000),
            turns=Turns(opener),
        )
        verdict = solve(game, Query(first_moves=True), Options(jobs=1))
        assert not untrue(oracle_of(game), verdict)
        results = ("win", "draw", "loss") if opener is Player.BLACK else ("draw", "loss", "win")
        assert outcomes(verdict) == dict(zip(("a1", "b1", "c1"), results, strict=True))

    def test_waiting(self):
        """The game is a draw by every method."""
        verdict = solve(game_of(WAIT), Query(first_moves=True), Options(jobs=1))
        assert outcomes(verdict) == {"wait(1,1)": "draw"}


def test_random_grid_games():
    """Draws, wins and losses as the oracle has them; all seeds of 0 … 2000: ``benchmarks/agreement.py outcomes``."""
    for seed in range(0, 2001, 100):
        game = make(f"random-grid:seed={seed},board=3x2")
        verdict = solve(game, Query(), Options(jobs=1, check=False))
        assert not untrue(oracle_of(game, 100_000), verdict), seed


def ring(fluents: int) -> str:
    """A sheet of a token that the players move around a ring in turn; Black wins if he brings it back to the start."""
    cells = fluents - 2
    steps = " ".join(f"(succ {cell} {(cell + 1) % cells})" for cell in range(cells))
    return f"""
        (role black) (role white) (init (at 0)) (init (control black)) {steps}
        (<= (legal ?p go) (true (control ?p)))
        (<= (legal black noop) (true (control white)))
        (<= (legal white noop) (true (control black)))
        (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
        (<= (next (control white)) (true (control black)))
        (<= (next (control black)) (true (control white)))
        (<= back (true (at 0)) (true (control white)))
        (<= terminal back) (<= (goal black 100) back) (<= (goal white 0) back)
        (<= (goal ?p 50) (role ?p) (not (true (at 0))))"""


@pytest.mark.parametrize("fluents", [511, 512, 513])
def test_as_many_fluents_as_the_core_takes(fluents):
    """The largest ground games of the core are answered, as those that are too large for it."""
    game = read_game_text(ring(fluents))
    assert len(game.board) == fluents
    verdict = solve(game, Query("winner"), Options(method="search"))
    assert verdict.outcome == ("draw" if fluents == 512 else "black")
