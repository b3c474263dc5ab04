"""Races with combinations that are not run: who gets a turn, who is stopped, and what comes of failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from zermelo.encodings import encoding
from zermelo.errors import DisagreementError, LimitError
from zermelo.families import make
from zermelo.preprocess import preprocessor
from zermelo.questions import Options
from zermelo.solvers import solver
from zermelo.solving import race as race_module
from zermelo.solving.combination import Combination, portfolio
from zermelo.solving.finding import NOTHING, Finding
from zermelo.solving.journal import Event, Journal
from zermelo.solving.race import RunRace
from zermelo.solving.run import Run
from zermelo.solving.task import Task, is_light

pytestmark = pytest.mark.timeout(30)  # a race that gives no turns never ends

LIGHT, HEAVY = make("hex:3x3"), make("hex:40x40")
ALL = [
    Combination(encoding(name), preprocessor("none"), solver(tool))
    for name, tool in (("et", "caqe"), ("et", "depqbf"), ("en", "caqe"), ("ea", "caqe"))
]
TRUE, FALSE = Finding(True), Finding(False)
CRASH = Finding(None, "crash", "it smelled of smoke")

Act = Callable[[Run, float], Finding | None]
"""The finding of a run after so many seconds."""


class Single:
    """The plan of one task."""

    def __init__(self, task: Task) -> None:
        self.task, self.finding = task, None if task.combinations else NOTHING

    def tasks(self, most: int) -> Sequence[Task]:  # noqa: ARG002  # there is one
        """The task, until it is answered."""
        return [self.task] if self.finding is None else []

    def learn(self, task: Task, finding: Finding) -> None:  # noqa: ARG002  # there is one
        """Keep the answer, which ends the plan."""
        self.finding = finding

    def patience(self) -> float | None:
        """None: there is no better answer to wait for."""
        return None


class Stage:
    """Runs that act as they are told; those in processes of their own get half a second with every look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.act: Act = lambda _run, _seconds: None
        self.here: list[str] = []
        self.started: list[str] = []
        self.turns: list[tuple[str, float]] = []
        self.events: list[Event] = []
        self.running: set[str] = set()
        stage = self

        class Actor:
            def __init__(self, run: Run, _journal: Journal, cpu_limit: float | None) -> None:
                self.run, self.seconds = run, 0.0
                assert cpu_limit is None or cpu_limit > 0
                stage.started.append(run.combination.label)
                stage.running.add(run.combination.label)

            def fileno(self) -> int:
                return 0

            def look(self) -> Finding | None:
                self.seconds += 0.5
                finding = stage.act(self.run, self.seconds)
                if finding is not None:
                    stage.running.discard(self.run.combination.label)
                return finding

            def kill(self) -> None:
                stage.running.discard(self.run.combination.label)
                stage.turns.append((self.run.combination.label, self.seconds))

        def attempt(run: Run, journal: Journal) -> Finding:
            stage.here.append(run.combination.label)
            journal.left()
            finding = stage.act(run, 0.0)
            assert finding is not None, "this run does not end by itself"
            return finding

        monkeypatch.setattr(race_module, "WorkerProcess", Actor)
        monkeypatch.setattr(race_module, "wait", lambda *_: None)
        monkeypatch.setattr(Run, "attempt", attempt)

    def race(self, jobs: int, limit: float | None = None, cpu_limit: float | None = None) -> RunRace:
        journal = Journal(limit, self.events.append)
        return RunRace(journal, jobs, cpu_limit=cpu_limit)


@pytest.fixture
def stage(monkeypatch):
    return Stage(monkeypatch)


def run(race: RunRace, game: Any = LIGHT, combinations: Any = ALL, depth: int = 3) -> Finding | None:
    plan = Single(Task(game, depth, combinations))
    race.follow(plan)
    return plan.finding


def labels(*numbers: int) -> list[str]:
    return [ALL[number].label for number in numbers]


class TestHere:
    def test_one_job_needs_no_process(self, stage):
        """All take their turns within this process; the first answer ends it."""
        stage.act = lambda run, _: TRUE if run.combination == ALL[2] else CRASH
        assert run(stage.race(1)) is TRUE
        assert stage.here == labels(0, 1, 2)
        assert not stage.started

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_the_last_one_runs_while_the_plan_waits(self, stage, monkeypatch, jobs):
        """Without a limit of its own, but no longer than its answer is wanted."""
        left: list[float | None] = []

        def attempt(_run: Run, journal: Journal) -> Finding:
            left.append(journal.left())
            return TRUE

        monkeypatch.setattr(Run, "attempt", attempt)
        for patience in (None, 0.7):
            plan = Single(Task(LIGHT, 3, ALL[:1]))
            monkeypatch.setattr(plan, "patience", lambda patience=patience: patience)
            stage.race(jobs).follow(plan)
        assert left[0] is None
        assert left[1] == pytest.approx(0.7, abs=0.2)

    def test_easy_ones_come_first(self, stage):
        stage.act = lambda _run, _: TRUE
        assert run(stage.race(2)) is TRUE
        assert (stage.here, stage.started) == (labels(0), [])

    def test_a_limit_of_cpu_time_needs_processes(self, stage):
        stage.act = lambda _run, _: TRUE
        assert run(stage.race(1, cpu_limit=5)) is TRUE
        assert (stage.here, stage.started) == ([], labels(0))

    def test_large_formulas_are_not_written_here(self, stage):
        stage.act = lambda _run, _: TRUE
        assert run(stage.race(1), HEAVY) is TRUE
        assert (stage.here, stage.started) == ([], labels(0))

    def test_ground_formulas_grow_with_the_depth(self):
        """Beyond the number of cells, too: plays of stones that walk may go on."""
        game = make("breakthrough:8x8")
        assert [Task(game, depth, portfolio(game, Options())).light for depth in (15, 16)] == [True, False]
        assert not is_light(make("evader-pursuer:4x4,evader=4-1,pursuer=1-4"), 5000)


