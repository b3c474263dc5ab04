"""The plan of a question: which lanes there are, in which order, and what an answer in one spares the others."""

from __future__ import annotations

import pytest

from zermelo.encodings import Asks, encoding
from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Player
from zermelo.preprocess import preprocessor
from zermelo.questions import Options
from zermelo.solving import lanes
from zermelo.solving.combination import Combination
from zermelo.solving.run import Decision, Run
from zermelo.solving.duel import Duel, Known, Lane
from zermelo.solving.moves import Moves
from zermelo.solving.task import Task
from zermelo.solvers import solver

OPTIONS = Options(jobs=1, method="qbf")


def names(tasks: list[Task]) -> list[tuple[str, int]]:
    return [(first(task).encoding.label, task.depth) for task in tasks]


def first(task: Task) -> Combination:
    """The best way to answer: by a formula."""
    way = task.combinations[0]
    assert isinstance(way, Combination)
    return way


def tell(plan: Duel | Moves, task: Task, answer: bool | None, *, silent: bool = False) -> None:
    """What a race does with an answer."""
    holding = first(task).encoding.asks is Asks.WHITE_HOLDS
    run = Run(task.game, task.depth, task.combinations[0])
    decision = Decision(answer, "silent" if silent else None, silent=silent, ever=holding and answer is False, run=run)
    if answer is not None:
        task.answered = run, decision
    plan.learn(task, decision)


class TestKnown:
    def test_least(self):
        """Only the depths at which a new win can appear must be refuted."""
        hexes, grid = make("hex:3x3"), make("connect:2,board=3x3")
        assert Known(refuted=3, won=5).least(hexes) == 5
        assert Known(refuted=3, won=5).least(grid) is None
        assert Known(refuted=2, won=5).least(hexes) is None
        assert Known(refuted=4, won=5).least(grid) == 5
        assert Known(won=0).least(hexes) == 0
        assert Known(refuted=3).least(hexes) is None

    def test_never(self):
        assert Known(never=True).within(10**6) is False


class TestWithin:
    def test_the_depth_itself_comes_first(self):
        duel = lanes.within(make("hex:3x3"), 6, OPTIONS)
        assert names(duel.tasks(4)) == [("et", 6), ("pairing", 0), ("et", 0), ("pairing", 1)]

    def test_less_comes_first_where_the_depth_is_huge(self):
        game = make("hex:9x9")
        assert names(lanes.within(game, 81, OPTIONS).tasks(3)) == [("et", 0), ("pairing", 0), ("et", 81)]
        assert names(lanes.within(game, 9, OPTIONS).tasks(3))[0] == ("et", 9)

    def test_a_named_encoding_answers_alone(self):
        duel = lanes.within(make("hex:3x3"), 6, Options("ln"))
        assert names(duel.tasks(9)) == [("ln", 6)]
        assert names(lanes.within(make("hex:3x3"), 6, Options("pairing")).tasks(9)) == [("pairing", 6)]

    def test_a_win_within_less_is_enough(self):
        duel = lanes.within(make("hex:3x3"), 6, OPTIONS)
        tell(duel, duel.tasks(9)[2], False)
        task = next(task for task in duel.tasks(9) if names([task]) == [("et", 5)])
        tell(duel, task, True)
        assert not duel.tasks(9)
        assert duel.known[Player.BLACK].won == 5

    def test_a_hold_is_enough(self):
        duel = lanes.within(make("hex:3x3"), 6, OPTIONS)
        tell(duel, next(task for task in duel.tasks(9) if names([task]) == [("pairing", 1)]), False)
        known = duel.known[Player.BLACK]
        assert not duel.tasks(9)
        assert (known.never, known.held_from, known.within(6)) == (True, 1, False)

    def test_silence_is_no_end(self):
        """A formula that says nothing at one depth may say something at the next; a failure ends the lane."""
        duel = lanes.within(make("hex:3x3"), 6, Options("pairing"))
        lane = Lane(Player.BLACK, make("hex:3x3"), [0, 1, 2], duel.lanes[1].combinations, Asks.WHITE_HOLDS)
        duel = Duel([lane], lambda _: False)
        tell(duel, duel.tasks(1)[0], None, silent=True)
        assert names(duel.tasks(9)) == [("pairing", 1), ("pairing", 2)]
        tell(duel, duel.tasks(1)[0], None)
        assert not duel.tasks(9)
        assert not duel.failure().silent


