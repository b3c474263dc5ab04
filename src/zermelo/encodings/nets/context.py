"""Gates of a circuit, simplified by what is known where they matter.

A formula of a play asks of a step only if the play was not over before. So whatever ends the play may be taken for
false in all that follows: the formula has the same value. Facts grow as the play is unrolled. Within one move, further
facts are given: what the move needs to be legal.
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.formula import FALSE, TRUE, Circuit

MOST_PARTS = 400
"""Parts of a conjunction that are looked at."""

NOTHING = frozenset[int]()


class Context:
    """A circuit and the literals that are known to be true.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.

    >>> context = Context(Circuit())
    >>> a, b, c = context.circuit.exists(3)
    >>> context.all_of([a, -context.circuit.and_([a, b])]) == context.circuit.and_([a, -b])
    True
    >>> context.learn(-context.circuit.or_([a, b]))
    >>> context.now(a) == FALSE, context.any_of([b, c]) == c
    (True, True)
    """

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self._true = set[int]()
        self._parts: dict[int, frozenset[int]] = {}

    def learn(self, literal: int) -> None:
        """Take a literal for true from now on, and all that it consists of."""
        if abs(literal) != TRUE:
            self._true |= self.parts(literal)

    def now(self, literal: int) -> int:
        """The literal, or its value where that is known."""
        if literal in self._true:
            return TRUE
        return FALSE if -literal in self._true else literal

    def parts(self, literal: int) -> frozenset[int]:
        """Literals that are true when this one is: of a conjunction also those that it joins."""
        found = self._parts.get(literal)
        if found is None:
            gate = self.circuit.gates.get(literal)
            found = frozenset((literal,))
            if gate is not None and gate.kind == "and" and len(gate.operands) <= MOST_PARTS:
                inner = frozenset[int]().union(*(self.parts(each) for each in gate.operands))
                found |= inner if len(inner) <= MOST_PARTS else frozenset(gate.operands)
            self._parts[literal] = found
        return found

    def leaves(self, literal: int) -> frozenset[int]:
        """The parts that are no conjunctions."""
        parts = self.parts(literal)
        return frozenset(each for each in parts if len(self.parts(each)) == 1)

    def any_of(self, literals: Iterable[int], given: frozenset[int] = NOTHING) -> int:
        """The disjunction; parameters as of `all_of`."""
        return -self.all_of([-literal for literal in literals], given)

    def all_of(self, literals: Iterable[int], given: frozenset[int] = NOTHING) -> int:
        """The conjunction, simplified.

        Parameters
        ----------
        literals
            The literals.
        given
            Further literals that are true where the result matters.
        """
        operands = dict.fromkeys(self.now(each) for each in literals)
        while True:
            operands.pop(TRUE, None)
            if FALSE in operands:
                return FALSE
            parts = given.union(*(self.parts(each) for each in operands))
            if any(-part in parts for part in parts):
                return FALSE
            if not self._reduce(operands, parts, given):
                break
        inner = set[int]()  # what another operand says already
        for each in operands:
            inner |= self.parts(each) - {each}
        return self.circuit.and_([each for each in operands if each not in inner and each not in given])

    def _reduce(self, operands: dict[int, None], parts: frozenset[int], given: frozenset[int]) -> bool:
        """Simplify the disjunctions among the operands by the parts of all; True if one changed."""
        gates, true = self.circuit.gates, self._true
        for each in list(operands):
            gate = gates.get(-each)
            if gate is None or gate.kind != "and" or each in given:
                continue
            # each = or of -p over its operands p; one of them is true if -p is known, and gone if p is
            if any(-p in parts or -p in true for p in gate.operands):
                del operands[each]
                return True
            left = [p for p in gate.operands if p not in parts and p not in true]
            if len(left) < len(gate.operands):
                del operands[each]
                operands[-self.circuit.and_(left)] = None
                return True
        return False
