"""The iterative deepening duel: each player's query in turn of depths, side by side, until one of them tells.

Lanes. Does Black win within 1, 3, 5, … moves? Beside it: does White hold for ever, moving freely at most 0, 1, 2, …
times (`zermelo.encodings.pairing`)? Where White can win herself: does she within 2, 4, 6, …? What one lane finds spares
the others work: a win within a depth is one within every larger depth, a refutation holds for every smaller one, and a
player who is held, or beaten, never wins.

Source: pairing-encoding, section 6, table 6, where the corrective encoding at odd and pairing at even depths alternate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest

from zermelo.encodings import Asks
from zermelo.errors import DisagreementError
from zermelo.model import Game, Player
from zermelo.questions import is_last, telling_depths
from zermelo.solve.combination import Way
from zermelo.solve.decide import Decision
from zermelo.solve.evidence import contradicted
from zermelo.solve.task import NOTHING, Task


@dataclass
class Known:
    """What is known of one player's wins.

    Parameters
    ----------
    refuted
        The largest depth within which the player does not win; -1 when none is known.
    won
        The smallest depth within which he is known to win.
    never
        Whether he never wins.
    held_from
        After how many moves his opponent holds him by a pairing.
    by
        What established ``refuted``, ``won`` and ``never``, by these names, where a formula did.
    """

    refuted: int = -1
    won: int | None = None
    never: bool = False
    held_from: int | None = None
    by: dict[str, Task] = field(default_factory=dict)

    def within(self, depth: int) -> bool | None:
        """Does he win within the depth?

        >>> Known(refuted=3, won=7).within(3), Known(refuted=3, won=7).within(5), Known(refuted=3, won=7).within(9)
        (False, None, True)
        """
        if self.never or depth <= self.refuted:
            return False
        return True if self.won is not None and depth >= self.won else None

    def least(self, game: Game) -> int | None:
        """The least depth within which he wins, when nothing less is open."""
        if self.won is None or any(self.within(depth) is None for depth in telling_depths(game, self.won)):
            return None
        return self.won

    def decision(self, name: str) -> Decision | None:
        """What the formula said that established ``won``, ``refuted`` or ``never``."""
        answered = self.by[name].answered if name in self.by else None
        return None if answered is None else answered[1]


@dataclass(eq=False)
class Lane:
    """One query at several depths.

    Parameters
    ----------
    player
        Whose win is asked about.
    game
        The game in which he is Black.
    depths
        In the order in which they are to be asked.
    combinations
        What may answer, best first.
    asks
        Whether the formulas ask for the player's win or for the opponent's holding him.
    after
        As in `Task`.
    """

    player: Player
    game: Game
    depths: Sequence[int]
    combinations: Sequence[Way]
    asks: Asks = Asks.BLACK_WINS
    after: str | None = None
    closed: dict[int, Decision] = field(default_factory=dict)
    """Depths without an answer: the formula says nothing, or every combination failed."""

    def __post_init__(self) -> None:
        self._tasks: dict[int, Task] = {}

    def open(self, known: Known) -> Iterator[Task]:
        """The tasks that could still tell something; where every combination has failed, more depth is no use."""
        if not self.combinations:
            return
        for depth in self.depths:
            if depth in self.closed and not self.closed[depth].silent:
                return
            if depth not in self.closed and self._tells(depth, known):
                if depth not in self._tasks:
                    self._tasks[depth] = Task(self.game, depth, self.combinations, self.after)
                yield self._tasks[depth]

    def _tells(self, depth: int, known: Known) -> bool:
        if self.asks is Asks.WHITE_HOLDS:
            return not known.never and known.won is None
        return known.within(depth) is None

    def has(self, task: Task) -> bool:
        """Whether the task is one of this lane."""
        return self._tasks.get(task.depth) is task


class Duel:
    """A plan of several lanes.

    Parameters
    ----------
    lanes
        The most wanted first.
    done
        Whether what is known of Black and White answers the question.
    patience
        For how many seconds more it is worth while to look for a better answer; None: to the end.
    """

    def __init__(
        self,
        lanes: Sequence[Lane],
        done: Callable[[dict[Player, Known]], bool],
        patience: Callable[[dict[Player, Known]], float | None] = lambda _: None,
    ) -> None:
        self.lanes, self.done, self._patience = lanes, done, patience
        self.known = {player: Known() for player in Player}

    def patience(self) -> float | None:
        """As in `Plan`."""
        return self._patience(self.known)

    def tasks(self, most: int) -> list[Task]:
        """The open tasks, those of the lanes in turn."""
        if self.done(self.known):
            return []
        lanes = [list(islice(lane.open(self.known[lane.player]), most)) for lane in self.lanes]
        return [task for task in chain.from_iterable(zip_longest(*lanes)) if task is not None][:most]

    def has(self, task: Task) -> bool:
        """Whether the task is one of this duel."""
        return any(lane.has(task) for lane in self.lanes)

    def learn(self, task: Task, decision: Decision) -> None:
        """Take in an answer; DisagreementError when it contradicts another one."""
        lane = next(lane for lane in self.lanes if lane.has(task))
        known, other = self.known[lane.player], self.known[lane.player.other]
        if decision.answer is None:
            lane.closed[task.depth] = decision
        elif decision.answer:
            self._compare(task, known, "never", known.never)
            self._compare(task, known, "refuted", task.depth <= known.refuted)
            self._compare(task, other, "won", other.won is not None)
            if known.won is None or task.depth < known.won:
                known.won, known.by["won"] = task.depth, task
            if not other.never:
                other.never, other.by["never"] = True, task
        else:
            self._compare(task, known, "won", known.won is not None and (decision.ever or task.depth >= known.won))
            if task.depth > known.refuted and not decision.ever:
                known.refuted, known.by["refuted"] = task.depth, task
            if decision.ever or is_last(task.game, task.depth):
                known.never, known.by["never"] = True, task
                held = decision.route == "formula" and decision.ever and task.depth != task.game.complete_depth()
                known.held_from = task.depth if held else None

    def _compare(self, task: Task, known: Known, name: str, contrary: bool) -> None:
        if not contrary:
            return
        assert task.answered is not None
        earlier = known.by[name].answered if name in known.by else None
        if earlier is not None:
            contradicted([earlier, task.answered])
        run, decision = task.answered  # what was known before, from the memory or without any search, has no task
        raise DisagreementError(f"{task.game.name}: {run.method} says {decision.answer}; known before: the contrary")

    def failure(self) -> Decision:
        """Why the question is open: the first depth without an answer; a formula that says nothing counts least."""
        closed = [decision for lane in self.lanes for _, decision in sorted(lane.closed.items())]
        return next((decision for decision in closed if not decision.silent), closed[0] if closed else NOTHING)
