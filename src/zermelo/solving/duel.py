"""The iterative deepening duel of formulas: each player's query in turn of depths, side by side, until one tells.

Lanes. Does Black win within 1, 3, 5, … moves? Beside it: does White hold for ever, moving freely at most 0, 1, 2, …
times (`zermelo.encodings.pairing`)? Where White can win herself: does she within 2, 4, 6, …? All lanes share the
bounds of the game, so what one finds spares the others work.

Source: pairing-encoding, section 6, table 6, where the corrective encoding at odd and pairing at even depths alternate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest

from zermelo.encodings import Asks
from zermelo.model import Game, GridMove, Player
from zermelo.solving.bounds import Bounds
from zermelo.solving.combination import Combination
from zermelo.solving.finding import NOTHING, Finding
from zermelo.solving.task import Task


@dataclass(eq=False)
class Lane:
    """One query at several depths.

    Parameters
    ----------
    player
        The player whose win is asked about.
    game
        The game in which he is Black.
    depths
        In the order in which they are to be asked.
    combinations
        The combinations that may answer, best first.
    asks
        The query of the formulas: the player's win, or the opponent's holding him.
    after
        As in `Task`.
    """

    player: Player
    game: Game
    depths: Sequence[int]
    combinations: Sequence[Combination]
    asks: Asks = Asks.BLACK_WINS
    after: str | None = None
    closed: dict[int, Finding] = field(default_factory=dict)
    """Depths without an answer: the formula says nothing, or every combination failed."""

    def __post_init__(self) -> None:
        self._tasks: dict[int, Task] = {}

    def open(self, bounds: Bounds) -> Iterator[Task]:
        """The tasks that could still tell something; where every combination has failed, more depth is no use."""
        if not self.combinations:
            return
        for depth in self.depths:
            if depth in self.closed and not self.closed[depth].silent:
                return
            if depth not in self.closed and self._tells(depth, bounds):
                if depth not in self._tasks:
                    self._tasks[depth] = Task(self.game, depth, self.combinations, self.after)
                yield self._tasks[depth]

    def _tells(self, depth: int, bounds: Bounds) -> bool:
        return bounds.within(self.player, None if self.asks is Asks.WHITE_HOLDS else depth) is None

    def has(self, task: Task) -> bool:
        """True if the task is one of this lane."""
        return self._tasks.get(task.depth) is task

    def translated(self, finding: Finding) -> Finding:
        """A finding about Black in this lane's game, as one about the player in the game that was asked about."""
        if self.player is Player.BLACK:
            return finding
        hint = finding.hint.swapped() if isinstance(finding.hint, GridMove) else finding.hint
        return replace(finding, player=self.player, hint=hint)


class Duel:
    """A plan of several lanes.

    Parameters
    ----------
    bounds
        The bounds of the game; findings go there.
    lanes
        The most wanted first.
    done
        Tells whether the bounds answer the question.
    patience
        Tells for how many seconds more a better answer is looked for; None: to the end.
    """

    def __init__(
        self,
        bounds: Bounds,
        lanes: Sequence[Lane],
        done: Callable[[Bounds], bool],
        patience: Callable[[Bounds], float | None] = lambda _: None,
    ) -> None:
        self.bounds, self.lanes, self.done, self._patience = bounds, lanes, done, patience
        self.beside: Callable[[], None] = lambda: None
        """Called before tasks are given out: takes in what a search has found meanwhile."""

    def answer_is_enough(self, answered: Callable[[Bounds], bool]) -> None:
        """Look for no better answer than the first one."""
        self.done, self._patience = answered, lambda _: None

    @property
    def equipped(self) -> bool:
        """True if one of the solvers that it asks is installed, or it asks none."""
        combinations = [each for lane in self.lanes for each in lane.combinations]
        return not combinations or any(each.installed for each in combinations)

    def patience(self) -> float | None:
        """As in `Plan`."""
        return self._patience(self.bounds)

    def tasks(self, most: int) -> list[Task]:
        """The open tasks, those of the lanes in turn."""
        self.beside()
        if self.done(self.bounds):
            return []
        lanes = [list(islice(lane.open(self.bounds), most)) for lane in self.lanes]
        return [task for task in chain.from_iterable(zip_longest(*lanes)) if task is not None][:most]

    def has(self, task: Task) -> bool:
        """True if the task is one of this duel."""
        return any(lane.has(task) for lane in self.lanes)

    def learn(self, task: Task, finding: Finding) -> None:
        """Take in an answer; DisagreementError when it contradicts another one."""
        lane = next(lane for lane in self.lanes if lane.has(task))
        if finding.answer is None:
            lane.closed[task.depth] = finding
        else:
            self.bounds.learn(lane.translated(finding))

    def failure(self) -> Finding:
        """The first reason why the question is open; that a formula says nothing counts least."""
        closed = [finding for lane in self.lanes for _, finding in sorted(lane.closed.items())]
        return next((finding for finding in closed if not finding.silent), closed[0] if closed else NOTHING)
