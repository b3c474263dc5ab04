"""Prenex circuits: what most encodings build, before any clause exists.

An encoding says "if the universal cell is the cell of move 3 then …" hundreds of times about the same sub-formula.  A
circuit shares it: every gate is built once (structural hashing), and what is constant or trivial never becomes a gate
at all.  Only three kinds of gate are stored, AND, XOR and if-then-else: an OR is a negated AND of negated literals, an
equivalence a negated XOR, and negation is the sign of a literal.  So equal functions written in different ways more
often meet in the same gate, and the translations have three cases instead of six.  The writers print an OR as an OR.

A literal is a signed node number, variables and gates sharing one numbering; the constants are `TRUE` and `FALSE` ==
``-TRUE``.  Operands always have smaller numbers than their gate, hence counting up is a topological order, and no
algorithm here needs recursion.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from zermelo.errors import InputError
from zermelo.formula.prefix import Prefix, Quantifier

TRUE: Final = 2**31 - 1
"""The constant true; no node ever has this number."""
FALSE: Final = -TRUE
"""The constant false."""

Kind = Literal["and", "xor", "ite"]


class Gate(NamedTuple):
    """One gate; its kind says what its operands are.

    ``and`` has two or more literals, ``xor`` two positive ones, ``ite`` (condition, then, else).
    """

    kind: Kind
    operands: tuple[int, ...]


class CircuitSizes(NamedTuple):
    """The numbers that compare circuits: bound variables, gates that the output needs, and their inputs."""

    variables: int
    gates: int
    literals: int
    blocks: int
    universal: int
    existential: int


class Circuit:
    """A quantified Boolean formula: a prefix, shared gates, and the literal that must come out true.

    Attributes
    ----------
    prefix
        The quantifier blocks; bind every variable that the output depends on.
    names
        Optional names of variables and gates, for people and for QCIR; they carry no meaning.
    gates
        The gates by node number, in topological order.
    early
        True to bind variables of gates, where there are any, as early as what they depend on allows; else innermost.

    >>> circuit = Circuit()
    >>> x, y = circuit.exists(1), circuit.forall(1)
    >>> circuit.output = circuit.equal(x[0], y[0])
    >>> circuit.gates
    {3: Gate(kind='xor', operands=(1, 2))}
    >>> circuit.output, circuit.and_([x[0], -x[0]]) == FALSE, circuit.or_([2, FALSE])
    (-3, True, 2)
    """

    def __init__(self) -> None:
        self.prefix = Prefix()
        self.names: dict[int, str] = {}
        self.gates: dict[int, Gate] = {}
        self.early = False
        self.num_nodes = 0
        self._numbers: dict[Gate, int] = {}
        self._output: int | None = None

    # ---------------------------------------------------------------------------------------------- variables

    def variable(self, name: str | None = None) -> int:
        """A new variable, not bound yet: ``circuit.prefix.add`` binds it."""
        self.num_nodes += 1
        if name is not None:
            self.names[self.num_nodes] = name
        return self.num_nodes

    def variables(self, count: int, name: str | None = None) -> tuple[int, ...]:
        """``count`` new variables, not bound yet; with a name they are called ``name_0``, ``name_1``, …"""
        return tuple(self.variable(None if name is None else f"{name}_{index}") for index in range(count))

    def exists(self, count: int, name: str | None = None) -> tuple[int, ...]:
        """``count`` new variables, bound existentially as the innermost block."""
        new = self.variables(count, name)
        self.prefix.add(Quantifier.EXISTS, new)
        return new

    def forall(self, count: int, name: str | None = None) -> tuple[int, ...]:
        """``count`` new variables, bound universally as the innermost block."""
        new = self.variables(count, name)
        self.prefix.add(Quantifier.FORALL, new)
        return new

    # --------------------------------------------------------------------------------------------- the output

    @property
    def output(self) -> int:
        """The literal that must come out true; InputError while nobody has set it."""
        if self._output is None:
            raise InputError("a circuit whose output is set")
        return self._output

    @output.setter
    def output(self, literal: int) -> None:
        if literal not in (TRUE, FALSE):
            self._check(literal)
        self._output = literal

    # ----------------------------------------------------------------------------------------------- builders

    def _check(self, literal: int) -> None:
        if not 1 <= abs(literal) <= self.num_nodes:
            raise InputError(f"a literal of a node from 1 to {self.num_nodes}", found=repr(literal))

    def _gate(self, kind: Kind, operands: tuple[int, ...]) -> int:
        gate = Gate(kind, operands)
        number = self._numbers.get(gate)
        if number is None:
            self.num_nodes = number = self.num_nodes + 1
            self._numbers[gate] = number
            self.gates[number] = gate
        return number

    def and_(self, literals: Iterable[int]) -> int:
        """The conjunction of any number of literals; of none: TRUE."""
        operands = set(literals)
        operands.discard(TRUE)
        if FALSE in operands:
            return FALSE
        if not operands:
            return TRUE
        ordered = sorted(operands, key=abs)
        self._check(ordered[0])
        self._check(ordered[-1])
        if len(ordered) == 1:
            return ordered[0]
        if len(set(map(abs, ordered))) < len(ordered):
            return FALSE
        return self._gate("and", tuple(ordered))

    def or_(self, literals: Iterable[int]) -> int:
        """The disjunction of any number of literals; of none: FALSE."""
        return -self.and_([-literal for literal in literals])

    def implies(self, a: int, b: int) -> int:
        """a → b."""
        return -self.and_((a, -b))

    def xor(self, a: int, b: int) -> int:
        """Exactly one of a and b."""
        if abs(a) == TRUE:
            return -b if a == TRUE else b
        if abs(b) == TRUE:
            return -a if b == TRUE else a
        self._check(a)
        self._check(b)
        if abs(a) == abs(b):
            return FALSE if a == b else TRUE
        low, high = sorted((abs(a), abs(b)))
        number = self._gate("xor", (low, high))
        return number if (a > 0) == (b > 0) else -number

    def equal(self, a: int, b: int) -> int:
        """a ↔ b."""
        return -self.xor(a, b)

    def ite(self, condition: int, then: int, otherwise: int) -> int:
        """If-then-else: one literal where a condition holds, another where it does not.

        Parameters
        ----------
        condition
            The literal that decides.
        then, otherwise
            The two literals.

        Raises InputError for a literal of no node that comes into a gate.
        """
        if abs(condition) == TRUE:
            return then if condition == TRUE else otherwise
        if condition < 0:
            condition, then, otherwise = -condition, otherwise, then
        if abs(then) == condition:
            then = TRUE if then == condition else FALSE
        if abs(otherwise) == condition:
            otherwise = FALSE if otherwise == condition else TRUE
        if then == otherwise:
            return then
        if then == -otherwise:  # covers the pair of constants too
            return self.equal(condition, then)
        if then == TRUE:
            return self.or_((condition, otherwise))
        if then == FALSE:
            return self.and_((-condition, otherwise))
        if otherwise == TRUE:
            return self.or_((-condition, then))
        if otherwise == FALSE:
            return self.and_((condition, then))
        for literal in (condition, then, otherwise):
            self._check(literal)
        if then < 0:
            return -self._gate("ite", (condition, -then, -otherwise))
        return self._gate("ite", (condition, then, otherwise))

    # ------------------------------------------------------------------------------------------------ reading

    def cone(self) -> list[int]:
        """The gates that the output depends on, operands before their users."""
        seen = {abs(self.output)}
        found = []
        for node, gate in reversed(self.gates.items()):
            if node in seen:
                found.append(node)
                seen.update(map(abs, gate.operands))
        return found[::-1]

    def sizes(self) -> CircuitSizes:
        """All sizes at once, as the circuit is written.

        Gates that the output does not need do not count. An output that is no gate is written as a gate of its own: a
        constant with no input, a variable with one.
        """
        cone, prefix = self.cone(), self.prefix
        inputs = sum(len(self.gates[node].operands) for node in cone) if cone else int(abs(self.output) != TRUE)
        gates = max(1, len(cone))
        return CircuitSizes(len(prefix), gates, inputs, prefix.num_blocks, prefix.universal, prefix.existential)

    def validate(self) -> None:
        """Make sure that the circuit is whole.

        Raises InputError when the output is not set or depends on an unbound variable, or the prefix binds a gate.
        """
        for variable in self.prefix:
            if variable in self.gates or variable > self.num_nodes:
                raise InputError("a variable of this circuit in the prefix", found=f"node {variable}")
        output = self.output
        if len(self.prefix) + len(self.gates) == self.num_nodes:  # every variable is bound
            return
        used = {abs(output)}.union(*(map(abs, self.gates[node].operands) for node in self.cone()))
        for node in sorted(used - self.gates.keys() - {TRUE}):
            if node not in self.prefix:
                label = f"{node} ({self.names[node]})" if node in self.names else str(node)
                raise InputError(f"variable {label} is used and bound in no block of the prefix")

    def __repr__(self) -> str:
        return f"<Circuit nodes={self.num_nodes} gates={len(self.gates)} blocks={self.prefix.num_blocks}>"