class TestTurns:
    def test_the_best_is_not_disturbed(self, stage):
        """It runs to its end on one core; the others share the second one, in turns that grow."""
        stage.act = lambda run, seconds: TRUE if run.combination == ALL[0] and seconds > 20 else None
        assert run(stage.race(2), HEAVY) is TRUE
        assert stage.started.count(ALL[0].label) == 1
        lengths = {label: [seconds for name, seconds in stage.turns if name == label] for label in labels(1, 2, 3)}
        assert all(len(each) >= 2 for each in lengths.values())
        whole = [seconds for each in lengths.values() for seconds in each[:-1]]
        assert min(whole) >= race_module.TURN
        assert sum(lengths[ALL[1].label]) >= sum(lengths[ALL[3].label])
        assert not stage.running

    def test_one_job_gives_everybody_a_turn(self, stage):
        """Formulas for processes of their own, and one place: the fourth best answers, and nobody was cut short."""
        stage.act = lambda run, seconds: TRUE if run.combination == ALL[3] and seconds > 3 else None
        assert run(stage.race(1), HEAVY) is TRUE
        assert set(stage.started) == set(labels(0, 1, 2, 3))
        assert min(seconds for _, seconds in stage.turns) >= race_module.TURN

    def test_losers_are_stopped_at_once(self, stage):
        stage.act = lambda run, _: FALSE if run.combination == ALL[2] else None
        assert run(stage.race(4), HEAVY) is FALSE
        assert sorted(label for label, _ in stage.turns) == sorted(labels(0, 1, 3))
        assert not stage.running

    def test_no_more_runs_than_jobs(self, stage):
        most = []

        def act(run: Run, seconds: float) -> Finding | None:
            most.append(len(stage.running))
            return TRUE if run.combination == ALL[3] and seconds > 2 else None

        stage.act = act
        run(stage.race(3), HEAVY)
        assert max(most) == 3


class TestFailures:
    def test_all_fail(self, stage):
        """The first failure is told; nothing is tried twice."""
        stage.act = lambda run, _: Finding(None, "memory" if run.combination == ALL[0] else "crash")
        found = run(stage.race(2), HEAVY)
        assert found is not None
        assert (found.answer, found.reason) == (None, "memory")
        assert sorted(stage.started) == sorted(labels(0, 1, 2, 3))

    def test_a_formula_that_says_nothing_says_it_to_every_solver(self, stage):
        silent = Finding(None, "silent", silent=True)
        stage.act = lambda run, _: silent if run.combination == ALL[0] else TRUE
        assert run(stage.race(1)) is TRUE
        assert stage.here == labels(0, 2)

    def test_time(self, stage):
        """LimitError in time, and nobody goes on."""
        race = stage.race(2, 0.2)
        with pytest.raises(LimitError):
            run(race, HEAVY)
        assert stage.started
        assert not stage.running

    @pytest.mark.parametrize("error", [KeyboardInterrupt, DisagreementError, ValueError])
    def test_nobody_goes_on_whatever_happens(self, stage, error):
        def act(_run: Run, seconds: float) -> Finding | None:
            if seconds > 1:
                raise error("stopped")
            return None

        stage.act = act
        with pytest.raises(error):
            run(stage.race(2), HEAVY)
        assert not stage.running

    def test_two_that_finish_must_agree(self, stage, tmp_path, monkeypatch):
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

        def act(run: Run, _seconds: float) -> Finding:
            return Finding(run.combination == ALL[0], depth=5, method=run.combination.label, run=run)

        stage.act = act
        text = r"et\+caqe says that Black wins within 5, but et\+depqbf says that Black does not win within 5; the"
        with pytest.raises(DisagreementError, match=text):
            run(stage.race(2, cpu_limit=9), make("hex:3x3"), ALL[:2], depth=5)
        assert not stage.running
        (folder,) = tmp_path.iterdir()
        assert len(list(folder.iterdir())) == 2

    def test_events_are_told(self, stage):
        stage.act = lambda run, _: TRUE if run.combination == ALL[1] else CRASH
        run(stage.race(1))
        assert [(event.kind, event.run, event.answer) for event in stage.events] == [
            ("end", "et+caqe at depth 3", None),
            ("end", "et+depqbf at depth 3", True),
        ]
        assert "no answer (crash)" in stage.events[0].text
