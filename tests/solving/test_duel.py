"""The plan of a question: which lanes there are, in which order, and what an answer in one spares the others."""

from __future__ import annotations

import pytest

from zermelo.encodings import Asks
from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Player
from zermelo.questions import Options
from zermelo.solving import plans
from zermelo.solving.bounds import Bounds
from zermelo.solving.combination import Combination
from zermelo.solving.duel import Duel, Lane
from zermelo.solving.finding import Finding
from zermelo.solving.moves import Moves
from zermelo.solving.question import Question
from zermelo.solving.run import Run
from zermelo.solving.task import Task
from zermelo.verdict import Query

OPTIONS = Options(jobs=1, method="qbf")
BLACK, WHITE = Player


def names(tasks: list[Task]) -> list[tuple[str, int]]:
    return [(first(task).encoding.label, task.depth) for task in tasks]


def first(task: Task) -> Combination:
    """The best way to answer: by a formula."""
    return task.combinations[0]


def tell(plan: Duel | Moves, task: Task, answer: bool | None, *, silent: bool = False) -> None:
    """Pass an answer on to a plan, as a race does."""
    ever = first(task).encoding.asks is Asks.WHITE_HOLDS and answer is False
    run = Run(task.game, task.depth, first(task))
    complete = task.depth == task.game.complete_depth()
    finding = Finding(
        answer, "silent" if silent else None, depth=None if ever else task.depth, method=first(task).label,
        silent=silent, held_from=task.depth if ever and not complete else None, run=run,
    )  # fmt: skip
    if answer is not None:
        task.answered = finding
    plan.learn(task, finding)


def within(expression: str, depth: int, options: Options = OPTIONS) -> Duel:
    return plans.within(Bounds(make(expression)), BLACK, depth, options)


class TestWithin:
    def test_the_depth_itself_comes_first(self):
        duel = within("hex:3x3", 6)
        assert names(duel.tasks(4)) == [("et", 6), ("pairing", 0), ("et", 1), ("pairing", 1)]

    def test_less_comes_first_where_the_depth_is_huge(self):
        assert names(within("hex:9x9", 81).tasks(3)) == [("et", 1), ("pairing", 0), ("et", 81)]
        assert names(within("hex:9x9", 9).tasks(3))[0] == ("et", 9)

    def test_a_named_encoding_answers_alone(self):
        duel = within("hex:3x3", 6, Options("ln"))
        assert names(duel.tasks(9)) == [("ln", 6)]
        assert names(within("hex:3x3", 6, Options("pairing")).tasks(9)) == [("pairing", 6)]

    def test_a_win_within_less_is_enough(self):
        duel = within("hex:3x3", 6)
        tell(duel, duel.tasks(9)[2], False)
        task = next(task for task in duel.tasks(9) if names([task]) == [("et", 5)])
        tell(duel, task, True)
        assert not duel.tasks(9)
        won = duel.bounds.won(BLACK)
        assert won is not None
        assert won.depth == 5

    def test_a_hold_is_enough(self):
        duel = within("hex:3x3", 6)
        tell(duel, next(task for task in duel.tasks(9) if names([task]) == [("pairing", 1)]), False)
        held = duel.bounds.lost(BLACK)
        assert not duel.tasks(9)
        assert held is not None
        assert (held.depth, held.held_from, duel.bounds.within(BLACK)) == (None, 1, False)

    def test_silence_is_no_end(self):
        """A formula that says nothing at one depth may say something at the next; a failure ends the lane."""
        duel = within("hex:3x3", 6, Options("pairing"))
        lane = Lane(BLACK, make("hex:3x3"), [0, 1, 2], duel.lanes[1].combinations, Asks.WHITE_HOLDS)
        duel = Duel(duel.bounds, [lane], lambda _: False)
        tell(duel, duel.tasks(1)[0], None, silent=True)
        assert names(duel.tasks(9)) == [("pairing", 1), ("pairing", 2)]
        tell(duel, duel.tasks(1)[0], None)
        assert not duel.tasks(9)
        assert not duel.failure().silent


