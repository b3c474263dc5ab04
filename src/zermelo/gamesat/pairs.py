"""Clauses that MAX satisfies by answering in pairs: the largest set of them, by matching.

The definition, and the proof that there is a largest set, are in ``native/gamesat/pairing.hpp``; this module gives the
pairs, too.
"""

from __future__ import annotations

from collections.abc import Mapping


def paired(scopes: Mapping[int, set[int]]) -> dict[int, tuple[int, int]]:
    """A largest set of clauses, by number, each with a pair of its variables.

    No variable is in two pairs, and none in a clause without a pair.

    Parameters
    ----------
    scopes
        The variables of each clause.

    >>> paired({0: {1, 2}, 1: {2, 3, 4}, 2: {5, 6}, 3: {6, 7}})
    {0: (1, 2), 1: (3, 4)}
    """
    owner: dict[int, int] = {}
    vain = set[int]()
    for clause in scopes:
        for _ in range(2):
            _grow(scopes, owner, vain, clause)
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


def _grow(scopes: Mapping[int, set[int]], owner: dict[int, int], vain: set[int], start: int) -> None:
    """Give a clause one variable more, others moving on to variables of their own, if that can be.

    ``vain`` holds all that searches in vain have reached; no later one needs to enter it, as nothing leads out of it.
    """
    reached: dict[int, int] = {}
    """For each variable the clause that wants it."""
    leaves: dict[int, int] = {}
    """For each clause but the first one the variable that it would give away."""
    queue = [start]
    for clause in queue:
        for variable in sorted(each for each in scopes[clause] if each not in reached and each not in vain):
            reached[variable] = clause
            held = owner.get(variable)
            if held is None:
                while reached[variable] != start:
                    owner[variable] = reached[variable]
                    variable = leaves[reached[variable]]
                owner[variable] = start
                return
            if held != start and held not in leaves:
                leaves[held] = variable
                queue.append(held)
    vain |= reached.keys()
