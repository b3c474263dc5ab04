"""From circuits to clauses: the Tseitin translation, small.

The textbook gives every gate a variable and defines it in both directions.  Solvers then drown in definitions, and the
published encodings are judged by their size, so here a gate variable is the last resort:

- What is asserted is no gate: an asserted AND is split, an asserted OR is one clause, XOR and if-then-else are two.
- An asserted literal is true everywhere else, too; substituting it, and merging an AND into the one AND that uses it,
  is repeated until nothing changes.
- A gate is defined only in the direction in which it is used (Plaisted and Greenbaum).  So use is counted per
  *literal*: a gate used once as itself and once negated is used once twice, not twice.
- A literal used once needs no variable where it can be merged into its only clause: an OR into the clause, an AND, XOR
  or if-then-else by distributing the clause over it, when that takes no more literals than the definition would.
  ``¬a ∨ (b ∧ c)`` becomes ``¬a ∨ b`` and ``¬a ∨ c``.  In each clause one literal at most is distributed.
- A very small OR of variables is copied into its few clauses when the copies are not larger than a definition.

Gate variables are determined by what they define, so they go to the innermost existential block.  The truth of the
formula depends on none of the counting: merging is sound anywhere, the counts only decide where it pays.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

from zermelo.formula.circuit import FALSE, TRUE, Circuit, Gate
from zermelo.formula.clauses import QCNF
from zermelo.formula.prefix import Quantifier

_ROUNDS = 50  # of substituting asserted literals; a safety net, two or three are usual


def tseitin(circuit: Circuit) -> tuple[QCNF, dict[int, int]]:
    """Translate a circuit into a prenex CNF of the same value.

    The CNF numbers the variables of the prefix 1 … n from the outside in, then the gate variables.  A circuit that
    simplifies to true gives the empty matrix, one that simplifies to false the single empty clause.

    Returns
    -------
    The CNF, and the way back: the number in the CNF of every variable of the circuit's prefix.  Any play of these
    variables that wins in the CNF wins in the circuit.

    Raises InputError when the output is not set or depends on an unbound variable.

    >>> circuit = Circuit()
    >>> (a,), (b, c) = circuit.forall(1), circuit.exists(2)
    >>> circuit.output = circuit.implies(a, circuit.and_([b, c]))
    >>> qcnf, way = tseitin(circuit)
    >>> list(qcnf.clauses()), way
    ([(-1, 2), (-1, 3)], {1: 1, 2: 2, 3: 3})
    """
    circuit.validate()
    qcnf = QCNF()
    way = {variable: number for number, variable in enumerate(circuit.prefix, 1)}
    qcnf.fresh_block(len(way))
    for quantifier, variables in circuit.prefix.blocks:
        qcnf.prefix.add(quantifier, [way[variable] for variable in variables])
    small, asserted = _simplify(circuit, way)
    if asserted is None:
        qcnf.add()
    else:
        _Emitter(small, asserted, qcnf).run()
        qcnf.prefix.add(Quantifier.EXISTS, range(len(way) + 1, qcnf.num_variables + 1))
    return qcnf, way


# -------------------------------------------------------------------------------------------------- simplifying


def _simplify(circuit: Circuit, way: dict[int, int]) -> tuple[Circuit, list[int] | None]:
    """An equal circuit over variables 1 … n and its asserted literals; None for a contradiction."""
    facts = _conjuncts(circuit, [circuit.output])
    if facts is not None:
        size = _size(circuit, facts)
        for _ in range(_ROUNDS):
            circuit, facts = _substitute(circuit, facts, way)
            way = {variable: variable for variable in way.values()}
            if facts is None or size == (size := _size(circuit, facts)):
                break
    return circuit, facts


def _size(circuit: Circuit, facts: list[int]) -> tuple[int, int, int]:
    cone = circuit.cone(facts)
    return len(facts), len(cone), sum([len(circuit.gates[node].operands) for node in cone])


def _conjuncts(circuit: Circuit, roots: Iterable[int]) -> list[int] | None:
    """The literals that must all be true when the roots are, without duplicates; None when two contradict."""
    found: dict[int, None] = {}
    stack = list(roots)[::-1]
    while stack:
        literal = stack.pop()
        if literal == FALSE or -literal in found:
            return None
        if literal == TRUE or literal in found:
            continue
        gate = circuit.gates.get(literal)
        if gate is not None and gate.kind == "and":
            stack.extend(reversed(gate.operands))
        else:
            found[literal] = None
    return list(found)


def _substitute(circuit: Circuit, facts: list[int], way: dict[int, int]) -> tuple[Circuit, list[int] | None]:
    """Rebuild, taking every fact for true outside its own definition, and flattening ANDs that are used once."""
    true = set(facts)
    small = Circuit()
    small.variables(len(way))
    new = dict(way)
    cone = circuit.cone(facts)
    users = Counter(abs(operand) for node in cone for operand in circuit.gates[node].operands)

    def image(literal: int) -> int:
        return new[literal] if literal > 0 else -new[-literal]

    def known(literal: int) -> int:
        return TRUE if literal in true else FALSE if -literal in true else image(literal)

    for node in cone:
        kind, operands = circuit.gates[node]
        literals = [known(operand) for operand in operands]
        if kind == "and":
            flat: list[int] = []
            for operand, literal in zip(operands, literals, strict=True):
                inner = small.gates.get(literal) if users[abs(operand)] == 1 else None
                if inner is not None and inner.kind == "and":
                    flat.extend(inner.operands)
                else:
                    flat.append(literal)
            new[node] = small.and_(flat)
        elif kind == "xor":
            new[node] = small.xor(*literals)
        else:
            new[node] = small.ite(*literals)
    return small, _conjuncts(small, [image(fact) for fact in facts])


# ----------------------------------------------------------------------------------------------------- emitting


def _clauses_of(literal: int, gate: Gate) -> list[tuple[int, ...]]:
    """The disjunctions whose conjunction is the literal of this gate, one level deep."""
    kind, operands = gate
    if kind == "and":
        return [(operand,) for operand in operands] if literal > 0 else [tuple([-operand for operand in operands])]
    if kind == "xor":
        a, b = operands
        return [(a, b), (-a, -b)] if literal > 0 else [(a, -b), (-a, b)]
    condition, then, otherwise = operands
    sign = 1 if literal > 0 else -1
    return [(-condition, sign * then), (condition, sign * otherwise)]


class _Emitter:
    """Writes the clauses of asserted literals; ``circuit`` numbers its variables as ``qcnf`` does."""

    def __init__(self, circuit: Circuit, asserted: list[int], qcnf: QCNF) -> None:
        self.gates, self.asserted, self.qcnf = circuit.gates, asserted, qcnf
        self.merged: set[int] = set()  # gate literals that get no variable in their clause
        self.variable: dict[int, int] = {}  # of a gate
        self.defined: set[int] = set()  # gate literals whose definition is written or waiting
        self.waiting: deque[int] = deque()
        self._count_uses(circuit)

    def _count_uses(self, circuit: Circuit) -> None:
        gates = self.gates
        uses = Counter(literal for literal in self.asserted if abs(literal) in gates)
        for node in reversed(circuit.cone(self.asserted)):
            gate = gates[node]
            for literal in (node, -node):
                count = uses[literal]
                if not count:
                    continue
                parts = _clauses_of(literal, gate)
                inner = [part for clause in parts for part in clause if abs(part) in gates]
                if count == 1:
                    self.merged.add(literal)
                elif len(parts) == 1 and not inner and (count - 1) * (len(parts[0]) - 1) <= 2:
                    self.merged.add(literal)  # a small OR of variables: count·size ≤ count + size + 1
                uses.update(inner)

    def run(self) -> None:
        """Write all clauses, of the asserted literals first, of each definition in the order of first use."""
        for literal in self.asserted:
            self._assert((), literal)
        while self.waiting:
            literal = self.waiting.popleft()
            self._assert((-self._numbered(literal),), literal)

    def _numbered(self, literal: int) -> int:
        """The literal in the CNF that stands for a literal of a gate."""
        node = abs(literal)
        number = self.variable.get(node)
        if number is None:
            number = self.variable[node] = self.qcnf.fresh()
        if literal not in self.defined:
            self.defined.add(literal)
            self.waiting.append(literal)
        return number if literal > 0 else -number

    def _assert(self, guard: tuple[int, ...], literal: int) -> None:
        """Write clauses saying: some guard (literals of the CNF) holds, or the literal of the circuit does."""
        gate = self.gates.get(abs(literal))
        if gate is None:
            self.qcnf.add(*guard, literal)
            return
        work = [(guard, clause) for clause in reversed(_clauses_of(literal, gate))]
        while work:
            fixed, pending = work.pop()
            clause, spread = self._gather(fixed, pending)
            if any(-each in clause for each in clause):
                continue
            if spread is None:
                self.qcnf.add(*clause)
            else:
                parts = _clauses_of(spread, self.gates[abs(spread)])
                fixed = tuple(clause)
                work.extend((fixed, part) for part in reversed(parts))

    def _gather(self, fixed: tuple[int, ...], pending: tuple[int, ...]) -> tuple[dict[int, None], int | None]:
        """The literals of one clause, ORs merged, and the one gate literal over which it is to be distributed."""
        clause = dict.fromkeys(fixed)
        candidates: dict[int, int] = {}  # literals of merged AND, XOR, ITE: in how many clauses they result
        todo = list(reversed(pending))
        while todo:
            literal = todo.pop()
            gate = self.gates.get(abs(literal))
            if gate is None:
                clause[literal] = None
            elif literal not in self.merged:
                clause[self._numbered(literal)] = None
            elif gate.kind == "and" and literal < 0:
                todo.extend([-operand for operand in reversed(gate.operands)])
            else:
                candidates[literal] = len(gate.operands) if gate.kind == "and" else 2
        rest = len(clause) + len(candidates) - 1
        spread, best = None, -1
        for literal, clauses in candidates.items():
            wide = 1 if self.gates[abs(literal)].kind == "and" else 2  # literals that each new clause gains
            saved = (rest + 1 + clauses * (wide + 1)) - clauses * (rest + wide)
            if saved > best:
                spread, best = literal, saved
        for literal in candidates:
            if literal != spread:
                clause[self._numbered(literal)] = None
        return clause, spread
