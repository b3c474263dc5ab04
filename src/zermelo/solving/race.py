"""Several runs at a time: the first answer to a task wins, the others are killed with all their children.

The best combination on the most wanted task runs on a core of its own, to its end. The other cores are for everything
else that may answer: the other combinations, and the other tasks. They take turns, each run longer than all its turns
before; what is wanted less waits longer, so that the second best gets half the share of the best, the third a third.
A turn that has ended is lost: its run begins again. So nothing useful waits longer than a small multiple of its own
time, and what the best combination can do alone is never slower by more than the cores hinder each other.

Easy tasks come first, for a moment, within this process: most depths of most questions are easy, and a process takes a
fifth of a second to start. With one job everything takes its turns here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing.connection import wait
from typing import NamedTuple

from zermelo.solving.combination import Combination
from zermelo.solving.contradictions import contradicted
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Event, Journal
from zermelo.solving.run import Run
from zermelo.solving.task import Task, TaskPlan
from zermelo.solving.worker_process import WorkerProcess

MOMENTS = (0.1, 0.3)
"""Seconds for the first turns within this process: all tasks get the short one before any gets the long one."""

TURN = 1.0
"""Seconds for the first turn in a process of its own."""

TICK = 0.05
"""Seconds between two looks at the limits of the runs."""

LANES = 4
"""Tasks that are looked at, at least: one of each kind."""


class Contender(NamedTuple):
    """A combination entered for a task."""

    task: Task
    combination: Combination


class RunRace:
    """The runs for one question.

    Parameters
    ----------
    journal
        It takes in the stages; its clock holds.
    jobs
        The number of runs at a time.
    memory_limit_mb
        Of each run; None for no limit.
    cpu_limit
        CPU seconds of each run; None for no limit.
    assignment
        True to ask for first moves.
    """

    def __init__(
        self,
        journal: Journal,
        jobs: int,
        memory_limit_mb: int | None = None,
        cpu_limit: float | None = None,
        *,
        assignment: bool = True,
    ) -> None:
        self.journal, self.jobs, self.memory_limit_mb = journal, jobs, memory_limit_mb
        self.cpu_limit, self.assignment = cpu_limit, assignment
        self._running: dict[Contender, WorkerProcess] = {}
        self._spent: dict[Contender, float] = {}
        self._tried: dict[Contender, int] = {}
        """The number of moments that an entry has had."""
        self._hard: dict[tuple[int, str, int], int] = {}
        """The least depth that needed more than a moment, for each game, combination and moment."""

    def follow(self, plan: TaskPlan) -> None:
        """Work until the plan is done or nothing is left to try; LimitError when the time is used up."""
        with ExitStack() as stack:
            stack.callback(self._kill, ())
            while tasks := plan.tasks(max(self.jobs, LANES)):
                self._kill(tasks)
                hopeless = next((task for task in tasks if not task.left()), None)
                if hopeless is not None:
                    plan.learn(hopeless, hopeless.failure())
                else:
                    self._step(plan, _ranked(tasks))

    def _step(self, plan: TaskPlan, entries: Sequence[Contender]) -> None:
        """A turn within this process, or a look at the others."""
        if not self._running and (self.jobs == 1 or len(entries) == 1):
            entry = self._order(entries)[0]
            if self._may_be_here(entry):
                turn = max(MOMENTS[0], self._spent.get(entry, 0.0))
                self._here(plan, entry, plan.patience() if len(entries) == 1 else turn)
                return
        easy = min(filter(self._is_easy, entries), key=self._moment, default=None) if self.jobs > 1 else None
        if self.jobs > 1 and easy != entries[0]:
            self._start_first(entries)
        if easy is not None and len(self._running) < self.jobs:
            self._glance(plan, easy)
            self._watch(plan, 0)
        else:
            self._start_others(entries)
            self._watch(plan, TICK)

    # -- within this process -----------------------------------------------------------------------------------

    def _may_be_here(self, entry: Contender) -> bool:
        return entry.task.light and self.cpu_limit is None

    def _is_easy(self, entry: Contender) -> bool:
        """True if another moment may be enough: for the best combination of a task, if less depth did not need more."""
        task, moment = entry.task, self._moment(entry)
        if not self._may_be_here(entry) or moment >= len(MOMENTS) or entry in self._running:
            return False
        hard = self._hard.get((id(task.game), entry.combination.label, moment), task.depth + 1)
        return entry.combination == task.combinations[0] and task.depth < hard

    def _moment(self, entry: Contender) -> int:
        """The number of moments it has had."""
        return self._tried.get(entry, 0)

    def _glance(self, plan: TaskPlan, entry: Contender) -> None:
        """Give an entry its next moment."""
        moment = self._moment(entry)
        self._tried[entry] = moment + 1
        if not self._here(plan, entry, MOMENTS[moment]):
            kind = id(entry.task.game), entry.combination.label, moment
            self._hard[kind] = min(entry.task.depth, self._hard.get(kind, entry.task.depth))

    def _here(self, plan: TaskPlan, entry: Contender, seconds: float | None) -> bool:
        """Continue a run in this process, for so many seconds or (None) to its end; True if it has ended."""
        before = time.monotonic()
        with self.journal.briefly(seconds):
            finding = self._run(entry).attempt(self.journal)
        spent = time.monotonic() - before
        self._spend(entry, spent)
        if finding.reason == "time" and seconds is not None and spent >= 0.9 * seconds:  # its turn is over
            self.journal.left()
            return False
        self._take(plan, entry, finding, spent)
        return True

    # -- in processes of their own -----------------------------------------------------------------------------

    def _start_first(self, entries: Sequence[Contender]) -> None:
        """The most wanted run has a place, whoever loses his."""
        if entries[0] not in self._running:
            if len(self._running) >= self.jobs:
                self._stop(max(self._running, key=entries.index))
            self._begin(entries[0])

    def _start_others(self, entries: Sequence[Contender]) -> None:
        """Fill the other places, with one job the only one; whoever has had his turn makes place for one who waits."""
        first = entries[0] if self.jobs > 1 else None
        others = entries if first is None else entries[1:]
        waiting = [entry for entry in self._order(others) if entry not in self._running]
        while waiting and len(self._running) < self.jobs:
            self._begin(waiting.pop(0))
        for entry in [entry for entry in self._running if entry != first]:
            if waiting and self._running[entry].seconds >= max(TURN, self._spent.get(entry, 0.0)):
                self._stop(entry)
                self._begin(waiting.pop(0))

    def _watch(self, plan: TaskPlan, seconds: float) -> None:
        """Wait until a run has ended, for so many seconds at most."""
        wait([process.fileno() for process in self._running.values()], seconds)
        for entry, process in list(self._running.items()):
            finding = process.look()
            if finding is not None:
                del self._running[entry]
                self._take(plan, entry, finding, process.seconds)
        self.journal.left()

    def _begin(self, entry: Contender) -> None:
        self._running[entry] = WorkerProcess(self._run(entry), self.journal, self.cpu_limit)

    def _stop(self, entry: Contender) -> None:
        process = self._running.pop(entry)
        self._spend(entry, process.seconds)
        process.kill()

    def _kill(self, keep: Sequence[Task]) -> None:
        """Stop all runs on other tasks."""
        for entry in [entry for entry in self._running if entry.task not in keep]:
            self._stop(entry)

    # -- both ---------------------------------------------------------------------------------------------------

    def _run(self, entry: Contender) -> Run:
        task = entry.task
        return Run(task.game, task.depth, entry.combination, task.after, self.assignment, self.memory_limit_mb)

    def _order(self, entries: Sequence[Contender]) -> list[Contender]:
        """The entry whose turn is next: the time spent, weighed by the rank."""
        ranks = {entry: rank for rank, entry in enumerate(entries, 1)}
        return sorted(entries, key=lambda entry: (self._spent.get(entry, 0.0) * ranks[entry], ranks[entry]))

    def _spend(self, entry: Contender, seconds: float) -> None:
        self._spent[entry] = self._spent.get(entry, 0.0) + seconds

    def _take(self, plan: TaskPlan, entry: Contender, finding: Finding, seconds: float) -> None:
        """Tell the plan, or remember that this combination has no answer."""
        task, run = entry.task, self._run(entry)
        said = f"no answer ({finding.reason})" if finding.answer is None else str(finding.answer).lower()
        said = "says nothing" if finding.silent else said
        self.journal.tell(Event("end", f"{run.method}: {said}", run.method, finding.answer, seconds))
        if finding.answer is None:
            for other in task.left() if finding.silent else []:
                if other.encoding == entry.combination.encoding:  # what says nothing says it to every solver
                    task.failed[other.label] = finding
            task.failed[entry.combination.label] = finding
            self.journal.left()
        elif task.answered is None:
            task.answered = finding
            plan.learn(task, finding)
        elif task.answered.contradicts(finding):
            contradicted(task.game, task.answered, finding)


def _ranked(tasks: Sequence[Task]) -> list[Contender]:
    """Most wanted first: a later task is wanted as much as a second combination for the one before."""
    ranked = [
        (place + rank, rank, place, Contender(task, combination))
        for place, task in enumerate(tasks)
        for rank, combination in enumerate(task.left())
    ]
    return [entry for *_, entry in sorted(ranked, key=lambda each: each[:3])]
