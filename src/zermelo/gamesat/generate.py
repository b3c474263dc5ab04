"""Random formulas of the fixed clause model.

Every clause has the same number of distinct variables, each negated with probability 1/2; no two clauses are equal;
every variable occurs. All such lists of clauses are equally likely. Drawing again until it is one would take for ever.
Where clauses are few, each is drawn with the right probability of variables that are new, as the number of ways to
finish is known exactly, and equal clauses are so rare that one can wait; where they are many, distinct ones are drawn,
and every variable occurs soon.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report", section 3.1, which gives the conditions and not the way.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from functools import cache
from math import ceil, comb

from zermelo.errors import InputError
from zermelo.model import ClauseGame


def formulas(variables: int, clauses: int, width: int, count: int, seed: int) -> Iterator[ClauseGame]:
    """Random formulas in which MAX moves first; each depends on the sizes, the seed and its number only.

    Parameters
    ----------
    variables, clauses, width
        Numbers of variables, of clauses, and of literals in every clause.
    count, seed
        The number of formulas, and the seed of the random numbers.

    Raises ``InputError`` for sizes that no formula has.

    >>> for formula in formulas(4, 3, 2, 2, seed=1):
    ...     formula.formula
    ((2, 3), (-2, -3), (-1, 4))
    ((-2, -3), (-2, 4), (-1, -4))
    """
    _check(variables, clauses, width)
    for number in range(count):
        draw = random.Random(f"{variables} {clauses} {width} {seed} {number}")
        yield ClauseGame("formula", variables, _clauses(variables, clauses, width, draw))


def _check(variables: int, clauses: int, width: int) -> None:
    if not 1 <= width <= variables:
        raise InputError(f"a width of 1 to the number of variables, {variables}", found=str(width))
    least, most = ceil(variables / width), comb(variables, width) << width
    if not least <= clauses <= most:
        why = f"for {variables} variables to occur in different clauses of {width}"
        raise InputError(f"{least} to {most} clauses {why}", found=str(clauses))


def _clauses(variables: int, clauses: int, width: int, draw: random.Random) -> tuple[tuple[int, ...], ...]:
    everywhere = _finished(variables, width, variables, clauses) / comb(variables, width) ** clauses
    drawn: Collection[tuple[int, ...]] = ()
    if everywhere < 0.05:
        while len(set(drawn)) < clauses:
            drawn = _covering(variables, clauses, width, draw)
    else:
        while len({abs(literal) for clause in drawn for literal in clause}) < variables:
            drawn = dict[tuple[int, ...], None]()  # in the order in which they were drawn
            while len(drawn) < clauses:
                drawn[_signed(draw.sample(range(1, variables + 1), width), draw)] = None
    return tuple(drawn)


def _covering(variables: int, clauses: int, width: int, draw: random.Random) -> list[tuple[int, ...]]:
    """Clauses in which every variable occurs, perhaps some of them equal."""
    fresh, used = list(range(1, variables + 1)), list[int]()
    drawn = []
    for rest in reversed(range(clauses)):
        ways = [_ways(variables, width, len(fresh), rest, new) for new in range(width + 1)]
        total = sum(ways)
        (new,) = draw.choices(range(width + 1), [each / total for each in ways])
        news = draw.sample(fresh, new)
        drawn.append(_signed(news + draw.sample(used, width - new), draw))
        fresh = [variable for variable in fresh if variable not in news]
        used += news
    return drawn


def _signed(scope: list[int], draw: random.Random) -> tuple[int, ...]:
    return tuple(variable if draw.random() < 0.5 else -variable for variable in sorted(scope))


def _ways(variables: int, width: int, fresh: int, rest: int, new: int) -> int:
    """Ways in which a clause with so many new variables and the ``rest`` after it use all variables up."""
    if new > fresh or width - new > variables - fresh:
        return 0
    here = comb(fresh, new) * comb(variables - fresh, width - new)
    return here * _finished(variables, width, fresh - new, rest)


@cache
def _finished(variables: int, width: int, fresh: int, rest: int) -> int:
    """Ways to draw the scopes of ``rest`` clauses so that ``fresh`` given variables occur, by exclusion."""
    return sum((-1) ** k * comb(fresh, k) * comb(variables - k, width) ** rest for k in range(fresh + 1))
