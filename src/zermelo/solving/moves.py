"""A plan for first moves, by formulas: a duel after every one of them, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from zermelo.model import Game, Player
from zermelo.questions import MOST_DEPTH, Options
from zermelo.solving import plans
from zermelo.solving.bounds import Bounds
from zermelo.solving.finding import NOTHING, Finding
from zermelo.solving.task import Task


class Moves:
    """A plan: does a player win within the depth when the play begins with this move?

    Parameters
    ----------
    game
        The game.
    moves
        The first moves, most wanted first.
    player, depth
        The player, and the number of moves in all, the first one included; None: at all.
    options
        Names of tools restrict what is tried.
    enough
        True if one winning move is enough.
    """

    def __init__(
        self,
        game: Game,
        moves: Sequence[Any],
        player: Player,
        depth: int | None,
        options: Options,
        *,
        enough: bool = False,
    ) -> None:
        self.player, self.enough = player, enough
        self.left = None if depth is None else depth - 1
        """The depth after the move."""
        self.bounds = {move: Bounds(game.after([move])) for move in moves}
        self.duels = {}
        for move, bounds in self.bounds.items():
            most = bounds.longest if self.left is None else self.left
            most = MOST_DEPTH - 1 if most is None else most
            most = most if bounds.longest is None else min(most, bounds.longest)
            self.duels[move] = plans.within(bounds, player, most, options, game.move_name(move))

    def answer(self, move: Any) -> Finding | None:
        """The finding that settles a move; its depth is that after the move."""
        return self.bounds[move].settled(self.player, self.left)

    @property
    def winning(self) -> tuple[Any, Finding] | None:
        """The first of the moves that win, with what has shown it."""
        for move in self.bounds:
            found = self.answer(move)
            if found is not None and found.answer:
                return move, found
        return None

    @property
    def open(self) -> list[Any]:
        """The moves that are not decided."""
        return [move for move in self.bounds if self.answer(move) is None]

    def failure(self) -> Finding:
        """The reason why a move is open."""
        return self.duels[self.open[0]].failure() if self.open else NOTHING

    def tasks(self, most: int) -> list[Task]:
        """The open tasks, those of the moves in turn."""
        if self.enough and self.winning is not None:
            return []
        rows = [duel.tasks(most) for duel in self.duels.values()]
        return [task for task in chain.from_iterable(zip_longest(*rows)) if task is not None][:most]

    def learn(self, task: Task, finding: Finding) -> None:
        """Take in an answer."""
        next(duel for duel in self.duels.values() if duel.has(task)).learn(task, finding)

    def patience(self) -> float | None:
        """None: every move is wanted."""
        return None
