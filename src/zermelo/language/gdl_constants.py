"""Atoms of a ground program that never change: simulation with three values.

An atom is *possible* if it may hold in some reachable state for some moves, and *sure* if it holds in all. Both are
found at once, from both sides, starting with the start state: an atom becomes possible when a rule for it has only
possible conditions (``not a``: a is not sure), and it is no longer sure when no rule for it has only sure conditions
(``not a``: a is not possible). A fluent that is possible after a step is possible; one that is not sure after a step
is not sure. A move is possible if it may be legal, and never sure. Each atom changes at most twice, so this takes
time linear in the program.

Proof that it is sound. At the end, the start state lies within the bounds, and every step from a state within the
bounds leads to one: by induction over the order of evaluation each atom lies within its bounds there, too. For atoms
on cycles the least model is what counts: the possible atoms are closed under the rules, so the least model is among
them, and no atom on a cycle is called sure unless it is a fact. By induction over the length of the play every
reachable state lies within the bounds.

Source: the constant registers of hardware verification (P. Bjesse, J. Kukula, DATE 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from zermelo.model.net import components

RuleBody = tuple[int, ...]


class NetSteps(NamedTuple):
    """Links of the state and the moves to the atoms of the rules.

    Parameters
    ----------
    start
        The fluents that hold at the start.
    fluents
        For each fluent the atom that tells if it holds after the step; 0 if none does.
    moves
        For each move the atom that tells if it is legal; 0 if none does.
    """

    start: frozenset[int]
    fluents: Mapping[int, int]
    moves: Mapping[int, int]


class Cycles(NamedTuple):
    """The atoms that depend on themselves, and True if one of them depends on its own negation."""

    atoms: frozenset[int]
    negative: bool


def cycles(rules: Sequence[tuple[int, RuleBody]]) -> Cycles:
    """The cycles of a ground program.

    >>> cycles([(3, (1, 4)), (4, (3, -2)), (5, (-4,))])
    Cycles(atoms=frozenset({3, 4}), negative=False)
    """
    edges: dict[int, set[int]] = {}
    for head, body in rules:
        edges.setdefault(head, set()).update(map(abs, body))
    number: dict[int, int] = {}
    found: set[int] = set()
    for each, members in enumerate(components({head: sorted(atoms & edges.keys()) for head, atoms in edges.items()})):
        if len(members) > 1 or members[0] in edges[members[0]]:
            number.update(dict.fromkeys(members, each))
            found.update(members)
    negative = any(
        literal < 0 and number.get(-literal, -1) == number[head]
        for head, body in rules
        if head in number
        for literal in body
    )
    return Cycles(frozenset(found), negative)


def constants(
    size: int, rules: Sequence[tuple[int, RuleBody]], steps: NetSteps, cyclic: frozenset[int] = frozenset()
) -> dict[int, bool]:
    """The atoms that are true, or false, in all reachable states and for all moves.

    Parameters
    ----------
    size
        One more than the greatest atom.
    rules
        Heads with bodies.
    steps
        The fluents and moves.
    cyclic
        The atoms that depend on themselves.

    >>> rules = [(4, (1,)), (5, (-2,))]  # 1: always true, as its successor 4 is itself; 2: never, no rule for 6
    >>> constants(7, rules, NetSteps(frozenset({1}), {1: 4, 2: 6}, {3: 5}))
    {1: True, 2: False, 4: True, 5: True, 6: False}
    """
    return _Simulation(size, rules, steps).run(cyclic)


class _Simulation:
    def __init__(self, size: int, rules: Sequence[tuple[int, RuleBody]], steps: NetSteps) -> None:
        self.size, self.rules, self.steps = size, rules, steps
        self.possible = bytearray(size)
        self.sure = bytearray(b"\x01" * size)
        self.after: dict[int, list[int]] = {}  # fluents and moves by what decides them
        for table in (steps.fluents, steps.moves):
            for atom, ref in table.items():
                self.after.setdefault(ref, []).append(atom)
        self.positive: list[list[int]] = [[] for _ in range(size)]  # rules by the atoms of their bodies
        self.negative: list[list[int]] = [[] for _ in range(size)]
        self.blocked = [len(body) for _, body in rules]  # conditions that are not yet possible
        self.unsure = [0] * len(rules)  # conditions that are no longer sure
        self.safe = [0] * size  # rules of a head all of whose conditions are sure
        for number, (head, body) in enumerate(rules):
            self.safe[head] += 1
            for literal in body:
                (self.positive[literal] if literal > 0 else self.negative[-literal]).append(number)
        self.facts = {head for head, body in rules if not body}
        self.became: list[int] = []
        self.lost: list[int] = []

    def run(self, cyclic: frozenset[int]) -> dict[int, bool]:
        given = self.steps.fluents.keys() | self.steps.moves.keys()
        heads = {head for head, _ in self.rules}
        for atom in range(1, self.size):
            if atom in self.steps.start:
                self.make_possible(atom)
            elif atom in given or atom not in heads or (atom in cyclic and atom not in self.facts):
                self.make_unsure(atom)
        for number, (head, _) in enumerate(self.rules):
            if not self.blocked[number]:
                self.make_possible(head)
        for ref in self.after:
            if ref == 0:  # no rule: false after every step
                for atom in self.after[ref]:
                    self.make_unsure(atom)
        while self.became or self.lost:
            if self.became:
                self.spread_possible(self.became.pop())
            else:
                self.spread_unsure(self.lost.pop())
        found: dict[int, bool] = {}
        for atom in range(1, self.size):
            if not self.possible[atom]:
                found[atom] = False
            elif self.sure[atom]:
                found[atom] = True
        return found

    def make_possible(self, atom: int) -> None:
        if not self.possible[atom]:
            self.possible[atom] = 1
            self.became.append(atom)

    def make_unsure(self, atom: int) -> None:
        if self.sure[atom]:
            self.sure[atom] = 0
            self.lost.append(atom)

    def spread_possible(self, atom: int) -> None:
        for number in self.positive[atom]:
            self.unblock(number)
        for number in self.negative[atom]:
            self.doubt(number)
        for other in self.after.get(atom, ()):
            self.make_possible(other)

    def spread_unsure(self, atom: int) -> None:
        for number in self.positive[atom]:
            self.doubt(number)
        for number in self.negative[atom]:
            self.unblock(number)
        for other in self.after.get(atom, ()):
            self.make_unsure(other)

    def unblock(self, number: int) -> None:
        """One more condition of a rule is possible."""
        self.blocked[number] -= 1
        if not self.blocked[number]:
            self.make_possible(self.rules[number][0])

    def doubt(self, number: int) -> None:
        """One more condition of a rule is not sure."""
        self.unsure[number] += 1
        if self.unsure[number] == 1:
            head = self.rules[number][0]
            self.safe[head] -= 1
            if not self.safe[head] and head not in self.facts:
                self.make_unsure(head)
