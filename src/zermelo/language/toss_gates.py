"""Gates over fluents, each built once, and their rules in a net.

A *literal* is the number of a node, negative for its negation; node 1 is the constant true. Nodes are fluents and
gates, of which each is a conjunction or a disjunction of any number of literals. Equal gates are one node, so the parts
that formulas share are computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from operator import neg

from zermelo.model.net import FALSE as NET_FALSE
from zermelo.model.net import TRUE as NET_TRUE
from zermelo.model.net import NetRule, Ref

TRUE, FALSE = 1, -1


class Gates:
    """The nodes that were built.

    Parameters
    ----------
    spend
        Called with the size of each new gate; may raise an error to end the work.

    >>> gates = Gates()
    >>> a, b = gates.fluent(), gates.fluent()
    >>> gates.all([a, TRUE, b]) == gates.all([b, a]), gates.any([a, -a]) == TRUE, gates.all([a, FALSE]) == FALSE
    (True, True, True)
    """

    def __init__(self, spend: Callable[[int], None] = lambda _: None) -> None:
        self.parts: list[tuple[bool, frozenset[int]] | None] = [None, None]
        """For each node whether it is a conjunction, and its inputs; None for the constant and for fluents."""
        self._built: dict[tuple[bool, frozenset[int]], int] = {}
        self._spend = spend

    def fluent(self) -> int:
        """A new fluent."""
        self.parts.append(None)
        return len(self.parts) - 1

    def all(self, literals: Iterable[int]) -> int:
        """The conjunction."""
        return self._gate(True, literals)

    def any(self, literals: Iterable[int]) -> int:
        """The disjunction."""
        return self._gate(False, literals)

    def _gate(self, every: bool, literals: Iterable[int]) -> int:
        neutral = TRUE if every else FALSE
        inputs = set[int]()
        for literal in literals:
            if literal == -neutral:
                return -neutral
            part = self.parts[literal] if literal > 0 else None
            if part is not None and part[0] is every:
                inputs |= part[1]
            elif literal != neutral:
                inputs.add(literal)
        if len(inputs) < 2:
            return next(iter(inputs), neutral)
        if not inputs.isdisjoint(map(neg, inputs)):
            return -neutral
        key = every, frozenset(inputs)
        if key not in self._built:
            self._spend(len(inputs))
            self.parts.append(key)
            self._built[key] = len(self.parts) - 1
        return self._built[key]


class GateRules:
    """The rules of a net for the gates that are asked for.

    Parameters
    ----------
    gates
        The nodes.
    atoms
        The atom of each fluent.
    first
        The first atom that is free.
    wanted
        All literals that are going to be asked for; they tell which gates are shared.

    >>> gates = Gates()
    >>> a, b, c = gates.fluent(), gates.fluent(), gates.fluent()
    >>> either = gates.any([gates.all([a, b]), -c])
    >>> rules = GateRules(gates, {a: 1, b: 2, c: 3}, 4, [either])
    >>> rules.ref(either), rules.ref(-c), rules.ref(a), rules.rules
    (4, 5, 1, [NetRule(head=4, body=(-3,)), NetRule(head=4, body=(1, 2)), NetRule(head=5, body=(-3,))])
    """

    def __init__(self, gates: Gates, atoms: dict[int, int], first: int, wanted: Iterable[int]) -> None:
        self.rules: list[NetRule] = []
        self.free = first
        self._atoms = dict(atoms)
        self._negated: dict[int, int] = {}
        self._build(gates, list(wanted))

    def _build(self, gates: Gates, wanted: list[int]) -> None:
        uses = Counter(abs(literal) for literal in wanted)
        negated = {-literal for literal in wanted if literal < 0}
        left, found = [*uses], set(uses)
        while left:
            part = gates.parts[left.pop()]
            for literal in part[1] if part else ():
                uses[abs(literal)] += 1
                negated |= {-literal} if literal < 0 else set()
                if abs(literal) not in found:
                    found.add(abs(literal))
                    left.append(abs(literal))
        asked = {abs(literal) for literal in wanted}
        for node in sorted(found):  # a gate is newer than its inputs
            part = gates.parts[node]
            if part is None:
                continue
            every, inputs = part
            ordered = sorted(inputs, key=lambda literal: (abs(literal), literal))
            alone = uses[node] == 1 and every and node not in negated and node not in asked
            if alone:  # a conjunction that is one case of one disjunction: the body of a rule of that one
                continue
            head = self._atoms[node] = self.new()
            if every:
                self.rules.append(NetRule(head, tuple(map(self._literal, ordered))))
                continue
            for literal in ordered:
                case = gates.parts[literal] if literal > 0 and literal not in self._atoms else None
                body = sorted(case[1], key=lambda one: (abs(one), one)) if case else [literal]
                self.rules.append(NetRule(head, tuple(map(self._literal, body))))

    def new(self) -> int:
        """A new derived atom."""
        self.free += 1
        return self.free - 1

    def add(self, head: int, *body: int) -> None:
        """A rule of one's own, over atoms of the net."""
        self.rules.append(NetRule(head, body))

    def _literal(self, literal: int) -> int:
        return self._atoms[literal] if literal > 0 else -self._atoms[-literal]

    def ref(self, literal: int) -> Ref:
        """The atom, or the constant, that a net names for a literal."""
        if abs(literal) == TRUE:
            return NET_TRUE if literal == TRUE else NET_FALSE
        if literal > 0:
            return self._atoms[literal]
        if -literal not in self._negated:
            self._negated[-literal] = self.new()
            self.add(self._negated[-literal], -self._atoms[-literal])
        return self._negated[-literal]
