"""The oracle of Game-SAT: every move of every play, by the rules alone.

It knows nothing of clauses that are satisfied or lost before the end: all variables are assigned, and only then does it
look at the formula. Positions are remembered by the values given, nothing else.
"""

from __future__ import annotations

from zermelo.errors import LimitError
from zermelo.gamesat.formula import CNF, Side


def winner(formula: CNF, first: Side, limit: int = 12) -> Side:
    """Who wins.

    Parameters
    ----------
    limit
        The most variables that are tried: the work is more than three to the power of their number.

    Raises ``LimitError`` beyond that.

    The second player wins (x ∨ y) ∧ (¬x ∨ ¬y), whoever it is (Zhao and Müller, formula 1):

    >>> [winner(CNF(2, ((1, 2), (-1, -2))), first) for first in Side]
    [<Side.MIN: 'min'>, <Side.MAX: 'max'>]
    """
    if formula.variables > limit:
        raise LimitError("size", f"{formula.variables} variables are too many to try everything, the limit is {limit}")
    known: dict[frozenset[int], bool] = {}

    def max_wins(played: frozenset[int], mover: Side) -> bool:
        if played not in known:
            if len(played) == formula.variables:
                known[played] = formula.satisfied(set(played))
            else:
                free = [v for v in range(1, formula.variables + 1) if v not in played and -v not in played]
                after = (max_wins(played | {literal}, mover.other) for v in free for literal in (v, -v))
                known[played] = any(after) if mover is Side.MAX else all(after)
        return known[played]

    return Side.MAX if max_wins(frozenset(), first) else Side.MIN
