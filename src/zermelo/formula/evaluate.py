"""The truth of a formula by its definition: the oracle of the tests.

Everything else in this package is clever somewhere; this file is not, on purpose.  It takes the quantifiers from the
outside in, tries both values, and at the end looks whether the matrix is true.  For clauses it stops as soon as one is
falsified or all are satisfied, and that is all.  It shares no code with the translations that it judges.
"""

from __future__ import annotations

from zermelo.errors import InputError, LimitError
from zermelo.formula.circuit import TRUE, Circuit
from zermelo.formula.clauses import QCNF
from zermelo.formula.prefix import Quantifier


def evaluate(formula: QCNF | Circuit, limit: int = 24) -> bool:
    """Is the closed formula true?

    Parameters
    ----------
    formula
        A prenex CNF or a prenex circuit, every variable bound.
    limit
        The most variables that are tried; the work can double with each.

    Raises
    ------
    LimitError
        When there are more variables than ``limit``.
    InputError
        When the matrix has an unbound variable.

    >>> circuit = Circuit()
    >>> (x,), (y,) = circuit.forall(1), circuit.exists(1)
    >>> circuit.output = circuit.equal(x, y)
    >>> evaluate(circuit)
    True
    """
    order = [(variable, block.quantifier) for block in formula.prefix.blocks for variable in block.variables]
    if len(order) > limit:
        raise LimitError("size", f"{len(order)} variables are too many to try all values, the limit is {limit}")
    if isinstance(formula, Circuit):
        return _circuit(formula, order, 0, {TRUE: True})
    matrix = list(formula.clauses())
    for clause in matrix:
        for literal in clause:
            formula.prefix.quantifier_of(abs(literal))
    return _clauses(matrix, order, 0)


def _clauses(matrix: list[tuple[int, ...]], order: list[tuple[int, Quantifier]], depth: int) -> bool:
    if not matrix:
        return True
    if () in matrix:
        return False
    variable, quantifier = order[depth]
    values = []
    for literal in (variable, -variable):
        rest = [tuple(each for each in clause if each != -literal) for clause in matrix if literal not in clause]
        values.append(_clauses(rest, order, depth + 1))
        if values[-1] == (quantifier is Quantifier.EXISTS):
            return values[-1]
    return values[-1]


def _circuit(circuit: Circuit, order: list[tuple[int, Quantifier]], depth: int, values: dict[int, bool]) -> bool:
    if depth == len(order):
        return _output(circuit, dict(values))
    variable, quantifier = order[depth]
    results = []
    for value in (False, True):
        values[variable] = value
        results.append(_circuit(circuit, order, depth + 1, values))
    return any(results) if quantifier is Quantifier.EXISTS else all(results)


def _output(circuit: Circuit, values: dict[int, bool]) -> bool:
    def value(literal: int) -> bool:
        if abs(literal) not in values:
            raise InputError(f"variable {abs(literal)} is bound in no block of the prefix")
        return values[abs(literal)] == (literal > 0)

    for node in circuit.cone():
        kind, operands = circuit.gates[node]
        if kind == "and":
            values[node] = all(value(operand) for operand in operands)
        elif kind == "xor":
            values[node] = value(operands[0]) != value(operands[1])
        else:
            values[node] = value(operands[1]) if value(operands[0]) else value(operands[2])
    return value(circuit.output)
