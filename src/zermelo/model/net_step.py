"""One step of a ground game as clauses, and clauses that hold in every state that can be reached, proven by SAT.

Proofs about all plays go one step at a time: what holds at the start, and after a step if it held before, holds in
every state. The step begins in a state that is not terminal, each role makes one legal move. Of the states it supposes
what is proven of them: the known fluents of some ply (see ``net_turns``), and *invariants*.

Invariants are sought among clauses over fluents whose terms differ in one word, as ``(control x)`` and ``(control o)``
or ``(cell 1 1 x)`` and ``(cell 1 1 o)``: one of such a group holds, and no two of them; nor two that tell of the same,
as ``(at x 1 2)`` and ``(gone 1 2)``. All candidates that hold at the start are supposed together, and those that a step
breaks are dropped, until none is (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", 2001); then what
is left is inductive.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import combinations, islice
from random import Random
from threading import Timer

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver

from zermelo.errors import LimitError
from zermelo.interrupts import in_pysat, pysat_solver
from zermelo.model.net import FALSE, TRUE, Component, Net, Ref, value_of
from zermelo.model.net_turns import Known

MOST_PAIRS = 4_000
"""Candidates that no two fluents of a group hold."""

SAMPLES = 24
"""States of a random play that candidates are tried on."""


class Step:
    """A SAT solver with the clauses of one step.

    Parameters
    ----------
    net
        The rules, without positive cycles: then an atom equals the disjunction of its bodies.
    start
        The mask of the fluents at the start of the play.
    plies
        Known fluents, one of which fits each state of a play; None where there are none.
    seconds
        The time for all questions together.
    more
        Further clauses over fluents that may be invariants.

    Raises ``LimitError`` when the time is over.
    """

    def __init__(
        self,
        net: Net,
        start: int,
        plies: Iterable[Known] | None,
        seconds: float,
        more: Iterable[tuple[int, ...]] = (),
    ) -> None:
        self.net = net
        self._until = time.monotonic() + seconds
        self._count = net.atoms
        with ExitStack() as made:
            self._sat = made.enter_context(pysat_solver(lambda: Solver(name="cadical153")))
            self._hard = list[list[int]]()
            self._true = self.fresh()
            self.add([self._true])
            self._make({atom: atom for atom in range(1, net.atoms + 1)})
            if plies is not None:
                self._suppose(set(plies))
            self.invariants = self._inductive(start, [*candidates(net.fluents), *more])
            self._made = made.pop_all()

    def __enter__(self) -> Step:
        return self

    def __exit__(self, *_: object) -> None:
        self._made.close()

    def fresh(self) -> int:
        """A new variable."""
        self._count += 1
        return self._count

    def add(self, clause: Iterable[int]) -> None:
        """Suppose a clause."""
        self._hard.append(list(clause))
        self._sat.add_clause(self._hard[-1])

    def then(self, literal: int) -> int:
        """The literal that tells after the step what a literal over a fluent tells before."""
        return self._then[literal]

    def any_of(self, fluents: Sequence[int]) -> int:
        """A literal that tells whether one of some fluents is true."""

        def one_of(literals: list[int]) -> int:
            found = self.fresh()
            self.add([-found, *literals])
            for literal in literals:
                self.add([found, -literal])
            return found

        before, after = one_of(list(fluents)), one_of([self.then(fluent) for fluent in fluents])
        self._then |= {before: after, -before: -after}
        return before

    def impossible(self, *literals: int) -> bool:
        """Prove that no step makes all literals true; False where one does."""
        self._poll()
        with in_pysat():
            return not self._sat.solve(assumptions=list(literals))

    def core(self) -> set[int]:
        """Literals, of those proven impossible just now, that are impossible alone."""
        return set(self._sat.get_core() or ())

    def goes_on(self) -> None:
        """Suppose that the play is not over after the step."""
        of = {atom: atom for atom in self._never()}
        of |= {
            atom: self.fresh() for component in self.net.phases[0] for atom in {rule.head for rule in component.rules}
        }
        of |= self._fluents_then()
        for clause in self._rules(self.net.phases[0], of):
            self.add(clause)
        self.add([-self._literal(self.net.terminal, of)])

    def twice(self) -> None:
        """From now on a step is two of the play, which is not over between them."""
        self._poll()
        derived = range(len(self.net.fluents) + 1, self.net.atoms + 1)
        self._make({atom: self.fresh() for atom in derived} | self._fluents_then())

    def most(self, weights: Mapping[int, int]) -> tuple[int, set[int]] | None:
        """The largest growth of a weighted sum of fluents by a step, and the literals of such a step.

        Parameters
        ----------
        weights
            At least 1, of some fluents.

        Returns None where no step is possible.
        """
        formula = WCNF()
        formula.extend(self._hard)
        for fluent, weight in weights.items():
            formula.append([self.then(fluent)], weight=weight)
            formula.append([-fluent], weight=weight)
        with in_pysat(), pysat_solver(lambda: RC2(formula)) as found:
            late = Timer(max(0.0, self._until - time.monotonic()), found.interrupt)
            late.start()
            try:
                model = found.compute(expect_interrupt=True)
            finally:
                late.cancel()
                late.join()  # it holds the solver
            self._poll()
            return None if model is None else (sum(weights.values()) - found.cost, set(model))

    def _poll(self) -> None:
        if time.monotonic() > self._until:
            raise LimitError("time", "no time is left for proofs about a step")

    def _make(self, of: Mapping[int, int]) -> None:
        """Suppose a step, whose atoms are the variables ``of``; what holds after it becomes what holds then."""
        for clause in self._clauses(of):
            self.add(clause)
        after = [self._literal(ref, of) for ref in self.net.next]
        self._then = {sign * (k + 1): sign * literal for k, literal in enumerate(after) for sign in (1, -1)}

    def _literal(self, ref: Ref, of: Mapping[int, int]) -> int:
        return self._true if ref == TRUE else -self._true if ref == FALSE else of[ref]

    def _fluents_then(self) -> dict[int, int]:
        return {fluent: self.then(fluent) for fluent in range(1, len(self.net.fluents) + 1)}

    def _rules(self, components: Iterable[Component], of: Mapping[int, int]) -> Iterable[list[int]]:
        """Clauses of the rules of some components; their atoms, and those before them, are the variables ``of``."""

        def named(literal: int) -> int:
            return of[literal] if literal > 0 else -of[-literal]

        bodies = dict[int, list[int]]()
        for component in components:
            for head, body in component.rules:
                holds, literals = self.fresh(), [named(literal) for literal in body]
                yield from ([-holds, literal] for literal in literals)
                yield [holds, *(-literal for literal in literals)]
                bodies.setdefault(named(head), []).append(holds)
        for head, numbers in bodies.items():
            yield from ([head, -number] for number in numbers)
            yield [-head, *numbers]

    def _never(self) -> list[int]:
        """Derived atoms without a rule, such as a goal that nobody can reach: they hold in no state."""
        headed = {rule.head for rule in self.net.rules}
        return [atom for atom in range(self.net.first_derived, self.net.atoms + 1) if atom not in headed]

    def _clauses(self, of: Mapping[int, int]) -> Iterable[list[int]]:
        net = self.net
        yield from self._rules(net.order, of)
        yield from ([-of[atom]] for atom in self._never())
        yield [-self._literal(net.terminal, of)]
        for role, refs in enumerate(net.legal):
            made = [of[net.move_atom(role, k)] for k in range(len(refs))]
            yield made
            yield from ([-atom, self._literal(ref, of)] for atom, ref in zip(made, refs, strict=True))
            before = 0
            for atom in made:  # at most one: a chain of "one was made already"
                here = self.fresh()
                yield [-atom, here]
                if before:
                    yield from ([-before, here], [-before, -atom])
                before = here

    def _suppose(self, plies: set[Known]) -> None:
        selectors = []
        for here in plies:
            chosen = self.fresh()
            selectors.append(chosen)
            for k in range(len(self.net.fluents)):
                if (here.true | here.false) >> k & 1:
                    self.add([-chosen, k + 1 if here.true >> k & 1 else -(k + 1)])
        self.add(selectors)

    def _inductive(self, start: int, clauses: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Candidates that hold at the start and, supposed together, after every step; from now on supposed."""
        states = set(islice(random_play(self.net, start, Random(0)), SAMPLES))
        kept = (each for each in clauses if all(any((s >> abs(x) - 1 & 1) == (x > 0) for x in each) for s in states))
        left = {self.fresh(): clause for clause in kept}
        breaks = dict[int, int]()  # a variable for "the step breaks this one"
        for active, clause in left.items():
            self.add([-active, *clause])
            breaks[active] = self.fresh()
            for x in clause:
                self.add([-breaks[active], -self.then(x)])
        while left:
            some = self.fresh()
            self.add([-some, *(breaks[active] for active in left)])
            if self.impossible(*left, some):
                break
            model = set(self._sat.get_model() or ())
            left = {active: clause for active, clause in left.items() if any(self.then(x) in model for x in clause)}
        for active in left:
            self.add([active])
        return list(left.values())


