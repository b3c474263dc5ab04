"""One step of a network in a circuit: the literals of the fluents after it, from those before and the moves made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from zermelo.encodings.nets.choice import Pairs
from zermelo.encodings.nets.context import NOTHING, Context
from zermelo.errors import LimitError
from zermelo.formula import FALSE, TRUE
from zermelo.model import NetGame
from zermelo.model.net import FALSE as NEVER
from zermelo.model.net import TRUE as ALWAYS
from zermelo.model.net import Component, Net

MOST_CASES = 2
"""Literals that an atom has in the cases of a step before it becomes one gate for all of them."""

SECONDS = 10.0
"""Time for the proofs of invariants; a game where they take longer has a larger formula."""

MOST_RULES = 20_000
"""Rules of a net whose invariants are sought."""

Values = dict[int, int]
"""The literal of each atom; atoms that are missing are false."""

Bodies = Mapping[int, Sequence[tuple[int, ...]]]
"""For each head its bodies."""


class NetTransition:
    """The rules of a game over a circuit.

    Parameters
    ----------
    game
        The game.
    context
        The circuit.
    """

    def __init__(self, game: NetGame, context: Context) -> None:
        self.net, self.context = game.net, context
        self._cases: dict[tuple[int, int], dict[int, dict[int, list[tuple[int, ...]]]]] = {}
        self._exclusive, self._complements = _groups(game)

    def of_state(self, state: Values) -> Values:
        """The literals of phase 0, and of the fluents."""
        values = dict(state)
        for component in self.net.phases[0]:
            values.update(self._derived(_bodies(component), values, _rounds(component), NOTHING))
        return values

    def _derived(self, bodies: Bodies, values: Values, rounds: int, given: frozenset[int]) -> Values:
        """The heads of a component."""
        context, found = self.context, dict.fromkeys(bodies, FALSE)
        here = values if rounds == 1 else dict(values)
        for _ in range(rounds):
            before = found
            found = {
                head: context.any_of(
                    [context.all_of([_signed(here, x) for x in body], given) for body in alternatives], given
                )
                for head, alternatives in bodies.items()
            }
            if found == before:
                break
            if rounds > 1:
                here.update(found)
        return found

    def told(self, legal: Sequence[int], state: Values) -> frozenset[int]:
        """The consequences of the legality of some moves: its parts hold, and what excludes them is false."""
        parts = frozenset[int]().union(*(self.context.parts(each) for each in legal)) - {TRUE}
        more = set(parts)
        for fluent, others in self._exclusive.items():
            if state[fluent] in parts:
                more |= {-state[other] for other in others if abs(state[other]) != TRUE}
        return frozenset(more)

    # ------------------------------------------------------------------------------------------------------- the step

    def after(self, pairs: Pairs, values: Values) -> Values:
        """The literal of each fluent after a step.

        Every component is derived for each pair of moves by itself, where most rules are gone. What no move has a part
        in is derived once, and an atom that comes out in many ways becomes one gate for all pairs.

        Parameters
        ----------
        pairs
            The moves.
        values
            The literals of phase 0.
        """
        net, same, cases = self.net, dict(values), dict[int, list[int]]()
        if not pairs.pairs:
            return dict.fromkeys(range(1, len(net.fluents) + 1), FALSE)
        joint = [(pairs.black.moves[one], pairs.white.moves[two]) for one, two in pairs.pairs]
        fits = [self._fits(*each) for each in joint]
        for number, component in enumerate(net.phases[1]):
            inputs, bodies, rounds = self._inputs[number], self._bodies[number], _rounds(component)
            if not any(self._is_move(atom) or atom in cases for atom in inputs):
                same.update(self._derived(bodies, same, rounds, NOTHING))
                continue
            differing = [atom for atom in inputs if atom in cases]
            columns: dict[int, list[int]] = {head: [] for head in bodies}
            for case, (left, given) in enumerate(zip(fits, pairs.given, strict=True)):
                here: Values = {}
                if number in left:
                    for atom in differing:
                        same[atom] = cases[atom][case]
                    here = self._derived(left[number], same, rounds, given)
                for head, column in columns.items():
                    column.append(here.get(head, FALSE))
            for atom in differing:
                same.pop(atom, None)
            for head, column in columns.items():
                if len(set(column) - {TRUE, FALSE}) > MOST_CASES:
                    same[head] = pairs.mux(column)
                else:
                    cases[head] = column
        found = {k + 1: self._following(ref, pairs, same, cases) for k, ref in enumerate(net.next)}
        for fluent, others in self._complements.items():
            if abs(found[fluent]) != TRUE:
                found[fluent] = -self.context.circuit.or_([found[other] for other in others])
        return found

    def _following(self, ref: int, pairs: Pairs, same: Values, cases: Mapping[int, list[int]]) -> int:
        if ref in cases:
            return pairs.mux(cases[ref])
        atom = ref - len(self.net.fluents) - 1
        if self._is_move(ref):
            chosen = [[k for k, move in enumerate(p.moves) if move == atom] for p in (pairs.black, pairs.white)]
            return pairs.mux([TRUE if [one] == chosen[0] or [two] == chosen[1] else FALSE for one, two in pairs.pairs])
        return literal_of(ref, same)

    @cached_property
    def _bodies(self) -> list[dict[int, list[tuple[int, ...]]]]:
        return [_bodies(component) for component in self.net.phases[1]]

    @cached_property
    def _inputs(self) -> list[list[int]]:
        """For each component of phase 1 the atoms that it depends on, without its own."""
        return [
            sorted({abs(x) for rule in component.rules for x in rule.body} - bodies.keys())
            for component, bodies in zip(self.net.phases[1], self._bodies, strict=True)
        ]

    def _fits(self, black: int, white: int) -> dict[int, dict[int, list[tuple[int, ...]]]]:
        """For components of phase 1, by number, the bodies that are left when two moves are made, without moves."""
        found = self._cases.get((black, white))
        if found is None:
            first = len(self.net.fluents) + 1
            made, found = {first + black, first + white}, {}
            for number, component in enumerate(self.net.phases[1]):
                bodies: dict[int, list[tuple[int, ...]]] = {}
                for head, body in component.rules:
                    if all(not self._is_move(x) or (abs(x) in made) is (x > 0) for x in body):
                        bodies.setdefault(head, []).append(tuple(x for x in body if not self._is_move(x)))
                if bodies:
                    found[number] = bodies
            self._cases[black, white] = found
        return found

    def _is_move(self, literal: int) -> bool:
        return len(self.net.fluents) < abs(literal) < self.net.first_derived


def literal_of(ref: int, values: Values) -> int:
    """The literal of a reference of the net."""
    return TRUE if ref == ALWAYS else FALSE if ref == NEVER else values.get(ref, FALSE)


def _signed(values: Values, literal: int) -> int:
    return values.get(literal, FALSE) if literal > 0 else -values.get(-literal, FALSE)


def _bodies(component: Component) -> dict[int, list[tuple[int, ...]]]:
    found: dict[int, list[tuple[int, ...]]] = {}
    for head, body in component.rules:
        found.setdefault(head, []).append(body)
    return found


def _rounds(component: Component) -> int:
    """Rounds after which nothing changes: in each but the last an atom more has been found true."""
    return len({rule.head for rule in component.rules}) + 1 if component.cyclic else 1


def _groups(game: NetGame) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """The fluents that exclude each one in all states, and fluents that hold exactly when none of some others does.

    Each by invariants, which are proven. Of a group of which exactly one holds, the one with the longest rules becomes
    the complement: frame axioms make that the fluent of an open cell.
    """
    exclusive: dict[int, list[int]] = {}
    net = game.net
    if len(net.rules) > MOST_RULES or any(component.cyclic for component in net.order):
        return {}, {}
    clauses = _invariants(game)
    for clause in clauses:
        if len(clause) == 2 and clause[0] < 0 and clause[1] < 0:
            exclusive.setdefault(-clause[0], []).append(-clause[1])
            exclusive.setdefault(-clause[1], []).append(-clause[0])
    lengths = _lengths(net)
    complements, used = dict[int, list[int]](), set[int]()
    for clause in sorted(clauses, key=len):
        whole = min(clause) > 0 and not used & set(clause)
        if whole and all(two in exclusive.get(one, ()) for one in clause for two in clause if one != two):
            chosen = max(clause, key=lambda fluent: (lengths[fluent], -fluent))
            complements[chosen] = [fluent for fluent in clause if fluent != chosen]
            used.update(clause)
    return exclusive, complements


def _lengths(net: Net) -> dict[int, int]:
    """For each fluent the number of literals in the rules of what tells it after a step."""
    sizes: dict[int, int] = {}
    for rule in net.rules:
        sizes[rule.head] = sizes.get(rule.head, 0) + len(rule.body) + 1
    return {k + 1: sizes.get(ref, 0) for k, ref in enumerate(net.next)}


def _invariants(game: NetGame) -> list[tuple[int, ...]]:
    from zermelo.model.net_step import Step  # SAT solvers take time to import

    try:
        with Step(game.net, game.start.black, game.turns.known, SECONDS) as step:
            return list(step.invariants)
    except LimitError:
        return []
