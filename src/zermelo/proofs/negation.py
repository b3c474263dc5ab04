"""The negated formula: who won loses.

Proofs of true formulas are dear: each given cube has a literal of every clause, and so nearly all variables of gates.
Proofs of false ones are cheap.  So a true circuit is better proven by the falsity of its negation: the loser of
the one is the loser of the other, and the functions are about the same variables.
"""

from __future__ import annotations

from zermelo.formula import Circuit, Prefix


def negation(circuit: Circuit) -> Circuit:
    """A circuit with the same nodes, the other quantifiers and the negated output; the gates are shared, not copied.

    >>> from zermelo.formula import evaluate
    >>> circuit = Circuit()
    >>> (x,), (y,) = circuit.forall(1), circuit.exists(1)
    >>> circuit.output = circuit.xor(x, y)
    >>> negation(circuit).prefix, evaluate(circuit), evaluate(negation(circuit))
    (Prefix([('e', (1,)), ('a', (2,))]), True, False)
    """
    twin = Circuit()
    twin.prefix = Prefix((quantifier.other, variables) for quantifier, variables in circuit.prefix.blocks)
    twin.names, twin.gates, twin.num_nodes = circuit.names, circuit.gates, circuit.num_nodes
    twin.output = -circuit.output
    return twin
