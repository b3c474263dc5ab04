"""Clauses that MAX satisfies by answering in pairs: the largest set of them, by matching.

What it is, and why there is a largest one, stands in ``native/gamesat/pairing.hpp``; this tells the pairs, too.
"""

from __future__ import annotations

from collections.abc import Mapping


def paired(scopes: Mapping[int, set[int]]) -> dict[int, tuple[int, int]]:
    """Pairs of variables for clauses, no variable in two, none in a clause without a pair; as many as there can be.

    Parameters
    ----------
    scopes
        The variables of each clause.

    >>> paired({0: {1, 2}, 1: {2, 3, 4}, 2: {5, 6}, 3: {6, 7}})
    {0: (1, 2), 1: (3, 4)}
    """
    owner: dict[int, int] = {}

    def match(clause: int, met: set[int]) -> bool:
        for variable in sorted(scopes[clause]):
            if variable in met:
                continue
            met.add(variable)
            held = owner.get(variable)
            if held is None or (held != clause and match(held, met)):
                owner[variable] = clause
                return True
        return False

    for clause in scopes:
        for _ in range(2):
            match(clause, set())
    own: dict[int, list[int]] = {clause: [] for clause in scopes}
    for variable, clause in sorted(owner.items()):
        own[clause].append(variable)
    waiting = [clause for clause, variables in own.items() if len(variables) < 2]
    reached = set(waiting)
    while waiting:
        for variable in scopes[waiting.pop()]:
            held = owner.get(variable)
            if held is not None and held not in reached:
                reached.add(held)
                waiting.append(held)
    return {clause: (own[clause][0], own[clause][1]) for clause in scopes if clause not in reached}