class TestWinner:
    def duel(self, expression: str, *, draws: bool, white_may_win: bool) -> Duel:
        game = make(expression)
        return lanes.winner(game, game.complete_depth() or 0, OPTIONS, draws=draws, white_may_win=white_may_win)

    def test_lanes(self):
        duel = self.duel("hex:3x3", draws=False, white_may_win=True)
        assert names(duel.tasks(4)) == [("et", 0), ("et", 9), ("pairing", 9), ("et", 0)]
        assert [task.game.name for task in duel.tasks(4)]
        assert duel.tasks(4)[3].game == make("hex:3x3").swapped()

    def test_white_never_moves_last(self):
        """Where the longest play ends with a move of the other's, the last move before tells whether he ever wins."""
        duel = self.duel("httt:elly,board=3x3", draws=True, white_may_win=True)
        white = duel.lanes[3]
        assert max(white.depths) == 8
        for task in list(white.open(duel.known[Player.WHITE])):
            tell(duel, task, False)
        assert duel.known[Player.WHITE].never

    def test_a_win_of_one_is_none_of_the_other(self):
        duel = self.duel("hex:3x3", draws=False, white_may_win=True)
        tell(duel, duel.tasks(4)[3], True)
        assert duel.known[Player.BLACK].never
        assert not duel.tasks(9)

    @pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
    @pytest.mark.parametrize("refuted", [7, 9])
    def test_contradictions_are_loud(self, first, second, refuted, tmp_path, monkeypatch):
        """Black wins within 3, and not within 7, or never; in this order or the other."""
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        use = [Combination(encoding("et"), preprocessor("none"), solver("caqe"))]
        game = make("hex:3x3")
        duel = Duel([Lane(Player.BLACK, game, [depth], use) for depth in (3, refuted)], lambda _: False)
        tasks = duel.tasks(2)
        tell(duel, tasks[first], not first)
        with pytest.raises(DisagreementError, match="the formulas are in"):
            tell(duel, tasks[second], not second)
        (folder,) = tmp_path.iterdir()
        assert len(list(folder.iterdir())) == 2

    def test_a_win_is_looked_at_a_little_longer(self):
        """Until its least depth is known, or for as long again as it took, and two seconds at least."""
        duel = self.duel("hex:3x3", draws=False, white_may_win=True)
        assert duel.patience() is None
        tell(duel, duel.tasks(4)[1], True)
        assert duel.patience() == pytest.approx(2, abs=0.5)
        assert duel.tasks(4)

    def test_a_contradiction_of_the_memory_is_loud(self):
        """Black's win is remembered, as it has no task; White's formula says that she wins."""
        duel = self.duel("hex:3x3", draws=False, white_may_win=True)
        duel.known[Player.BLACK].won = 7
        with pytest.raises(DisagreementError, match=r"hex:3x3: et.* says True; known before"):
            tell(duel, next(iter(duel.lanes[-1].open(Known()))), True)


class TestFastest:
    def test_depths_that_tell(self):
        duel = lanes.fastest(make("hex:3x3"), 6, Options("et"))
        assert [task.depth for task in duel.tasks(9)] == [0, 1, 3, 5]

    def test_done_when_nothing_is_open(self):
        duel = lanes.fastest(make("hex:3x3"), 6, Options("et"))
        tell(duel, duel.tasks(9)[3], True)
        tell(duel, duel.tasks(9)[1], False)
        assert [task.depth for task in duel.tasks(9)] == [3]
        tell(duel, duel.tasks(9)[0], False)
        assert not duel.tasks(9)
        assert duel.known[Player.BLACK].least(make("hex:3x3")) == 5


class TestMoves:
    game = make("hex:3x3")

    def moves(self, *texts: str, enough: bool = False) -> Moves:
        return Moves(self.game, [self.game.parse_move(text, Player.BLACK) for text in texts], 5, OPTIONS, enough=enough)

    def test_side_by_side(self):
        """The first task of each move, then the second ones."""
        tasks = self.moves("a1", "b2").tasks(4)
        assert [(task.after, *names([task])[0]) for task in tasks] == [
            ("a1", "et", 4),
            ("b2", "et", 4),
            ("a1", "pairing", 0),
            ("b2", "pairing", 0),
        ]

    def test_one_win_is_enough_if_that_is_asked(self):
        for enough in (True, False):
            moves = self.moves("a1", "b2", enough=enough)
            tell(moves, moves.tasks(4)[1], True)
            assert moves.winning is not None
            assert self.game.move_name(moves.winning[0]) == "b2"
            assert bool(moves.tasks(4)) is not enough
            assert [self.game.move_name(move) for move in moves.open] == ["a1"]

    def test_answers(self):
        moves = self.moves("a1", "b2")
        first, second, *_ = moves.tasks(4)
        tell(moves, first, False)
        tell(moves, second, True)
        assert list(moves.answers.values()) == [False, True]
        assert not moves.tasks(4)
        decisions = [moves.decision(move) for move in moves.duels]
        assert [None if each is None else each.answer for each in decisions] == [False, True]
        assert moves.failure().reason == "nothing to try"
