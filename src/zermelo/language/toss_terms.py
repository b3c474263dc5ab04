"""Whole numbers that depend on a state: polynomials over literals, and when they are positive.

``:(f)`` is the literal of f as 0 or 1. As the square of a literal is the literal, a polynomial is a sum of products of
different nodes with whole coefficients. It is positive where a weighted sum passes a threshold: that becomes a decision
diagram over the products, one layer each, whose nodes are the partial sums that can still go both ways.
"""

from __future__ import annotations

from collections import defaultdict

from zermelo.language.toss_gates import FALSE, TRUE, Gates
from zermelo.language.toss_tables import TooLargeError, Work

Polynomial = dict[frozenset[int], int]
"""For each product of nodes its coefficient, which is not 0."""

MOST_PRODUCTS = 4096
MOST_VALUE = 10**12
MOST_EXPONENT = 64


def constant(value: int) -> Polynomial:
    """A number."""
    return {frozenset(): value} if value else {}


def indicator(literal: int) -> Polynomial:
    """1 where a literal holds, else 0.

    >>> indicator(5), indicator(-5), indicator(TRUE), indicator(FALSE)
    ({frozenset({5}): 1}, {frozenset(): 1, frozenset({5}): -1}, {frozenset(): 1}, {})
    """
    if abs(literal) == TRUE:
        return constant(1 if literal == TRUE else 0)
    if literal > 0:
        return {frozenset((literal,)): 1}
    return {frozenset(): 1, frozenset((-literal,)): -1}


def added(one: Polynomial, other: Polynomial, factor: int = 1) -> Polynomial:
    """``one + factor * other``.

    >>> added(indicator(5), indicator(5), -1)
    {}
    """
    found: defaultdict[frozenset[int], int] = defaultdict(int, one)
    for product, value in other.items():
        found[product] += factor * value
    return _checked({product: value for product, value in found.items() if value})


def multiplied(one: Polynomial, other: Polynomial, budget: Work) -> Polynomial:
    """The product.

    >>> multiplied(indicator(5), indicator(-5), Work(100))
    {}
    """
    budget.spend(len(one) * len(other))
    found: defaultdict[frozenset[int], int] = defaultdict(int)
    for product, value in one.items():
        for factor, more in other.items():
            found[product | factor] += value * more
    return _checked({product: value for product, value in found.items() if value})


def _checked(found: Polynomial) -> Polynomial:
    if len(found) > MOST_PRODUCTS or any(abs(value) > MOST_VALUE for value in found.values()):
        raise TooLargeError
    return found


def positive(number: Polynomial, gates: Gates, budget: Work) -> int:
    """The literal that tells if a number is positive.

    >>> gates = Gates()
    >>> a, b = gates.fluent(), gates.fluent()
    >>> positive(added(indicator(a), indicator(b), -1), gates, Work(100)) == gates.all([a, -b])
    True
    """
    products = sorted((each for each in number.items() if each[0]), key=lambda each: (-abs(each[1]), sorted(each[0])))
    weights = [value for _, value in products]
    most, least = [0], [0]
    for weight in reversed(weights):
        most.append(most[-1] + max(weight, 0))
        least.append(least[-1] + min(weight, 0))
    most.reverse()
    least.reverse()
    layers = [{number.get(frozenset(), 0)}]
    for k, weight in enumerate(weights):
        open_sums = {total for total in layers[k] if total + least[k] <= 0 < total + most[k]}
        budget.spend(1 + len(open_sums))
        layers.append({total + step for total in open_sums for step in (0, weight)})
    known: dict[int, int] = {}
    for k in range(len(layers) - 1, -1, -1):
        after, known = known, {}
        node = gates.all(products[k][0]) if k < len(products) else TRUE
        for total in layers[k]:
            if total + least[k] > 0:
                known[total] = TRUE
            elif total + most[k] <= 0:
                known[total] = FALSE
            elif weights[k] > 0:  # the case with the product implies the one without
                known[total] = gates.any([gates.all([node, after[total + weights[k]]]), after[total]])
            else:
                known[total] = gates.any([after[total + weights[k]], gates.all([-node, after[total]])])
    return known[number.get(frozenset(), 0)]
