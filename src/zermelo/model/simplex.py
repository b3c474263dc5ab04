"""Small linear programs, solved exactly: the dual simplex method in integers, for rows that come one by one.

A program is: minimise ``c·x`` for ``x ≥ 0`` under rows ``a·x ≥ b``, where all costs ``c`` are at least 0. Before there
are rows ``x = 0`` is optimal, and the dual simplex method takes up new rows where it stands, so that of very many rows
only those need ever be added that a solution breaks. Numbers are integers throughout: a row is kept as a multiple
of itself, so nothing is ever rounded and results are the same on every machine.

Here in place of a library since the programs are small (some hundred variables) and the libraries are not: HiGHS comes
with NumPy and 85 MB, and answers in floating point.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd

_CONSTANT = -1
"""The key of the constant among the coefficients of a row."""

MOST_WORK = 2_000_000
"""Coefficients that are computed for one program: a second or two. (Clobber 10x10 takes 480,000.)"""

_SCALE = 1 << 40
"""Costs count that often, and each variable costs a little of its own besides."""

Row = dict[int, int]


class Simplex:
    """A linear program, and its optimum for the rows added so far.

    Parameters
    ----------
    costs
        The cost of each variable, at least 0.
    most
        The number of coefficients that it computes before it gives up: the same on every machine, unlike seconds.

    >>> program = Simplex([2, 3])
    >>> program.add({0: 1, 1: 1}, 4)
    >>> program.add({0: -1}, -3)
    >>> program.solve(), program.values()
    (True, [Fraction(3, 1), Fraction(1, 1)])
    >>> program.add({0: -1, 1: -1}, -3)
    >>> program.solve()
    False
    """

    # Every basic variable is written in terms of the others, which are 0:
    #     scales[v] * v = rows[v][_CONSTANT] + sum of rows[v][u] * u,    scales[v] > 0.
    # The objective is kept in the same way; its coefficients stay >= 0, so as soon as no constant is negative the
    # point is optimal.
    #
    # Ties are what makes the method go round in circles: where the objective may stay the same, a basis may come back.
    # With costs that are slightly different for every variable the objective grows by each step but in rare cases, and
    # the limit on the work ends those. What is found is optimal for costs that differ by less than 2^-28.

    def __init__(self, costs: list[int], most: int = MOST_WORK) -> None:
        self._left = most
        self._variables = self._names = len(costs)
        self._objective: Row = {k: cost * _SCALE + 1 + k * 2_654_435_761 % 4093 for k, cost in enumerate(costs)}
        self._rows: dict[int, Row] = {}
        self._scales: dict[int, int] = {}

    def add(self, row: Mapping[int, int], least: int) -> None:
        """Ask for ``row·x >= least``."""
        scale, terms = 1, {_CONSTANT: -least}
        for variable, factor in row.items():
            if variable not in self._rows:
                terms[variable] = terms.get(variable, 0) + factor * scale
                continue
            common = gcd(scale, self._scales[variable])
            times = self._scales[variable] // common
            if times != 1:
                terms = {key: value * times for key, value in terms.items()}
            factor *= scale // common
            scale *= times
            for key, value in self._rows[variable].items():
                terms[key] = terms.get(key, 0) + factor * value
        self._keep(self._names, scale, terms)
        self._names += 1

    def solve(self) -> bool | None:
        """Find the optimum: False when no point satisfies all rows, None when that would take too much work."""
        while self._left > 0:
            leaving = min(
                (variable for variable, row in self._rows.items() if row.get(_CONSTANT, 0) < 0),
                key=lambda variable: (Fraction(self._rows[variable][_CONSTANT], self._scales[variable]), variable),
                default=None,
            )
            if leaving is None:
                self._forget()
                return True
            entering, best = None, (0, 1)
            for variable, factor in self._rows[leaving].items():
                if variable != _CONSTANT and factor > 0:
                    cost = self._objective.get(variable, 0)
                    if entering is None or cost * best[1] < best[0] * factor:
                        entering, best = variable, (cost, factor)
            if entering is None:
                return False  # no variable, however large, makes the row right
            self._exchange(leaving, entering)
        return None

    def values(self) -> list[Fraction]:
        """The variables at the optimum."""
        return [
            Fraction(self._rows[k].get(_CONSTANT, 0), self._scales[k]) if k in self._rows else Fraction(0)
            for k in range(self._variables)
        ]

    def _keep(self, variable: int, scale: int, row: Row) -> None:
        self._left -= len(row)
        divisor = gcd(scale, *row.values())
        self._scales[variable] = scale // divisor
        self._rows[variable] = {key: value // divisor for key, value in row.items() if value}

    def _exchange(self, leaving: int, entering: int) -> None:
        """Make one variable basic in place of another."""
        row, scale = self._rows.pop(leaving), self._scales.pop(leaving)
        pivot = row.pop(entering)
        # pivot * entering = scale * leaving - the rest of the row
        solved = {key: -value for key, value in row.items()}
        solved[leaving] = scale
        for variable, other in list(self._rows.items()):
            factor = other.pop(entering, 0)
            if factor:
                self._keep(variable, self._scales[variable] * pivot, _combined(other, pivot, solved, factor))
        factor = self._objective.pop(entering, 0)
        if factor:
            total = _combined(self._objective, pivot, solved, factor)
            total.pop(_CONSTANT, None)
            divisor = gcd(*total.values())
            self._objective = {key: value // divisor for key, value in total.items() if value}
        self._keep(entering, pivot, solved)

    def _forget(self) -> None:
        """Leave out rows that hold by themselves; one that is broken later must be added again."""
        for variable in [variable for variable in self._rows if variable >= self._variables]:
            del self._rows[variable], self._scales[variable]


def _combined(one: Row, times: int, other: Row, factor: int) -> Row:
    total = {key: value * times for key, value in one.items()} if times != 1 else dict(one)
    for key, value in other.items():
        total[key] = total.get(key, 0) + factor * value
    return total
