"""Functions as an AIGER file, for other tools: the loser's variables in, the winner's variables out.

ASCII format ``aag`` (Biere, "The AIGER and-inverter graph format", 2007): the symbols ``i…`` and ``o…`` at the end
are the numbers of the variables in the formula.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.files import Target, write_text
from zermelo.formula import FALSE, TRUE
from zermelo.proofs.functions import Functions


def write_aiger(functions: Functions, target: Target) -> int:
    """Write the functions, and return how many AND gates they take.

    >>> import sys
    >>> from array import array
    >>> from zermelo.formula import Prefix
    >>> prefix = Prefix([("a", [1, 2]), ("e", [5])])
    >>> write_aiger(Functions(prefix, True, [(1, -2)], {5: array("q", [1])}), sys.stdout)
    aag 3 2 0 1 1
    2
    4
    6
    6 5 2
    i0 1
    i1 2
    o0 5
    1
    """
    circuit, node = functions.circuit()
    inputs = [variable for kind, block in functions.prefix.blocks if kind is not functions.owner for variable in block]
    outputs = list(functions.rules)
    needed = {abs(node[variable]) for variable in outputs}
    for number, gate in reversed(circuit.gates.items()):
        if number in needed:
            needed.update(map(abs, gate.operands))
    edge = {TRUE: 1, FALSE: 0}
    for index, variable in enumerate(inputs, 1):
        edge[node[variable]], edge[-node[variable]] = 2 * index, 2 * index + 1
    ands, following = list[tuple[int, int, int]](), len(inputs) + 1
    for number, gate in circuit.gates.items():
        if number not in needed:
            continue
        result = edge[gate.operands[0]]
        for operand in gate.operands[1:]:  # conditions with many literals become a chain
            one, two = result, edge[operand]
            ands.append((2 * following, max(one, two), min(one, two)))
            result, following = 2 * following, following + 1
        edge[number], edge[-number] = result, result + 1

    def lines() -> Iterator[str]:
        yield f"aag {len(inputs) + len(ands)} {len(inputs)} 0 {len(outputs)} {len(ands)}\n"
        for index in range(1, len(inputs) + 1):
            yield f"{2 * index}\n"
        for variable in outputs:
            yield f"{edge[node[variable]]}\n"
        for left, one, two in ands:
            yield f"{left} {one} {two}\n"
        for letter, variables in (("i", inputs), ("o", outputs)):
            for index, variable in enumerate(variables):
                yield f"{letter}{index} {variable}\n"

    write_text(target, lines())
    return len(ands)
