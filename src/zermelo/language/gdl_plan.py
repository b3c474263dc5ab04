"""Plans: in which order the literals of a rule are joined, and where the values of its variables are kept.

A *binding* is a tuple that grows from step to step. It begins with the constants of the rule; each join appends the
values of new variables and, where the state or the moves matter, the atom that was met. So everything that a step
needs is a few places of this tuple, picked by one call.

Order: a literal all of whose variables are known first, otherwise the one with the fewest matches by a rough estimate
from the sizes of the relations; conditions on known values (``distinct``, ``not``) as early as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zermelo.language.gdl_relations import Getter, Index, Pattern, Relation, Terms, columns, key_getter
from zermelo.language.gdl_syntax import GdlLiteral, GdlRule, Term, literal_variables, variables

_UNKNOWN_SIZE = 40
"""The size a relation of the state is thought to have at least: it may still grow."""


class JoinEntries(NamedTuple):
    """A step that appends the values of each entry that matches.

    Parameters
    ----------
    entries
        The index that answers.
    key
        Picks the known values from a binding.
    old, new
        True to take old entries, and new ones.
    """

    entries: Index
    key: Getter
    old: bool
    new: bool


class Compare(NamedTuple):
    """A step that keeps the bindings with equal (or different) terms at two places."""

    one: int
    other: int
    equal: bool


class Absent(NamedTuple):
    """A step that keeps the bindings without an atom of a static relation."""

    relation: Relation
    row: Getter


class BuildTerm(NamedTuple):
    """A step that appends a function term."""

    name: str
    args: Getter


PlanStep = JoinEntries | Compare | Absent | BuildTerm


class JoinPlan(NamedTuple):
    """A rule, ready to be run.

    Parameters
    ----------
    start
        The first binding.
    steps
        The steps.
    head
        The relation of the head.
    row
        Picks the row of the head from a binding.
    positive
        Picks the atoms of the positive literals.
    negative
        The relation of each negative literal on state or moves, and what picks its row.
    """

    start: tuple[int, ...]
    steps: tuple[PlanStep, ...]
    head: Relation
    row: Getter
    positive: Getter
    negative: tuple[tuple[Relation, Getter], ...]


def plan(
    rule: GdlRule,
    relation: Callable[[GdlLiteral], Relation],
    terms: Terms,
    first: int | None = None,
    live: Sequence[int] = (),
) -> JoinPlan | None:
    """The plan of a rule; None if a term of it is too deep.

    Parameters
    ----------
    rule
        A safe rule.
    relation
        The relation of a literal.
    terms
        The table of terms.
    first
        The number of the literal that takes new entries; None if no literal has any.
    live
        The numbers of the positive literals whose relations still grow; those before ``first`` take old entries only.
    """
    return _Planner(rule, relation, terms).plan(first, frozenset(live))


class _Planner:
    def __init__(self, rule: GdlRule, relation: Callable[[GdlLiteral], Relation], terms: Terms) -> None:
        self.rule, self.relation, self.terms = rule, relation, terms
        self.steps: list[PlanStep] = []
        self.constants: dict[int, int] = {}
        self.deep = False
        self.counts: dict[str, int] = {}
        for literal in (rule.head, *rule.body, *rule.guards):
            for term in literal.args:
                self.scan(term)
        self.places: dict[str, int] = {}
        self.width = len(self.constants)
        self.atoms: list[int] = []

    def scan(self, term: Term) -> None:
        """Count the variables and number the constants of a term."""
        if isinstance(term, str) and term.startswith("?"):
            self.counts[term] = self.counts.get(term, 0) + 1
        elif variables(term):
            for part in term[1:]:
                self.scan(part)
        else:
            number = self.terms.number(term)
            if number is None:
                self.deep = True
            else:
                self.constants.setdefault(number, len(self.constants))

    def plan(self, first: int | None, live: frozenset[int]) -> JoinPlan | None:
        if self.deep:
            return None
        joins: dict[int, GdlLiteral] = {}
        filters: list[GdlLiteral] = []
        negative: list[GdlLiteral] = []
        for number, literal in enumerate(self.rule.body + self.rule.guards):
            if literal.relation == "distinct":
                filters.append(literal)
            elif literal.positive:
                joins[number] = literal
            elif self.relation(literal).static:
                filters.append(literal)
            else:
                negative.append(literal)
        if first is not None:
            self.join(joins.pop(first), self.recorded(first), old=False, new=True)
        while True:
            waiting = []
            for literal in filters:
                if all(name in self.places for name in literal_variables(literal)):
                    self.filter(literal)
                else:
                    waiting.append(literal)
            filters = waiting
            if not joins:
                break
            number = min(joins, key=lambda each: (*self.estimate(joins[each]), each))
            self.join(
                joins.pop(number),
                self.recorded(number),
                old=True,
                new=first is None or number not in live or number > first,
            )
        head = self.row(self.rule.head)
        negatives = tuple((self.relation(literal), self.row(literal)) for literal in negative)
        start = tuple(self.constants)
        return JoinPlan(
            start, tuple(self.steps), self.relation(self.rule.head), head, columns(tuple(self.atoms)), negatives
        )

    def estimate(self, literal: GdlLiteral) -> tuple[float, bool]:
        """A guess how many entries match a literal, given the values known so far."""
        names = literal_variables(literal)
        free = sum(name not in self.places for name in names)
        relation = self.relation(literal)
        if not free:
            return 0.0, not relation.static
        size = len(relation) if relation.static else max(len(relation), _UNKNOWN_SIZE)
        leaves = sum(map(_leaves, literal.args))
        return size ** (free / leaves), not relation.static

    def recorded(self, number: int) -> bool:
        """True if the atoms of a literal are conditions of the ground rules."""
        return number < len(self.rule.body) and not self.relation(self.rule.body[number]).static

    def join(self, literal: GdlLiteral, recorded: bool, *, old: bool, new: bool) -> None:
        relation = self.relation(literal)
        opened: list[tuple[int, str, int]] = []
        equal: list[tuple[int, int]] = []
        key: list[int] = []
        known: list[int] = []
        wanted: list[int] = []
        met: dict[str, int] = {}
        once = False
        if recorded:
            wanted.append(0)
            self.atoms.append(self.width)
        flat = 1 + len(literal.args)
        queue = list(enumerate(literal.args, 1))
        for column, term in queue:
            if isinstance(term, str) and term.startswith("?"):
                if term in met:
                    equal.append((met[term], column))
                elif term in self.places:
                    key.append(column)
                    known.append(self.places[term])
                elif not recorded and self.counts[term] == 1:
                    once = True
                else:
                    met[term] = column
                    wanted.append(column)
            elif isinstance(term, str) or not variables(term):
                key.append(column)
                known.append(self.constants[self.number(term)])
            else:
                opened.append((column, str(term[0]), len(term) - 1))
                queue += enumerate(term[1:], flat)
                flat += len(term) - 1
        pattern = Pattern(tuple(opened), tuple(equal), tuple(key), tuple(wanted), once)
        index = relation.index(pattern, self.terms.shapes)
        self.steps.append(JoinEntries(index, key_getter(tuple(known)), old, new))
        for place, name in enumerate(met, self.width + recorded):
            self.places[name] = place
        self.width += len(wanted)

    def number(self, term: Term) -> int:
        number = self.terms.number(term)
        assert number is not None  # told by `deep`
        return number

    def filter(self, literal: GdlLiteral) -> None:
        if literal.relation == "distinct":
            one, other = (self.place(term) for term in literal.args)
            self.steps.append(Compare(one, other, not literal.positive))
        else:
            self.steps.append(Absent(self.relation(literal), self.row(literal)))

    def row(self, literal: GdlLiteral) -> Getter:
        return columns(tuple(self.place(term) for term in literal.args))

    def place(self, term: Term) -> int:
        """The place of a term in the binding; it is built where it is not there."""
        if isinstance(term, str) and term.startswith("?"):
            return self.places[term]
        if isinstance(term, str) or not variables(term):
            return self.constants[self.number(term)]
        args = tuple(self.place(part) for part in term[1:])
        self.steps.append(BuildTerm(str(term[0]), columns(args)))
        self.width += 1
        return self.width - 1


def _leaves(term: Term) -> int:
    return 1 if isinstance(term, str) else sum(map(_leaves, term[1:]))
