"""Boolean networks: the rules of a ground game as a stratified propositional program.

A *net* has atoms 1..n. The first are the *fluents*, whose values are the state; then come the moves of both players, of
which each makes one in every step; all others are derived by rules. An atom holds if the body of one of its rules
holds, in the least model, stratum by stratum: what rests on nothing but itself is false. Rules that depend on no move
are of *phase 0* and say what is legal, terminal and scored in a state; the others, of *phase 1*, say what holds next.

Source: the semantics of GDL after grounding (Love et al., "General Game Playing: Game Description Language
Specification", 2008), of which this is the propositional case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.errors import InputError

Ref = int
"""An atom, or a constant: `TRUE` or `FALSE`."""

TRUE: Ref = 0
FALSE: Ref = -1


class NetRule(NamedTuple):
    """A rule: the head holds if every literal of the body does; several rules for a head are alternatives.

    Parameters
    ----------
    head
        A derived atom.
    body
        Literals: an atom, or its negative number for "not".
    """

    head: int
    body: tuple[int, ...]


class Component(NamedTuple):
    """Derived atoms that depend on each other, with their rules, in the order of evaluation.

    Parameters
    ----------
    rules
        The rules of its atoms.
    cyclic
        True if its atoms depend on themselves, so that the rules are applied until nothing changes.
    """

    rules: tuple[NetRule, ...]
    cyclic: bool


@dataclass(frozen=True)
class Net:
    """A stratified Boolean network.

    Parameters
    ----------
    fluents
        Their names, as terms of KIF such as ``(cell 1 2 x)``: atoms 1..F.
    moves
        For each role the names of its moves, as terms of KIF: atoms F+1.., those of the first role first.
    rules
        The rules of derived atoms, whose numbers are beyond those of the moves.
    next
        For each fluent the atom that tells if it holds after the step.
    legal
        For each role and move the atom that tells if the move is legal.
    terminal
        The atom that tells if the play is over.
    score
        For each role its scores, ``(value 0..100, atom)``.
    init
        The mask of the fluents that hold at the start; bit k is atom k + 1.

    Raises ``InputError`` for a net that is not stratified, whose sizes do not fit, or whose phase 0 depends on a move.

    >>> lamp = Net(("lit",), (("on", "wait"), ("noop",)), (NetRule(5, (1,)), NetRule(5, (2,)), NetRule(6, (-1,))),
    ...     (5,), ((6, 6), (0,)), 1, (((100, 1),), ((100, 6),)), 0)
    >>> values = lamp.evaluate(0)  # dark: atom 6 holds, so both moves are legal
    >>> values[6], lamp.successors(values, [(0, 0), (1, 0)])
    (1, [1, 0])
    """

    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], tuple[str, ...]]
    rules: tuple[NetRule, ...]
    next: tuple[Ref, ...]
    legal: tuple[tuple[Ref, ...], tuple[Ref, ...]]
    terminal: Ref
    score: tuple[tuple[tuple[int, Ref], ...], tuple[tuple[int, Ref], ...]]
    init: int

    def __post_init__(self) -> None:
        if len(self.next) != len(self.fluents) or [len(each) for each in self.legal] != [len(m) for m in self.moves]:
            raise InputError("a successor for each fluent and a condition for each move", found="other numbers")
        if self.init < 0 or self.init >> len(self.fluents):
            raise InputError("a start state of fluents", found="others in it")
        named = [*self.next, *self.legal[0], *self.legal[1], self.terminal, *(a for s in self.score for _, a in s)]
        if any(not FALSE <= ref <= self.atoms for ref in named):
            raise InputError("atoms of the net", found="a number beyond them")
        for head, body in self.rules:
            if head < self.first_derived or any(not 1 <= abs(literal) <= self.atoms for literal in body):
                raise InputError("rules of derived atoms over atoms of the net", found=f"{head} <- {body}")
        for ref in [*self.legal[0], *self.legal[1], self.terminal, *(a for s in self.score for _, a in s)]:
            if ref > 0 and self.moved[ref]:
                raise InputError("legal moves, the end and scores that depend on the state only", found="on a move")

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: self.__dict__[each.name] for each in fields(self)}  # what is cached may be growing just now

    @cached_property
    def first_derived(self) -> int:
        """The least derived atom."""
        return len(self.fluents) + len(self.moves[0]) + len(self.moves[1]) + 1

    @cached_property
    def atoms(self) -> int:
        """The number of atoms."""
        return max([self.first_derived - 1, *(max(rule.head, *map(abs, rule.body), 0) for rule in self.rules)])

    def move_atom(self, role: int, move: int) -> int:
        """The atom of a move, by its number among those of its role."""
        return len(self.fluents) + (len(self.moves[0]) if role else 0) + move + 1

    @cached_property
    def order(self) -> tuple[Component, ...]:
        """The components in the order of evaluation.

        Raises ``InputError`` if an atom depends on its own negation.
        """
        of_head: dict[int, list[NetRule]] = {}
        for rule in self.rules:
            of_head.setdefault(rule.head, []).append(rule)
        depends = {head: {abs(x) for rule in rules for x in rule.body} for head, rules in of_head.items()}
        found = []
        for members in components({head: sorted(atoms & of_head.keys()) for head, atoms in depends.items()}):
            inside, rules = set(members), tuple(rule for head in members for rule in of_head[head])
            if any(-literal in inside for rule in rules for literal in rule.body if literal < 0):
                raise InputError("a net that is stratified", found="an atom that depends on its own negation")
            found.append(Component(rules, any(depends[head] & inside for head in members)))
        return tuple(found)

    @cached_property
    def moved(self) -> tuple[bool, ...]:
        """For each atom, from 0, whether it depends on a move."""
        moves = range(len(self.fluents) + 1, self.first_derived)
        found = [atom in moves for atom in range(self.atoms + 1)]
        for component in self.order:
            if any(found[abs(literal)] for rule in component.rules for literal in rule.body):
                for rule in component.rules:
                    found[rule.head] = True
        return tuple(found)

    @cached_property
    def phases(self) -> tuple[tuple[Component, ...], tuple[Component, ...]]:
        """The components that depend on no move, and those that do."""
        of_state = tuple(each for each in self.order if not self.moved[each.rules[0].head])
        return of_state, tuple(each for each in self.order if self.moved[each.rules[0].head])

    def evaluate(self, state: int) -> list[int]:
        """The values of phase 0 in a state: a list by atom, 0 or 1; atoms that depend on moves are 0."""
        values = [0] * (self.atoms + 1)
        for fluent in range(len(self.fluents)):
            values[fluent + 1] = state >> fluent & 1
        _apply(self.phases[0], values, 1)
        return values

    def successors(self, values: Sequence[int], steps: Sequence[tuple[int, int]]) -> list[int]:
        """The states after some steps from one state, all evaluated at once, a bit for each.

        Parameters
        ----------
        values
            The values of phase 0 in the state, as :meth:`evaluate` gives them.
        steps
            For each step the moves of both roles, by their numbers.
        """
        every = (1 << len(steps)) - 1
        wide = [every if value else 0 for value in values]
        for bit, step in enumerate(steps):
            for role, move in enumerate(step):
                wide[self.move_atom(role, move)] |= 1 << bit
        _apply(self.phases[1], wide, every)
        after = [0] * len(steps)
        for fluent, ref in enumerate(self.next):
            holds = value_of(ref, wide, every)
            while holds:
                low = holds & -holds
                after[low.bit_length() - 1] |= 1 << fluent
                holds ^= low
        return after


def value_of(ref: Ref, values: Sequence[int], every: int = 1) -> int:
    """The value of a reference.

    Parameters
    ----------
    ref
        An atom or a constant.
    values
        The value of each atom: a mask with one bit for each case that is evaluated.
    every
        The mask of all cases.
    """
    return every if ref == TRUE else 0 if ref == FALSE else values[ref]


def _apply(components: Iterable[Component], values: list[int], every: int) -> None:
    """Derive the atoms of some components, in order; each value is a mask with a bit for each case."""
    for rules, cyclic in components:
        changed = True
        while changed:
            changed = False
            for head, body in rules:
                holds = every
                for literal in body:
                    holds &= values[literal] if literal > 0 else ~values[-literal]
                if holds & ~values[head]:
                    values[head] |= holds
                    changed = cyclic


def components(successors: dict[int, list[int]]) -> Iterator[list[int]]:
    """The strongly connected components of a graph, each after those that it leads to (Tarjan 1972).

    >>> [sorted(each) for each in components({1: [2], 2: [3], 3: [2], 4: [1, 4]})]
    [[2, 3], [1], [4]]
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    path, on_path = list[int](), set[int]()
    for root, leads_to in successors.items():
        if root in number:
            continue
        number[root] = low[root] = len(number)
        path.append(root)
        on_path.add(root)
        stack = [(root, iter(leads_to))]
        while stack:
            node, left = stack[-1]
            for after in left:
                if after not in number:
                    number[after] = low[after] = len(number)
                    path.append(after)
                    on_path.add(after)
                    stack.append((after, iter(successors[after])))
                    break
                if after in on_path:
                    low[node] = min(low[node], number[after])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
                if low[node] == number[node]:
                    members = [path.pop()]
                    while members[-1] != node:
                        members.append(path.pop())
                    on_path.difference_update(members)
                    yield members
