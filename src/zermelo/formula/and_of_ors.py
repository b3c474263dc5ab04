"""From clauses to a circuit: an AND of ORs, over the same blocks of variables."""

from __future__ import annotations

from zermelo.errors import InputError
from zermelo.formula.circuit import Circuit
from zermelo.formula.clauses import QCNF


def and_of_ors(qcnf: QCNF) -> tuple[Circuit, dict[int, int]]:
    """A circuit of the same value, and for each variable its number there, in the order of the prefix.

    Raises ``InputError`` for a variable that no block binds.

    >>> from zermelo.formula import Quantifier
    >>> qcnf = QCNF()
    >>> qcnf.prefix.add(Quantifier.EXISTS, [3, 5])
    >>> qcnf.add(3, -5)
    >>> circuit, way = and_of_ors(qcnf)
    >>> circuit.sizes().gates, way
    (1, {3: 1, 5: 2})
    """
    circuit, way = Circuit(), dict[int, int]()
    for quantifier, variables in qcnf.prefix.blocks:
        new = circuit.variables(len(variables))
        circuit.prefix.add(quantifier, new)
        way.update(zip(variables, new, strict=True))
    image = way | {-old: -new for old, new in way.items()}
    try:
        ors = [circuit.or_([image[literal] for literal in clause]) for clause in qcnf.clauses()]
    except KeyError as error:
        raise InputError(f"variable {abs(error.args[0])} is bound in no block of the prefix") from None
    circuit.output = circuit.and_(ors)
    return circuit, way
