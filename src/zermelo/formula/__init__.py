"""QBF without any game in it: the layer between the encodings and the solvers.

    circuit (prefix + gates + output)  --tseitin-->  clauses (prefix + flat matrix)
      ↕ qcir                                            ↕ qdimacs

An encoding either builds a `Circuit`, out of which `tseitin` makes clauses, or writes clauses into a `QCNF` itself.
`evaluate` decides small formulas of both kinds by definition, as the oracle of all tests.  Nothing here knows what a
game is; nothing here starts a solver.

    >>> from zermelo.formula import Circuit, evaluate, tseitin
    >>> circuit = Circuit()
    >>> (x,), (y,) = circuit.forall(1), circuit.exists(1)
    >>> circuit.output = circuit.xor(x, y)
    >>> qcnf, way = tseitin(circuit)
    >>> print(*qcnf.clauses(), evaluate(qcnf), evaluate(circuit))
    (1, 2) (-1, -2) True True
"""

from zermelo.formula.and_of_ors import and_of_ors
from zermelo.formula.bits import add_const, bits_equal, bits_equal_const, constant, less_than_const, width_for
from zermelo.formula.circuit import FALSE, TRUE, Circuit, CircuitSizes, Gate
from zermelo.formula.clauses import QCNF, Sizes
from zermelo.formula.evaluate import evaluate
from zermelo.formula.prefix import Block, Prefix, Quantifier
from zermelo.formula.qcir import printed_names, read_qcir, write_qcir
from zermelo.formula.qdimacs import read_qdimacs, write_qdimacs
from zermelo.formula.tseitin import tseitin

__all__ = [
    "FALSE",
    "QCNF",
    "TRUE",
    "Block",
    "Circuit",
    "CircuitSizes",
    "Gate",
    "Prefix",
    "Quantifier",
    "Sizes",
    "add_const",
    "and_of_ors",
    "bits_equal",
    "bits_equal_const",
    "constant",
    "evaluate",
    "less_than_const",
    "printed_names",
    "read_qcir",
    "read_qdimacs",
    "tseitin",
    "width_for",
    "write_qcir",
    "write_qdimacs",
]
