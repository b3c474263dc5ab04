"""Random formulas, and a second evaluator that works the other way round (inside out, on truth tables)."""

from __future__ import annotations

import itertools
from random import Random

from hypothesis import strategies as st

from zermelo.formula import FALSE, QCNF, TRUE, Circuit, Quantifier

QUANTIFIERS = st.sampled_from(list(Quantifier))


def random_circuit(rng: Random, max_variables: int, max_gates: int) -> Circuit:
    """A closed circuit whose gates often share operands; the constants are possible operands, too.

    Drawn by seed, because Hypothesis likes its choices small and equal, and such gates are none.
    """
    circuit = Circuit()
    for _ in range(rng.randint(1, max_variables)):
        circuit.prefix.add(rng.choice(list(Quantifier)), circuit.variables(1))
    literals = list(range(1, circuit.num_nodes + 1))

    def literal() -> int:
        pool = literals[-6:] if rng.random() < 0.5 else literals
        return rng.choice((1, -1)) * (TRUE if rng.random() < 0.03 else rng.choice(pool))

    for _ in range(rng.randint(0, max_gates)):
        kind = rng.choice(["and", "or", "and", "or", "xor", "equal", "ite", "implies"])
        if kind in ("and", "or"):
            operands = [literal() for _ in range(rng.randint(1, 4))]
            literals.append(circuit.and_(operands) if kind == "and" else circuit.or_(operands))
        else:
            literals.append(getattr(circuit, kind)(*[literal() for _ in range(3 if kind == "ite" else 2)]))
    nontrivial = [each for each in literals if abs(each) in circuit.gates]
    circuit.output = (nontrivial if rng.random() < 0.9 and nontrivial else literals)[-1] * rng.choice((1, -1))
    return circuit


def circuits(max_variables: int = 5, max_gates: int = 10) -> st.SearchStrategy[Circuit]:
    """Random circuits."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_circuit(Random(seed), max_variables, max_gates))


@st.composite
def qcnfs(draw, max_variables=6, max_clauses=12, empty=True):
    """A closed CNF without tautologies."""
    qcnf = QCNF()
    order = draw(st.permutations(qcnf.fresh_block(draw(st.integers(1, max_variables)))))
    for variable in order:
        qcnf.prefix.add(draw(QUANTIFIERS), [variable])
    signs = st.sampled_from([1, -1])
    least = 0 if empty and draw(st.integers(0, 9)) == 0 else 1
    for _ in range(draw(st.integers(0, max_clauses))):
        variables = draw(st.lists(st.sampled_from(order), min_size=least, max_size=4, unique=True))
        qcnf.add(*[variable * draw(signs) for variable in variables])
    return qcnf


def circuit_output(circuit: Circuit, values: dict[int, bool]) -> bool:
    """The output under an assignment, by plain recursion."""

    def value(literal: int) -> bool:
        if literal in (TRUE, FALSE):
            return literal == TRUE
        if literal < 0:
            return not value(-literal)
        if literal not in circuit.gates:
            return values[literal]
        kind, operands = circuit.gates[literal]
        if kind == "and":
            return min(map(value, operands))
        if kind == "xor":
            return sum(map(value, operands)) == 1
        condition, then, otherwise = operands
        return (value(condition) and value(then)) or (not value(condition) and value(otherwise))

    return value(circuit.output)


def by_table(order: list[tuple[int, Quantifier]], matrix) -> bool:
    """The truth of a formula: the table of its matrix, folded from the innermost variable outwards."""
    names = [variable for variable, _ in order]
    rows = itertools.product((False, True), repeat=len(order))
    table = [matrix(dict(zip(names, row, strict=True))) for row in rows]
    for _, quantifier in reversed(order):
        fold = any if quantifier is Quantifier.EXISTS else all
        table = [fold(table[index : index + 2]) for index in range(0, len(table), 2)]
    (answer,) = table
    return answer


def order_of(formula) -> list[tuple[int, Quantifier]]:
    return [(variable, quantifier) for quantifier, variables in formula.prefix.blocks for variable in variables]


def value_of(formula) -> bool:
    """The truth of a small formula of either kind, by table."""
    if isinstance(formula, Circuit):
        return by_table(order_of(formula), lambda values: circuit_output(formula, values))
    clauses = list(formula.clauses())
    return by_table(order_of(formula), lambda values: all(any(values[abs(x)] == (x > 0) for x in c) for c in clauses))