class TestWinner:
    def duel(self, expression: str) -> Duel:
        return plans.winner(Bounds(make(expression)), OPTIONS)

    def test_lanes(self):
        """That nobody has won before the first move is told by the rules: no formula is asked."""
        duel = self.duel("hex:3x3")
        assert names(duel.tasks(4)) == [("et", 1), ("et", 9), ("pairing", 9), ("et", 2)]
        assert duel.tasks(4)[3].game == make("hex:3x3").swapped()

    def test_white_never_moves_last(self):
        """If the longest play ends with the other's move, the move before it tells whether a player ever wins."""
        game = make("httt:elly,board=3x3")
        game = game.after([game.parse_move("a1", BLACK), game.parse_move("b2", WHITE)])
        duel = plans.winner(Bounds(game), OPTIONS)
        white = duel.lanes[3]
        assert max(white.depths) == 6
        assert duel.bounds.within(WHITE) is None
        for task in list(white.open(duel.bounds)):
            tell(duel, task, False)
        assert duel.bounds.within(WHITE) is False

    def test_who_cannot_win_is_not_asked_about(self):
        """Strategy stealing: White's formulas say nothing new."""
        duel = self.duel("httt:elly,board=3x3")
        assert duel.bounds.within(WHITE) is False
        assert {task.game.name for task in duel.tasks(99)} == {"httt:elly,board=3x3"}

    def test_a_win_of_one_is_none_of_the_other(self):
        duel = self.duel("hex:3x3")
        tell(duel, duel.tasks(4)[3], True)
        assert duel.bounds.within(BLACK) is False
        assert not duel.tasks(9)

    @pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
    @pytest.mark.parametrize("refuted", [7, 9])
    def test_contradictions_are_loud(self, first, second, refuted, tmp_path, monkeypatch):
        """Black wins within 3, and not within 7, or never; in this order or the other."""
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        bounds = Bounds(make("hex:3x3"))
        use = within("hex:3x3", 3, Options("et", "caqe")).lanes[0].combinations
        duel = Duel(bounds, [Lane(BLACK, bounds.game, [depth], use) for depth in (3, refuted)], lambda _: False)
        tasks = duel.tasks(2)
        tell(duel, tasks[first], not first)
        with pytest.raises(DisagreementError, match="the formulas are in"):
            tell(duel, tasks[second], not second)
        (folder,) = tmp_path.iterdir()
        assert len(list(folder.iterdir())) == 2

    def test_a_win_is_looked_at_a_little_longer(self):
        """Until its least depth is known, or for as long again as it took, and two seconds at least."""
        duel = self.duel("hex:3x3")
        assert duel.patience() is None
        tell(duel, duel.tasks(4)[1], True)
        assert duel.patience() == pytest.approx(2, abs=0.5)
        assert duel.tasks(4)

    @pytest.mark.parametrize("route", ["memory", "search"])
    def test_a_contradiction_of_another_route_is_loud(self, route, tmp_path, monkeypatch):
        """Black's win is remembered, or the search has found it: it has no task. White's formula says that she wins."""
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        duel = self.duel("hex:3x3")
        task = next(task for task in duel.tasks(9) if task.game != make("hex:3x3"))
        duel.bounds.learn(Finding(True, depth=7, method="somebody", route=route))
        with pytest.raises(DisagreementError, match=r"somebody says that .*, but et.* says that White wins within 2"):
            tell(duel, task, True)

    def test_findings_of_a_search_meanwhile_are_taken_in(self):
        """Before tasks are given out; what it has answered is asked of no formula."""
        duel = self.duel("hex:3x3")
        duel.beside = lambda: duel.bounds.learn(Finding(True, depth=5, method="a search", route="search"))
        assert {task.depth for task in duel.tasks(9)} == {1, 3}


class TestFastest:
    def fastest(self) -> Duel:
        game = make("hex:3x3")
        question = Question(game, Query("fastest", depth=6))
        return plans.fastest(Bounds(game), BLACK, 6, Options("et"), question)

    def test_depths_that_tell(self):
        assert [task.depth for task in self.fastest().tasks(9)] == [1, 3, 5]

    def test_done_when_nothing_is_open(self):
        duel = self.fastest()
        one, three, five = duel.tasks(9)
        tell(duel, five, True)
        tell(duel, one, False)
        assert [task.depth for task in duel.tasks(9)] == [3]
        tell(duel, three, False)
        assert not duel.tasks(9)
        assert duel.bounds.least(BLACK) == 5


class TestMoves:
    game = make("hex:3x3")

    def moves(self, *texts: str, enough: bool = False) -> Moves:
        first = [self.game.parse_move(text, BLACK) for text in texts]
        return Moves(self.game, first, BLACK, 5, OPTIONS, enough=enough)

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
        found = [moves.answer(move) for move in moves.bounds]
        assert [None if each is None else each.answer for each in found] == [False, True]
        assert not moves.tasks(4)
        assert not moves.open
        assert moves.failure().reason == "nothing to try"
