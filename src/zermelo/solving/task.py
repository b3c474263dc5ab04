"""Tasks for runs of formulas, and plans, which give out tasks and learn from their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from zermelo.encodings import Asks
from zermelo.model import Game, GridGame, NetGame, StateGame
from zermelo.solving.combination import Combination
from zermelo.solving.finding import NOTHING, Finding

LIGHT = 4_000
"""Cells times depth up to which a formula is written so fast that this process may do it itself."""

LIGHT_GRID = 1_000
"""The same of grid games, whose moves may be many, and go on when every cell has been used."""

LIGHT_NET = 10_000
"""Rules of a net times depth of a light formula."""

LIGHT_PAIRING = 40
"""The same of formulas that White holds, at any depth: in cells, because they list all paths of a graph."""


@dataclass(eq=False)
class Task:
    """One question for formulas: does Black win the game within the depth?

    Parameters
    ----------
    game, depth
        The question.
    combinations
        The combinations that may answer it, best first.
    after
        The name of the first move after which the game is as it is, where it is not the game that was asked about.
    """

    game: Game
    depth: int
    combinations: Sequence[Combination]
    after: str | None = None
    failed: dict[str, Finding] = field(default_factory=dict)
    """The combinations, by label, that have no answer, and why."""
    answered: Finding | None = None
    """The answer, once there is one."""

    def left(self) -> list[Combination]:
        """The combinations that may still answer."""
        return [each for each in self.combinations if each.label not in self.failed]

    def failure(self) -> Finding:
        """The first reason why there is no answer, or that a formula says nothing, where one has said so."""
        failures = list(self.failed.values())
        return next((each for each in failures if each.silent), failures[0] if failures else NOTHING)

    @property
    def light(self) -> bool:
        """True if its formulas are written in no time."""
        formulas = [each.encoding for each in self.combinations]
        holding = any(each.asks is Asks.WHITE_HOLDS for each in formulas)
        return is_light(self.game, self.depth) and not (holding and len(self.game.board) > LIGHT_PAIRING)


def is_light(game: Game, depth: int) -> bool:
    """True if formulas of a game and a depth are small."""
    cells = len(game.board)
    if isinstance(game, StateGame):
        return not isinstance(game, NetGame) or len(game.net.rules) * depth <= LIGHT_NET
    if isinstance(game, GridGame):
        return cells * depth <= LIGHT_GRID
    return cells * min(depth, cells) <= LIGHT


class TaskPlan(Protocol):
    """An order of tasks, which depends on their answers."""

    def tasks(self, most: int) -> Sequence[Task]:
        """The open tasks, most wanted first, about as many as asked for; none when the plan is done."""

    def learn(self, task: Task, finding: Finding) -> None:
        """Take in an answer, or (answer None) that there will be none."""

    def patience(self) -> float | None:
        """Seconds after which the tasks are no longer wanted; None: they are until they are answered."""