def random_play(net: Net, start: int, chance: Random) -> Iterator[int]:
    """The states of a random play, from the start on, to its end or for ever."""
    state = start
    while True:
        yield state
        values = net.evaluate(state)
        legal = [[k for k, ref in enumerate(refs) if value_of(ref, values)] for refs in net.legal]
        if value_of(net.terminal, values) or not all(legal):
            return
        (state,) = net.successors(values, [(chance.choice(legal[0]), chance.choice(legal[1]))])


def candidates(fluents: Sequence[str]) -> list[tuple[int, ...]]:
    """Clauses that may be invariants: of fluents that differ in one word, one holds, and no two do; nor do two of which
    one has all terms of the other, one after the other.

    >>> candidates(("(cell 1 x)", "(cell 1 o)", "(turn)"))
    [(1, 2), (-1, -2)]
    >>> candidates(("(at x 1 2)", "(gone 1 2)", "(gone 2 1)"))
    [(-1, -2)]
    """
    groups: dict[tuple[int, tuple[str, ...]], list[int]] = {}
    terms: dict[tuple[str, ...], list[int]] = {}
    words = [tuple(text.strip("()").split()) for text in fluents]
    for atom, each in enumerate(words, 1):
        terms.setdefault(each[1:], []).append(atom)
        for place in range(len(each)):
            groups.setdefault((place, (*each[:place], "", *each[place + 1 :])), []).append(atom)
    several = sorted((tuple(group) for group in groups.values() if len(group) > 1), key=len)
    pairs = [pair for group in several for pair in combinations(group, 2)]
    for atom, each in enumerate(words, 1):
        pieces = {each[i:j] for i in range(1, len(each)) for j in range(i + 1, len(each) + 1)} - {each[1:]}
        pairs += ((atom, other) for piece in sorted(pieces) for other in terms.get(piece, ()))
    return [*several, *((-one, -two) for one, two in pairs[:MOST_PAIRS])]
