"""Several ways to work on one question, which take turns until one of them tells the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from zermelo.search.budget import Budget
from zermelo.search.progress import Watch, since
from zermelo.search.session import Limits, Result

GROWTH = 2
"""The positions of a turn are so many times those of the turn before."""

Way = Callable[[Limits, Watch | None], Result]
"""Works within limits; open by the reason ``"nodes"`` where more positions may tell, by ``"depth"`` where none will."""


def in_turns(limits: Limits, ways: dict[Way, int], turn: int, watch: Watch | None = None) -> Result:
    """Decide by several ways in turns.

    What all find together costs at most a few times as many positions as the best of them alone.

    Parameters
    ----------
    limits
        Of all.
    ways
        Each with its share of the positions. Once one has told that it does not lead to an answer the others go on.
    turn
        Positions of the first turn, for each share.
    watch
        Told of all positions and all the time, whichever of them is at work.

    >>> vain = lambda limits, watch: Result(None, reason="nodes", nodes=limits.nodes)
    >>> good = lambda limits, watch: Result(True, nodes=50) if limits.nodes >= 50 else vain(limits, watch)
    >>> in_turns(Limits(), {vain: 1, good: 2}, 10).nodes
    180
    """
    budget, left = Budget(limits), dict(ways)
    while True:
        for way, share in list(left.items()):
            most = budget.nodes if len(left) == 1 else min(share * turn, budget.nodes)
            part = limits._replace(seconds=budget.seconds, nodes=most)
            found = way(part, since(watch, budget.counted, budget.spent))
            budget.count(found.nodes, found.memory)
            if found.reason == "depth" and len(left) > 1:
                del left[way]
            elif found.reason != "nodes" or not budget.nodes:
                return replace(found, nodes=budget.counted, memory=budget.memory, seconds=budget.spent)
        turn *= GROWTH


def later_open(found: Result, depth: int) -> Result:
    """The answer to a question with a bound, out of that without one: a win that may come later tells nothing.

    >>> [later_open(found, 7).answer for found in (Result(True, 9), Result(True, 7), Result(False))]
    [None, True, False]
    """
    if found.answer and (found.depth is None or found.depth > depth):
        return replace(found, answer=None, depth=None, first_move=None, reason="depth")
    return found
