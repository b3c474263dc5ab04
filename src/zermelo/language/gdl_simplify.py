"""Simplification of ground programs: the same values of all that a game asks for, from fewer rules.

Atoms are dealt with in the order of evaluation, each after those that its rules use. Its bodies are rewritten with what
is known of these: constants go, and an atom that equals a literal is replaced by it. Then bodies that contradict
themselves, repeat each other or contain a one-literal body of the same head go. An atom left without bodies is false,
one with an empty body true, one whose only body is one literal equals it, and one with the same bodies as an earlier
atom equals that one. Last, atoms that nothing asks for are dropped.

Proof that it is sound, for the least model stratum by stratum. Each rewriting replaces a literal by one of the same
value, in a rule whose head is of a later component; so the components stay as they are or fall apart. Within a
component with a cycle no atom is replaced but by a constant that its rules show alone: no bodies left, and it is never
derived; an empty body, and it always is. A body that contains its own head derives nothing new in a least model. An
atom equal to ``not b`` is of a later stratum than b, so a rule that used it now uses b at least one stratum below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from zermelo.model.net import FALSE, TRUE, components

Body = tuple[int, ...]


class Simplified(NamedTuple):
    """Rules in the order of evaluation, and the reference that each atom has become.

    Parameters
    ----------
    rules
        Heads with bodies.
    refs
        For each derived atom that was asked for: an atom, ``TRUE`` or ``FALSE``.
    """

    rules: list[tuple[int, Body]]
    refs: dict[int, int]


def simplify(rules: Iterable[tuple[int, Body]], known: Mapping[int, bool], asked: Sequence[int]) -> Simplified:
    """Fewer rules for the same values of the atoms that are asked for.

    Parameters
    ----------
    rules
        Heads with bodies.
    known
        Atoms whose value is constant.
    asked
        The atoms whose values are wanted.

    >>> simplify([(3, (1, -4)), (5, (3,)), (5, (3, 2)), (6, (-2, 7))], {7: True}, [5, 6]) == Simplified(
    ...     rules=[(3, (-4, 1)), (6, (-2,))], refs={5: 3, 6: 6})
    True
    """
    simplifier = _Simplifier(rules, known)
    simplifier.run()
    return simplifier.result(asked)


class _Simplifier:
    def __init__(self, rules: Iterable[tuple[int, Body]], known: Mapping[int, bool]) -> None:
        self.bodies: dict[int, list[Body]] = {}
        for head, body in rules:
            if head not in known:
                self.bodies.setdefault(head, []).append(body)
        self.values: dict[int, bool] = dict(known)
        self.same: dict[int, int] = {}  # atoms that equal a literal
        self.alike: dict[frozenset[Body], int] = {}

    def run(self) -> None:
        edges = {
            head: sorted({abs(x) for body in bodies for x in body} & self.bodies.keys())
            for head, bodies in self.bodies.items()
        }
        for members in list(components(edges)):
            if len(members) == 1 and members[0] not in edges[members[0]]:
                self.settle(members[0])
            else:
                self.settle_cycle(members)

    def settle(self, head: int) -> None:
        """Simplify the rules of an atom that does not depend on itself."""
        bodies = self.rewritten(head)
        if not bodies:
            self.values[head] = False
        elif not bodies[0]:
            self.values[head] = True
        elif len(bodies) == 1 and len(bodies[0]) == 1:
            self.same[head] = bodies[0][0]
        else:
            other = self.alike.setdefault(frozenset(bodies), head)
            if other == head:
                self.bodies[head] = bodies
                return
            self.same[head] = other
        del self.bodies[head]

    def settle_cycle(self, members: Sequence[int]) -> None:
        """Simplify the rules of atoms that depend on each other, until nothing changes."""
        left = list(members)
        while left:
            kept = []
            for head in left:
                self.bodies[head] = bodies = self.rewritten(head)
                if bodies and bodies[0]:
                    kept.append(head)
                else:
                    self.values[head] = bool(bodies)
                    del self.bodies[head]
            if len(kept) == len(left):
                break
            left = kept

    def rewritten(self, head: int) -> list[Body]:
        """The bodies of an atom in terms of what is known; ``[()]`` if one is empty."""
        found: dict[Body, None] = {}
        for body in self.bodies[head]:
            literals = self.body(body)
            if literals is None or head in literals:
                continue
            if not literals:
                return [()]
            found[tuple(sorted(literals))] = None
        alone = {body[0] for body in found if len(body) == 1}
        if any(-literal in alone for literal in alone):
            return [()]
        if not alone:
            return list(found)
        return [body for body in found if len(body) == 1 or not any(literal in alone for literal in body)]

    def body(self, body: Body) -> set[int] | None:
        """The literals of a body in terms of what is known; None if they contradict each other."""
        literals: set[int] = set()
        for literal in body:
            atom = abs(literal)
            value = self.values.get(atom)
            if value is None and atom in self.same:
                literal = self.same[atom] if literal > 0 else -self.same[atom]
                value = self.values.get(abs(literal))
            if value is not None:
                if value != (literal > 0):
                    return None
                continue
            if -literal in literals:
                return None
            literals.add(literal)
        return literals

    def result(self, asked: Sequence[int]) -> Simplified:
        refs: dict[int, int] = {}
        for atom in asked:
            value, other = self.values.get(atom), self.same.get(atom, atom)
            if value is not None:
                refs[atom] = TRUE if value else FALSE
            elif other > 0:
                refs[atom] = other
            else:  # references have no sign: the atom stays
                self.bodies[atom] = [(other,)]
                refs[atom] = atom
        wanted = dict.fromkeys(ref for ref in refs.values() if ref in self.bodies)
        stack = list(wanted)
        while stack:
            for body in self.bodies[stack.pop()]:
                for literal in body:
                    atom = abs(literal)
                    if atom in self.bodies and atom not in wanted:
                        wanted[atom] = None
                        stack.append(atom)
        edges = {head: sorted({abs(x) for body in self.bodies[head] for x in body} & wanted.keys()) for head in wanted}
        order = [head for members in components(edges) for head in sorted(members)]
        return Simplified([(head, body) for head in order for body in self.bodies[head]], refs)
