"""Elements that satisfy a formula, and the condition for each: relational algebra over gates.

A :class:`GateTable` gives a literal (see ``toss_gates``) for each assignment of elements to its variables. It lists
exceptions from a default: a relation lists its tuples and is false elsewhere, its negation is true elsewhere. So
negation is cheap, a conjunction with a listed relation is a join, and quantified variables are looked up in an index.
What does not change in a play is folded away as tables are built, for its literals are constants.

A formula that is no table yet is a tree of tables (:class:`Branch`): alternatives and conditions that are only looked
up for assignments found elsewhere. All work is counted, and ended at a limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import inf
from typing import NamedTuple

from zermelo.language.toss_gates import FALSE, TRUE, Gates

Row = tuple[int, ...]

EARLY = 4096
"""Rows from which on a variable that is needed no more is projected away at once, though that nests gates."""


WIDTH = 8
"""Variables of a row that count as one step of work."""


class TooLargeError(Exception):
    """The limit of work is reached."""


class Work:
    """Work that may still be done, in rows and inputs of gates.

    >>> budget = Work(10)
    >>> budget.spend(10)
    >>> budget.spend(1)
    Traceback (most recent call last):
      ...
    zermelo.language.toss_tables.TooLargeError
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, work: float) -> None:
        if work > self.left:
            raise TooLargeError
        self.left -= int(work)


class GateTable(NamedTuple):
    """Literals by assignments.

    Parameters
    ----------
    variables
        Their names, each once.
    default
        `TRUE` or `FALSE`: the literal of each assignment that is not in ``rows``.
    rows
        The exceptions: elements in the order of the variables.
    """

    variables: tuple[str, ...]
    default: int
    rows: dict[Row, int]


class Branch(NamedTuple):
    """A conjunction (``every``) or disjunction of trees; ``variables`` are those of the parts."""

    every: bool
    parts: tuple[Tree, ...]
    variables: tuple[str, ...]


Tree = GateTable | Branch


def negated(tree: Tree) -> Tree:
    """The negation of a tree."""
    if isinstance(tree, GateTable):
        return GateTable(tree.variables, -tree.default, {row: -literal for row, literal in tree.rows.items()})
    return Branch(not tree.every, tuple(map(negated, tree.parts)), tree.variables)


def height(tree: Tree) -> int:
    """The nesting of the branches."""
    return 0 if isinstance(tree, GateTable) else 1 + max(map(height, tree.parts), default=0)


def branch(every: bool, parts: Iterable[Tree]) -> Tree:
    """A conjunction or disjunction; of one part, that part."""
    flat: list[Tree] = []
    for part in parts:
        flat += part.parts if isinstance(part, Branch) and part.every is every else (part,)
    if len(flat) == 1:
        return flat[0]
    return Branch(every, tuple(flat), tuple(dict.fromkeys(v for part in flat for v in part.variables)))


