"""From circuits to clauses: the Tseitin translation, small.

The textbook gives every gate a variable and defines it in both directions.  Solvers then drown in definitions, and the
published encodings are judged by their size, so here a gate variable is the last resort:

- What is asserted is no gate: an asserted AND is split, an asserted OR is one clause, XOR and if-then-else are two.
- An asserted literal is true everywhere else, too; substituting it, and merging an AND into the one AND that uses it,
  is repeated until nothing changes.
- A gate is defined only in the direction in which it is used (Plaisted and Greenbaum).  So use is counted per
  *literal*: a gate used once as itself and once negated is used once twice, not twice.  Where both literals of a gate
  keep its variable, it is defined in both directions, or half of the meaning would be lost.
- A literal used once needs no variable where it can be merged into its only clause: an OR into the clause, an AND, XOR
  or if-then-else by distributing the clause over it, when that takes no more literals than the definition would.
  ``¬a ∨ (b ∧ c)`` becomes ``¬a ∨ b`` and ``¬a ∨ c``.  In each clause one literal at most is distributed.
- A very small OR of variables is copied into its few clauses when the copies are not larger than a definition.

Gate variables are determined by what they define, so they go to the innermost existential block, or, where the circuit
asks for that (``early``), to the outermost one that is not outside of a variable on which the gate depends: its value
is known there.  Solvers differ in what they like.  The truth of the formula depends on none of the counting: merging is
sound anywhere, the counts only decide where it pays.

The work is done by the native core (``native/formula/tseitin.cpp``): a stateless encoding of a 19×19 board has 850 000
gates, for which the same in Python took 18 s and 650 MB, while the core takes half a second and 200 MB.
"""

from __future__ import annotations

from array import array

from zermelo import _native
from zermelo.formula.circuit import Circuit
from zermelo.formula.clauses import QCNF
from zermelo.formula.prefix import Quantifier


def tseitin(circuit: Circuit) -> tuple[QCNF, dict[int, int]]:
    """Translate a circuit into a prenex CNF of the same value.

    The CNF numbers the variables of the prefix 1 … n from the outside in, then the gate variables.  A circuit that
    simplifies to true gives the empty matrix, one that simplifies to false the single empty clause.  QDIMACS wants the
    innermost block to be existential: where it would not be, it gets a variable that nothing uses.

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
    order = list(circuit.prefix)
    number, matrix, last = _native.tseitin(circuit.num_nodes, circuit.gates, order, circuit.output)
    qcnf = QCNF()
    way = dict(zip(order, qcnf.fresh_block(len(order)), strict=True))
    gates = qcnf.fresh_block(number - len(order))
    waiting = sorted(zip(memoryview(last).cast("I"), gates, strict=True), reverse=True) if circuit.early else []
    for quantifier, variables in circuit.prefix.blocks:
        qcnf.prefix.add(quantifier, [way[variable] for variable in variables])
        while quantifier is Quantifier.EXISTS and waiting and waiting[-1][0] <= way[variables[-1]]:
            qcnf.prefix.add(quantifier, [waiting.pop()[1]])
    qcnf.prefix.add(Quantifier.EXISTS, [gate for gate in gates if gate not in qcnf.prefix])
    if circuit.prefix.blocks and qcnf.prefix.blocks[-1].quantifier is Quantifier.FORALL:
        qcnf.exists(1)
    flat = array("i")
    flat.frombytes(matrix)
    qcnf.add_all(flat)
    return qcnf, way
