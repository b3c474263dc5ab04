"""The grounder: rules with variables to rules without, for exactly the atoms that a play may meet.

*What may be true.* A fluent may be true if it is so at the start or if a rule for ``next`` may fire; a move may be made
if it may be legal; a rule may fire if its positive conditions may be true and its conditions on static relations are.
Conditions ``not`` on the state or the moves do not stop a rule here. The least solution of this is found bottom-up,
round by round, and each firing is one ground rule. Static relations are evaluated first, component by component, and
leave no trace in the rules. Rules without variables, as in the files that this package writes, need no joins: they
count the conditions that are still missing.

*Limits* hold while this goes on: a hostile file ends in bounded time and memory, with an error that names its rule.

Source: the semi-naive evaluation of Datalog (F. Bancilhon, 1986), as in grounders of answer set programs (M. Gebser, T.
Schaub, S. Thiele, GrinGo, 2007).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from zermelo.errors import UnsupportedError
from zermelo.language.gdl_checks import dependencies
from zermelo.language.gdl_plan import Absent, BuildTerm, Compare, JoinEntries, JoinPlan, plan
from zermelo.language.gdl_relations import Relation, TermRow, Terms
from zermelo.language.gdl_split import split
from zermelo.language.gdl_syntax import GdlLiteral, GdlRule, literal_variables
from zermelo.language.source import Source

_CHUNK = 10_000
"""Bindings that are joined at a time."""

_SLACK = 4
"""Fluents and moves that may be met for each that the net may have: some turn out to be constant."""

_ROOTS = ("role", "init", "next", "legal", "goal", "terminal")


class GroundingLimits(NamedTuple):
    """The most that a description may become.

    Parameters
    ----------
    rules, fluents, moves
        Ground rules, fluents, and moves of a player.
    seconds
        Processor time for grounding: a busy machine changes no answer.
    depth
        Depth of terms.
    atoms, terms
        Ground atoms and terms, those of static relations included.
    literals
        Literals of all ground rules together.
    """

    rules: int = 500_000
    fluents: int = 4096
    moves: int = 4096
    seconds: float = 60.0
    depth: int = 64
    atoms: int = 1_000_000
    terms: int = 1_000_000
    literals: int = 10_000_000


USUAL_LIMITS = GroundingLimits()
"""The limits of a reader that is not told others."""


@dataclass
class GroundProgram:
    """Ground rules over numbered atoms.

    Parameters
    ----------
    rules
        Heads with bodies; a negative number stands for "not".
    derived
        For each atom, from 0, 1 if it may be true.
    relations
        The relations with their atoms.
    terms
        The ground terms.
    """

    rules: dict[tuple[int, tuple[int, ...]], None] = field(default_factory=dict)
    derived: bytearray = field(default_factory=lambda: bytearray(1))
    relations: dict[tuple[str, int], Relation] = field(default_factory=dict)
    terms: Terms = field(default_factory=lambda: Terms(64))

    def of(self, name: str, arity: int) -> dict[TermRow, int]:
        """The rows and atoms of a relation that may be true, in order of their derivation."""
        relation = self.relations.get((name, arity))
        return {} if relation is None else {row: atom for row, atom in relation.atoms.items() if self.derived[atom]}


class _Counted:
    """A rule without variables, and the number of its conditions that are missing."""

    __slots__ = ("body", "head", "missing", "row", "rule")

    def __init__(self, rule: GdlRule, head: Relation, row: TermRow, body: tuple[int, ...], missing: int) -> None:
        self.rule, self.head, self.row, self.body, self.missing = rule, head, row, body, missing


class _Trigger:
    """A rule that fires on new entries of one literal, and its plan."""

    __slots__ = ("first", "live", "made_at", "plan", "rule")

    def __init__(self, rule: GdlRule, first: int | None, live: Sequence[int]) -> None:
        self.rule, self.first, self.live = rule, first, live
        self.plan: JoinPlan | None = None
        self.made_at = 0


def ground(
    rules: Sequence[GdlRule], source: Source, limits: GroundingLimits = USUAL_LIMITS
) -> tuple[GroundProgram, tuple[str, str]]:
    """The ground rules of a description of a game for two, and the names of the roles.

    Parameters
    ----------
    rules
        Rules that passed the static checks.
    source
        The text, for the places of errors.
    limits
        The most that is allowed.

    Raises ``UnsupportedError`` for a game that is not for two and, with the place of a rule, for one beyond the limits.

    >>> from zermelo.language.gdl_syntax import parse
    >>> text = Source(None, "(role a) (role b) (init (n 0)) (s 0 1) (s 1 2) (<= (next (n ?y)) (true (n ?x)) (s ?x ?y))")
    >>> program, roles = ground(parse(text).rules, text)
    >>> [program.terms.text(row[0]) for row in program.of("true", 1)], len(program.rules)
    (['(n 0)', '(n 1)', '(n 2)'], 2)
    """
    grounder = _Grounder(_relevant(rules, _ROOTS), source, limits)
    grounder.evaluate_static()
    roles = grounder.two_roles()
    grounder.evaluate_dynamic()
    return grounder.program, roles


def hinted(rules: Sequence[GdlRule], source: Source, limits: GroundingLimits) -> GroundProgram:
    """The static relations ``base`` and ``input``; raises ``UnsupportedError`` beyond the limits."""
    grounder = _Grounder(_relevant(rules, ("base", "input")), source, limits)
    grounder.evaluate_static()
    return grounder.program


def _relevant(rules: Sequence[GdlRule], roots: Sequence[str]) -> list[GdlRule]:
    """The rules of the relations that some relations depend on."""
    of_head: dict[str, list[GdlRule]] = {}
    for rule in rules:
        of_head.setdefault(rule.head.relation, []).append(rule)
    wanted = dict.fromkeys(root for root in roots if root in of_head)
    stack = list(wanted)
    while stack:
        for rule in of_head[stack.pop()]:
            for literal in rule.body:
                if literal.relation in of_head and literal.relation not in wanted:
                    wanted[literal.relation] = None
                    stack.append(literal.relation)
    return [rule for rule in rules if rule.head.relation in wanted]


class _Grounder:
    def __init__(self, rules: Sequence[GdlRule], source: Source, limits: GroundingLimits) -> None:
        self.source, self.limits = source, limits
        self.deadline = time.thread_time() + limits.seconds
        self.program = GroundProgram(terms=Terms(limits.depth))
        self.terms, self.derived = self.program.terms, self.program.derived
        self.rules = split(rules)
        self.order = dependencies(self.rules)
        self.watched: dict[int, list[_Counted]] = {}
        self.ready: deque[_Counted] = deque()  # in the order of the text, so that the first role is the first
        self.literals = 0
        self.roles: set[int] = set()
        self.true, self.does = self.named("true", 1), self.named("does", 2)
        self.next, self.legal = self.named("next", 1), self.named("legal", 2)

    # Relations and atoms.

    def named(self, name: str, arity: int) -> Relation:
        found = self.program.relations.get((name, arity))
        if found is None:
            found = self.program.relations[name, arity] = Relation(name, arity, name not in self.order.dynamic)
        return found

    def relation(self, literal: GdlLiteral) -> Relation:
        return self.named(literal.relation, len(literal.args))

    def mention(self, relation: Relation, row: TermRow) -> int:
        """The atom of a row, true or not."""
        atom = relation.atoms.get(row)
        if atom is None:
            atom = relation.atoms[row] = len(self.derived)
            self.derived.append(0)
        return atom

    def derive(self, relation: Relation, row: TermRow, rule: GdlRule) -> int:
        """Let an atom be one that may be true."""
        atom = self.mention(relation, row)
        if self.derived[atom]:
            return atom
        if atom > self.limits.atoms:
            self.fail(rule, f"at most {self.limits.atoms} atoms", "more")
        self.derived[atom] = 1
        relation.pending.append((atom, *row))
        for counted in self.watched.pop(atom, ()):
            counted.missing -= 1
            if not counted.missing:
                self.ready.append(counted)
        if relation is self.next:
            self.derive(self.true, row, rule)
            if len(self.true.atoms) > _SLACK * self.limits.fluents:
                self.fail(rule, f"at most {self.limits.fluents} fluents", "more")
        elif relation is self.legal and row[0] in self.roles:
            self.derive(self.does, row, rule)
            if len(self.does.atoms) > 2 * _SLACK * self.limits.moves:
                self.fail(rule, f"at most {self.limits.moves} moves of a player", "more")
        return atom

    def fail(self, rule: GdlRule, expected: str, found: str) -> NoReturn:
        line, column = self.source.place(rule.at)
        raise UnsupportedError(expected, found=found, source=self.source.name, line=line, column=column)

    def check_time(self, rule: GdlRule) -> None:
        if time.thread_time() > self.deadline:
            self.fail(rule, f"a game that is grounded within {self.limits.seconds:g} seconds", "a larger one")

    # Running.

    def evaluate_static(self) -> None:
        """Derive all that depends on neither state nor moves, in the order of the components."""
        of_head = self.of_head()
        for component in self.order.components:
            rules = [rule for name in component for rule in of_head.get(name, ())]
            if rules and component[0] not in self.order.dynamic:
                self.evaluate(rules)

    def two_roles(self) -> tuple[str, str]:
        """The names of the roles; ``UnsupportedError`` unless there are two."""
        found = {row[0]: self.terms.text(row[0]) for row in self.program.of("role", 1)}
        if len(found) != 2:
            shown = ", ".join(list(found.values())[:6]) + (", …" if len(found) > 6 else "")
            raise UnsupportedError("a game of two roles", found=f"{len(found)} ({shown})", source=self.source.name)
        self.roles = set(found)
        first, second = found.values()
        return first, second

    def evaluate_dynamic(self) -> None:
        """Derive what may depend on state and moves, and note the rules."""
        of_head = self.of_head()
        for row in self.program.of("init", 1):
            self.derive(self.true, row, of_head["init"][0])
        self.evaluate([rule for name, rules in of_head.items() if name in self.order.dynamic for rule in rules])

    def of_head(self) -> dict[str, list[GdlRule]]:
        """The rules by the relation that they derive."""
        found: dict[str, list[GdlRule]] = {}
        for rule in self.rules:
            found.setdefault(rule.head.relation, []).append(rule)
        return found

    def evaluate(self, rules: Sequence[GdlRule]) -> None:
        """Fire some rules until nothing new is derived; what they use and do not derive is complete."""
        growing = {(rule.head.relation, len(rule.head.args)) for rule in rules}
        if any(not self.named(*each).static for each in growing):
            growing |= {("true", 1), ("does", 2)}
        relations = [self.named(*each) for each in sorted(growing)]
        triggers: dict[int, list[_Trigger]] = {}
        for rule in rules:
            self.check_time(rule)
            if not rule.body or _is_ground(rule):
                self.count(rule)
                continue
            live = [
                number
                for number, literal in enumerate(rule.body + rule.guards)
                if literal.positive and (literal.relation, len(literal.args)) in growing
            ]
            for first in live:
                triggers.setdefault(id(self.relation((rule.body + rule.guards)[first])), []).append(
                    _Trigger(rule, first, live)
                )
            if not live:
                self.fire(_Trigger(rule, None, ()))
        while True:
            while self.ready:
                self.emit_counted(self.ready.popleft())
            grown = [relation for relation in relations if relation.promote()]
            if not grown:
                break
            for relation in grown:
                for trigger in triggers.get(id(relation), ()):
                    self.fire(trigger)

    def count(self, rule: GdlRule) -> None:
        """Take in a rule without variables."""
        head, row = self.relation(rule.head), self.ground_row(rule, rule.head)
        body: list[int] = []
        missing: list[int] = []
        for literal in rule.body:
            if literal.relation == "distinct":
                if (literal.args[0] != literal.args[1]) != literal.positive:
                    return
                continue
            relation = self.relation(literal)
            atom = self.mention(relation, self.ground_row(rule, literal))
            if literal.positive:
                if not self.derived[atom]:
                    missing.append(atom)
                if not relation.static:
                    body.append(atom)
            elif not relation.static:
                body.append(-atom)
            elif self.derived[atom]:
                return
        missing = list(dict.fromkeys(missing))
        counted = _Counted(rule, head, row, tuple(sorted(set(body))), len(missing))
        for atom in missing:
            self.watched.setdefault(atom, []).append(counted)
        if not missing:
            self.ready.append(counted)

    def ground_row(self, rule: GdlRule, literal: GdlLiteral) -> TermRow:
        row = []
        for term in literal.args:
            number = self.terms.number(term)
            if number is None:
                self.too_deep(rule)
            row.append(number)
        return tuple(row)

    def too_deep(self, rule: GdlRule) -> NoReturn:
        self.fail(rule, f"terms at most {self.limits.depth} deep", "deeper ones")

    def emit_counted(self, counted: _Counted) -> None:
        atom = self.derive(counted.head, counted.row, counted.rule)
        if not counted.head.static:
            self.add(atom, counted.body, counted.rule)

    def add(self, head: int, body: tuple[int, ...], rule: GdlRule) -> None:
        """Take note of a ground rule."""
        rules = self.program.rules
        key = (head, body)
        if key not in rules:
            rules[key] = None
            self.literals += len(body)
            if len(rules) > self.limits.rules:
                self.fail(rule, f"at most {self.limits.rules} rules without variables", "more")
            if self.literals > self.limits.literals:
                self.fail(rule, f"at most {self.limits.literals} conditions of rules without variables", "more")

    def fire(self, trigger: _Trigger) -> None:
        """Run a rule on the new entries of its literal."""
        size = len(self.derived)
        if trigger.plan is None or size > 4 * trigger.made_at:
            trigger.plan = plan(trigger.rule, self.relation, self.terms, trigger.first, trigger.live)
            trigger.made_at = size
            if trigger.plan is None:
                self.too_deep(trigger.rule)
        steps, rule = trigger.plan.steps, trigger.rule
        stack: list[tuple[int, list[TermRow]]] = [(0, [trigger.plan.start])]
        while stack:
            at, bindings = stack.pop()
            while at < len(steps) and bindings:
                step = steps[at]
                if isinstance(step, JoinEntries):
                    bindings, left = _joined(step, bindings)
                    if left:
                        stack.append((at, left))
                elif isinstance(step, Compare):
                    one, other = step.one, step.other
                    if step.equal:
                        bindings = [each for each in bindings if each[one] == each[other]]
                    else:
                        bindings = [each for each in bindings if each[one] != each[other]]
                elif isinstance(step, Absent):
                    atoms, row, derived = step.relation.atoms, step.row, self.derived
                    bindings = [each for each in bindings if not derived[atoms.get(row(each), 0)]]
                else:
                    bindings = self.built(step, bindings, rule)
                at += 1
            if stack or len(bindings) > 100:
                self.check_time(rule)
            if bindings:
                self.emit(trigger.plan, bindings, rule)

    def built(self, step: BuildTerm, bindings: list[TermRow], rule: GdlRule) -> list[TermRow]:
        """The bindings with a function term appended."""
        function, name, args = self.terms.function, step.name, step.args
        found = []
        for each in bindings:
            number = function((name, *args(each)))
            if number is None:
                self.too_deep(rule)
            found.append((*each, number))
        if len(self.terms.shapes) > self.limits.terms:
            self.fail(rule, f"at most {self.limits.terms} terms", "more")
        return found

    def emit(self, made: JoinPlan, bindings: list[TermRow], rule: GdlRule) -> None:
        """Derive the heads of some bindings, and note the ground rules."""
        head, row, derived = made.head, made.row, self.derived
        atoms = head.atoms
        if head.static:
            for each in bindings:
                at = row(each)
                if not derived[atoms.get(at, 0)]:
                    self.derive(head, at, rule)
            return
        positive, negative = made.positive, made.negative
        for each in bindings:
            at = row(each)
            atom = atoms.get(at, 0)
            if not derived[atom]:
                atom = self.derive(head, at, rule)
            body = set(positive(each))
            for relation, picked in negative:
                body.add(-self.mention(relation, picked(each)))
            self.add(atom, tuple(sorted(body)), rule)


def _joined(step: JoinEntries, bindings: list[TermRow]) -> tuple[list[TermRow], list[TermRow]]:
    """A chunk of the bindings of a join, and the bindings that are left to be joined."""
    found: list[TermRow] = []
    key = step.key
    tables = [table for table, taken in ((step.entries.old, step.old), (step.entries.new, step.new)) if taken and table]
    if not tables:
        return [], []
    table = tables[0].get
    other = tables[1].get if len(tables) > 1 else None
    for number, binding in enumerate(bindings, 1):
        at = key(binding)
        rows = table(at)
        if rows is not None:
            found += [binding + row for row in rows]
        if other is not None:
            rows = other(at)
            if rows is not None:
                found += [binding + row for row in rows]
        if len(found) > _CHUNK:
            return found, bindings[number:]
    return found, []


def _is_ground(rule: GdlRule) -> bool:
    return not any(literal_variables(literal) for literal in (rule.head, *rule.body))
