"""Small random formulas of any shape, for comparison with trying everything."""

from __future__ import annotations

import random

from zermelo.model import ClauseGame


def any_formula(most: int, draw: random.Random) -> ClauseGame:
    """A small formula of any shape: with tautologies, repeated literals, equal and empty clauses, unused variables.

    Parameters
    ----------
    most
        The most variables.
    draw
        The source of chance.

    >>> any_formula(3, random.Random(7)).variables <= 3
    True
    """
    variables = draw.randint(0, most)
    clauses = []
    repeated, positive = draw.random() < 0.25, draw.choice((0.5, 0.5, 0.8, 1.0))
    widest = draw.randint(1, max(1, variables))
    for _ in range(draw.randint(0, draw.choice((4, 8, 12)))):
        width = 0 if draw.random() < 0.01 else min(variables, draw.choice((draw.randint(1, widest), 2, 3)))
        every = range(1, variables + 1)
        chosen = draw.choices(every, k=width) if repeated and variables else draw.sample(every, width)
        clauses.append(tuple(v if draw.random() < positive else -v for v in chosen))
    return ClauseGame("formula", variables, tuple(clauses))
