"""Random formulas of the fixed clause model.

Every clause has the same number of distinct variables, each negated with probability 1/2; no two clauses are equal;
every variable occurs. That leaves open how the last is brought about, so there are three models (`MODELS`):

``uniform``
    All such lists of clauses are equally likely. Drawing again until it is one would take for ever. Where clauses are
    few, each is drawn with the right probability of variables that are new, as the probability to finish is computed,
    and equal clauses are so rare that one can wait; where they are many, distinct ones are drawn, and every variable
    occurs soon. Clauses of one literal are drawn as the variables that have both.
``placed``
    Every variable is placed once, in a random clause with room; then the clauses are filled up at random.
``repaired``
    Distinct clauses are drawn freely; then every variable that is missing takes the place of a random occurrence of
    one that occurs more than once.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report", section 3.1, which gives the conditions and not the way.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from math import ceil, comb, exp, fsum, inf, log

from zermelo.errors import InputError
from zermelo.model import ClauseGame

UNIFORM = "uniform"

MOST_CHANCES = 20_000_000
"""Most terms of the sums that the uniform model takes: some ten seconds."""


def formulas(
    variables: int, clauses: int, width: int, count: int, seed: int, model: str = UNIFORM
) -> Iterator[ClauseGame]:
    """Random formulas in which MAX moves first; each depends on the model, the sizes, the seed and its number only.

    Parameters
    ----------
    variables, clauses, width
        Numbers of variables, of clauses, and of literals in every clause.
    count, seed
        The number of formulas, and the seed of the random numbers.
    model
        The way in which every variable comes to occur, a key of `MODELS`.

    Raises ``InputError`` for sizes that no formula has, and for an unknown model.

    >>> for formula in formulas(4, 3, 2, 2, seed=1):
    ...     formula.formula
    ((2, 3), (-2, -3), (-1, 4))
    ((-2, -3), (-2, 4), (-1, -4))
    >>> [formula.formula for formula in formulas(4, 2, 2, 1, seed=1, model="placed")]
    [((-2, -3), (1, 4))]
    """
    _check(variables, clauses, width)
    draw_clauses = model_named(model)
    name = "" if model == UNIFORM else f"{model} "
    for number in range(count):
        draw = random.Random(f"{name}{variables} {clauses} {width} {seed} {number}")
        yield ClauseGame("formula", variables, draw_clauses(variables, clauses, width, draw))


def model_named(name: str) -> ClauseModel:
    """The model of that name; ``InputError``, with the names that exist, when there is none."""
    if name not in MODELS:
        raise InputError(f"a model out of {', '.join(MODELS)}", found=repr(name))
    return MODELS[name]


def _check(variables: int, clauses: int, width: int) -> None:
    if not 1 <= width <= variables:
        raise InputError(f"a width of 1 to the number of variables, {variables}", found=str(width))
    least, most = ceil(variables / width), comb(variables, width) << width
    if not least <= clauses <= most:
        why = f"for {variables} variables to occur in different clauses of {width}"
        raise InputError(f"{least} to {most} clauses {why}", found=str(clauses))


Clauses = tuple[tuple[int, ...], ...]
ClauseModel = Callable[[int, int, int, random.Random], Clauses]
"""A function of the numbers of variables, of clauses and of literals in each, and of a source of random numbers."""


# ------------------------------------------------------------------------------------------------------------ uniform


def _uniform(variables: int, clauses: int, width: int, draw: random.Random) -> Clauses:
    if width == 1:
        return _literals(variables, clauses, draw)
    drawn: Collection[tuple[int, ...]] = ()
    if _everywhere(variables, clauses, width) < 0.05:
        while len(set(drawn)) < clauses:
            drawn = _covering(variables, clauses, width, draw)
    else:
        while len({abs(literal) for clause in drawn for literal in clause}) < variables:
            drawn = _distinct(variables, clauses, width, draw)
    return tuple(drawn)


def _everywhere(variables: int, clauses: int, width: int) -> float:
    """The probability that every variable occurs in so many random clauses, by exclusion; 0.0 where it is below 1%."""
    if variables * (1 - width / variables) ** clauses > 5:  # if so many are missing on average, none is in e^-5 at most
        return 0.0
    scopes = comb(variables, width)
    return fsum(
        (-1) ** k * comb(variables, k) * (comb(variables - k, width) / scopes) ** clauses
        for k in range(min(variables, 40) + 1)  # the terms are below 5^k / k!
    )


def _literals(variables: int, clauses: int, draw: random.Random) -> Clauses:
    """Clauses of one literal: some variables have both, and the others one of the two."""
    both = set(draw.sample(range(1, variables + 1), clauses - variables))
    signs = [(1, -1) if each in both else (draw.choice((1, -1)),) for each in range(1, variables + 1)]
    drawn = [(sign * variable,) for variable, each in enumerate(signs, 1) for sign in each]
    draw.shuffle(drawn)
    return tuple(drawn)


def _distinct(variables: int, clauses: int, width: int, draw: random.Random) -> list[tuple[int, ...]]:
    """Distinct clauses, in the order in which they were drawn."""
    drawn = dict[tuple[int, ...], None]()
    while len(drawn) < clauses:
        drawn[_signed(draw.sample(range(1, variables + 1), width), draw)] = None
    return list(drawn)


def _covering(variables: int, clauses: int, width: int, draw: random.Random) -> list[tuple[int, ...]]:
    """Clauses in which every variable occurs, perhaps some of them equal."""
    shares, finished = _chances(variables, clauses, width)
    fresh, used = list(range(1, variables + 1)), list[int]()
    drawn = []
    for rest in reversed(range(clauses)):
        ways = _terms(shares[len(fresh)], finished[rest], len(fresh))
        likeliest = max(ways)
        (new,) = draw.choices(range(len(ways)), [exp(each - likeliest) for each in ways])
        news = draw.sample(fresh, new)
        drawn.append(_signed(news + draw.sample(used, width - new), draw))
        fresh = [variable for variable in fresh if variable not in news]
        used += news
    return drawn


def _signed(scope: list[int], draw: random.Random) -> tuple[int, ...]:
    return tuple(variable if draw.random() < 0.5 else -variable for variable in sorted(scope))


@lru_cache(maxsize=1)
def _chances(variables: int, clauses: int, width: int) -> tuple[list[list[float]], list[array[float]]]:
    """Logarithms of probabilities: of new variables in a clause, and of all fresh ones in the clauses that follow.

    The first are indexed by the number of fresh variables and of new ones among them, the others by the number of
    clauses that follow and of fresh variables. Sums of probabilities lose nothing, other than an exclusion, and take
    time and memory for variables times clauses.

    Raises ``InputError`` where these are too many.
    """
    if variables * clauses * (width + 1) > MOST_CHANCES:
        found, advice = f"{variables} variables in {clauses} clauses", "the models placed and repaired take more"
        raise InputError("fewer variables that few clauses hold, for the uniform model", found=found, advice=advice)
    scopes = log(comb(variables, width))
    shares = [
        [
            log(ways) - scopes if (ways := comb(fresh, new) * comb(variables - fresh, width - new)) else -inf
            for new in range(min(width, fresh) + 1)
        ]
        for fresh in range(variables + 1)
    ]
    finished = [array("d", [0.0] + [-inf] * variables)]
    for rest in range(1, clauses):
        before = finished[-1]
        row = [_log_sum(_terms(shares[fresh], before, fresh)) for fresh in range(min(variables, rest * width) + 1)]
        finished.append(array("d", row + [-inf] * (variables + 1 - len(row))))
    return shares, finished


def _terms(shares: list[float], finished: array[float], fresh: int) -> list[float]:
    """The logarithms of the probabilities of a clause with 0, 1, … new variables that can be finished."""
    return [share + finished[fresh - new] for new, share in enumerate(shares)]


def _log_sum(terms: list[float]) -> float:
    """The logarithm of a sum of numbers, given by their logarithms."""
    largest = max(terms)
    return largest if largest == -inf else largest + log(sum(exp(each - largest) for each in terms))


# ------------------------------------------------------------------------------------------------------------- placed


def _placed(variables: int, clauses: int, width: int, draw: random.Random) -> Clauses:
    """Every variable placed once, the rest filled up; a clause that is there already is filled up again.

    The fullest clauses are filled up first; then there is always a new one to be drawn. Let n be the number of
    variables and w the width. What was placed in two clauses is disjoint, so at most n/k - 1 = (n - k)/k others hold
    k > 0 placed variables or more; and a clause with k = w equals none of them. With k < w it can be filled up in
    C(n - k, w - k) 2^w >= (n - k)/(w - k) 2^w > (n - k)/k ways. A clause with k = 0 may be any, and no more are asked
    for than there are.
    """
    scopes: list[list[int]] = [[] for _ in range(clauses)]
    for variable in range(1, variables + 1):
        draw.choice([scope for scope in scopes if len(scope) < width]).append(variable)
    found = dict[tuple[int, ...], int]()
    for place in sorted(range(clauses), key=lambda place: -len(scopes[place])):
        scope = scopes[place]
        others = [variable for variable in range(1, variables + 1) if variable not in scope]
        while (clause := _signed(scope + draw.sample(others, width - len(scope)), draw)) in found:
            pass
        found[clause] = place
    return tuple(sorted(found, key=found.__getitem__))


# ----------------------------------------------------------------------------------------------------------- repaired


def _repaired(variables: int, clauses: int, width: int, draw: random.Random) -> Clauses:
    """Clauses drawn freely, and repaired.

    While a variable is missing another one occurs twice, as there is room for all. A clause that gets a variable that
    was missing is different from all others.
    """
    drawn = [list(clause) for clause in _distinct(variables, clauses, width, draw)]
    occurs = Counter(abs(literal) for clause in drawn for literal in clause)
    missing = [variable for variable in range(1, variables + 1) if not occurs[variable]]
    draw.shuffle(missing)
    for variable in missing:
        clause, place = draw.choice(
            [(clause, place) for clause in drawn for place in range(width) if occurs[abs(clause[place])] > 1]
        )
        occurs[abs(clause[place])] -= 1
        occurs[variable] = 1
        clause[place] = variable if draw.random() < 0.5 else -variable
    return tuple(tuple(sorted(clause, key=abs)) for clause in drawn)


MODELS: dict[str, ClauseModel] = {UNIFORM: _uniform, "placed": _placed, "repaired": _repaired}
"""The models by name: ways in which every variable comes to occur."""
