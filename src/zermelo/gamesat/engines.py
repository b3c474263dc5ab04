"""Game-SAT by the searches that know nothing of a game but its rules, for comparison.

They take the formula as a game of the model (:class:`~zermelo.model.ClauseGame`): every move of a variable and a value.
What they have of Game-SAT is that positions which leave the same of the formula meet in their tables.
"""

from __future__ import annotations

from zermelo.gamesat.formula import CNF, Side
from zermelo.gamesat.solver import Result
from zermelo.search import generic_search


def by_engine(
    formula: CNF,
    first: Side,
    engine: str,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit_mb: float | None = None,
) -> Result:
    """Who wins; there is no line of play, and a first move where MAX opens and wins.

    Parameters
    ----------
    engine
        One of :data:`~zermelo.search.budget.ENGINES`.
    first, time_limit, node_limit
        As for :func:`~zermelo.gamesat.solver.decide`.
    memory_limit_mb
        Megabytes of the table, or of the tree (1024).

    Raises ``InputError`` for another engine, ``UnsupportedError`` for more than 512 variables or clauses.

    >>> by_engine(CNF(2, ((1, 2), (-1, -2))), Side.MIN, "df-pn").winner
    <Side.MAX: 'max'>
    """
    limits = {"time_limit": time_limit, "node_limit": node_limit, "memory_limit_mb": memory_limit_mb}
    found = generic_search.decide(formula.game(first), engine=engine, **limits)  # type: ignore[arg-type]
    if found.answer is None:
        return Result(None, found.reason, nodes=found.nodes, seconds=found.seconds)
    winner = Side.MAX if found.answer else Side.MIN
    return Result(winner, None, (), found.first_move if winner is first else None, found.nodes, found.seconds)
