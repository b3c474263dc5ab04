"""Random formulas of the fixed clause model.

Every clause has the same number of distinct variables, each negated with probability 1/2; no two clauses are equal;
every variable occurs. All such lists of clauses are equally likely. Waiting for a list in which every variable happens
to occur would take for ever where clauses are few, so each clause is drawn with the right probability of variables that
are new: the number of ways to finish is known exactly.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report", section 3.1, which gives the conditions and not the way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import count as natural
from math import ceil, comb

from zermelo.errors import InputError
from zermelo.gamesat.formula import CNF


def formulas(variables: int, clauses: int, width: int, count: int, seed: int) -> Iterator[CNF]:
    """So many random formulas; each one depends on the sizes, the seed and its number only.

    Parameters
    ----------
    variables, clauses, width
        The sizes; the width is that of all clauses.
    count, seed
        How many, and which.

    Raises ``InputError`` for sizes that no formula has.

    >>> for formula in formulas(4, 3, 2, 2, seed=1):
    ...     formula.clauses
    ((2, -3), (-1, -4), (1, -4))
    ((-1, -2), (-2, 3), (3, -4))
    """
    _check(variables, clauses, width)
    for number in range(count):
        draw = random.Random(f"{variables} {clauses} {width} {seed} {number}")
        yield CNF(variables, _clauses(variables, clauses, width, draw))


def _check(variables: int, clauses: int, width: int) -> None:
    if not 1 <= width <= variables:
        raise InputError(f"a width of 1 to the number of variables, {variables}", found=str(width))
    least, most = ceil(variables / width), comb(variables, width) << width
    if not least <= clauses <= most:
        why = f"for {variables} variables to occur in different clauses of {width}"
        raise InputError(f"{least} to {most} clauses {why}", found=str(clauses))


def _clauses(variables: int, clauses: int, width: int, draw: random.Random) -> tuple[tuple[int, ...], ...]:
    for _ in natural():
        fresh, used = list(range(1, variables + 1)), list[int]()
        drawn = []
        for rest in reversed(range(clauses)):
            ways = [_ways(variables, width, len(fresh), rest, new) for new in range(width + 1)]
            (new,) = draw.choices(range(width + 1), _shares(ways))
            news = draw.sample(fresh, new)
            olds = draw.sample(used, width - new)
            fresh = [variable for variable in fresh if variable not in news]
            used += news
            drawn.append(tuple(v if draw.random() < 0.5 else -v for v in sorted(news + olds)))
        if len(set(drawn)) == clauses:
            return tuple(drawn)
    raise AssertionError


def _shares(ways: list[int]) -> list[float]:
    total = sum(ways)
    return [each / total for each in ways]


def _ways(variables: int, width: int, fresh: int, rest: int, new: int) -> int:
    """Ways for the scope of a clause with so many new variables, and of the ``rest`` after it, to use all up."""
    if new > fresh or width - new > variables - fresh:
        return 0
    here = comb(fresh, new) * comb(variables - fresh, width - new)
    return here * _finished(variables, width, fresh - new, rest)


@cache
def _finished(variables: int, width: int, fresh: int, rest: int) -> int:
    """Ways to draw the scopes of ``rest`` clauses so that ``fresh`` given variables all occur, by exclusion."""
    return sum((-1) ** k * comb(fresh, k) * comb(variables - k, width) ** rest for k in range(fresh + 1))
