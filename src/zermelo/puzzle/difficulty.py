"""The difficulty of a puzzle, from 0 to 1, and what it is measured by.

Four measures, each from 0 (easy) to 1 (hard):

- *length*: the number of moves to the win; 13 and more count as 1;
- *near misses*: the part of the wrong first moves that only one reply refutes;
- *refutations*: how few of the replies refute a wrong move, on average; a wrong move that loses to anything is no trap;
- *surprise*: how late the solution comes among the moves as a simple heuristic orders them (stones that are lacking on
  the shortest ways, weights of open winning sets). Grid games have no such heuristic; there it is left out.

The difficulty is their weighted mean. What one person finds hard another one sees at once: it is a number to sort by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.model import ConnectionGame, Game, PositionalGame
from zermelo.play.heuristics import ordered_by_heuristics
from zermelo.puzzle.judge import Decider, JudgedPosition

LENGTH, NEAR, FEW, SURPRISE = 0.35, 0.25, 0.2, 0.2
"""The weights of the measures."""

LONG = 13
"""A win of so many moves is as hard as length makes it."""

LEVELS = {"easy": (0.0, 0.4), "medium": (0.4, 0.55), "hard": (0.55, 1.0)}
"""Words for ranges of the difficulty."""


@dataclass(frozen=True)
class Difficulty:
    """The measures of a puzzle; the class attributes of this module say how they are weighed.

    Parameters
    ----------
    length, near_misses, refutations, surprise
        As in the head of this module; ``surprise`` is None without a heuristic.
    traps
        The wrong first moves that one reply alone refutes, the most natural first, each with that reply.
    """

    length: float
    near_misses: float
    refutations: float
    surprise: float | None
    traps: tuple[tuple[Any, Any], ...] = ()

    @property
    def value(self) -> float:
        """The weighted mean, rounded to two digits.

        >>> Difficulty(1.0, 0.0, 0.5, None).value, Difficulty(0.5, 0.5, 0.5, 0.5).value
        (0.56, 0.5)
        """
        weighed = [(LENGTH, self.length), (NEAR, self.near_misses), (FEW, self.refutations)]
        weighed += [] if self.surprise is None else [(SURPRISE, self.surprise)]
        return round(sum(weight * each for weight, each in weighed) / sum(weight for weight, _ in weighed), 2)

    @property
    def level(self) -> str:
        """The word for it.

        >>> Difficulty(1.0, 1.0, 0.5, None).level
        'hard'
        """
        return next(word for word, (_, high) in LEVELS.items() if self.value < high or high == 1.0)


def measured(position: JudgedPosition) -> Difficulty:
    """The difficulty of a judged position, which has a length.

    >>> from zermelo.families import make
    >>> from zermelo.puzzle.judge import judged
    >>> found = measured(judged(make("hex:3x3").after("a1 c1"), idle=False))
    >>> 0 < found.value < 1
    True
    """
    game, player = position.game, position.player
    assert position.length is not None
    legal = game.legal(game.start)
    order = ordered_by_heuristics(game, game.start, legal)
    wrong = [move for move in order if move not in position.winning]
    traps, few = list[tuple[Any, Any]](), list[float]()
    for move in wrong:
        later = game.after([move])
        replies = [] if later.is_over(later.start) or later.to_move is player else later.legal(later.start)
        if not replies:
            few.append(0.0)
            continue
        still = Decider(later).winning(player)
        refuting = [reply for reply in replies if reply not in still]
        few.append(1 - (len(refuting) - 1) / max(1, len(replies) - 1) if len(replies) > 1 else 0.0)
        if len(refuting) == 1 and len(replies) > 1:
            traps.append((move, refuting[0]))
    return Difficulty(
        min(1.0, (position.length - 1) / (LONG - 1)),
        len(traps) / len(wrong) if wrong else 0.0,
        sum(few) / len(few) if few else 0.0,
        _surprise(game, order, position.winning),
        tuple(traps),
    )


def _surprise(game: Game, order: list[Any], winning: tuple[Any, ...]) -> float | None:
    if not isinstance(game, ConnectionGame | PositionalGame):
        return None
    return min(order.index(move) for move in winning) / max(1, len(order) - 1)
