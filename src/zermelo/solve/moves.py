"""What each first move leads to: a duel after every one of them, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from zermelo.model import Game, Player
from zermelo.questions import Options
from zermelo.solve import lanes
from zermelo.solve.decide import Decision
from zermelo.solve.task import NOTHING, Task


class Moves:
    """A plan: does Black win within the depth when the play begins with this move?

    Parameters
    ----------
    game
        The game.
    moves
        The first moves, most wanted first.
    depth
        The moves in all; the first one counts.
    options
        Names of tools restrict what is tried.
    enough
        Whether one winning move is enough.
    """

    def __init__(self, game: Game, moves: Sequence[Any], depth: int, options: Options, *, enough: bool = False) -> None:
        self.duels = {
            move: lanes.within(game.after([move]), depth - 1, options, game.move_name(move)) for move in moves
        }
        self.depth, self.enough = depth, enough

    @property
    def answers(self) -> dict[Any, bool | None]:
        """For each move: whether Black wins; None where that is open."""
        return {move: duel.known[Player.BLACK].within(self.depth - 1) for move, duel in self.duels.items()}

    @property
    def winning(self) -> tuple[Any, Decision] | None:
        """The first move of those that win, with what has shown it."""
        for move, duel in self.duels.items():
            decision = duel.known[Player.BLACK].decision("won")
            if decision is not None:
                return move, decision
        return None

    @property
    def open(self) -> list[Any]:
        """The moves that are not decided."""
        return [move for move, answer in self.answers.items() if answer is None]

    def failure(self) -> Decision:
        """Why a move is open."""
        return self.duels[self.open[0]].failure() if self.open else NOTHING

    def tasks(self, most: int) -> list[Task]:
        """The open tasks, those of the moves in turn."""
        if self.enough and self.winning is not None:
            return []
        rows = [duel.tasks(most) for duel in self.duels.values()]
        return [task for task in chain.from_iterable(zip_longest(*rows)) if task is not None][:most]

    def learn(self, task: Task, decision: Decision) -> None:
        """Take in an answer."""
        next(duel for duel in self.duels.values() if duel.has(task)).learn(task, decision)

    def patience(self) -> float | None:
        """None: every move is wanted."""
        return None

    def decision(self, move: Any) -> Decision | None:
        """What has decided a move."""
        known = self.duels[move].known[Player.BLACK]
        answer = self.answers[move]
        return None if answer is None else known.decision("won" if answer else "never" if known.never else "refuted")
