"""Simplification of ground programs: the same values of all that a game asks for, from fewer rules.

Atoms are dealt with in the order of evaluation, each after those that its rules use. Its bodies are rewritten with what
is known of these: constants go, and an atom that equals a literal is replaced by it. Then bodies that contradict
themselves, repeat each other or contain a one-literal body of the same head go. An atom left without bodies is false,
one with an empty body true, one whose only body is one literal equals it, and one with the same bodies as an earlier
atom equals that one. Bodies that differ in a move only, and have more than half the moves of a player, become one body
with the other moves negated: in each step he makes exactly one. Last, atoms that nothing asks for are dropped, and one
with a single body is put in its place where it is used once, positively.

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

RuleBody = tuple[int, ...]


class Simplified(NamedTuple):
    """Rules in the order of evaluation, and the reference that each atom has become.

    Parameters
    ----------
    rules
        Heads with bodies.
    refs
        For each derived atom that was asked for: an atom, ``TRUE`` or ``FALSE``.
    """

    rules: list[tuple[int, RuleBody]]
    refs: dict[int, int]


def simplify(
    rules: Iterable[tuple[int, RuleBody]],
    known: Mapping[int, bool],
    asked: Sequence[int],
    moves: Sequence[Iterable[int]] = (),
) -> Simplified:
    """Fewer rules for the same values of the atoms that are asked for.

    Parameters
    ----------
    rules
        Heads with bodies.
    known
        Atoms whose value is constant.
    asked
        The atoms whose values are wanted.
    moves
        Sets of atoms of which exactly one holds in each step: the moves of each player.

    >>> simplify([(3, (1, -4)), (5, (3,)), (5, (3, 2)), (6, (-2, 7))], {7: True}, [5, 6]) == Simplified(
    ...     rules=[(3, (-4, 1)), (6, (-2,))], refs={5: 3, 6: 6})
    True
    >>> simplify([(9, (7, 1)), (9, (7, 2)), (9, (7, 3))], {}, [9], [range(1, 5)]).rules
    [(9, (-4, 7))]
    """
    simplifier = _Simplifier(rules, known, moves)
    simplifier.run()
    return simplifier.result(asked)


class _Simplifier:
    def __init__(
        self, rules: Iterable[tuple[int, RuleBody]], known: Mapping[int, bool], moves: Sequence[Iterable[int]]
    ) -> None:
        self.moves = [frozenset(each) - known.keys() for each in moves]
        self.player = {atom: number for number, each in enumerate(self.moves) for atom in each}
        self.bodies: dict[int, list[RuleBody]] = {}
        for head, body in rules:
            if head not in known:
                self.bodies.setdefault(head, []).append(body)
        self.values: dict[int, bool] = dict(known)
        self.same: dict[int, int] = {}  # atoms that equal a literal
        self.alike: dict[frozenset[RuleBody], int] = {}

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

    def rewritten(self, head: int) -> list[RuleBody]:
        """The bodies of an atom in terms of what is known; ``[()]`` if one is empty."""
        found: dict[RuleBody, None] = {}
        for body in self.bodies[head]:
            literals = self.body(body)
            if literals is None or head in literals:
                continue
            if not literals:
                return [()]
            found[tuple(sorted(literals))] = None
        found = self.with_other_moves(found)
        if () in found:
            return [()]
        alone = {body[0] for body in found if len(body) == 1}
        if any(-literal in alone for literal in alone):
            return [()]
        if not alone:
            return list(found)
        return [body for body in found if len(body) == 1 or not any(literal in alone for literal in body)]

    def with_other_moves(self, bodies: dict[RuleBody, None]) -> dict[RuleBody, None]:
        """The bodies, those for most moves of a player as one without his other moves."""
        alike: dict[tuple[int, RuleBody], list[int]] = {}
        for body in bodies:
            made = [literal for literal in body if literal in self.player]
            if len(made) == 1:
                rest = tuple(literal for literal in body if literal != made[0])
                alike.setdefault((self.player[made[0]], rest), []).append(made[0])
        for (player, rest), made in alike.items():
            moves = self.moves[player]
            if 2 * len(made) > len(moves):
                for atom in made:
                    del bodies[tuple(sorted((*rest, atom)))]
                bodies[tuple(sorted({*rest, *(-atom for atom in moves.difference(made))}))] = None
        return bodies

    def body(self, body: RuleBody) -> set[int] | None:
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
        self.put_in_place(wanted, order, edges, set(refs.values()))
        order = [head for head in order if head in wanted]
        return Simplified([(head, body) for head in order for body in self.bodies[head]], refs)

    def put_in_place(
        self, wanted: dict[int, None], order: Sequence[int], edges: Mapping[int, Sequence[int]], named: set[int]
    ) -> None:
        """Replace atoms with one body that are used once, positively; heads are in the order of evaluation."""
        uses: dict[int, int] = {}
        for head in order:
            for body in self.bodies[head]:
                for literal in body:
                    uses[abs(literal)] = uses.get(abs(literal), 0) + (1 if literal > 0 else 2)
        single = {atom for atom in order if uses.get(atom) == 1 and atom not in named and len(self.bodies[atom]) == 1}
        for head in order:
            if head not in wanted:  # it has been put in its place: an atom of a cycle may come before its body's head
                continue
            bodies = self.bodies[head]
            for number, body in enumerate(bodies):
                for atom in body:
                    inner = self.bodies[atom][0] if atom in single and atom not in edges[atom] else None
                    if inner is None or atom == head or any(-literal in body for literal in inner):
                        continue
                    body = tuple(sorted({*body, *inner} - {atom}))
                    del wanted[atom]
                bodies[number] = body