class Algebra:
    """The operations on tables over a set of elements.

    Parameters
    ----------
    size
        The number of elements, at least 1; they are 0, 1, …
    gates
        Where literals are combined.
    budget
        The limit of work; every method raises :class:`TooLargeError` when it is used up.

    >>> algebra = Algebra(3, Gates(), Work(1000))
    >>> following = GateTable(("x", "y"), FALSE, {(0, 1): TRUE, (1, 2): TRUE})
    >>> two = branch(True, [following, algebra.renamed(following, {"x": "y", "y": "z"})])
    >>> algebra.table(algebra.exists({"y"}, two)).rows
    {(0, 2): 1}
    >>> algebra.table(algebra.exists({"y"}, negated(following)))  # true of each x, so there is no exception
    GateTable(variables=('x',), default=1, rows={})
    """

    def __init__(self, size: int, gates: Gates, budget: Work) -> None:
        self.size = size
        self.gates = gates
        self.budget = budget
        self._all: dict[Row, int] = {(element,): TRUE for element in range(size)}
        self._equal: dict[Row, int] = {(element, element): FALSE for element in range(size)}

    def element(self, variable: str) -> GateTable:
        """The table of all elements, to give a variable values."""
        return GateTable((variable,), FALSE, self._all)

    def different(self, one: str, other: str) -> GateTable:
        """The table of pairs of different elements."""
        return GateTable((one, other), TRUE, self._equal)

    def renamed(self, tree: Tree, names: dict[str, str]) -> Tree:
        """A tree with other names of its variables; where two get the same name, their elements must agree."""
        if isinstance(tree, Branch):
            self.budget.spend(1 + len(tree.parts))
            return branch(tree.every, [self.renamed(part, names) for part in tree.parts])
        renamed = tuple(names[variable] for variable in tree.variables)
        variables = tuple(dict.fromkeys(renamed))
        if len(variables) == len(renamed):
            return GateTable(variables, tree.default, tree.rows)
        self.budget.spend(1 + len(tree.rows))
        first = [renamed.index(variable) for variable in variables]
        same = [renamed.index(variable) for variable in renamed]
        rows = {
            tuple(row[k] for k in first): literal
            for row, literal in tree.rows.items()
            if all(row[k] == row[j] for k, j in enumerate(same))
        }
        return GateTable(variables, tree.default, rows)

    def exists(self, variables: Iterable[str], tree: Tree) -> Tree:
        """The tree for "there are elements such that"."""
        gone = set(variables) & set(tree.variables)
        if not gone:
            return tree
        if isinstance(tree, GateTable):
            return self._projected(tree, gone)
        if not tree.every:
            return branch(False, [self.exists(gone, part) for part in tree.parts])
        apart = [part for part in tree.parts if not gone.intersection(part.variables)]
        return branch(True, [*apart, *(self._join(parts, gone) for parts in _connected(tree.parts, gone))])

    def table(self, tree: Tree) -> GateTable:
        """The tree as one table."""
        if isinstance(tree, GateTable):
            return tree
        if tree.every:
            return self._join(tree.parts, set())
        if all(self._estimate(part) < inf for part in tree.parts):
            return self._union([self.table(part) for part in tree.parts])
        return _negated_table(self._join([negated(part) for part in tree.parts], set()))

    def looked_up(self, tree: Tree, variables: Sequence[str]) -> Callable[[Row], int]:
        """The literal of a tree as a function of rows over some variables, among which its own are."""
        if isinstance(tree, Branch):
            parts = [self.looked_up(part, variables) for part in tree.parts]
            combine = self.gates.all if tree.every else self.gates.any

            def combined(row: Row) -> int:
                self.budget.spend(len(parts))
                return combine([part(row) for part in parts])

            return combined
        places, rows, default = [variables.index(each) for each in tree.variables], tree.rows, tree.default
        return lambda row: rows.get(tuple(row[k] for k in places), default)

    def _estimate(self, tree: Tree) -> float:
        """The number of rows that are not false, at most, roughly; infinity where the default is true."""
        if isinstance(tree, GateTable):
            return len(tree.rows) if tree.default == FALSE else inf
        of_parts = [
            self._estimate(part) * _power(self.size, len(tree.variables) - len(part.variables)) for part in tree.parts
        ]
        return min(of_parts, default=inf) if tree.every else sum(of_parts)

    def _join(self, parts: Sequence[Tree], gone: set[str]) -> GateTable:
        """The table of a conjunction, without the variables of ``gone``: "there are" such elements.

        Listed relations are joined one after the other, that with the least growth first; everything else is looked up
        as soon as its variables have values.
        """
        if all(self._estimate(part) == inf for part in parts):  # not A and not B is not (A or B)
            neither = _negated_table(self._union([self.table(negated(part)) for part in parts]))
            return self._projected(neither, gone)
        variables: tuple[str, ...] = ()
        rows: dict[Row, int] = {(): TRUE}
        left = list(parts)
        while True:
            known = [part for part in left if set(part.variables) <= set(variables)]
            left = [part for part in left if not set(part.variables) <= set(variables)]
            if known:
                rows = self._kept(variables, rows, known)
            dead = gone.intersection(variables).difference(*(part.variables for part in left))
            if dead and (not left or len(rows) > EARLY or all(literal == TRUE for literal in rows.values())):
                variables, _, rows = self._projected(GateTable(variables, FALSE, rows), dead)
            if not left:
                return GateTable(variables, FALSE, rows)
            self.budget.spend(len(left))
            growth = [self._growth(part, variables) for part in left]
            best = left[growth.index(min(growth))]
            if min(growth) == inf:
                missing = next(each for part in left for each in part.variables if each not in variables)
                listed = self.element(missing)
            else:
                del left[growth.index(min(growth))]
                listed = self.table(best)
            variables, rows = self._joined(variables, rows, listed)

    def _growth(self, part: Tree, bound: tuple[str, ...]) -> float:
        shared = sum(variable in bound for variable in part.variables)
        return self._estimate(part) / _power(self.size, shared)

    def _kept(self, variables: tuple[str, ...], rows: dict[Row, int], conditions: list[Tree]) -> dict[Row, int]:
        """The rows that conditions allow, with their literals."""
        tests = [self.looked_up(tree, variables) for tree in conditions]
        found = {}
        self.budget.spend(len(rows) * len(tests))
        for row, literal in rows.items():
            literals = [literal]
            for test in tests:
                literals.append(test(row))
                if literals[-1] == FALSE:
                    break
            else:
                combined = self.gates.all(literals)
                if combined != FALSE:
                    found[row] = combined
        return found

    def _joined(
        self, variables: tuple[str, ...], rows: dict[Row, int], other: GateTable
    ) -> tuple[tuple[str, ...], dict[Row, int]]:
        """The natural join with a listed table."""
        shared = [variable for variable in other.variables if variable in variables]
        extra = [k for k, variable in enumerate(other.variables) if variable not in variables]
        keys = [other.variables.index(variable) for variable in shared]
        index: defaultdict[Row, list[tuple[Row, int]]] = defaultdict(list)
        self.budget.spend(len(other.rows) + len(rows))
        for row, literal in other.rows.items():
            index[tuple(row[k] for k in keys)].append((tuple(row[k] for k in extra), literal))
        own = [variables.index(variable) for variable in shared]
        found = {}
        for row, literal in rows.items():
            matches = index.get(tuple(row[k] for k in own), ())
            self.budget.spend(len(matches) * (1 + len(variables) // WIDTH))
            for more, condition in matches:
                combined = literal if condition == TRUE else self.gates.all((literal, condition))
                if combined != FALSE:
                    found[row + more] = combined
        return variables + tuple(other.variables[k] for k in extra), found

    def _union(self, tables: list[GateTable]) -> GateTable:
        """The disjunction of listed tables."""
        variables = tuple(dict.fromkeys(variable for table in tables for variable in table.variables))
        cases: defaultdict[Row, list[int]] = defaultdict(list)
        for table in tables:
            missing = len(variables) - len(table.variables)
            if not table.rows:
                continue
            self.budget.spend(len(table.rows) * _power(self.size, missing) * (1 + len(variables) // WIDTH))
            places = [table.variables.index(v) if v in table.variables else -1 for v in variables]
            for row, literal in table.rows.items():
                for fill in product(range(self.size), repeat=missing):
                    rest = iter(fill)
                    cases[tuple(row[k] if k >= 0 else next(rest) for k in places)].append(literal)
        return GateTable(variables, FALSE, {row: self.gates.any(literals) for row, literals in cases.items()})

    def _projected(self, table: GateTable, gone: Iterable[str]) -> GateTable:
        """The table for "there are" elements for some of its variables."""
        kept = [k for k, variable in enumerate(table.variables) if variable not in set(gone)]
        if len(kept) == len(table.variables):
            return table
        cases: defaultdict[Row, list[int]] = defaultdict(list)
        self.budget.spend(len(table.rows))
        for row, literal in table.rows.items():
            cases[tuple(row[k] for k in kept)].append(literal)
        if table.default == TRUE:  # only where every assignment is an exception, it is not true
            every = _power(self.size, len(table.variables) - len(kept))
            cases = defaultdict(list, {row: literals for row, literals in cases.items() if len(literals) == every})
        rows = {row: self.gates.any(literals) for row, literals in cases.items()}
        return GateTable(tuple(table.variables[k] for k in kept), table.default, rows)


def _negated_table(table: GateTable) -> GateTable:
    return GateTable(table.variables, -table.default, {row: -literal for row, literal in table.rows.items()})


def _power(base: int, exponent: int) -> float:
    """A power; infinity where it is beyond all limits."""
    return float(base) ** exponent if exponent * base.bit_length() < 500 else inf


def _connected(parts: Sequence[Tree], gone: set[str]) -> list[list[Tree]]:
    """The parts with variables of ``gone``, in groups that share none of them, for these can be sought separately."""
    groups: list[tuple[set[str], list[Tree]]] = []
    for part in parts:
        shared = gone.intersection(part.variables)
        if not shared:
            continue
        joined = next((group for group in groups if group[0] & shared), None)
        if joined is None:
            groups.append((shared, [part]))
            continue
        joined[1].append(part)
        if shared <= joined[0]:
            continue
        joined[0].update(shared)
        for group in [each for each in groups if each is not joined and each[0] & shared]:
            joined[0].update(group[0])
            joined[1].extend(group[1])
            groups.remove(group)
    return [members for _, members in groups]
