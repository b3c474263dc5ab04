"""A correct solver: tries all values of a formula in QDIMACS or cleansed QCIR.

python brute.py [--values] [--wrong] FILE: with --values a line "V 1 -2 0" tells values of the outermost block, with
--wrong everything is turned round.
"""

import sys
from pathlib import Path

sys.setrecursionlimit(10_000)
words = [line.split() for line in Path(sys.argv[-1]).read_text().splitlines()]
blocks, clauses, gates, output = [], [], {}, None
if words[0][0] == "p":
    for line in words[1:]:
        if line[0] in ("a", "e"):
            blocks.append((line[0], list(map(int, line[1:-1]))))
        else:
            clauses.append(list(map(int, line[:-1])))
elif words[0][0] == "#QCIR-G14":
    for text in ("".join(line) for line in words[1:]):
        head, _, rest = text.rstrip(")").partition("(")
        numbers = [int(word) for word in rest.split(",") if word]
        if head in ("exists", "forall"):
            blocks.append((head[0].replace("f", "a"), numbers))
        elif head == "output":
            (output,) = numbers
        else:
            gate, kind = head.split("=")
            gates[int(gate)] = (kind, numbers)
else:
    sys.exit("line 1: header expected")
order = [(kind, name) for kind, names in blocks for name in names]


def value(literal, values):
    name = abs(literal)
    if name not in values:
        kind, operands = gates[name]
        values[name] = (all if kind == "and" else any)([value(each, values) for each in operands])
    return values[name] == (literal > 0)


def truth(values):
    if len(values) < len(order):
        kind, name = order[len(values)]
        return (any if kind == "e" else all)(truth({**values, name: choice}) for choice in (True, False))
    if output is not None:
        return value(output, dict(values))
    return all(any(value(literal, values) for literal in clause) for clause in clauses)


def explanation(values, wanted):
    """Values of the outermost block that make the formula so."""
    if len(values) == len(blocks[0][1]):
        return values if truth(values) == wanted else None
    for choice in (True, False):
        found = explanation({**values, order[len(values)][1]: choice}, wanted)
        if found is not None:
            return found
    return None


answer = truth({})
if "--values" in sys.argv and answer == (blocks[0][0] == "e"):
    chosen = explanation({}, answer)
    print("V", *(name if chosen[name] else -name for name in chosen), 0)
if "--wrong" in sys.argv:
    answer = not answer
print("r SAT" if answer else "r UNSAT")
sys.exit(10 if answer else 20)
