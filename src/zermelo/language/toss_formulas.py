"""Formulas of ``.toss`` files over a fixed set of elements: syntax trees to tables, terms to polynomials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from zermelo.language import toss_terms as terms
from zermelo.language.toss_gates import FALSE, Gates
from zermelo.language.toss_tables import Algebra, GateTable, TooLargeError, Tree, Work, branch, height, negated
from zermelo.language.toss_tree import (
    Added,
    Atom,
    Compared,
    Definition,
    Indicator,
    Junction,
    Multiplied,
    Not,
    Number,
    Power,
    Quantified,
    Term,
    TossFormula,
    Total,
)

MOST_FOR_DEFINITION = 300_000
"""Work for the table of a definition; one that needs more is put in place wherever it is used."""
MOST_HEIGHT = 40

Assignment = dict[str, int]


class Formulas:
    """The meaning of formulas.

    Parameters
    ----------
    algebra
        Operations on tables.
    relations
        The tables of the relations that are not defined; the variables are the places, ``"0"``, ``"1"``, …
    """

    def __init__(self, algebra: Algebra, relations: dict[str, GateTable]) -> None:
        self.algebra = algebra
        self._relations = dict[str, Tree](relations)
        self._places = {name: table.variables for name, table in relations.items()}

    @property
    def gates(self) -> Gates:
        return self.algebra.gates

    def define(self, definition: Definition) -> None:
        """Give a relation its meaning; those that it uses come first."""
        budget, tree = self.algebra.budget, self.tree(definition.body)
        work = min(budget.left, MOST_FOR_DEFINITION)
        self.algebra.budget = Work(work)
        try:
            tree = self.algebra.table(tree)
        except TooLargeError:
            if height(tree) > MOST_HEIGHT:
                raise
        budget.spend(work - max(self.algebra.budget.left, 0))
        self.algebra.budget = budget
        self._relations[definition.name] = tree
        self._places[definition.name] = definition.parameters

    def atom(self, relation: str, arguments: Sequence[str]) -> Tree:
        """A relation of variables."""
        names = dict(zip(self._places[relation], arguments, strict=True))
        return self.algebra.renamed(self._relations[relation], names)

    def tree(self, formula: TossFormula, positive: bool = True) -> Tree:
        """The tree of a formula, or of its negation."""
        match formula:
            case Atom():
                found = self.atom(formula.relation, formula.arguments)
                return found if positive else negated(found)
            case Not():
                return self.tree(formula.body, not positive)
            case Junction():
                return branch(formula.every is positive, [self.tree(part, positive) for part in formula.parts])
            case Quantified():  # for all x, f: there is no x with not f
                some = formula.every is not positive
                inner = self.algebra.exists(formula.variables, self.tree(formula.body, positive is some))
                return inner if some else negated(inner)
            case Compared():
                found = self._compared(formula)
                return found if positive else negated(found)

    def literal(self, formula: TossFormula) -> int:
        """The literal of a formula without free variables."""
        table = self.algebra.table(self.tree(formula))
        return table.rows.get((), table.default)

    def _compared(self, formula: Compared) -> GateTable:
        variables = tuple(sorted(free_variables(formula)))
        value = self.value(formula.term)
        self.algebra.budget.spend(min(float(self.algebra.size) ** min(len(variables), 64), 1e18))
        rows = {}
        for row in product(range(self.algebra.size), repeat=len(variables)):
            number = value(dict(zip(variables, row, strict=True)))
            literal = self.positive(number)
            if formula.sign == "=":
                literal = self.gates.all([-literal, -self.positive(terms.added({}, number, -1))])
            if literal != FALSE:
                rows[row] = literal
        return GateTable(variables, FALSE, rows)

    def positive(self, number: terms.Polynomial) -> int:
        """The literal that tells if a number is positive."""
        return terms.positive(number, self.gates, self.algebra.budget)

    def value(self, term: Term) -> Callable[[Assignment], terms.Polynomial]:
        """The number that a term is, as a function of the elements that its variables stand for."""
        match term:
            case Number():
                return lambda _: terms.constant(term.value)
            case Indicator():
                holds = self._test(term.body)
                return lambda given: terms.indicator(holds(given))
            case Added():
                return partial(self._added, [(sign, self.value(part)) for sign, part in term.parts])
            case Multiplied():
                return partial(self._multiplied, [self.value(part) for part in term.parts])
            case Power():
                return partial(self._power, self.value(term.base), self.value(term.exponent))
            case Total():
                return partial(self._total, term.variable, self._test(term.where), self.value(term.term))

    def _test(self, formula: TossFormula) -> Callable[[Assignment], int]:
        tree = self.tree(formula)
        holds = self.algebra.looked_up(tree, tree.variables)
        return lambda given: holds(tuple(given[variable] for variable in tree.variables))

    def _added(
        self, parts: list[tuple[int, Callable[[Assignment], terms.Polynomial]]], given: Assignment
    ) -> terms.Polynomial:
        found: terms.Polynomial = {}
        for sign, part in parts:
            self.algebra.budget.spend(1 + len(found))
            found = terms.added(found, part(given), sign)
        return found

    def _multiplied(self, parts: list[Callable[[Assignment], terms.Polynomial]], given: Assignment) -> terms.Polynomial:
        found = terms.constant(1)
        for part in parts:
            self.algebra.budget.spend(1)
            found = terms.multiplied(found, part(given), self.algebra.budget)
        return found

    def _power(
        self,
        base: Callable[[Assignment], terms.Polynomial],
        exponent: Callable[[Assignment], terms.Polynomial],
        given: Assignment,
    ) -> terms.Polynomial:
        power = exponent(given)
        times = power.get(frozenset(), 0)
        if set(power) > {frozenset()} or not 0 <= times <= terms.MOST_EXPONENT:
            raise ExponentError
        return self._multiplied([base] * times, given)

    def _total(
        self,
        variable: str,
        counted: Callable[[Assignment], int],
        term: Callable[[Assignment], terms.Polynomial],
        given: Assignment,
    ) -> terms.Polynomial:
        found: terms.Polynomial = {}
        budget = self.algebra.budget
        for element in range(self.algebra.size):
            budget.spend(1 + len(found))
            here = {**given, variable: element}
            literal = counted(here)
            if literal != FALSE:
                found = terms.added(found, terms.multiplied(terms.indicator(literal), term(here), budget))
        return found


class ExponentError(Exception):
    """An exponent that is not a small number, the same in all positions."""


def free_variables(formula: TossFormula | Term) -> set[str]:
    """The variables that no quantifier and no sum binds."""
    match formula:
        case Atom():
            return set(formula.arguments)
        case Number():
            return set()
        case Not() | Indicator():
            return free_variables(formula.body)
        case Compared():
            return free_variables(formula.term)
        case Junction() | Multiplied():
            return set[str]().union(*map(free_variables, formula.parts))
        case Added():
            return set[str]().union(*(free_variables(part) for _, part in formula.parts))
        case Power():
            return free_variables(formula.base) | free_variables(formula.exponent)
        case Quantified():
            return free_variables(formula.body) - set(formula.variables)
        case Total():
            return (free_variables(formula.where) | free_variables(formula.term)) - {formula.variable}
